import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decimal, decimal, plain, sum, ZERO } from '../base/decimal.ts';
import type { Deal } from '../crediting/deal.ts';
import { sampleDeal } from '../crediting/sample-deal.fixture.ts';
import type { Component, Plan, Rate } from '../plans/plan.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import { sampleParticipant, sampleQuota } from '../quotas/sample-quota.fixture.ts';
import { calculate } from './calculate.ts';
import { compareCalculations } from './compare.ts';
import type { Calculation, CalculationInput } from './payout.ts';
import { sampleInput } from './scenarios/sample-input.fixture.ts';
import { tableParts, tablePay, tierTable } from './tier-table.ts';

// A failing property prints its seed and the smallest input; paste both into `fc.assert(…, { seed, path })` to see it again.
const RUNS = { numRuns: 120 };
const people = ['ann', 'ben', 'cid'];

const cents = fc
  .integer({ min: -5_000_000, max: 20_000_000 })
  .map((amount) => decimal(String(amount)).times('0.01').toFixed(2));
const percents = fc
  .integer({ min: 0, max: 2_000 })
  .map((hundredths) => decimal(String(hundredths)).times('0.01').toFixed(2));

const tiers = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 300_000 }), { minLength: 0, maxLength: 5 }),
    fc.array(percents, { minLength: 6, maxLength: 6 }),
  )
  .map(([edges, rates]) => {
    const bounds = ['0', ...edges.sort((a, b) => a - b).map(String)];
    return bounds.map((from, i) => ({ from, to: bounds[i + 1] ?? null, ratePercent: rates[i] ?? '1' }));
  });

const rate: fc.Arbitrary<Rate> = fc.oneof(
  percents.map((ratePercent) => ({ kind: 'flat' as const, ratePercent })),
  fc.constant({ kind: 'individual' as const }),
  fc.constant({ kind: 'target' as const }),
  fc.record({
    kind: fc.constantFrom('marginal' as const, 'retroactive' as const),
    thresholds: fc.constantFrom('amount' as const, 'percent-of-quota' as const),
    per: fc.constantFrom('deal' as const, 'period' as const),
    tiers,
  }),
);

const component: fc.Arbitrary<Component> = fc
  .record({
    rate,
    cap: fc.constantFrom(null, '1x', '0.3333x', '2x'),
    fast: fc.constantFrom(null, '>120% @ 1.2x', '>0% @ 0.7x', '>99.5% @ 3x'),
    of: fc.constantFrom('amount' as const, 'amount' as const, 'deals' as const),
  })
  .map(({ fast, of, ...wanted }) =>
    sampleComponent({
      ...wanted,
      measure: { unit: '$', of },
      accelerator: wanted.rate.kind === 'target' ? fast : null,
    }),
  );

const plan: fc.Arbitrary<Plan> = fc
  .record({
    first: component,
    second: component,
    weight: fc.integer({ min: 1, max: 99 }),
    gated: fc.boolean(),
    mode: fc.constantFrom('HALF_UP' as const, 'HALF_EVEN' as const),
    acceleratorReading: fc.constantFrom('incremental' as const, 'first-dollar' as const),
    order: fc.constantFrom<Plan['order']>(
      ['gate', 'cap', 'weight'],
      ['weight', 'cap', 'gate'],
      ['cap', 'gate', 'weight'],
    ),
  })
  .map(({ first, second, weight, gated, mode, ...wanted }) =>
    samplePlan({
      ...wanted,
      rounding: { mode },
      components: [
        { ...first, weight, gate: gated ? { componentId: 'second', atLeastPercent: '50' } : null },
        { ...second, id: 'second', name: 'Second', weight: 100 - weight },
      ],
    }),
  );

const deal: fc.Arbitrary<Omit<Deal, 'id'>> = fc
  .record({
    amount: cents,
    participantId: fc.constantFrom(...people),
    day: fc.integer({ min: 1, max: 28 }),
    currency: fc.constantFrom('USD', 'USD', 'EUR', 'GBP'),
    share: fc.constantFrom(null, '50', '33.33', '0.01'),
  })
  .map(({ day, share, ...wanted }) => {
    const other = plain(decimal('100').minus(decimal(share ?? '0')));
    const splits = [
      { participantId: 'ann', sharePercent: share ?? '' },
      { participantId: 'ben', sharePercent: other },
    ];
    return sampleDeal('', wanted.amount, {
      ...wanted,
      date: `2024-02-${String(day).padStart(2, '0')}`,
      splits: share === null ? [] : splits,
    });
  });

const input: fc.Arbitrary<CalculationInput> = fc
  .record({
    plan,
    deals: fc.array(deal, { maxLength: 14 }),
    quota: fc.integer({ min: 1, max: 400_000 }),
    tv: fc.integer({ min: 0, max: 99_999 }),
  })
  .map(({ plan: written, deals, quota, tv }) =>
    sampleInput({
      plan: written,
      participants: people.map((id) =>
        sampleParticipant(id, { targetVariableAnnual: String(tv), commissionRatePercent: '1.25' }),
      ),
      quotas: people.flatMap((participantId) => [
        sampleQuota(String(quota), { participantId }),
        sampleQuota('3', { participantId, unit: 'Count' }),
      ]),
      deals: deals.map((one, i) => ({ ...one, id: `d${i}` })),
      exchangeRates: [
        { from: 'EUR', to: 'USD', date: '2024-02-01', rate: '1.10453217', source: 'ECB' },
        { from: 'EUR', to: 'USD', date: '2024-02-15', rate: '1.09', source: 'ECB' },
        { from: 'USD', to: 'GBP', date: '2024-01-01', rate: '0.79', source: 'BoE' },
      ],
    }),
  );

function paid(given: CalculationInput): Calculation {
  const result = calculate(given);
  if (!result.ok) throw new Error(JSON.stringify(result.problems.slice(0, 3)));
  return result.value;
}
const total = (texts: Iterable<string>) => sum([...texts].map(decimal));
const amounts = (calculation: Calculation) => calculation.lines.map((line) => decimal(line.amount));

describe('whatever the plan, the deals and the quotas', () => {
  test('[PAY-14] what the deals earned sums to the line, and the lines to the total, to the cent', () => {
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

  test('[PAY-16] the order of the input changes nothing, and twice is byte for byte the same', () => {
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

  test('[PAY-15] every sale with its full refund comes to zero, in one period and in two that stand alike', () => {
    const negated = (one: Deal) => ({ ...one, id: `r${one.id}`, amount: plain(decimal(one.amount).neg()) });
    const property = fc.property(input, (given) => {
      const refunds = given.deals.map(negated);
      expect(decimal(paid({ ...given, deals: [...given.deals, ...refunds] }).total).eq(ZERO)).toBe(true);
      const ungated = {
        ...given,
        plan: { ...given.plan, components: given.plan.components.map((one) => ({ ...one, gate: null })) },
      };
      const sold = amounts(paid(ungated));
      const returned = amounts(paid({ ...ungated, deals: refunds }));
      expect(sold.map((amount, i) => plain(amount.plus(returned[i] ?? '1')))).toEqual(sold.map(() => '0'));
    });
    fc.assert(property, RUNS);
  });

  test('[PAY-11] a cap never makes pay larger, and never lets it above its limit', () => {
    const property = fc.property(input, (given) => {
      const uncapped = {
        ...given.plan,
        components: given.plan.components.map((one) => ({ ...one, cap: null })),
      };
      const free = amounts(paid({ ...given, plan: uncapped }));
      for (const [i, amount] of amounts(paid(given)).entries())
        expect(amount.abs().lte(free[i]?.abs() ?? '0')).toBe(true);
    });
    fc.assert(property, RUNS);
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
  const table = (kind: 'marginal' | 'retroactive') => tiers.map((written) => tierTable(kind, written, null));

  test('[PAY-3] marginal pay never falls when more is sold, and never jumps', () => {
    const property = fc.property(table('marginal'), amount, amount, (built, a, b) => {
      const [low, high]: readonly [Decimal, Decimal] = a.lt(b) ? [a, b] : [b, a];
      const more = tablePay(built, high).minus(tablePay(built, low));
      expect(more.gte(ZERO)).toBe(true);
      // No rate is above 20 %, so no step of the amount can be paid more than that.
      expect(more.lte(high.minus(low).times('0.2'))).toBe(true);
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
