import { expect, test } from 'vitest';
import { calculate } from '../payouts/calculate.ts';
import { calculateFigures } from '../payouts/kernel/lines/calculate-figures.ts';
import { sampleInput } from '../payouts/scenarios/sample-input.fixture.ts';
import type { Measure } from '../plans/plan.ts';
import { checkPlan } from '../plans/plan-checks.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import { sampleParticipant } from '../quotas/sample-quota.fixture.ts';
import { sampleDeal } from './sample-deal.fixture.ts';

const rate = { kind: 'flat', ratePercent: '10' } as const;
const component = (id: string, own?: string) =>
  sampleComponent({
    id,
    name: id,
    rate,
    measure: { unit: '$', of: 'amount', ...(own !== undefined && { own }) },
    // conditions on the amount are about the deal's, whichever is added
    creditFactors: [{ where: [{ field: 'amount', number: { atLeast: '5000' } }], percent: '50' }],
  });
const plan = samplePlan({
  components: [component('bookings'), component('arr', 'ARR'), component('margin', 'Margin')],
});
const splits = [
  { participantId: 'ann', sharePercent: '60' },
  { participantId: 'ben', sharePercent: '40' },
];
const input = sampleInput({
  plan,
  participants: [sampleParticipant('ann'), sampleParticipant('ben')],
  deals: [
    sampleDeal('d1', '1000', { splits, ownFields: { ARR: '400', Margin: '250.50' } }),
    sampleDeal('d2', '9000', { ownFields: { ARR: '100' } }),
    sampleDeal('d3', '-1000', { ownFields: { ARR: '-400', Margin: 'unknown' } }),
    sampleDeal('d4', '100', { currency: 'EUR', ownFields: { Margin: '10' } }),
  ],
  exchangeRates: [{ from: 'EUR', to: 'USD', date: '2024-01-01', rate: '1.5', source: 'test' }],
});

test('[CREDIT-20] bookings, ARR and margin of one deal are three amounts: split, exchanged, factored and taken back alike', () => {
  const paid = calculate(input);
  if (!paid.ok) throw new Error(JSON.stringify(paid.problems));
  const lines = paid.value.lines.map((line) => [line.participantId, line.componentId, line.amount]);
  expect(lines.toSorted()).toEqual([
    // 60% of 400 + 50% of 100 - 400
    ['ann', 'arr', '-11.00'],
    // 600 + 50% of 9000 - 1000 + 100 EUR
    ['ann', 'bookings', '425.00'],
    // 60% of 250.50 + 10 EUR; one deal has none, one no number
    ['ann', 'margin', '16.53'],
    ['ben', 'arr', '16.00'],
    ['ben', 'bookings', '40.00'],
    ['ben', 'margin', '10.02'],
  ]);
  const arr = paid.value.lines.find((line) => line.componentId === 'arr' && line.participantId === 'ben');
  expect(arr?.message).toBe('arr pays 16.00 USD: 160.00 of ARR credited at 10%.');
  expect(arr?.steps.find(({ rule }) => rule === 'CREDIT-3')).toMatchObject({
    message: 'ARR credited in the period',
  });
});

test('[CREDIT-20] the figures in columns are those of the calculation', () => {
  const [paid, figures] = [calculate(input), calculateFigures(input)];
  if (!paid.ok || !figures.ok) throw new Error('both pay');
  const amounts = (lines: readonly { participantId: string; componentId: string; amount: string }[]) =>
    lines.map((line) => `${line.participantId} ${line.componentId} ${line.amount}`).toSorted();
  expect(amounts(figures.value.lines)).toEqual(amounts(paid.value.lines));
});

test('[TERM-32] an own amount has a name, and counted deals have none', () => {
  const rulesOf = (measure: Measure) =>
    checkPlan(samplePlan({ components: [sampleComponent({ measure })] })).map(({ rule }) => rule);
  expect(rulesOf({ unit: '$', of: 'amount', own: 'ARR' })).not.toContain('TERM-32');
  expect(rulesOf({ unit: '$', of: 'amount', own: ' ARR' })).toContain('TERM-32');
  expect(rulesOf({ unit: '$', of: 'deals', own: 'ARR' })).toContain('TERM-32');
});
