import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plusDays } from '../../base/day.ts';
import { periodsOf } from '../../base/period.ts';
import { isoWeeks } from '../../base/week-calendar.ts';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import { type History, type PeriodPay, payHistory } from '../../findings/pay-history.ts';
import { sampleHistory } from '../../findings/sample-history.fixture.ts';
import { randomWorld } from '../../payouts/kernel/lines/random-world.fixture.ts';
import { roundingSplits } from '../../payouts/scenarios/rounding-splits.fixture.ts';
import type { Component, Plan, Rate } from '../../plans/plan.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import { sampleQuota } from '../../quotas/sample-quota.fixture.ts';
import { remembers } from '../reading-components.ts';
import { minorUnits } from '../statistics.ts';
import { drawsOf } from './draws.ts';
import { dealMonths } from './redraw.ts';
import { costsOf } from './scenario-costs.ts';
import { spanInColumns } from './span-in-columns.ts';

const RUNS = 40;
const SCENARIOS = 2;
const YEAR = { key: '2024', from: '2024-01-01', to: '2024-12-31' };

const monthsOf2024 = periodsOf({ period: 'month', fiscalYearStartMonth: 1 }, 2024);

const percents = fc.array(fc.nat(25), { minLength: 4, maxLength: 4 });
const bent: fc.Arbitrary<Rate | null> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  percents.map(([first, then]) => sliding([`${first}`, `${then}.25`])),
  fc
    .tuple(percents, fc.constantFrom('stepped' as const, 'bilinear' as const))
    .map(([values, shape]) => matrix(shape, values)),
);

function sliding([first, then]: readonly [string, string]): Rate {
  return {
    kind: 'interpolated-rate',
    thresholds: 'amount',
    steps: [
      { from: '0', to: '1500.50', ratePercent: first },
      { from: '1500.50', to: '9000', ratePercent: then },
    ],
  };
}

function matrix(shape: 'stepped' | 'bilinear', [a, b, c, d]: readonly number[]): Rate {
  return {
    kind: 'matrix',
    other: 'second',
    shape,
    rowsAtPercent: ['20', '90'],
    columnsAtPercent: ['0', '100'],
    valuePercents: [
      [`${a}`, `${b}`],
      [`${c}0`, `${d}0.5`],
    ],
  };
}

/** Ann's year in a random plan that more often than not remembers what its earlier periods paid or carried. */
const year = fc
  .record({
    world: randomWorld,
    rate: bent,
    ofMonths: fc.constantFrom(true, true, false),
    days: fc.array(fc.nat(365), { minLength: 12, maxLength: 12 }),
    goal: fc.constantFrom('0', '333.33', '1000', '5000'),
  })
  .map(({ world, rate, ofMonths, days, goal }): { readonly plan: Plan; readonly history: History } => {
    const { plan: written, period: _, earlier: __, enrolments, leaves, ramps, deals, ...records } = world;
    const [first, ...others] = written.components;
    const fits = rate !== null && (rate.kind !== 'matrix' || others.length > 0) && first !== undefined;
    const { period } = written.calendar;
    const calendar = ofMonths
      ? { period: period === 'week' ? ('month' as const) : period, fiscalYearStartMonth: 1 }
      : written.calendar;
    return {
      plan: { ...written, calendar, components: fits ? [plain(first, rate), ...others] : written.components },
      history: {
        ...records,
        span: YEAR,
        payeeIds: ['ann'],
        ...(enrolments === undefined ? {} : { enrolments, leaves: leaves ?? [], ramps: ramps ?? [] }),
        quotas: (ofMonths ? monthsOf2024 : periodsOf(calendar, 2024)).flatMap(({ from, to }) => [
          sampleQuota(goal, { from, to }),
          sampleQuota('3', { from, to, unit: 'Count' }),
        ]),
        deals: [...deals, ...deals.map((deal) => ({ ...deal, id: `${deal.id}b` }))].map((deal, i) => ({
          ...deal,
          date: plusDays(YEAR.from, days[i % days.length] ?? 0),
        })),
      },
    };
  });

/** The component with another rate, without what belongs to the rate it had. */
function plain(component: Component, rate: Rate): Component {
  const { decelerator: _, limits = [], window, ...rest } = component;
  const kept = limits.filter(({ kind }) => kind !== 'deal' && kind !== 'payout-percent');
  const measure = { unit: '$' as const, of: 'amount' as const };
  const deducted: Partial<Component> =
    window === undefined ? {} : { window: { kind: 'year-to-date', settle: 'deduct' } };
  return { ...rest, ...deducted, rate, measure, accelerator: null, limits: kept };
}

const tiers = [
  { from: '0', to: '80', ratePercent: '2.5' },
  { from: '80', to: null, ratePercent: '7' },
] as const;
const marginal: Rate = { kind: 'marginal', thresholds: 'percent-of-quota', per: 'period', tiers };
const second = sampleComponent({ id: 'second', name: 'Second', weight: 40, rate: { kind: 'target' } });

const REMEMBERED: readonly (readonly [string, Partial<Plan>])[] = [
  [
    'a year to date, less what was paid [MEASURE-4]',
    one({ rate: marginal, window: { kind: 'year-to-date', settle: 'deduct' } }),
  ],
  [
    'a quarter to date, at the rates reached [MEASURE-8]',
    one({ rate: marginal, window: { kind: 'quarter-to-date', settle: 'rate-only' } }),
  ],
  [
    'what is over a limit, carried on [PAY-33]',
    one({ rate: marginal, limits: [{ kind: 'amount', atMost: '120', excess: 'carried' }] }),
  ],
  ['a rate that slides [PAY-22]', one({ rate: sliding(['2', '3']) })],
  [
    'a matrix [PAY-24]',
    { components: [sampleComponent({ weight: 60, rate: matrix('stepped', [5, 9, 80, 120]) }), second] },
  ],
];

function one(component: Partial<Component>): Partial<Plan> {
  return { order: ['gate', 'weight', 'cap'], components: [sampleComponent(component)] };
}

test.each(REMEMBERED)('[SIM-10] in columns are paid: %s', (_, wanted) => {
  const plan = samplePlan({ calendar: { period: 'month', fiscalYearStartMonth: 1 }, ...wanted });
  const history = sampleHistory({
    span: YEAR,
    payeeIds: ['ann'],
    deals: monthsOf2024.map(({ from }, i) =>
      sampleDeal(`d${i}`, `${700 * (i + 1) - 900}.${10 + i}`, { date: from }),
    ),
    quotas: monthsOf2024.map(({ from, to }) => sampleQuota('4000', { from, to })),
  });
  const cut = dealMonths(history);
  const slots = cut.months.map((_month, k) => k);
  const columns = last(spanInColumns(plan, history, cut));
  for (const drawn of [slots, slots.toReversed(), slots.map((k) => (k * 5) % 7)]) {
    const paid = payHistory(plan, { ...history, deals: cut.lay(slots, drawn) });
    if (!paid.ok) throw new Error(JSON.stringify(paid.problems[0]));
    expect(columns?.pay(drawn)).toBe(costOf(paid.value));
  }
});

test('[SIM-5] [SIM-10] where a period ends inside a month, a deal stays on its own side of that day', () => {
  const weeks = { pattern: '4-4-5', weekday: 7, anchor: 'last-in', named: 'by-end' } as const;
  const tiered: Rate = { ...marginal, kind: 'retroactive', thresholds: 'amount' };
  const components = [sampleComponent({ rate: tiered })];
  const plan = samplePlan({ calendar: { period: 'month', fiscalYearStartMonth: 1, weeks }, components });
  const deals = monthsOf2024.flatMap(({ from, to }, i) => [
    sampleDeal(`a${i}`, `${i + 30}`, { date: from }),
    sampleDeal(`b${i}`, `${3 * i + 40}`, { date: to }),
  ]);
  const history = sampleHistory({ span: YEAR, payeeIds: ['ann'], deals });
  const cut = dealMonths(history);
  const slots = cut.months.map((_, k) => k);
  const drawn = slots.map((k) => drawsOf('7', 'ann').index(0, k, slots.length));
  const paid = payHistory(plan, { ...history, deals: cut.lay(slots, drawn) });
  const costs = last(costsOf(plan, { seed: '7', scenarios: 1 }, history));
  if (!paid.ok || !costs.ok) throw new Error(JSON.stringify([paid, costs]));
  expect(costs.value).toEqual([costOf(paid.value)]);
});

test('[SIM-5] weeks without a whole calendar month are not drawn from, with a note', () => {
  const plan = samplePlan({
    calendar: { period: 'week', fiscalYearStartMonth: 1, weeks: isoWeeks },
    components: [sampleComponent({ rate: { kind: 'flat', ratePercent: '1' } })],
  });
  const span = { key: 'x', from: '2024-01-08', to: '2024-02-18' };
  const costs = last(costsOf(plan, { seed: '7', scenarios: 1 }, sampleHistory({ span, payeeIds: ['ann'] })));
  expect(costs).toMatchObject({ ok: false, problems: [{ rule: 'SIM-5', path: 'span' }] });
});

test(`[SIM-10] [MEASURE-4] [MEASURE-8] [PAY-33] a year in columns pays what the periods pay one after the other, over ${RUNS} random plans`, () => {
  let found = 0;
  const together = fc.constantFrom(false, false, true);
  const property = fc.property(year, fc.nat(1000), together, ({ plan: drawn, history }, seed, rounds) => {
    const plan = rounds ? roundingSplits(drawn) : drawn;
    const cut = dealMonths(history);
    const { exchangeRates } = cut;
    const columns = last(spanInColumns(plan, history, cut));
    const whole = plan.components.some(remembers) || plan.calendar.weeks !== undefined;
    const costs = whole ? last(costsOf(plan, { seed: `${seed}`, scenarios: SCENARIOS }, history)) : null;
    const draws = drawsOf(`${seed}`, 'ann');
    const slots = cut.months.map((_, k) => k);
    const scenarios = Array.from({ length: SCENARIOS }, (_, scenario) => {
      const drawn = slots.map((k) => draws.index(scenario, k, slots.length));
      return { drawn, paid: payHistory(plan, { ...history, deals: cut.lay(slots, drawn), exchangeRates }) };
    });
    // one scenario that cannot be paid refuses the payee, with the problems of the first such one (SIM-5)
    const error = scenarios.map(({ paid }) => paid).find((paid) => !paid.ok);
    const one = error ?? {
      ok: true,
      value: scenarios.map(({ paid }) => (paid.ok ? costOf(paid.value) : null)),
    };
    if (costs !== null) expect(costs).toEqual(one);
    for (const { drawn, paid } of scenarios) {
      const quick = columns?.pay(drawn) ?? null;
      if (quick === null) continue;
      expect(quick).toBe(paid.ok ? costOf(paid.value) : null);
      found += 1;
    }
  });
  fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  expect(found).toBeGreaterThan(RUNS / 4);
});

function costOf(periods: readonly PeriodPay[]): bigint {
  return periods.flatMap(({ lines }) => lines).reduce((all, { amount }) => all + minorUnits(amount), 0n);
}

function last<T>(course: Generator<void, T, void>): T {
  for (;;) {
    const next = course.next();
    if (next.done) return next.value;
  }
}
