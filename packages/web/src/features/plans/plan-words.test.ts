import { expect, test } from 'vitest';
import { componentId, rateSummary } from './plan-words.ts';

test('a new component is named after what people call it, and never like another', () => {
  expect(componentId('ACV Bookings', [])).toBe('acv-bookings');
  expect(componentId('ACV Bookings', ['acv-bookings', 'acv-bookings-2'])).toBe('acv-bookings-3');
  expect(componentId('Prämie für Neukunden!', [])).toBe('pramie-fur-neukunden');
  expect(componentId('***', [])).toBe('component');
});

test('a rate is read on one line', () => {
  expect(rateSummary({ kind: 'flat', ratePercent: '2.50' })).toBe('2.5%');
  const tiers = [
    { from: '0', to: '100', ratePercent: '2' },
    { from: '100', to: null, ratePercent: '5' },
  ];
  const rate = { kind: 'marginal', thresholds: 'percent-of-quota', per: 'period', tiers } as const;
  expect(rateSummary(rate)).toBe('2 marginal tiers, 2%–5%');
});
