import fc from 'fast-check';
import { daysBetween, plusDays } from '../../../base/day.ts';
import { type Period, type PeriodCalendar, periodsOf } from '../../../base/period.ts';
import type { Deal } from '../../../crediting/deal.ts';
import type { Component, Plan, Rate } from '../../../plans/plan.ts';
import type { CreditScope, ExchangePolicy, MeasureWindow } from '../../../plans/terms.ts';
import type { ReportingLine } from '../../../quotas/participant.ts';
import { sampleParticipant, sampleQuota } from '../../../quotas/sample-quota.fixture.ts';
import type { CalculationInput, EarlierPay } from '../../payout.ts';
import { randomInput } from './random-input.fixture.ts';
import {
  atFurtherRate,
  dealsBy,
  enrolmentsOf,
  gatedByMore,
  ownQuotas,
  type RandomTerms,
  randomTerms,
  ratesTo,
  withTerms,
} from './random-terms.fixture.ts';

const people = ['ann', 'ben', 'cid', 'dee'] as const;
const payees = ['ann', 'ben', 'dee'];
const LONG_AGO = '2020-01-01';

const weeks = fc.record({
  pattern: fc.constantFrom('4-4-5' as const, '4-5-4' as const, '5-4-4' as const, '13-periods' as const),
  weekday: fc.integer({ min: 1, max: 7 }),
  anchor: fc.constantFrom('last-in' as const, 'nearest-to' as const),
  named: fc.constantFrom('by-end' as const, 'by-start' as const),
});
const calendar: fc.Arbitrary<PeriodCalendar> = fc
  .record({
    period: fc.constantFrom(
      'month' as const,
      'month' as const,
      'quarter' as const,
      'year' as const,
      'week' as const,
    ),
    fiscalYearStartMonth: fc.integer({ min: 1, max: 12 }),
    weeks: fc.option(weeks, { freq: 2 }),
  })
  .map(({ weeks: ofWeeks, ...wanted }) => {
    if (ofWeeks !== null) return { ...wanted, weeks: ofWeeks };
    return wanted.period === 'week' ? { ...wanted, period: 'month' as const } : wanted;
  });

const credit: fc.Arbitrary<CreditScope> = fc.oneof(
  fc.constant({ of: 'own' as const }),
  fc.record({
    of: fc.constantFrom('team' as const, 'own-and-team' as const),
    levels: fc.constantFrom(null, 1, 2),
    factorPercents: fc.constantFrom<readonly string[]>([], ['50'], ['100', '33.33']),
  }),
);

/** Who leads whom: everybody reports to somebody before them in the list, and may change their manager on some day. */
const hierarchy: fc.Arbitrary<readonly { manager: number; next: number; day: number }[]> = fc.array(
  fc.record({ manager: fc.nat(2), next: fc.nat(2), day: fc.nat(89) }),
  { minLength: 3, maxLength: 3 },
);

const exchange: fc.Arbitrary<ExchangePolicy> = fc.constantFrom(
  { on: 'deal-date' },
  { on: 'period-end' },
  { on: 'period-average' },
  { on: 'locked', date: '2024-01-31' },
);

/**
 * The random plans of `randomInput` in a world of their own: any calendar, of months or of 52 or 53 weeks in 4-4-5 to 13
 * periods, paid by week too, windows longer than the period with what earlier periods have paid, caps that carry, a dated hierarchy with credit that rolls up, overlays,
 * proration with a late hire, a leave, a ramp and a transfer, deals in another currency, and the terms of `randomTerms`.
 */
export const randomWorld: fc.Arbitrary<CalculationInput> = fc
  .record({
    input: randomInput,
    calendar,
    at: fc.oneof({ weight: 4, arbitrary: fc.nat(12) }, { weight: 1, arbitrary: fc.constant(-1) }),
    year: fc.constantFrom(2023, 2024),
    length: fc.constantFrom<MeasureWindow['kind'] | null>(
      null,
      'quarter-to-date',
      'year-to-date',
      'plan-to-date',
      'rolling',
    ),
    settle: fc.constantFrom('deduct' as const, 'rate-only' as const),
    credit,
    hierarchy,
    carries: fc.boolean(),
    exchange,
    prorates: fc.constantFrom(null, 'days' as const, 'days' as const, 'whole-months' as const),
    terms: randomTerms,
    lots: fc.array(fc.record({ who: fc.nat(3), day: fc.nat(400), overlay: fc.nat(3), euro: fc.nat(4) }), {
      minLength: 8,
      maxLength: 8,
    }),
  })
  .map(({ input, hierarchy: led, lots, terms, ...wanted }) => {
    const periods = periodsOf(wanted.calendar, wanted.year);
    const at = wanted.at < 0 ? periods.length - 1 : wanted.at % periods.length;
    const period = periods[at]!;
    const since = periods[Math.max(0, at - 2)]!.from;
    const plan = withTerms(
      placed(gatedByMore(atFurtherRate(input.plan, terms), terms), { ...wanted, since, terms }),
      period,
      terms,
    );
    const [first] = plan.components;
    const before = periods.slice(0, at);
    const all = [
      ...(wanted.length === 'rolling' ? periodsOf(wanted.calendar, wanted.year - 1) : []),
      ...periods,
    ];
    return {
      ...input,
      plan,
      period,
      participants: people.map((id) =>
        sampleParticipant(id, {
          targetVariableAnnual: input.participants[0]?.targetVariableAnnual ?? '0',
          commissionRatePercent: '1.25',
          hiredOn: id === 'ben' && wanted.prorates !== null ? plusDays(period.from, 9) : null,
        }),
      ),
      payeeIds: payees,
      quotas: ownQuotas({ plan, quotas: quotasOf(input, all) }, terms),
      reportingLines: linesOf(led, period),
      completeFrom: LONG_AGO,
      earlier: hasWindow(first) || wanted.carries ? earlierOf(plan, before) : [],
      deals: dealsBy(
        input.deals.map((one, i) => dealIn(one, period, lots[i % lots.length]!)),
        terms,
      ),
      exchangeRates: ratesTo(plan.currency, LONG_AGO),
      ...(wanted.prorates === null
        ? {}
        : {
            enrolments: enrolmentsOf(people, LONG_AGO, period, terms),
            leaves: leavesIn(period),
            ramps: rampIn(period),
          }),
    };
  });

const leavesIn = ({ from }: Period) => [{ participantId: 'ann', from, to: plusDays(from, 4) }];
const rampIn = ({ from, to }: Period) => [
  { participantId: 'dee', from, to, quotaPercent: '50', targetPercent: '80' },
];

/** The plan with calendar, window, crediting scope, carrying cap and proration, each where it may stand. */
function placed(
  plan: Plan,
  wanted: {
    readonly calendar: PeriodCalendar;
    readonly length: MeasureWindow['kind'] | null;
    readonly settle: 'deduct' | 'rate-only';
    readonly credit: CreditScope;
    readonly carries: boolean;
    readonly exchange: ExchangePolicy;
    readonly prorates: 'days' | 'whole-months' | null;
    /** The first day of a window since the start of the plan. */
    readonly since: string;
    readonly terms: RandomTerms;
  },
): Plan {
  const [first, ...others] = plan.components;
  if (first === undefined) return plan;
  const window = windowFor(first, wanted);
  const carries = wanted.carries && window?.settle !== 'deduct' && first.cap === null;
  const limits = (first.limits ?? []).filter(
    ({ kind }) => !carries || (kind !== 'amount' && kind !== 'target-multiple'),
  );
  const over = { kind: 'amount', atMost: '700', excess: 'carried' } as const;
  const { prorates } = wanted;
  const started = window?.kind === 'plan-to-date' ? { effective: { from: wanted.since, to: null } } : {};
  return {
    ...plan,
    calendar: wanted.calendar,
    exchange: wanted.exchange,
    order: carries ? [...plan.order.filter((step) => step !== 'cap'), 'cap'] : plan.order,
    components: [
      {
        ...first,
        credit: wanted.credit,
        limits: carries ? [...limits, over] : limits,
        ...(window === null ? {} : { window }),
        ...started,
      },
      ...others.map((one) => ({ ...one, ...started })),
    ],
    ...(prorates === null ? {} : { proration: { by: prorates, of: wanted.terms.prorationOf } }),
  };
}

function windowFor(
  { rate, decelerator, limits }: Component,
  {
    calendar: { period },
    length,
    settle,
    terms,
  }: Pick<Parameters<typeof placed>[1], 'calendar' | 'length' | 'settle' | 'terms'>,
): MeasureWindow | null {
  const rateOnly =
    setsRate(rate) && decelerator === undefined && !limits?.some(({ kind }) => kind === 'attainment');
  if (length === null) return null;
  if (length === 'rolling' || period === 'year')
    return rateOnly ? { kind: 'rolling', periods: 3, settle: 'rate-only' } : null;
  const settled = rateOnly ? settle : 'deduct';
  if (length === 'plan-to-date') return { kind: length, settle: settled };
  const kind = period === 'quarter' ? 'year-to-date' : length;
  return { kind, settle: settled, ...(terms.whole && { quota: 'whole' as const }) };
}

function setsRate({ kind }: Rate): boolean {
  return !['curve', 'matrix', 'interpolated-amounts', 'interpolated-rate'].includes(kind);
}

function hasWindow(component: Component | undefined): boolean {
  return component?.window?.settle === 'deduct';
}

/** Somebody's quota for each payable period, the one drawn for the plan. */
function quotasOf(input: CalculationInput, periods: readonly Period[]) {
  const [money, count] = input.quotas;
  return payees.flatMap((participantId) =>
    periods.flatMap(({ from, to }) => [
      sampleQuota(money?.amount ?? '0', {
        participantId,
        from,
        to,
        ...(money?.currency !== undefined && { currency: money.currency }),
      }),
      sampleQuota(count?.amount ?? '0', { participantId, from, to, unit: 'Count' }),
    ]),
  );
}

function linesOf(
  led: readonly { manager: number; next: number; day: number }[],
  period: Period,
): ReportingLine[] {
  const days = daysBetween(period.from, period.to);
  return led.flatMap(({ manager, next, day }, i) => {
    const participantId = people[i + 1]!;
    const changes = plusDays(period.from, day % days);
    const until = {
      participantId,
      managerId: people[manager % (i + 1)]!,
      from: LONG_AGO,
      to: plusDays(changes, -1),
    };
    return [until, { participantId, managerId: people[next % (i + 1)]!, from: changes, to: null }];
  });
}

/** What earlier periods of the year have paid, before the component began too; only the last one carried something. */
function earlierOf({ components }: Plan, before: readonly Period[]): EarlierPay[] {
  const [first] = components;
  if (first === undefined) return [];
  const carries = first.limits?.some((limit) => 'excess' in limit && limit.excess === 'carried') ?? false;
  const already = first.window?.kind === 'quarter-to-date' ? [] : before;
  return payees.flatMap((participantId) =>
    already.map(({ from, to }, i) => {
      const carried = carries && i === already.length - 1 ? '150' : '0';
      return { participantId, componentId: first.id, from, to, amount: '40', carried };
    }),
  );
}

/** The deal of somebody in or before the period, maybe with an overlay, maybe in euros. */
function dealIn(
  one: Deal,
  period: Period,
  lot: { who: number; day: number; overlay: number; euro: number },
): Deal {
  const back = lot.day % (daysBetween(period.from, period.to) * 2);
  const participantId = people[lot.who]!;
  const named = new Set([participantId, ...one.splits.map((split) => split.participantId)]);
  const overlay = people.find((id) => !named.has(id));
  return {
    ...one,
    participantId,
    date: plusDays(period.to, -back),
    ...(lot.overlay === 0 && overlay ? { overlays: [{ participantId: overlay, sharePercent: '40' }] } : {}),
    ...(lot.euro === 0 ? { currency: 'EUR' } : {}),
  };
}
