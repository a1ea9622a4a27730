import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decimal, decimal, plain, sum, ZERO } from '../base/decimal.ts';
import type { Deal } from '../crediting/deal.ts';
import type { Component, Rate } from '../plans/plan.ts';
import { calculate } from './calculate.ts';
import { compareCalculations } from './compare.ts';
import type { Calculation, CalculationInput, EarlierPay } from './payout.ts';
import {
  randomDeal as deal,
  randomInput as eachAlone,
  randomTiers as tiers,
} from './scenarios/random-input.fixture.ts';
import { withRoundedSplits } from './scenarios/rounding-splits.fixture.ts';
import { tableParts, tablePay, tierTable } from './tier-table.ts';

const RUNS = { numRuns: 120 };
const input = fc.oneof(
  { weight: 3, arbitrary: eachAlone },
  { weight: 1, arbitrary: eachAlone.map(withRoundedSplits) },
);
/** Whether more credit can pay less: then less credit that counts can pay more, and a limit on it is no limit on pay. */
function falls(rate: Rate): boolean {
  if (rate.kind === 'retroactive') return true;
  return rate.kind === 'curve' || rate.kind === 'matrix';
}

/** A component whose pay hangs on nothing but its own credit. */
function alone({ multiplier: _, ...one }: Component): Component {
  return { ...one, gate: null, rate: one.rate.kind === 'matrix' ? { kind: 'target' } : one.rate };
}

function paid(given: CalculationInput): Calculation {
  const result = calculate(given);
  if (!result.ok) throw new Error(JSON.stringify(result.problems.slice(0, 3)));
  return result.value;
}
const total = (texts: Iterable<string>) => sum([...texts].map(decimal));
const amounts = (calculation: Calculation) => calculation.lines.map((line) => decimal(line.amount));

// Many random plans take a while where other work runs beside.
describe('whatever the plan, the deals and the quotas', () => {
  test('[PAY-14] [INV-1] what the deals earned sums to the line, and the lines to the total, to the cent', () => {
    const property = fc.property(input, (given) => {
      const calculation = paid(given);
      for (const line of calculation.lines) {
        expect(total(line.credits.map((credit) => credit.earned)).toFixed(2)).toBe(line.amount);
        expect(plain(total(line.credits.map((credit) => credit.credited)))).toBe(line.credited);
      }
      expect(sum(amounts(calculation)).toFixed(2)).toBe(calculation.total);
    });
    fc.assert(property, RUNS);
  });

  test('[PAY-16] [INV-3] [INV-4] the order of the input changes nothing, and twice is byte for byte the same', () => {
    const property = fc.property(input, fc.infiniteStream(fc.nat()), (given, dice) => {
      const once = JSON.stringify(paid(given));
      expect(JSON.stringify(paid(given))).toBe(once);
      const mix = <T>(list: readonly T[]) =>
        list
          .map((value) => ({ value, at: dice.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ value }) => value);
      const mixed = {
        ...given,
        deals: mix(given.deals),
        participants: mix(given.participants),
        quotas: mix(given.quotas),
        exchangeRates: mix(given.exchangeRates),
      };
      expect(JSON.stringify(paid(mixed))).toBe(once);
    });
    fc.assert(property, RUNS);
  });

  test('[PAY-15] [INV-5] every sale with its full refund comes to zero, in one period and in two under the same conditions', () => {
    const negated = (one: Deal) => ({ ...one, id: `r${one.id}`, amount: plain(decimal(one.amount).neg()) });
    const property = fc.property(input, (given) => {
      const refunds = given.deals.map(negated);
      expect(decimal(paid({ ...given, deals: [...given.deals, ...refunds] }).total).eq(ZERO)).toBe(true);
      const ungated = {
        ...given,
        plan: { ...given.plan, components: given.plan.components.map(alone) },
      };
      const sold = amounts(paid(ungated));
      const returned = amounts(paid({ ...ungated, deals: refunds }));
      expect(sold.map((amount, i) => plain(amount.plus(returned[i] ?? '1')))).toEqual(sold.map(() => '0'));
    });
    fc.assert(property, RUNS);
  });

  test('[INV-8] [PAY-11] [PAY-29] [PAY-30] [PAY-31] [PAY-34] no limit on the whole makes pay larger', () => {
    const property = fc.property(input, (given) => {
      const { planCap: _, ...rest } = given.plan;
      const components = rest.components.map((one) => ({
        ...one,
        cap: null,
        limits: (one.limits ?? []).filter(
          ({ kind }) => kind === 'deal' || (kind === 'attainment' && falls(one.rate)),
        ),
      }));
      const free = amounts(paid({ ...given, plan: { ...rest, components } }));
      for (const [i, amount] of amounts(paid(given)).entries())
        expect(amount.abs().lte(free[i]?.abs() ?? '0')).toBe(true);
    });
    fc.assert(property, RUNS);
  });

  test('[PAY-27] a gate that closes the higher rates never raises pay, and never pays more than an open one', () => {
    // rounded together, a part may be a cent more while its deal pays less (PAY-44)
    const property = fc.property(eachAlone, (given) => {
      const ungated = given.plan.components.map((one) => ({ ...one, gate: null }));
      const { planCap: _, ...rest } = given.plan;
      const free = amounts(paid({ ...given, plan: { ...rest, components: ungated } }));
      for (const [i, amount] of amounts(paid({ ...given, plan: rest })).entries())
        expect(amount.abs().lte(free[i]?.abs() ?? '0')).toBe(true);
    });
    fc.assert(property, RUNS);
  });

  test('[PAY-33] what is paid and what is carried at the end is what was earned without the limit', () => {
    const property = fc.property(input, fc.integer({ min: 1, max: 400_000 }), (given, cents) => {
      const atMost = decimal(String(cents)).times('0.01').toFixed(2);
      const { planCap: _, ...plan } = given.plan;
      const order = [...plan.order.filter((step) => step !== 'cap'), 'cap' as const];
      const free = {
        ...plan,
        order,
        components: plan.components.map((one) => ({ ...one, cap: null, limits: [] })),
      };
      const limit = { kind: 'amount', atMost, excess: 'carried' } as const;
      const limited = { ...free, components: free.components.map((one) => ({ ...one, limits: [limit] })) };
      let earlier: readonly EarlierPay[] = [];
      let got = ZERO;
      let earned = ZERO;
      for (const from of ['2023-01-01', '2023-04-01', '2023-07-01']) {
        const calculation = paid({ ...given, plan: limited, earlier });
        got = got.plus(calculation.total);
        earned = earned.plus(paid({ ...given, plan: free }).total);
        for (const line of calculation.lines) {
          const fromDeals = total(line.credits.map((credit) => credit.earned));
          expect(fromDeals.plus(line.carriedPaid ?? 'none').toFixed(2)).toBe(line.amount);
          expect(decimal(line.amount).abs().lte(decimal(atMost))).toBe(true);
        }
        earlier = calculation.lines.map(({ participantId, componentId, amount, carriedOut = 'none' }) => {
          return { participantId, componentId, from, to: from, amount, carried: carriedOut };
        });
      }
      const carried = sum(earlier.map((one) => decimal(one.carried)));
      expect(got.plus(carried).toFixed(2)).toBe(earned.toFixed(2));
    });
    fc.assert(property, { numRuns: 40 });
  });

  test('[PAY-18] the difference of two calculations adds up', () => {
    const property = fc.property(input, fc.array(deal, { maxLength: 4 }), (given, late) => {
      const before = paid(given);
      const after = paid({
        ...given,
        deals: [...given.deals, ...late.map((one, i) => ({ ...one, id: `late${i}` }))],
      });
      const read = compareCalculations(before, after);
      if (!read.ok) throw new Error('comparable');
      expect(decimal(after.total).minus(decimal(before.total)).toFixed(2)).toBe(
        decimal(read.value.delta).toFixed(2),
      );
      for (const line of read.value.lines) {
        expect(decimal(line.after).minus(decimal(line.before)).toFixed(2)).toBe(
          decimal(line.delta).toFixed(2),
        );
      }
    });
    fc.assert(property, RUNS);
  });

  test('[PAY-13] the last step of a line is its amount, and every step wears a rule of the line', () => {
    const property = fc.property(input, (given) => {
      for (const line of paid(given).lines) {
        const last = line.steps.at(-1);
        if (line.credits.length > 0)
          expect(last?.result.replaceAll(',', '').replace('−', '-')).toBe(line.amount);
        for (const step of line.steps) expect(line.rules).toContain(step.rule);
      }
    });
    fc.assert(property, RUNS);
  });
});

describe('tables', () => {
  const amount = fc
    .bigInt(-(10n ** 9n), 10n ** 9n)
    .map((hundredths) => decimal(String(hundredths)).times('0.01'));
  const table = (kind: 'marginal' | 'retroactive') =>
    tiers.map((written) => tierTable({ kind, tiers: written }, null));

  test('[PAY-3] [INV-7] marginal pay never falls when more is sold, and never jumps', () => {
    const property = fc.property(table('marginal'), amount, amount, (built, a, b) => {
      const [low, high]: readonly [Decimal, Decimal] = a.lt(b) ? [a, b] : [b, a];
      const more = tablePay(built, high).minus(tablePay(built, low));
      expect(more.gte(ZERO)).toBe(true);
      // No rate is above 20 %, so no step of the amount can be paid more than that.
      expect(more.lte(high.minus(low).times('0.2'))).toBe(true);
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('[PAY-4] [INV-7] retroactive pay never falls where the rates rise, and jumps only where a tier begins', () => {
    const rising = tiers.map((written) => {
      const rates = written.map(({ ratePercent }) => decimal(ratePercent)).sort((a, b) => a.cmp(b));
      const tiers = written.map((tier, i) => ({ ...tier, ratePercent: rates[i]?.toFixed() ?? '0' }));
      return tierTable({ kind: 'retroactive', tiers }, null);
    });
    const property = fc.property(rising, amount, amount, (built, a, b) => {
      const [low, high]: readonly [Decimal, Decimal] = a.abs().lt(b.abs())
        ? [a.abs(), b.abs()]
        : [b.abs(), a.abs()];
      const more = tablePay(built, high).minus(tablePay(built, low));
      expect(more.gte(ZERO)).toBe(true);
      const crossed = built.bands.some(({ from }) => from.gt(low) && from.lte(high));
      if (!crossed) expect(more.lte(high.minus(low).times('0.2'))).toBe(true);
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('[PAY-3] [PAY-4] the parts of the tiers sum to the amount, and their pay to the pay of the table', () => {
    const either = fc.oneof(table('marginal'), table('retroactive'));
    const property = fc.property(either, amount, (built, size) => {
      const parts = [...tableParts(built, size)];
      expect(plain(sum(parts.map(([, part]) => part)))).toBe(plain(size));
      const pays = parts.map(([i, part]) => part.times(built.bands[i]?.rate ?? '0'));
      expect(plain(sum(pays))).toBe(plain(tablePay(built, size)));
      expect(plain(tablePay(built, size.neg()))).toBe(plain(tablePay(built, size).neg()));
    });
    fc.assert(property, { numRuns: 500 });
  });
});
