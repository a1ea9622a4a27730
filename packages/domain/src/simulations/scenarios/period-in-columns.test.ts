import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleHistory } from '../../findings/sample-history.fixture.ts';
import { calculate } from '../../payouts/calculate.ts';
import { randomInput } from '../../payouts/kernel/lines/random-input.fixture.ts';
import type { CalculationInput } from '../../payouts/payout.ts';
import { roundingSplits } from '../../payouts/scenarios/rounding-splits.fixture.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import type { Spiff } from '../../plans/terms.ts';
import { minorUnits } from '../statistics.ts';
import { periodInColumns } from './period-in-columns.ts';
import { dealMonths } from './redraw.ts';

const RUNS = 400;
const SLOTS = [0, 1, 2];
const EUR = { from: 'EUR', date: '2023-12-31', rate: '1.0833', source: 'ECB' };

/** Some deals in other money, quoted the one way or the other, and people who come and go in the quarter. */
const input = fc
  .record({
    given: randomInput,
    foreign: fc.constantFrom(0, 0, 1, 2),
    inverse: fc.boolean(),
    hired: fc.constantFrom(null, null, '2024-04-02'),
    months: fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }),
    spiff: fc.constantFrom<Partial<Spiff> | null>(
      null,
      null,
      {},
      { planCap: 'inside' },
      { participants: ['ann'] },
      { participants: ['x'] },
    ),
    eachDeal: fc.boolean(),
    effective: fc.constantFrom(
      null,
      null,
      null,
      { from: '2024-02-10', to: null },
      { from: null, to: '2024-02-10' },
    ),
    together: fc.constantFrom(false, false, true),
    planCap: fc.constantFrom(null, null, '0', '12.345', '250', '4000'),
  })
  .map(
    ({
      given,
      foreign,
      inverse,
      hired,
      months,
      planCap,
      spiff,
      eachDeal,
      effective,
      together,
    }): CalculationInput => {
      const { currency } = given.plan;
      const dealt = dated(eachDeal ? byDeal(given.plan) : given.plan, effective);
      const read = together ? roundingSplits(dealt) : dealt;
      const rate = inverse ? { ...EUR, from: currency, to: 'EUR' } : { ...EUR, to: currency };
      return {
        ...given,
        plan: withCap(spiff ? withSpiff(read, planCap === null ? {} : spiff) : read, planCap),
        participants: given.participants.map((one) => ({ ...one, hiredOn: hired })),
        exchangeRates: [rate, { ...rate, date: '2024-02-10', rate: '1.17' }],
        deals: given.deals.map((deal, i) => ({
          ...deal,
          date: deal.date.replace(/-0\d-/, `-0${(months[i % months.length] ?? 0) + 1}-`),
          currency: foreign > 0 && i % foreign === 0 ? 'EUR' : deal.currency,
        })),
      };
    },
  );
const looksAtEachDeal = ({ rate, limits = [] }: Component) =>
  ('per' in rate && rate.per === 'deal') || limits.some(({ kind }) => kind === 'deal');
/** The first component counts only from or to a day inside the quarter. */
const dated = (plan: Plan, effective: NonNullable<Component['effective']> | null): Plan => ({
  ...plan,
  components: plan.components.map((one, at) => (at === 0 && effective ? { ...one, effective } : one)),
});
const withCap = (plan: Plan, planCap: string | null): Plan =>
  planCap === null ? plan : { ...plan, planCap };

/** Every table and band looks at each deal, and every other commission pays at most so much for one. */
function byDeal(plan: Plan): Plan {
  const components = plan.components.map((one): Component => {
    const { rate, limits = [] } = one;
    if ('per' in rate) return { ...one, rate: { ...rate, per: 'deal' } };
    const commission = ['flat', 'individual', 'icr'].includes(rate.kind);
    return commission ? { ...one, limits: [...limits, { kind: 'deal', atMost: '75.5' }] } : one;
  });
  return { ...plan, components };
}

/** The last component as a SPIFF, for whom and under which cap is wanted, for the first half of the quarter. */
function withSpiff(plan: Plan, wanted: Partial<Spiff>): Plan {
  const spiff = { from: '2024-01-01', to: '2024-02-14', fund: null, ...wanted };
  const [last, ...rest] = plan.components.toReversed();
  const [first, ...others] = rest.toReversed();
  if (last === undefined || first === undefined) return plan;
  const whole = { ...first, weight: first.weight + last.weight };
  return { ...plan, components: [whole, ...others, { ...last, weight: 0, spiff }] };
}

const drawn = fc.array(fc.nat(2), { minLength: 3, maxLength: 3 }).map((list) => list.sort((a, b) => a - b));

test(`[SIM-10] a period in columns pays what the calculation pays on the same months, over ${RUNS} random plans`, () => {
  let [taken, capped, beside, single] = [0, 0, 0, 0];
  const property = fc.property(input, fc.array(drawn, { minLength: 1, maxLength: 5 }), (given, draws) => {
    const { plan, period, deals: _, ...records } = given;
    const cut = dealMonths(sampleHistory({ ...given, span: period }));
    const exchangeRates = cut.exchangeRates;
    const columns = periodInColumns({ ...records, plan, period, deals: [], exchangeRates }, cut, SLOTS);
    for (const sources of draws) {
      const quick = columns?.pay(sources) ?? null;
      if (quick === null) continue;
      taken += 1;
      if (plan.planCap !== undefined) capped += 1;
      if (plan.components.some(({ spiff }) => spiff !== undefined)) beside += 1;
      if (plan.components.some(looksAtEachDeal)) single += 1;
      const paid = calculate({ ...records, plan, period, deals: cut.lay(SLOTS, sources), exchangeRates });
      if (!paid.ok) throw new Error(`${JSON.stringify(paid.problems[0])} where columns paid ${quick}`);
      expect(quick).toBe(paid.value.lines.reduce((all, { amount }) => all + minorUnits(amount), 0n));
    }
  });
  fc.assert(property, { numRuns: RUNS });
  expect(taken).toBeGreaterThan(RUNS);
  expect(Math.min(capped, beside, single)).toBeGreaterThan(RUNS / 4);
});
