import fc from 'fast-check';
import { decimal } from '../../../base/decimal.ts';
import type { Deal } from '../../../crediting/deal.ts';
import { sampleDeal } from '../../../crediting/sample-deal.fixture.ts';
import type { Component, CreditFactor, Plan, Rate } from '../../../plans/plan.ts';
import { sampleComponent, samplePlan } from '../../../plans/sample-plan.fixture.ts';
import type { Limit } from '../../../plans/terms.ts';
import { sampleParticipant, sampleQuota } from '../../../quotas/sample-quota.fixture.ts';
import type { CalculationInput } from '../../payout.ts';
import { sampleInput } from '../../scenarios/sample-input.fixture.ts';

/** A whole number of cents as an amount, `1250.00`. */
const money = (cents: bigint) => {
  const text = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
};
const percent = fc.nat(3_000).map((hundredths) => money(BigInt(hundredths)));
/** Bounds that deals often hit exactly, and some that they cannot: percents of odd quotas, amounts with broken cents. */
const edges = fc.uniqueArray(
  fc.oneof(fc.constantFrom(50, 80, 100, 120, 150), fc.integer({ min: 1, max: 300 })),
  {
    maxLength: 4,
  },
);

const tiers = fc.record({
  edges,
  unit: fc.constantFrom('', '0', '00.005'),
  rates: fc.array(percent, { minLength: 5, maxLength: 5 }),
});
const table = tiers.map(({ edges: found, unit, rates }) => {
  const bounds = ['0', ...found.sort((a, b) => a - b).map((edge) => `${edge}${unit}`)];
  return bounds.map((from, i) => ({ from, to: bounds[i + 1] ?? null, ratePercent: rates[i]! }));
});

const curve = fc
  .record({
    shape: fc.constantFrom('linear' as const, 'stepped' as const),
    beyond: fc.constantFrom('hold' as const, 'continue' as const),
    at: fc.uniqueArray(fc.nat(30), { minLength: 2, maxLength: 4 }),
    values: fc.array(fc.nat(25), { minLength: 4, maxLength: 4 }),
  })
  .map(({ shape, beyond, at, values }) => ({
    shape,
    beyond: shape === 'stepped' ? ('hold' as const) : beyond,
    points: at
      .sort((a, b) => a - b)
      .map((tenth, i) => ({ atPercent: String(tenth * 10), valuePercent: String(values[i]! * 10) })),
  }));

const bands = tiers.map(({ edges: found, rates }) => {
  const bounds = [0, ...found.sort((a, b) => a - b), 400].map((edge) => `${edge}00`);
  return bounds.slice(1).map((to, i) => ({ from: bounds[i]!, to, amount: rates[i]! }));
});

const rate: fc.Arbitrary<Rate> = fc.oneof(
  percent.map((ratePercent) => ({ kind: 'flat' as const, ratePercent })),
  fc.constant({ kind: 'individual' as const }),
  fc.constant({ kind: 'icr' as const }),
  { weight: 2, arbitrary: fc.constant({ kind: 'target' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('marginal' as const, 'retroactive' as const),
      atBound: fc.constantFrom('higher' as const, 'higher' as const, 'lower' as const),
      thresholds: fc.constantFrom('amount' as const, 'percent-of-quota' as const),
      per: fc.constantFrom('period' as const, 'period' as const, 'period' as const, 'deal' as const),
      tiers: table,
    }),
  },
  curve.map((one) => ({ kind: 'curve' as const, curve: one })),
  bands.map((one) => ({ kind: 'interpolated-amounts' as const, per: 'period' as const, bands: one })),
);

const limit: fc.Arbitrary<readonly Limit[]> = fc.oneof(
  { weight: 6, arbitrary: fc.constant([]) },
  fc.constantFrom<readonly Limit[]>(
    [{ kind: 'attainment', atMostPercent: '130' }],
    [{ kind: 'payout-percent', atMostPercent: '110.5' }],
    [{ kind: 'amount', atMost: '1234.565', excess: 'lost' }],
    [{ kind: 'target-multiple', atMost: '0.9', excess: 'lost' }],
    [{ kind: 'deal', atMost: '50' }],
  ),
);

/** What share of a credit counts, by product: none more often than not. */
const factors = fc.constantFrom<readonly CreditFactor[]>(
  [],
  [],
  [{ where: [{ field: 'product', in: ['X'] }], percent: '50' }],
  [
    { where: [{ field: 'product', in: ['X'] }], percent: '33.33' },
    { where: [{ field: 'product', in: ['X', 'Y'] }], percent: '0' },
    { where: [], percent: '150' },
  ],
);

const component: fc.Arbitrary<Component> = fc
  .record({
    factors,
    rate,
    limits: limit,
    cap: fc.constantFrom(null, null, '1x', '0.3333x', '2x'),
    fast: fc.constantFrom(null, '>120% @ 1.2x', '>0% @ 0.7x', '>99.5% @ 3x', '>100% @ 1.5x'),
    slow: fc.constantFrom(null, null, '<80% @ 0.5x', '<100% @ 0.25x'),
    of: fc.constantFrom('amount' as const, 'amount' as const, 'amount' as const, 'deals' as const),
  })
  .map(({ fast, slow, of, limits, rate: paid, factors: creditFactors, ...wanted }) => {
    const target = paid.kind === 'target';
    // Where a limit is of target's percent there must be a target to be a percent of.
    const ofTarget = target || paid.kind === 'curve';
    const fitting = limits.filter(
      ({ kind }) =>
        (kind !== 'payout-percent' || ofTarget) &&
        (kind !== 'deal' || !ofTarget) &&
        (kind !== 'deal' || !('per' in paid) || paid.per === 'deal'),
    );
    return sampleComponent({
      ...wanted,
      rate: paid,
      measure: { unit: '$', of },
      limits: fitting,
      accelerator: target ? fast : null,
      ...(creditFactors.length > 0 ? { creditFactors } : {}),
      ...(target && slow !== null ? { decelerator: slow } : {}),
    });
  });

const bothParts = (id: string) => [
  { componentId: id, weightPercent: '62.5' },
  { componentId: 'second', weightPercent: '37.5' },
];

const plan: fc.Arbitrary<Plan> = fc
  .record({
    first: component,
    second: fc.option(percent),
    gate: fc.constantFrom(null, null, 'everything' as const, 'higher-rates' as const),
    /** The gate asks for both components on average, its own among them. */
    averaged: fc.constantFrom(false, false, true),
    /** The second component asks for the first one as well. */
    mutual: fc.constantFrom(false, false, true),
    multiplied: fc.option(curve, { freq: 5 }),
    mode: fc.constantFrom('HALF_UP' as const, 'HALF_EVEN' as const),
    acceleratorReading: fc.constantFrom('incremental' as const, 'first-dollar' as const),
    currency: fc.constantFrom('USD', 'USD', 'JPY', 'KWD'),
    order: fc.shuffledSubarray(['gate', 'multiplier', 'cap', 'weight'] as const, { minLength: 4 }),
  })
  .map(({ first, second, gate, averaged, mutual, multiplied, mode, ...wanted }) => {
    const other = second === null ? null : { kind: 'flat' as const, ratePercent: second };
    const looks = other === null ? null : gate;
    const multiplier =
      other === null || multiplied === null
        ? {}
        : { multiplier: { componentId: 'second', curve: multiplied } };
    const asked = averaged ? { average: bothParts(first.id) } : { componentId: 'second' };
    const closes = looks === null ? null : { ...asked, atLeastPercent: '50', closes: looks };
    return samplePlan({
      ...wanted,
      rounding: { mode },
      undefinedAttainment: 'pay-zero',
      components: [
        { ...first, weight: other === null ? 100 : 70, gate: closes, ...multiplier },
        ...(other === null
          ? []
          : [
              sampleComponent({
                id: 'second',
                name: 'Second',
                weight: 30,
                rate: other,
                gate: mutual ? { componentId: first.id, atLeastPercent: '40' } : null,
              }),
            ]),
      ],
    });
  });

const cents = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt(-200_000n, 900_000n) },
  // On the bounds of tiers and quotas, to the cent and one beside it.
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.integer({ min: -3, max: 30 }), fc.bigInt(-1n, 1n))
      .map(([tens, off]) => BigInt(tens * 5_000) + off),
  },
  { weight: 1, arbitrary: fc.bigInt(-(10n ** 20n), 10n ** 20n) },
);

const deal = fc
  .record({
    amount: fc.oneof(
      { weight: 8, arbitrary: cents.map(money) },
      { weight: 1, arbitrary: cents.map((one) => `${money(one)}125`) },
    ),
    day: fc.integer({ min: 1, max: 4 }),
    share: fc.constantFrom(null, null, null, '33.33', '0.01'),
    product: fc.constantFrom(null, 'X', 'X', 'Y'),
  })
  .map(({ amount, day, share, product }): Omit<Deal, 'id'> => {
    const splits = [
      { participantId: 'ann', sharePercent: share ?? '' },
      { participantId: 'ben', sharePercent: share === '33.33' ? '66.67' : '99.99' },
    ];
    return sampleDeal('', amount, { date: `2024-02-0${day}`, product, splits: share === null ? [] : splits });
  });

/** A deal, before all others, that reaches a percent of quota exactly, or misses it by the smallest amount. */
function tied(
  quota: string,
  { percent: at, off }: { readonly percent: string; readonly off: string },
): Omit<Deal, 'id'> {
  const amount = decimal(quota).times(decimal(at)).times('0.01').plus(off).toFixed();
  return sampleDeal('', amount, { date: '2024-01-31' });
}

/** A random plan with a random payee and random deals: credit factors, tiers, caps, gates, ties at bounds, returns, split cents, huge amounts. */
export const randomInput: fc.Arbitrary<CalculationInput> = fc
  .record({
    plan,
    deals: fc.array(deal, { minLength: 1, maxLength: 6 }),
    quota: fc.oneof(
      fc.constantFrom('0', '100', '1000.00', '333.33', '5000'),
      fc.nat(900_000).map((one) => money(BigInt(one))),
    ),
    target: fc.oneof(fc.constantFrom('0', '12000', '60000.01'), fc.nat(99_999).map(String)),
    // in the plan's currency more often than not
    stated: fc.constantFrom({}, {}, { currency: 'EUR' }),
    tie: fc.option(
      fc.record({
        percent: fc.constantFrom('50', '80', '99.5', '100', '120', '130', '150'),
        off: fc.constantFrom('0', '0', '0', '0.01', '-0.01'),
      }),
      { freq: 2 },
    ),
  })
  .map(({ plan: written, deals, quota, target, tie, stated }) =>
    sampleInput({
      plan: written,
      participants: ['ann', 'ben'].map((id) =>
        sampleParticipant(id, { targetVariableAnnual: target, commissionRatePercent: '1.25' }),
      ),
      payeeIds: ['ann'],
      quotas: [sampleQuota(quota, stated), sampleQuota('3', { unit: 'Count' })],
      exchangeRates: [
        { from: 'EUR', to: written.currency, date: '2023-12-29', rate: '1.0937', source: 'ECB' },
      ],
      deals: [...(tie === null ? [] : [tied(quota, tie)]), ...deals].map((one, i) => ({
        ...one,
        id: `d${i}`,
        currency: written.currency,
      })),
    }),
  );
