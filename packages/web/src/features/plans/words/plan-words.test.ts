import { expect, test } from 'vitest';
import { rateSummary } from './plan-words.ts';

test('a rate is read on one line', () => {
  expect(rateSummary({ kind: 'flat', ratePercent: '2.50' })).toBe('2.5%');
  const tiers = [
    { from: '0', to: '100', ratePercent: '2' },
    { from: '100', to: null, ratePercent: '5' },
  ];
  const rate = { kind: 'marginal', thresholds: 'percent-of-quota', per: 'period', tiers } as const;
  expect(rateSummary(rate)).toBe('2 marginal tiers, 2%–5%');
});
