import { expect, test } from 'vitest';
import { periodsOf } from '../base/period.ts';
import { isoWeeks } from '../base/week-calendar.ts';
import { sampleDeal } from '../crediting/sample-deal.fixture.ts';
import { type History, payHistory, rollsFrom, spanOfWindows } from '../findings/pay-history.ts';
import { sampleHistory } from '../findings/sample-history.fixture.ts';
import { calculateFigures } from '../payouts/kernel/lines/calculate-figures.ts';
import { sampleInput } from '../payouts/scenarios/sample-input.fixture.ts';
import type { Calendar, Plan } from '../plans/plan.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import type { MeasureWindow } from '../plans/terms.ts';
import { sampleParticipant, sampleQuota } from '../quotas/sample-quota.fixture.ts';
import { payeeCost } from './performance-point.ts';
import { comparable, replayCourse } from './replay.ts';

const YEAR = { key: '2024', from: '2024-01-01', to: '2024-12-31' };

function flat(ratePercent: string, wanted: Partial<Plan> = {}): Plan {
  return samplePlan({ components: [sampleComponent({ rate: { kind: 'flat', ratePercent } })], ...wanted });
}
function of(id: string, wanted: Partial<History> = {}): History {
  return sampleHistory({ span: YEAR, participants: [sampleParticipant(id)], payeeIds: [id], ...wanted });
}
const deal = (id: string, participantId: string, amount: string, date = '2024-02-15') =>
  sampleDeal(id, amount, { participantId, date });

/** 1 % up to 1,000 and 10 % above. */
const rate = {
  kind: 'retroactive',
  thresholds: 'amount',
  per: 'period',
  tiers: [
    { from: '0', to: '1000', ratePercent: '1' },
    { from: '1000', to: null, ratePercent: '10' },
  ],
} as const;

test('[SIM-1] each plan pays by its own calendar inside the span, every period once', () => {
  // two deals of 600 are 12.00 by month, and 120.00 by quarter.
  const by = (period: 'month' | 'quarter') =>
    samplePlan({
      calendar: { period, fiscalYearStartMonth: 1 },
      components: [sampleComponent({ rate })],
    });
  const course = replayCourse(by('quarter'), by('month'));
  const deals = [deal('1', 'ann', '600', '2024-01-31'), deal('2', 'ann', '600', '2024-03-01')];
  expect(course.take(of('ann', { deals }))).toMatchObject({
    before: '12.00',
    after: '120.00',
    delta: '108.00',
  });
  const short = replayCourse(by('quarter'), by('month'));
  const january = { key: '2024-01', from: '2024-01-01', to: '2024-01-31' };
  expect(short.take(of('ann', { span: january }))).toMatchObject({
    plan: 'draft',
    problems: [{ rule: 'SIM-1', path: 'span' }],
  });
});

test('[SIM-1] [SIM-4] a plan that pays by week is paid week by week, and its point knows the target of its weeks', () => {
  const calendar = { period: 'week', fiscalYearStartMonth: 1, weeks: isoWeeks } as const;
  const weekly = samplePlan({ calendar, components: [sampleComponent({ rate: { kind: 'target' } })] });
  const weeks = periodsOf(calendar, 2024);
  const quotas = weeks.map(({ from, to }) => sampleQuota('100', { participantId: 'ann', from, to }));
  const deals = [deal('1', 'ann', '100', '2024-01-01'), deal('2', 'ann', '100', '2024-12-29')];
  const course = replayCourse(weekly, weekly);
  // two of 52 weeks reach their quota of 52 that ask for one: each pays 60,000 ÷ 52
  expect(course.take(of('ann', { deals, quotas }))).toMatchObject({
    before: '2307.70',
    delta: '0.00',
    pointAfter: { attainmentPercent: '3.8462', payPercent: '3.8462' },
  });
});

test('[SIM-2] winners and losers sum to the change, and unpayable payees are in no total', () => {
  const draft = samplePlan({
    components: [
      sampleComponent({
        weight: 50,
        rate: { kind: 'flat', ratePercent: '20' },
        filter: [{ field: 'product', in: ['A'] }],
      }),
      sampleComponent({
        id: 'rest',
        name: 'Rest',
        weight: 50,
        rate: { kind: 'flat', ratePercent: '5' },
        filter: [{ field: 'product', in: ['B', 'C'] }],
      }),
    ],
  });
  const course = replayCourse(draft, flat('10'));
  const with_ = (id: string, product: string, amount = '1000') =>
    of(id, { deals: [{ ...deal(id, id, amount), product }] });
  const rows = [with_('ann', 'A'), with_('ben', 'B'), of('cid')].map((one) => course.take(one));
  expect(rows).toMatchObject([
    { delta: '100.00', outcome: 'wins' },
    { delta: '-50.00', outcome: 'loses' },
    { delta: '0.00', outcome: 'same' },
  ]);
  const stranger = of('dan', { deals: [{ ...deal('x', 'dan', '10'), currency: 'CHF', product: 'A' }] });
  const unpaid = course.take(stranger);
  expect(unpaid).toMatchObject({ participantId: 'dan', plan: 'baseline' });
  const example = 'problems' in unpaid ? unpaid.problems[0]?.message : undefined;
  expect(example).toContain('CHF');
  expect(course.summary()).toMatchObject({
    payees: 3,
    unpaid: 1,
    unpaidReasons: [{ plan: 'baseline', example, payees: 1 }],
    winners: 1,
    losers: 1,
    same: 1,
    change: '50.00',
    changePercent: '25',
    baseline: { cost: '200.00' },
    draft: { cost: '250.00' },
  });
});

test('[SIM-2] [CONF-COMP-03] plans of two currencies are not compared', () => {
  expect(comparable(flat('1'), flat('1'))).toBeNull();
  expect(comparable(flat('1', { currency: 'EUR' }), flat('1'))).toMatchObject({ rule: 'SIM-2' });
});

test('[SIM-3] cost per dollar counts each deal once, however many components credit it', () => {
  const twice = samplePlan({
    components: [
      sampleComponent({ weight: 50 }),
      sampleComponent({ id: 'again', name: 'Again', weight: 50, rate: { kind: 'flat', ratePercent: '5' } }),
    ],
  });
  const course = replayCourse(twice, flat('10'));
  course.take(of('ann', { deals: [deal('1', 'ann', '700'), deal('2', 'ann', '300')] }));
  expect(course.summary()).toMatchObject({
    baseline: { revenue: '1000', costPerDollar: '0.1' },
    draft: { revenue: '1000', costPerDollar: '0.15' },
  });
  // a deal that counts half is the same sale: it costs half as much, not the same
  const half = [{ where: [], percent: '50' }];
  const halved = samplePlan({ components: [sampleComponent({ creditFactors: half })] });
  const factored = replayCourse(halved, flat('10'));
  factored.take(of('ann', { deals: [deal('1', 'ann', '700'), deal('2', 'ann', '300')] }));
  expect(factored.summary()).toMatchObject({
    draft: { cost: '50.00', revenue: '1000', costPerDollar: '0.05' },
    baseline: { cost: '100.00', revenue: '1000', costPerDollar: '0.1' },
  });
  expect(replayCourse(twice, flat('10')).summary()).toMatchObject({
    changePercent: null,
    baseline: { costPerDollar: null },
  });
});

test('[SIM-4] points are weighted attainment against pay in percent of the same months’ target', () => {
  const target = samplePlan({ components: [sampleComponent({ rate: { kind: 'target' } })] });
  const quarter = { key: '2024-Q1', from: '2024-01-01', to: '2024-03-31' };
  const course = replayCourse(target, target);
  const given = (id: string, amount: string) =>
    of(id, {
      span: quarter,
      quotas: [sampleQuota('1000', { participantId: id })],
      deals: [deal(id, id, amount)],
    });
  expect(course.take(given('ann', '800'))).toMatchObject({
    pointBefore: { attainmentPercent: '80', payPercent: '80' },
  });
  course.take(given('ben', '1250'));
  expect(course.summary().draft.payForPerformance).toEqual({ slope: '1', correlation: '1' });
});

test('[SIM-1] [MEASURE-3] a window that begins before the days to look at is refused with the days to choose', () => {
  const window = { kind: 'year-to-date', settle: 'deduct' } as const;
  const yearly = samplePlan({
    calendar: { period: 'quarter', fiscalYearStartMonth: 1 },
    components: [sampleComponent({ name: 'Bookings', rate: { kind: 'flat', ratePercent: '1' }, window })],
  });
  const half = { key: 'H2', from: '2024-07-01', to: '2024-12-31' };
  const deals = [deal('1', 'ann', '600', '2024-08-31')];
  const message =
    '“Bookings” measures from 2024-01-01, but the selected dates start on 2024-07-01, so its total would be too small. Choose 2024-01-01..2024-12-31.';
  expect(replayCourse(yearly, yearly).take(of('ann', { span: half, deals }))).toMatchObject({
    problems: [{ rule: 'MEASURE-3', path: 'span', message }],
  });
  expect(replayCourse(yearly, yearly).take(of('ann', { deals }))).toMatchObject({ before: '6.00' });
});

test('[SIM-1] [MEASURE-3] default days begin where the windows of all plans do, in any calendar', () => {
  const paying = (window: MeasureWindow, calendar: Partial<Calendar> = {}) =>
    samplePlan({
      calendar: { period: 'month', fiscalYearStartMonth: 1, ...calendar },
      components: [sampleComponent({ rate: { kind: 'flat', ratePercent: '1' }, window })],
    });
  const yearly = { kind: 'year-to-date', settle: 'deduct' } as const;
  const quarterly = { kind: 'quarter-to-date', settle: 'deduct' } as const;
  const span = { key: 'x', from: '2024-03-01', to: '2025-02-28' };
  const begins = (...plans: Plan[]) => spanOfWindows(plans, span).from;
  expect(begins(paying(quarterly))).toBe('2024-01-01');
  expect(begins(paying(yearly))).toBe('2024-01-01');
  expect(begins(paying(yearly, { fiscalYearStartMonth: 3 }))).toBe('2024-03-01');
  expect(begins(paying(yearly, { weeks: isoWeeks }))).toBe('2024-01-01');
  expect(begins(flat('1'), paying(quarterly), paying(yearly, { period: 'quarter' }))).toBe('2024-01-01');
  for (const plan of [paying(quarterly), paying(yearly, { weeks: isoWeeks })])
    expect(payHistory(plan, of('ann', { span: spanOfWindows([plan], span) }))).toMatchObject({ ok: true });
  expect(spanOfWindows([flat('1')], span)).toBe(span);
});

test('[SIM-1] [MEASURE-3] a rolling window is paid with deals from before the days, which are no revenue of theirs', () => {
  const window = { kind: 'rolling', periods: 2, settle: 'rate-only' } as const;
  const plan = samplePlan({
    calendar: { period: 'quarter', fiscalYearStartMonth: 1 },
    components: [sampleComponent({ name: 'Bookings', rate, window })],
  });
  const quarter = { key: 'Q2', from: '2024-04-01', to: '2024-06-30' };
  const deals = [deal('1', 'ann', '600', '2024-02-15'), deal('2', 'ann', '500', '2024-05-15')];
  const completeFrom = rollsFrom([plan], quarter);
  expect(completeFrom).toBe('2024-01-01');
  const course = replayCourse(plan, plan);
  // 1,100 in the last two quarters: the quarter's own 500 at 10 %
  expect(course.take(of('ann', { span: quarter, deals, completeFrom }))).toMatchObject({ before: '50.00' });
  expect(course.summary().baseline).toMatchObject({ revenue: '500', costPerDollar: '0.1' });
  const message =
    '“Bookings” measures from 2024-01-01, but the selected dates start on 2024-04-01, so its total would be too small. Also provide deals from 2024-01-01, or start the component within these dates.';
  expect(course.take(of('ann', { span: quarter, deals }))).toMatchObject({ problems: [{ message }] });
});

test('[SIM-2] [CREDIT-20] revenue is of the amounts of deals, whatever order components with own amounts are in', () => {
  const one = { kind: 'flat', ratePercent: '1' } as const;
  const arr = sampleComponent({
    id: 'arr',
    name: 'ARR',
    rate: one,
    measure: { unit: '$', of: 'amount', own: 'ARR' },
  });
  const bookings = sampleComponent({ id: 'bookings', rate: one });
  const deals = [sampleDeal('1', '1000', { participantId: 'ann', ownFields: { ARR: '400' } })];
  const history = of('ann', { deals });
  const revenue = (...components: Plan['components']) => {
    const plan = samplePlan({ components });
    return payeeCost(plan, history, [{ period: YEAR, lines: linesOf(plan, deals) }]).revenue.toFixed();
  };
  expect([revenue(arr, bookings), revenue(bookings, arr), revenue(arr)]).toEqual(['1000', '1000', '1000']);
});

function linesOf(plan: Plan, deals: History['deals']) {
  const paid = calculateFigures(sampleInput({ plan, deals }));
  if (!paid.ok) throw new Error(JSON.stringify(paid.problems));
  return paid.value.lines;
}
