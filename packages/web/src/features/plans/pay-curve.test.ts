import type { Component, Plan } from '@attain/domain/plans/plan';
import { expect, test } from 'vitest';
import { payCurve } from './pay-curve.ts';

const component: Component = {
  id: 'acv',
  name: 'ACV',
  status: 'Draft',
  measure: { unit: '$', of: 'amount' },
  filter: [],
  weight: 60,
  rate: { kind: 'target' },
  cap: '2x',
  accelerator: '>120% @ 1.2x',
  gate: null,
};
const plan: Plan = {
  name: 'Plan',
  type: 'quota-mbo-spiff',
  currency: 'USD',
  calendar: { period: 'quarter', fiscalYearStartMonth: 1 },
  rounding: { mode: 'HALF_UP' },
  order: ['gate', 'cap', 'weight'],
  acceleratorReading: 'incremental',
  undefinedAttainment: 'refuse',
  components: [component],
};

test('the curve is what the engine pays: the target at 100 %, accelerated above 120 %', () => {
  const curve = payCurve(plan, component);
  if (!curve.ok) throw new Error(curve.say);
  const payAt = (percent: number) => curve.points.find((point) => point.at === percent)?.pay;
  expect(curve.points).toHaveLength(41);
  // 100,000 a year, a quarter of it, 60 % of that
  expect(payAt(100)).toBe('15000.00');
  // 120 + 1.2 × 80 = 216 %, above the cap of twice the target
  expect(payAt(200)).toBe('30000.00');
  expect(payAt(0)).toMatch(/^0(\.00)?$/);
});

test('what is not complete has no curve, and says why', () => {
  const curve = payCurve(plan, { ...component, rate: { kind: 'flat', ratePercent: 'lots' } });
  expect(curve.ok).toBe(false);
});
