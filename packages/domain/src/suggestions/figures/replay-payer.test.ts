import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Period } from '../../base/period.ts';
import { type History, payHistory } from '../../findings/pay-history.ts';
import { figuresOf } from '../../payouts/kernel/lines/calculate-figures.ts';
import { inCredits } from '../../payouts/kernel/lines/credit-columns.ts';
import { randomInput } from '../../payouts/kernel/lines/random-input.fixture.ts';
import { randomWorld } from '../../payouts/kernel/lines/random-world.fixture.ts';
import type { CalculationInput } from '../../payouts/payout.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { figuresPayer, payOf } from '../../simulations/payee-pay.ts';
import { costsOf } from '../../simulations/scenarios/scenario-costs.ts';
import { companyPlan, companyYear } from '../analysers/company.fixture.ts';
import { creditsMonths, laidOut, monthCredits } from './month-credits.ts';
import { paidTotals, replayPayer } from './replay-payer.ts';
import { yearsOnTotals } from './years-on-totals.ts';

const year = { key: '2024', from: '2024-01-01', to: '2024-12-31' };

/** The input as a year of its payee, deals by day as they are stored. */
function historyOf(
  { plan: _, period: __, earlier: ___, ...records }: CalculationInput,
  span: Period,
): History {
  return sorted({ ...records, span });
}

function sorted(history: History): History {
  const before = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const deals = history.deals.toSorted((a, b) => before(a.date, b.date) || before(a.id, b.id));
  return { ...history, deals };
}

test('[SGR-7] figures are those of the explained pay, byte for byte', () => {
  const check = ({ plan }: { plan: Plan }, history: History) => {
    const explained = payHistory(plan, history);
    const quick = figuresPayer(plan)(history);
    expect(quick.ok).toBe(explained.ok);
    if (!explained.ok || !quick.ok) return;
    expect(quick.value.map(({ period, lines }) => [period, lines.map(inCredits)])).toEqual(
      explained.value.map(({ period, lines }) => [period, lines.map(figuresOf)]),
    );
  };
  const kept = { interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false };
  fc.assert(
    fc.property(randomInput, (input) => check(input, historyOf(input, year))),
    { ...kept, numRuns: 150 },
  );
  fc.assert(
    fc.property(randomWorld, (input) => check(input, historyOf({ ...input, payeeIds: ['ann'] }, year))),
    { ...kept, numRuns: 60 },
  );
});

/** The plan with the terms of another one that decide how it pays. */
function variantOf(
  plan: Plan,
  other: Plan,
  asks: { readonly reading: boolean; readonly credit: boolean },
): Plan {
  const paying = ({ weight, rate, cap, accelerator, decelerator, limits }: Component) => ({
    weight,
    rate,
    cap,
    accelerator,
    ...(decelerator === undefined ? {} : { decelerator }),
    ...(limits === undefined ? {} : { limits }),
  });
  const [first, ...others] = plan.components;
  const from = other.components[0]!;
  const { decelerator: _d, limits: _l, ...rest } = first!;
  const changed = {
    ...rest,
    ...paying({ ...from, weight: first!.weight }),
    ...(asks.credit ? { measure: from.measure } : {}),
  };
  return {
    ...plan,
    ...(asks.reading && other.acceleratorReading !== undefined
      ? { acceleratorReading: other.acceleratorReading }
      : {}),
    components: [changed, ...others],
  };
}

test('[SGR-7] a replay on totals pays every variant what the explained pay is', () => {
  let [runs, onTotals] = [0, 0];
  const asks = fc.record({ reading: fc.boolean(), credit: fc.constantFrom(false, false, true) });
  fc.assert(
    fc.property(randomInput, randomInput, asks, fc.boolean(), (input, other, wanted, moreQuota) => {
      const history = historyOf(input, year);
      const base = figuresPayer(input.plan)(history);
      if (!base.ok) return;
      const totals = paidTotals(base.value);
      runs += 1;
      if (totals !== null) onTotals += 1;
      const variant = variantOf(input.plan, other.plan, wanted);
      const quotas = history.quotas.map((one) => ({ ...one, amount: `${Number(one.amount) + 7}` }));
      const records = moreQuota ? { ...history, quotas } : history;
      const paid = replayPayer(input.plan, variant)(records, { totals, asPaid: records === history });
      const explained = payHistory(variant, records);
      expect(paid?.ok).toBe(explained.ok);
      if (!paid?.ok || !explained.ok) return;
      const figures = figuresPayer(variant)(records);
      expect(paid.value).toEqual(figures.ok ? payOf(figures.value) : null);
      const units = explained.value.flatMap(({ lines }) =>
        lines.map(({ amount }) => BigInt(amount.replace('.', ''))),
      );
      expect(paid.value.total).toBe(units.reduce((sum, one) => sum + one, 0n));
    }),
    { numRuns: 250 },
  );
  // about a tenth of random plans; a short soak may draw none
  if (runs >= 150) expect(onTotals).toBeGreaterThan(0);
});

/** Payees of a company whose plan pays shares of targets, with caps and accelerators of all sizes. */
const randomCompany = fc
  .record({
    cap: fc.option(fc.integer({ min: 50, max: 300 })),
    accelerator: fc.option(fc.tuple(fc.integer({ min: 61, max: 200 }), fc.integer({ min: 101, max: 300 }))),
    reading: fc.constantFrom('incremental' as const, 'first-dollar' as const),
    percents: fc.array(fc.integer({ min: -20, max: 260 }), { minLength: 8, maxLength: 8 }),
  })
  .map(({ cap, accelerator, reading, percents }) => {
    const [money, score] = companyPlan().components;
    const terms = {
      cap: cap === null ? null : `${cap / 100}x`,
      accelerator: accelerator === null ? null : `>${accelerator[0]}% @ ${accelerator[1] / 100}x`,
    };
    const plan = companyPlan({ components: [{ ...money!, ...terms }, score!], acceleratorReading: reading });
    const [history] = companyYear([{ $: percents.slice(0, 4), Score: percents.slice(4) }]);
    return { plan, history: sorted(history!) };
  });

const randomPayee = fc.oneof(randomInput, randomWorld).map((input) => ({
  plan: input.plan,
  history: historyOf({ ...input, payeeIds: [input.payeeIds?.[0] ?? 'ann'] }, year),
}));

test('[SIM-5] years drawn from what months credit cost what years drawn from deals cost', () => {
  let onTotals = 0;
  const asks = fc.record({ reading: fc.boolean(), credit: fc.constantFrom(false, false, true) });
  const check = (
    { plan, history }: { plan: Plan; history: History },
    other: { plan: Plan },
    wanted: { reading: boolean; credit: boolean },
    moreQuota: boolean,
  ) => {
    const base = figuresPayer(plan)(history);
    if (!base.ok) return;
    const layout = creditsMonths(plan) ? laidOut(plan, year) : null;
    const totals = paidTotals(base.value, layout && monthCredits(layout, history, base.value));
    const more = ({ quotas, ...records }: History): History => ({
      ...records,
      quotas: quotas.map((one) => ({ ...one, amount: `${Number(one.amount) + 7}` })),
    });
    const variants = [
      { plan: variantOf(plan, other.plan, wanted) },
      { plan: variantOf(plan, plan, wanted), ...(moreQuota ? { records: more } : {}) },
    ];
    const terms = { seed: 'seed', scenarios: 12 };
    const found = yearsOnTotals(plan, variants, terms)?.({ ...history, deals: [] }, totals) ?? null;
    if (found === null) return;
    onTotals += 1;
    for (const [i, one] of [{ plan }, ...variants].entries()) {
      const records = 'records' in one && one.records !== undefined ? one.records(history) : history;
      const costs = costsOf(one.plan, terms, records);
      let step = costs.next();
      while (!step.done) step = costs.next();
      expect(step.value).toEqual({ ok: true, value: Array.from(found[i]!, BigInt) });
    }
  };
  fc.assert(fc.property(randomPayee, randomInput, asks, fc.boolean(), check), { numRuns: 100 });
  fc.assert(fc.property(randomCompany, randomCompany, asks, fc.boolean(), check), { numRuns: 80 });
  expect(onTotals).toBeGreaterThan(40);
});
