import fc from 'fast-check';
import { decimal, plain } from '../../base/decimal.ts';
import type { Deal } from '../../crediting/deal.ts';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import { type Component, type CreditFactor, isTargetBased, type Plan, type Rate } from '../../plans/plan.ts';
import { hasHigherRates, hasPayPerDeal } from '../../plans/rate-facts.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import type { Curve, Limit } from '../../plans/terms.ts';
import { sampleParticipant, sampleQuota } from '../../quotas/sample-quota.fixture.ts';
import type { CalculationInput } from '../payout.ts';
import { sampleInput } from './sample-input.fixture.ts';

const people = ['ann', 'ben', 'cid'];

const cents = fc
  .integer({ min: -5_000_000, max: 20_000_000 })
  .map((amount) => decimal(String(amount)).times('0.01').toFixed(2));
const percents = fc
  .integer({ min: 0, max: 2_000 })
  .map((hundredths) => decimal(String(hundredths)).times('0.01').toFixed(2));

/** Tables of up to six tiers, rates up to 20 %. */
export const randomTiers = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 300_000 }), { minLength: 0, maxLength: 5 }),
    fc.array(percents, { minLength: 6, maxLength: 6 }),
  )
  .map(([edges, rates]) => {
    const bounds = ['0', ...edges.sort((a, b) => a - b).map(String)];
    return bounds.map((from, i) => ({ from, to: bounds[i + 1] ?? null, ratePercent: rates[i] ?? '1' }));
  });

const rising = (max: number, length: number) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: max }), { minLength: 1, maxLength: length })
    .map((edges) => edges.sort((a, b) => a - b));
const worth = fc.integer({ min: 0, max: 300 }).map(String);

/** Linear and stepped curves of up to five points. */
export const randomCurve: fc.Arbitrary<Curve> = fc
  .record({
    shape: fc.constantFrom('linear' as const, 'stepped' as const),
    at: rising(200, 5),
    values: fc.array(worth, { minLength: 5, maxLength: 5 }),
    goesOn: fc.boolean(),
  })
  .map(({ shape, at, values, goesOn }) => ({
    shape,
    points: at.map((percent, i) => ({ atPercent: String(percent), valuePercent: values[i] ?? '0' })),
    beyond: goesOn && shape === 'linear' && at.length > 1 ? ('continue' as const) : ('hold' as const),
  }));

const closed = fc
  .tuple(rising(300_000, 4), fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 4, maxLength: 4 }))
  .map(([edges, values]) =>
    edges.map((to, i) => ({ from: String(edges[i - 1] ?? 0), to: String(to), value: String(values[i]) })),
  );

/** Matrices of up to three by three, which look at the component `second`. */
export const randomMatrix: fc.Arbitrary<Rate> = fc
  .record({
    shape: fc.constantFrom('stepped' as const, 'bilinear' as const),
    rows: rising(200, 3),
    columns: rising(200, 3),
    values: fc.array(fc.array(worth, { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 }),
  })
  .map(({ shape, rows, columns, values }) => ({
    kind: 'matrix',
    other: 'second',
    shape,
    rowsAtPercent: rows.map(String),
    columnsAtPercent: columns.map(String),
    valuePercents: rows.map((_, i) => columns.map((__, j) => values[i]?.[j] ?? '0')),
  }));

/** Rates that grow in up to four steps. */
export const randomSlidingRate: fc.Arbitrary<Rate> = fc
  .tuple(closed, fc.constantFrom('amount' as const, 'percent-of-quota' as const))
  .map(([steps, thresholds]) => ({
    kind: 'interpolated-rate' as const,
    thresholds,
    steps: steps.map(({ value, ...step }) => ({
      ...step,
      ratePercent: decimal(value).times('0.001').toFixed(),
    })),
  }));

const furtherRate: fc.Arbitrary<Rate> = fc.oneof(
  randomCurve.map((one) => ({ kind: 'curve' as const, curve: one })),
  fc.tuple(closed, fc.constantFrom('deal' as const, 'period' as const)).map(([bands, per]) => ({
    kind: 'interpolated-amounts' as const,
    per,
    bands: bands.map(({ value, ...band }) => ({ ...band, amount: value })),
  })),
  randomSlidingRate,
);

const rate: fc.Arbitrary<Rate> = fc.oneof(
  furtherRate,
  percents.map((ratePercent) => ({ kind: 'flat' as const, ratePercent })),
  fc.constant({ kind: 'individual' as const }),
  fc.constant({ kind: 'icr' as const }),
  fc.constant({ kind: 'target' as const }),
  fc.record({
    kind: fc.constantFrom('marginal' as const, 'retroactive' as const),
    thresholds: fc.constantFrom('amount' as const, 'percent-of-quota' as const),
    per: fc.constantFrom('deal' as const, 'period' as const),
    tiers: randomTiers,
  }),
);

const LIMITS: Limit[] = [
  { kind: 'attainment', atMostPercent: '110' },
  { kind: 'payout-percent', atMostPercent: '90.5' },
  { kind: 'deal', atMost: '250.10' },
  { kind: 'amount', atMost: '999.99', excess: 'lost' },
];

/** Foreign money counts otherwise than the plan's own. */
const FACTORS: CreditFactor[] = [
  { where: [{ field: 'currency', in: ['EUR'] }], percent: '33.33' },
  { where: [{ field: 'currency', in: ['GBP'] }], percent: '150' },
];

const component: fc.Arbitrary<Component> = fc
  .record({
    rate,
    creditFactors: fc.subarray(FACTORS),
    cap: fc.constantFrom(null, '1x', '0.3333x', '2x'),
    fast: fc.constantFrom(null, '>120% @ 1.2x', '>0% @ 0.7x', '>99.5% @ 3x'),
    slow: fc.constantFrom(undefined, '<80% @ 0.5x', '<33.3% @ 0x'),
    limits: fc.subarray(LIMITS, { maxLength: 3 }),
    of: fc.constantFrom('amount' as const, 'amount' as const, 'deals' as const),
  })
  .map(({ fast, slow, limits, of, ...wanted }) => {
    const plain = wanted.rate.kind === 'target';
    const slows = plain && slow !== undefined && fast !== '>0% @ 0.7x';
    const perDeal = 'per' in wanted.rate && wanted.rate.per === 'deal';
    const fits = (limit: Limit) =>
      limit.kind === 'payout-percent'
        ? isTargetBased(wanted.rate)
        : limit.kind === 'attainment'
          ? !perDeal && !limits.some((one) => one.kind === 'deal')
          : limit.kind !== 'deal' || hasPayPerDeal(wanted.rate);
    return sampleComponent({
      ...wanted,
      measure: { unit: '$', of },
      accelerator: plain ? fast : null,
      ...(slows && { decelerator: slow }),
      limits: limits.filter((limit) => fits(limit)),
    });
  });

function askedBy(id: string, averaged: string | null) {
  if (averaged === null) return { componentId: 'second' };
  const own = { componentId: id, weightPercent: '40' };
  return {
    average: [own, { componentId: 'second', weightPercent: '60' }],
    countAtMostPercent: averaged,
  };
}

const plan: fc.Arbitrary<Plan> = fc
  .record({
    first: component,
    second: component,
    weight: fc.integer({ min: 1, max: 99 }),
    gated: fc.constantFrom(null, 'everything' as const, 'higher-rates' as const),
    /** The most that each of both counts in the average the gate asks for; null: it asks for the second component. */
    averaged: fc.constantFrom(null, null, '75', '1000'),
    multiplier: fc.option(randomCurve),
    twoWays: fc.option(randomMatrix),
    planCap: fc.constantFrom(undefined, '777.77', '20000'),
    deceleratorReading: fc.constantFrom(undefined, 'incremental' as const, 'first-dollar' as const),
    mode: fc.constantFrom('HALF_UP' as const, 'HALF_EVEN' as const),
    acceleratorReading: fc.constantFrom('incremental' as const, 'first-dollar' as const),
    order: fc.constantFrom<Plan['order']>(
      ['gate', 'multiplier', 'cap', 'weight'],
      ['weight', 'cap', 'multiplier', 'gate'],
      ['cap', 'gate', 'weight', 'multiplier'],
    ),
  })
  .map(
    ({
      first,
      second,
      weight,
      gated,
      averaged,
      multiplier,
      twoWays,
      planCap,
      deceleratorReading,
      mode,
      ...wanted
    }) => {
      // A matrix looks at the second component; it pays a share of target, so only such limits fit.
      const limits = (first.limits ?? []).filter(
        ({ kind }) => kind === 'payout-percent' || kind === 'amount',
      );
      const { decelerator: _, ...bare } = first;
      const rated = twoWays === null ? first : { ...bare, rate: twoWays, accelerator: null, limits };
      const closes = gated === 'higher-rates' && !hasHigherRates(rated) ? 'everything' : gated;
      return samplePlan({
        ...wanted,
        ...(planCap && { planCap }),
        ...(deceleratorReading && { deceleratorReading }),
        rounding: { mode },
        components: [
          {
            ...rated,
            weight,
            gate: closes === null ? null : { ...askedBy(first.id, averaged), atLeastPercent: '50', closes },
            ...(multiplier && { multiplier: { componentId: 'second', curve: multiplier } }),
          },
          { ...second, id: 'second', name: 'Second', weight: 100 - weight },
        ],
      });
    },
  );

/** One deal of the sample period, not yet named. */
export const randomDeal: fc.Arbitrary<Omit<Deal, 'id'>> = fc
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

/** Calculations that are accepted, over all rates and terms of pay that need nothing but the period. */
export const randomInput: fc.Arbitrary<CalculationInput> = fc
  .record({
    plan,
    deals: fc.array(randomDeal, { maxLength: 14 }),
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
