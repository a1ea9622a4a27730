import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, plain, sum, ZERO } from '../../base/decimal.ts';
import type { Deal } from '../../crediting/deal.ts';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import type { Component, Rate } from '../../plans/plan.ts';
import { checkPlan } from '../../plans/plan-checks.ts';
import { sampleComponent } from '../../plans/sample-plan.fixture.ts';
import type { Calculation } from '../payout.ts';
import { inputOf, monthly, months, paid, year, yearLong } from './year.fixture.ts';

const RUNS = { numRuns: 30 };
const cents = fc
  .integer({ min: -2_000_000, max: 9_000_000 })
  .map((amount) => decimal(String(amount)).times('0.01').toFixed(2));
const tiers = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 0, maxLength: 4 }),
    fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 5, maxLength: 5 }),
  )
  .map(([edges, rates]) => {
    const bounds = ['0', ...edges.sort((a, b) => a - b).map(String)];
    return bounds.map((from, i) => ({
      from,
      to: bounds[i + 1] ?? null,
      ratePercent: decimal(String(rates[i] ?? 1))
        .times('0.01')
        .toFixed(2),
    }));
  });
const table = fc.record({
  kind: fc.constantFrom('marginal' as const, 'retroactive' as const),
  thresholds: fc.constant('percent-of-quota' as const),
  per: fc.constantFrom('deal' as const, 'period' as const),
  tiers,
});
const rate: fc.Arbitrary<Rate> = fc.oneof(
  fc.constant({ kind: 'flat' as const, ratePercent: '3.33' }),
  fc.constant({ kind: 'target' as const }),
  table,
);
const component: fc.Arbitrary<Component> = fc
  .record({ rate, cap: fc.constantFrom(null, '0.5x', '2x'), fast: fc.constantFrom(null, '>100% @ 1.7x') })
  .map(({ fast, ...wanted }) =>
    sampleComponent({ ...wanted, accelerator: wanted.rate.kind === 'target' ? fast : null }),
  );
const deals = fc
  .array(
    fc.record({
      amount: cents,
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 28 }),
    }),
    {
      maxLength: 24,
    },
  )
  .map((all): readonly Deal[] =>
    all.map(({ amount, month, day }, i) =>
      sampleDeal(`d${i}`, amount, { date: `2024-${two(month)}-${two(day)}` }),
    ),
  );
const quotas = fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 12, maxLength: 12 });

function two(number: number): string {
  return String(number).padStart(2, '0');
}

const total = (calculations: readonly Calculation[]) => sum(calculations.map((one) => decimal(one.total)));

describe('[MEASURE-4] whatever the rate, the quotas and the deals', () => {
  test('[INV-6] [MEASURE-10] a year to date with deductions pays after twelve months what one calculation of the year pays', () => {
    const against = fc.constantFrom('to-date' as const, 'whole' as const);
    const property = fc.property(component, deals, quotas, against, (one, given, amounts, quota) => {
      const deducting = monthly({ ...one, window: { kind: 'year-to-date', settle: 'deduct', quota } });
      expect(checkPlan(deducting)).toEqual([]);
      const once = paid({ ...inputOf(monthly(one), given, amounts), period: year });
      expect(total(yearLong(inputOf(deducting, given, amounts))).toFixed(2)).toBe(
        decimal(once.total).toFixed(2),
      );
    });
    fc.assert(property, RUNS);
  });

  test('[PAY-14] what the deals earned and the true-up sum to the line, the credits to what was credited', () => {
    const settles = fc.constantFrom('deduct' as const, 'rate-only' as const);
    const reading = fc.constantFrom('incremental' as const, 'first-dollar' as const);
    const property = fc.property(
      component,
      deals,
      quotas,
      settles,
      reading,
      (one, given, amounts, settle, acceleratorReading) => {
        const plan = monthly({ ...one, window: { kind: 'year-to-date', settle } }, { acceleratorReading });
        for (const calculation of yearLong(inputOf(plan, given, amounts))) {
          for (const { credits, window, amount, credited, steps } of calculation.lines) {
            const earned = sum(credits.map((credit) => decimal(credit.earned))).plus(window?.trueUp ?? '0');
            expect(earned.toFixed(2)).toBe(decimal(amount).toFixed(2));
            expect(plain(sum(credits.map((credit) => decimal(credit.credited))))).toBe(credited);
            const last = steps.at(-1)?.result.replaceAll(',', '').replace('−', '-');
            if (credits.length > 0) expect(decimal(last ?? 'x').toFixed(2)).toBe(decimal(amount).toFixed(2));
          }
        }
      },
    );
    fc.assert(property, RUNS);
  });

  test('[MEASURE-9] the order in which deals are given changes nothing', () => {
    const property = fc.property(component, deals, quotas, (one, given, amounts) => {
      const plan = monthly({ ...one, window: { kind: 'year-to-date', settle: 'rate-only' } });
      const input = { ...inputOf(plan, given, amounts), period: months[6] ?? year };
      expect(JSON.stringify(paid({ ...input, deals: [...given].reverse() }))).toBe(
        JSON.stringify(paid(input)),
      );
    });
    fc.assert(property, RUNS);
  });
});

describe('[MEASURE-8] settled by the rate only', () => {
  const uncapped = component.map((one) => ({ ...one, cap: null }));
  test('marginal and flat, twelve exact months are the exact year: only their roundings differ', () => {
    const additive = uncapped.filter(({ rate: { kind } }) => kind === 'flat' || kind === 'marginal');
    const property = fc.property(additive, deals, quotas, (one, given, amounts) => {
      // Tables by amounts: a quota that grows with the window would move their bounds from month to month.
      const byAmount =
        'thresholds' in one.rate ? { ...one, rate: { ...one.rate, thresholds: 'amount' as const } } : one;
      const once = paid({ ...inputOf(monthly(byAmount), given, amounts), period: year });
      const rated = monthly({ ...byAmount, window: { kind: 'year-to-date', settle: 'rate-only' } });
      const difference = total(yearLong(inputOf(rated, given, amounts)))
        .minus(once.total)
        .abs();
      expect(difference.lte('0.06')).toBe(true);
    });
    fc.assert(property, RUNS);
  });

  test('a month without sales pays nothing', () => {
    const property = fc.property(component, deals, quotas, (one, given, amounts) => {
      const plan = monthly({ ...one, window: { kind: 'year-to-date', settle: 'rate-only' } });
      const before = given.filter(({ date }) => date < '2024-12-01');
      const december = paid({ ...inputOf(plan, before, amounts), period: months[11] ?? year });
      expect(decimal(december.total).eq(ZERO)).toBe(true);
    });
    fc.assert(property, RUNS);
  });
});
