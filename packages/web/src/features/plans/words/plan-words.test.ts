import { expect, test } from 'vitest';
import { planTypeNames, rateSummary } from './plan-words.ts';

test('a rate is read on one line', () => {
  expect(rateSummary({ kind: 'flat', ratePercent: '2.50' })).toBe('2.5%');
  const tiers = [
    { from: '0', to: '100', ratePercent: '2' },
    { from: '100', to: null, ratePercent: '5' },
  ];
  const rate = { kind: 'marginal', thresholds: 'percent-of-quota', per: 'period', tiers } as const;
  expect(rateSummary(rate)).toBe('2 marginal tiers, 2%–5%');
});

test('[PLAN-16] [PLAN-17] [PLAN-18] [PLAN-19] [PLAN-20] the four plan types and their labels', () => {
  expect(planTypeNames).toEqual({
    'quota-mbo-spiff': 'Quota / MBO / SPIFF',
    'sales-commission': 'Sales Commission',
    'bonus-plan': 'Bonus Plan',
    'territory-plan': 'Territory Plan',
  });
});
