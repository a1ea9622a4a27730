import { expect, test } from 'vitest';
import { decimal, plain } from '../../base/decimal.ts';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import type { AverageGate } from '../../plans/gate.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import { sampleQuota } from '../../quotas/sample-quota.fixture.ts';
import { calculate } from '../calculate.ts';
import { sampleInput } from '../scenarios/sample-input.fixture.ts';

const tiers = [
  { from: '0', to: '1000', ratePercent: '1' },
  { from: '1000', to: null, ratePercent: '2' },
];

function line(amount: string, component: Partial<Component>, plan: Partial<Plan> = {}) {
  const result = calculate(
    sampleInput({
      plan: samplePlan({ components: [sampleComponent(component)], ...plan }),
      quotas: [sampleQuota('100000')],
      deals: amount === '0' ? [] : [sampleDeal('1', amount)],
    }),
  );
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value.lines[0];
}

test('[PAY-17] the nearest tier above, the credit needed and the pay then', () => {
  const rate = { kind: 'retroactive', thresholds: 'amount', per: 'period', tiers } as const;
  expect(line('900.006', { rate })?.nextTier).toEqual({
    message:
      'Another 100.00 of credit reaches the tier from 1,000.00 at 2%; the line would then pay 20.00 USD.',
    needed: '100',
    wouldPay: '20.00',
  });
  expect(line('1000', { rate })?.nextTier).toBeNull();
  expect(line('0', { rate })?.nextTier).toMatchObject({ needed: '1000', wouldPay: '20.00' });
  expect(line('-10', { rate })?.nextTier).toMatchObject({ needed: '1010', wouldPay: '20.00' });
  expect(line('900', { rate: { kind: 'flat', ratePercent: '1' } })?.nextTier).toBeNull();
});

test('[PAY-17] the prediction is exact: with that much more credit, the line pays that amount', () => {
  const rates = [
    { rate: { kind: 'retroactive', thresholds: 'amount', per: 'period', tiers } },
    {
      rate: {
        kind: 'marginal',
        thresholds: 'percent-of-quota',
        per: 'period',
        tiers: [
          { from: '0', to: '33.333', ratePercent: '1' },
          { from: '33.333', to: null, ratePercent: '7' },
        ],
      },
    },
    { rate: { kind: 'target' }, accelerator: '>120% @ 1.2x' },
    { rate: { kind: 'target' }, accelerator: '>120% @ 1.2x', cap: '1.1x' },
  ] as const;
  for (const component of rates) {
    for (const acceleratorReading of ['incremental', 'first-dollar'] as const) {
      for (const amount of ['0.01', '33000.005', '100000', '119999.99', '120000']) {
        const next = line(amount, component, { acceleratorReading })?.nextTier;
        if (!next) continue;
        const text = plain(decimal(amount).plus(decimal(next.needed)));
        expect(line(text, component, { acceleratorReading })?.amount).toBe(next.wouldPay);
      }
    }
  }
});

test('[PAY-17] target first, then the accelerator; nothing where the cap already holds', () => {
  const component = { rate: { kind: 'target' }, accelerator: '>120% @ 1.2x' } as const;
  expect(line('80000', component)?.nextTier).toMatchObject({ needed: '20000', wouldPay: '15000.00' });
  expect(line('100000', component)?.nextTier).toMatchObject({ needed: '20000', wouldPay: '18000.00' });
  const firstDollar = line('100000', component, { acceleratorReading: 'first-dollar' })?.nextTier;
  expect(firstDollar).toMatchObject({ needed: '20000.01', wouldPay: '21600.00' });
  expect(line('110000', { ...component, cap: '1x' })?.nextTier).toBeNull();
  expect(line('130000', component)?.nextTier).toBeNull();
});

const average = (
  weights: Readonly<Record<string, string>>,
  more: Partial<AverageGate> = {},
): AverageGate => ({
  average: Object.entries(weights).map(([componentId, weightPercent]) => ({ componentId, weightPercent })),
  atLeastPercent: '90',
  ...more,
});
const of = (product: string, one: Partial<Component>) =>
  sampleComponent({ id: product, name: product, filter: [{ field: 'product', in: [product] }], ...one });

/** Lines of acv (gated), renewals and services on their credit; quotas of 1,000, 300 and 100. */
function gatedLines(gated: Partial<Component>, credit: Readonly<Record<string, string>>) {
  const rate = { kind: 'target' } as const;
  const components = [
    of('acv', { weight: 60, rate, ...gated }),
    of('renewals', { weight: 30, rate }),
    of('services', { weight: 10, rate }),
  ];
  const quotas = { acv: '1000', renewals: '300', services: '100' };
  const result = calculate(
    sampleInput({
      plan: samplePlan({ components, order: ['gate', 'multiplier', 'cap', 'weight'] }),
      quotas: Object.entries(quotas).map(([componentId, amount]) => sampleQuota(amount, { componentId })),
      deals: Object.entries(credit).map(([product, amount]) => sampleDeal(product, amount, { product })),
    }),
  );
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value.lines;
}

const weights = { acv: '60', renewals: '30', services: '10' };
const accelerated = { accelerator: '>100% @ 2x' } as const;

test.each<[string, Partial<Component>, Readonly<Record<string, string>>, string, string]>([
  [
    'the heaviest part has the least way to go, here the line itself',
    { gate: average(weights) },
    { acv: '800', renewals: '300', services: '100' },
    'acv',
    'Another 33.34 on acv opens the gate at an average of 90%; the line would then pay 7,500.06 USD.',
  ],
  [
    'another one where the line itself counts no more',
    { gate: average(weights, { countAtMostPercent: '100' }) },
    { acv: '1000', renewals: '250', services: '20' },
    'renewals',
    'Another 30.00 on renewals opens the gate at an average of 90%; the line would then pay 9,000.00 USD.',
  ],
  [
    'behind higher rates',
    { gate: average(weights, { closes: 'higher-rates' }), ...accelerated },
    { acv: '1100', renewals: '150', services: '40' },
    'acv',
    'Another 83.34 on acv opens the gate at an average of 90%; the line would then pay 12,300.12 USD.',
  ],
  [
    'where the line is no part of it',
    { gate: average({ renewals: '70', services: '30' }) },
    { acv: '500', renewals: '200', services: '50' },
    'renewals',
    'Another 121.43 on renewals opens the gate at an average of 90%; the line would then pay 4,500.00 USD.',
  ],
])(
  '[PAY-17] [PAY-42] what opens a gate on an average is told and comes true: %s',
  (_, gated, credit, on, message) => {
    const [line] = gatedLines(gated, credit);
    expect(line?.nextTier?.message).toBe(message);
    const needed = decimal(line?.nextTier?.needed ?? '0');
    const paidWith = (more: string) =>
      gatedLines(gated, { ...credit, [on]: plain(decimal(credit[on] ?? '0').plus(more)) })[0]?.amount;
    expect(paidWith(plain(needed))).toBe(line?.nextTier?.wouldPay);
    // a cent less and it would not open
    expect(paidWith(plain(needed.minus('0.01')))).not.toBe(line?.nextTier?.wouldPay);
  },
);

test('[PAY-17] [PAY-42] no next tier for an average that no single component reaches, or with other changes on the way', () => {
  const none = (gated: Partial<Component>, credit: Readonly<Record<string, string>>) =>
    expect(gatedLines(gated, credit)[0]?.nextTier).toBeNull();
  const capped = average(weights, { countAtMostPercent: '100' });
  none({ gate: capped }, { acv: '500', renewals: '100', services: '10' });
  // the multiplier looks at the one part that could open the gate
  const points = [{ atPercent: '0', valuePercent: '100' }];
  const multiplier = {
    componentId: 'renewals',
    curve: { shape: 'stepped', points, beyond: 'hold' },
  } as const;
  const two = average({ acv: '60', renewals: '40' }, { countAtMostPercent: '100' });
  none({ gate: two, multiplier }, { acv: '1000', renewals: '200' });
  // the tier lies ahead, but the gate would open on the way to it, and then higher rates are paid
  const tiers = [
    { from: '0', to: '250', ratePercent: '1' },
    { from: '250', to: null, ratePercent: '3' },
  ];
  const rate = { kind: 'retroactive', thresholds: 'amount', per: 'period', tiers } as const;
  const gate = average({ acv: '10', renewals: '90' }, { atLeastPercent: '92', closes: 'higher-rates' });
  none({ rate, gate }, { acv: '150', renewals: '300' });
});
