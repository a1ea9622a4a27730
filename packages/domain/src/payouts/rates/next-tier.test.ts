import { expect, test } from 'vitest';
import { decimal, plain } from '../../base/decimal.ts';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
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

test('[PAY-17] the nearest tier above, what it takes and what the line would then pay', () => {
  const rate = { kind: 'retroactive', thresholds: 'amount', per: 'period', tiers } as const;
  expect(line('900.006', { rate })?.nextTier).toEqual({
    say: 'Another 100.00 of credit reaches the tier from 1,000.00 at 2%; the line would then pay 20.00 USD.',
    needed: '100',
    wouldPay: '20.00',
  });
  expect(line('1000', { rate })?.nextTier).toBeNull();
  expect(line('0', { rate })?.nextTier).toMatchObject({ needed: '1000', wouldPay: '20.00' });
  expect(line('-10', { rate })?.nextTier).toMatchObject({ needed: '1010', wouldPay: '20.00' });
  expect(line('900', { rate: { kind: 'flat', ratePercent: '1' } })?.nextTier).toBeNull();
});

test('[PAY-17] what is told comes true: with exactly that much more the line pays exactly that', () => {
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
