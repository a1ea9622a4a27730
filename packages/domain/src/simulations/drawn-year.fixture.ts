import fc from 'fast-check';
import { periodsOf } from '../base/period.ts';
import { isoWeeks } from '../base/week-calendar.ts';
import type { Deal, ExchangeRate } from '../crediting/deal.ts';
import { sampleDeal } from '../crediting/sample-deal.fixture.ts';
import type { History } from '../findings/pay-history.ts';
import { sampleHistory } from '../findings/sample-history.fixture.ts';
import type { Calendar, Component, CreditFactor, Plan } from '../plans/plan.ts';
import { checkPlan } from '../plans/plan-checks.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import type { CreditScope, ExchangePolicy, MeasureWindow, Spiff } from '../plans/terms.ts';
import type { Enrolment, Quota } from '../quotas/participant.ts';
import { sampleParticipant } from '../quotas/sample-quota.fixture.ts';
import type { Change } from './affected-by.ts';

/** The year of every draw. */
export const YEAR = { key: '2024', from: '2024-01-01', to: '2024-12-31' };
const people = ['ann', 'ben', 'cid'];

const settle = fc.constantFrom('deduct' as const, 'rate-only' as const);
const dated = (kind: 'quarter-to-date' | 'year-to-date' | 'plan-to-date') =>
  fc
    .record({ settle, quota: fc.constantFrom('whole' as const, 'whole' as const, undefined) })
    .map((terms): MeasureWindow => {
      const whole = kind === 'plan-to-date' ? undefined : terms.quota;
      return { kind, settle: terms.settle, ...(whole && { quota: whole }) };
    });
/** Every window there is, and none. */
const window: fc.Arbitrary<MeasureWindow | undefined> = fc.oneof(
  fc.constant(undefined),
  dated('quarter-to-date'),
  dated('year-to-date'),
  dated('plan-to-date'),
  fc
    .integer({ min: 2, max: 4 })
    .map((periods): MeasureWindow => ({ kind: 'rolling', periods, settle: 'rate-only' })),
);
const limit = fc.record({
  kind: fc.constant('amount' as const),
  atMost: fc.constantFrom('40', '150', '900'),
  excess: fc.constantFrom('carried' as const, 'carried' as const, 'lost' as const),
});
const half: CreditFactor = { where: [{ field: 'product', in: ['New'] }], percent: '37.5' };
const upwards: CreditScope = { of: 'own-and-team', levels: null, factorPercents: ['50'] };

const component = (id: string, wanted: Partial<Component>) =>
  fc
    .record({
      window,
      limit: fc.option(limit),
      team: fc.boolean(),
      gated: fc.boolean(),
      factored: fc.boolean(),
    })
    .map(({ window: over, limit: max, team, gated, factored }) =>
      sampleComponent({
        id,
        name: id,
        effective: { from: YEAR.from, to: null },
        ...wanted,
        ...(!gated && { gate: null }),
        ...(over && { window: over }),
        // what is carried goes on by itself: a window that is settled does that too, and a plan may not say both
        ...(max && { limits: [over ? { ...max, excess: 'lost' as const } : max] }),
        ...(team && { credit: upwards }),
        ...(factored && { creditFactors: [half] }),
      }),
    );

/** The component with a gate that asks for what the SPIFF counts as well, or for the average of that and its own. */
function gatedByBoth({ gate, ...one }: Component, asked: 'each' | 'average'): Component {
  if (gate === null) return { ...one, gate };
  const also = [{ componentId: 'spiff', atLeastPercent: '20' }];
  if (asked === 'each') return { ...one, gate: { componentId: 'new', atLeastPercent: '50', also } };
  const average = [
    { componentId: 'sales', weightPercent: '50' },
    { componentId: 'spiff', weightPercent: '50' },
  ];
  return { ...one, gate: { average, atLeastPercent: '40', countAtMostPercent: '120' } };
}

const months: Calendar = { period: 'month', fiscalYearStartMonth: 1 };
const quarters: Calendar = { ...months, period: 'quarter' };
const weeks: Calendar = { ...months, period: 'week', weeks: isoWeeks };

/** Plans with every window, gates and multipliers between components, carried limits, a shared fund, a cap over all, proration. */
const plan: fc.Arbitrary<Plan> = fc
  .record({
    sales: component('sales', {
      weight: 60,
      gate: { componentId: 'new', atLeastPercent: '50' },
      rate: {
        kind: 'marginal',
        thresholds: 'percent-of-quota',
        per: 'period',
        tiers: [
          { from: '0', to: '80', ratePercent: '2' },
          { from: '80', to: null, ratePercent: '7' },
        ],
      },
    }),
    fresh: component('new', {
      weight: 40,
      rate: { kind: 'target' },
      filter: [{ field: 'product', in: ['New'] }],
    }),
    bonus: fc.option(
      fc
        .constantFrom<Pick<Spiff, 'fund' | 'participants' | 'planCap'>>(
          ...[{ fund: null }, { fund: '90' }, { fund: '90', participants: ['ann', 'cid'] }],
          { fund: '90', planCap: 'inside' },
        )
        .map((held) =>
          sampleComponent({
            id: 'spiff',
            name: 'spiff',
            weight: 0,
            filter: [{ field: 'product', in: ['Old'] }],
            spiff: { from: '2024-02-01', to: '2024-09-30', ...held },
          }),
        ),
      { nil: undefined },
    ),
    planCap: fc.option(fc.constantFrom('100', '2000'), { nil: undefined }),
    by: fc.option(fc.constantFrom('days' as const, 'whole-months' as const), { nil: undefined }),
    exchange: fc.option(
      fc.constantFrom<ExchangePolicy>({ on: 'period-end' }, { on: 'locked', date: '2024-06-30' }),
      { nil: undefined },
    ),
    // 52 periods take long
    calendar: fc.oneof(
      { weight: 16, arbitrary: fc.constant(quarters) },
      { weight: 8, arbitrary: fc.constant(months) },
      { weight: 1, arbitrary: fc.constant(weeks) },
    ),
    both: fc.constantFrom(null, 'each' as const, 'average' as const),
  })
  .map(({ sales, fresh, bonus, planCap, by, exchange, calendar, both }) =>
    samplePlan({
      undefinedAttainment: 'pay-zero',
      order: ['gate', 'weight', 'cap'],
      calendar,
      components: [bonus && both ? gatedByBoth(sales, both) : sales, fresh, ...(bonus ? [bonus] : [])],
      ...(planCap ? { planCap } : bonus?.spiff?.planCap && { planCap: '2000' }),
      ...(by && { proration: { by, of: 'both' as const } }),
      ...(exchange && { exchange }),
    }),
  )
  .filter((one) => checkPlan(one).length === 0);

const day = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([month, date]) => `2024-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`);
const deal: fc.Arbitrary<Deal> = fc
  .record({
    amount: fc.integer({ min: -2_000, max: 15_000 }).map(String),
    date: day,
    participantId: fc.constantFrom(...people),
    product: fc.constantFrom('New', 'Old', null),
    currency: fc.constantFrom('USD', 'USD', 'EUR'),
  })
  .map((wanted) => sampleDeal('', wanted.amount, wanted));
const rate: fc.Arbitrary<ExchangeRate> = fc
  .record({ date: day, rate: fc.constantFrom('1.1', '1.2', '0.9') })
  .map((wanted) => ({ from: 'EUR', to: 'USD', source: 'ECB', ...wanted }));
const enrolment = fc
  .record({
    participantId: fc.constantFrom(...people),
    from: fc.constantFrom('2024-01-01', '2024-03-01', '2024-07-01'),
    to: fc.constantFrom('2024-09-30', '2024-11-30', null),
  })
  .map((one): Enrolment => one);

/** A year of deals, with quotas for every period, some of them in another currency and some missing. */
export const world = fc
  .record({
    plan,
    deals: fc.array(deal, { minLength: 8, maxLength: 20 }),
    amounts: fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 36, maxLength: 36 }),
    rates: fc.uniqueArray(rate, { maxLength: 3, selector: ({ date }) => date }),
    enrolled: fc.uniqueArray(enrolment, {
      minLength: 3,
      maxLength: 3,
      selector: ({ participantId }) => participantId,
    }),
  })
  .map(({ plan: drawn, deals, amounts, rates, enrolled }): { plan: Plan; history: History } => {
    const periods = periodsOf(drawn.calendar, 2024);
    const quotas = people.flatMap((participantId, who) =>
      periods.map(({ from, to }, at): Quota => {
        const amount = amounts[(who * periods.length + at) % amounts.length] ?? 0;
        const foreign = amount % 5 === 0 && { currency: 'EUR' };
        return { participantId, componentId: null, unit: '$', from, to, amount: String(amount), ...foreign };
      }),
    );
    const history = sampleHistory({
      span: YEAR,
      participants: people.map((id) => sampleParticipant(id, id === 'cid' ? { leftOn: '2024-08-15' } : {})),
      quotas,
      deals: deals.map((one, i) => ({ ...one, id: `d${i}` })),
      exchangeRates: [{ from: 'EUR', to: 'USD', date: '2023-12-31', rate: '1', source: 'ECB' }, ...rates],
      enrolments: enrolled,
      reportingLines: [
        { participantId: 'ann', managerId: 'ben', from: '2023-01-01', to: null },
        { participantId: 'cid', managerId: 'ann', from: '2023-01-01', to: '2024-06-30' },
      ],
    });
    return { plan: drawn, history };
  });

interface Drawn {
  readonly pick: number;
  readonly how: 'new' | 'other' | 'gone';
  readonly deal: Deal;
  readonly rate: ExchangeRate;
  readonly enrolment: Enrolment;
}

/** One record of a list put in, made another or taken away: what it was, what it is, and the list after it. */
function altered<T>(list: readonly T[], { pick, how }: Drawn, made: { added: T; other: (old: T) => T }) {
  const old = how === 'new' ? undefined : list[pick % list.length];
  if (old === undefined) return { before: null, after: made.added, all: [...list, made.added] };
  if (how === 'gone') return { before: old, after: null, all: list.filter((one) => one !== old) };
  const after = made.other(old);
  return { before: old, after, all: list.map((one) => (one === old ? after : one)) };
}

/** Every kind of record, each put in, made another or taken away. */
export const kinds: Record<
  Change['of'],
  (history: History, drawn: Drawn) => { change: Change; after: History }
> = {
  deal: (history, drawn) => {
    const added = { ...drawn.deal, id: 'late' };
    const other = ({ id }: Deal) => ({ ...drawn.deal, id });
    const { all, ...sides } = altered(history.deals, drawn, { added, other });
    return { change: { of: 'deal', ...sides }, after: { ...history, deals: all } };
  },
  quota: (history, drawn) => {
    const amount = drawn.deal.amount.replace('-', '');
    const first = history.quotas[drawn.pick % history.quotas.length]!;
    const other = (old: Quota) => ({ ...old, amount });
    const added = { ...first, componentId: 'new', amount };
    const { all, ...sides } = altered(history.quotas, drawn, { added, other });
    return { change: { of: 'quota', ...sides }, after: { ...history, quotas: all } };
  },
  'exchange-rate': (history, drawn) => {
    const [kept, ...later] = history.exchangeRates;
    const other = (old: ExchangeRate) => ({ ...old, rate: '1.7' });
    const { all, ...sides } = altered(later, drawn, { added: drawn.rate, other });
    const exchangeRates = [kept!, ...all];
    return { change: { of: 'exchange-rate', ...sides }, after: { ...history, exchangeRates } };
  },
  enrolment: (history, drawn) => {
    const other = ({ participantId }: Enrolment) => ({ ...drawn.enrolment, participantId });
    const added = { participantId: 'ann', from: '2024-12-15', to: '2024-12-20' };
    const { all, ...sides } = altered(history.enrolments ?? [], drawn, { added, other });
    return { change: { of: 'enrolment', ...sides }, after: { ...history, enrolments: all } };
  },
};

/** Which record, and what becomes of it. */
export const drawn: fc.Arbitrary<Drawn> = fc.record({
  pick: fc.nat(),
  how: fc.constantFrom('new' as const, 'other' as const, 'gone' as const),
  deal,
  rate,
  enrolment,
});
