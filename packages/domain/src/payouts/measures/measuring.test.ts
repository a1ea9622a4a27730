import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, plain, sum } from '../../base/decimal.ts';
import { periodsOf } from '../../base/period.ts';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { checkPlan } from '../../plans/plan-checks.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import { sampleParticipant, sampleQuota } from '../../quotas/sample-quota.fixture.ts';
import { calculate } from '../calculate.ts';
import type { Calculation, CalculationInput } from '../payout.ts';
import { sampleInput } from '../scenarios/sample-input.fixture.ts';

const RUNS = { numRuns: 60 };
const people = ['ann', 'ben', 'cid', 'dan', 'eve'];
const months = periodsOf({ period: 'month', fiscalYearStartMonth: 1 }, 2024).slice(0, 6);
const june = { key: '2024-06', from: '2024-06-01', to: '2024-06-30' };

const day = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 28 }))
  .map(([month, of]) => `2024-0${month}-${String(of).padStart(2, '0')}`);
const someone = fc.constantFrom(...people);
const cents = fc
  .integer({ min: -500_000, max: 5_000_000 })
  .map((amount) => decimal(String(amount)).times('0.01').toFixed(2));

const component: fc.Arbitrary<Component> = fc
  .record({
    rate: fc.constantFrom<Component['rate']>(
      { kind: 'flat', ratePercent: '3.33' },
      { kind: 'target' },
      {
        kind: 'retroactive',
        thresholds: 'percent-of-quota',
        per: 'period',
        tiers: [
          { from: '0', to: '80', ratePercent: '1' },
          { from: '80', to: null, ratePercent: '2.5' },
        ],
      },
    ),
    window: fc.constantFrom<Component['window']>(
      undefined,
      { kind: 'quarter-to-date', settle: 'deduct' },
      { kind: 'year-to-date', settle: 'rate-only' },
      { kind: 'rolling', periods: 3, settle: 'rate-only' },
    ),
    of: fc.constantFrom('own' as const, 'team' as const, 'own-and-team' as const),
    levels: fc.constantFrom(null, 1, 2),
    factorPercents: fc.constantFrom([], ['50'], ['33.3', '10']),
    approval: fc.boolean(),
  })
  .map(({ rate, window, approval, ...credit }) =>
    sampleComponent({ rate, credit, ...(window && { window }), ...(approval && { approval: 'required' }) }),
  );

const plan: fc.Arbitrary<Plan> = fc
  .record({
    component,
    by: fc.constantFrom(undefined, 'days' as const, 'whole-months' as const),
    on: fc.constantFrom('deal-date' as const, 'period-end' as const, 'period-average' as const),
  })
  .map(({ component: one, by, on }) =>
    samplePlan({
      calendar: { period: 'month', fiscalYearStartMonth: 1 },
      undefinedAttainment: 'pay-zero',
      components: [one],
      exchange: { on },
      ...(by && { proration: { by, of: 'both' } }),
    }),
  );

const deal = fc.record({
  amount: cents,
  date: day,
  participantId: someone,
  overlay: fc.option(someone),
  share: fc.option(fc.constantFrom('20', '33.33')),
  euro: fc.boolean(),
  approvedOn: fc.option(day),
});

const input: fc.Arbitrary<CalculationInput> = fc
  .record({
    plan,
    deals: fc.array(deal, { maxLength: 14 }),
    lines: fc.array(fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 4 }), day), { maxLength: 8 }),
    late: fc.option(day),
    away: fc.option(day),
    quota: fc.integer({ min: 1, max: 40_000 }),
  })
  .map(({ plan: written, deals, lines, late, away, quota }) =>
    sampleInput({
      plan: written,
      period: june,
      completeFrom: '2024-01-01',
      participants: people.map((id, i) => sampleParticipant(id, { hiredOn: i === 0 ? late : null })),
      quotas: people.flatMap((participantId) =>
        months.map(({ from, to }) => sampleQuota(String(quota), { participantId, from, to })),
      ),
      deals: deals.map(({ overlay, share, euro, participantId, ...one }, i) => {
        const other = people.find((id) => id !== participantId && id !== overlay) ?? 'ann';
        const rest = plain(decimal('100').minus(share ?? '0'));
        return sampleDeal(`d${i}`, one.amount, {
          ...one,
          participantId,
          currency: euro ? 'EUR' : 'USD',
          splits:
            share === null
              ? []
              : [
                  { participantId, sharePercent: rest },
                  { participantId: other, sharePercent: share },
                ],
          overlays:
            overlay === null || overlay === participantId
              ? []
              : [{ participantId: overlay, sharePercent: '45' }],
        });
      }),
      // Managers come later in the list, so that no line leads back.
      reportingLines: lines
        .filter(([below, above]) => above > below)
        .map(([below, above, from]) => ({
          participantId: people[below] ?? '',
          managerId: people[above] ?? '',
          from,
          to: null,
        })),
      enrolments: people.map((participantId) => ({ participantId, from: '2024-01-01', to: null })),
      leaves: away === null ? [] : [{ participantId: 'ben', from: away, to: '2024-06-30' }],
      ramps: [
        {
          participantId: 'cid',
          from: '2024-01-01',
          to: '2024-06-15',
          quotaPercent: '40',
          targetPercent: '70',
        },
      ],
      earlier: people.flatMap((participantId) => [
        {
          participantId,
          componentId: 'sales',
          from: '2024-04-01',
          to: '2024-04-30',
          amount: '12.34',
          carried: '0',
        },
        {
          participantId,
          componentId: 'sales',
          from: '2024-05-01',
          to: '2024-05-31',
          amount: '-5.00',
          carried: '0',
        },
      ]),
      exchangeRates: months.flatMap(({ from }, i) => [
        { from: 'EUR', to: 'USD', date: from, rate: `1.0${i + 1}37`, source: 'ECB' },
      ]),
    }),
  );

function paid(given: CalculationInput): Calculation {
  const result = calculate(given);
  if (!result.ok) throw new Error(JSON.stringify(result.problems.slice(0, 3)));
  return result.value;
}

describe('whatever is measured, credited and prorated', () => {
  test('[PAY-16] [CREDIT-10] the order of no list changes a byte', () => {
    const property = fc.property(input, fc.infiniteStream(fc.nat()), (given, dice) => {
      const mix = <T>(list: readonly T[] = []) =>
        list
          .map((value) => ({ value, at: dice.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ value }) => value);
      const mixed: CalculationInput = {
        ...given,
        deals: mix(given.deals),
        participants: mix(given.participants),
        quotas: mix(given.quotas),
        exchangeRates: mix(given.exchangeRates),
        reportingLines: mix(given.reportingLines),
        enrolments: mix(given.enrolments),
        leaves: mix(given.leaves),
        ramps: mix(given.ramps),
        earlier: mix(given.earlier),
      };
      expect(checkPlan(given.plan)).toEqual([]);
      expect(JSON.stringify(paid(mixed))).toBe(JSON.stringify(paid(given)));
    });
    fc.assert(property, RUNS);
  });

  test('[PAY-14] credits sum to the line, earned and true-up to its amount, lines to the total', () => {
    const property = fc.property(input, (given) => {
      const calculation = paid(given);
      for (const { credits, amount, credited, window, steps, rules } of calculation.lines) {
        expect(plain(sum(credits.map((credit) => decimal(credit.credited))))).toBe(credited);
        const earned = sum(credits.map((credit) => decimal(credit.earned))).plus(window?.trueUp ?? '0');
        expect(earned.toFixed(2)).toBe(decimal(amount).toFixed(2));
        for (const step of steps) expect(rules).toContain(step.rule);
        for (const { role, through } of credits) expect(role === 'roll-up').toBe(through !== null);
      }
      expect(sum(calculation.lines.map((line) => decimal(line.amount))).toFixed(2)).toBe(calculation.total);
    });
    fc.assert(property, RUNS);
  });
});
