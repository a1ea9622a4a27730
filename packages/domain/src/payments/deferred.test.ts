import { expect, test } from 'vitest';
import { deferredCost, monthBefore } from './deferred.ts';

test('[PAYM-34] the deferred cost is what the schedules leave after the last month that is over', () => {
  const costs = [
    { cost: '3600.00', currency: 'USD', from: '2026-01-01' },
    { cost: '10000.00', currency: 'USD', from: '2026-03-01' },
    { cost: '1200.00', currency: 'EUR', from: '2026-04-01' },
  ];
  const after = (month: string, months = 60) => deferredCost(costs, { months, after: month });
  // 3,600 × 57/60 + 10,000 × 59/60; nothing of April is borne yet
  expect(after('2026-03')).toEqual([
    { currency: 'EUR', amount: '1200.00' },
    { currency: 'USD', amount: '13253.33' },
  ]);
  expect(after('2026-04', 2)).toEqual([{ currency: 'EUR', amount: '600.00' }]);
  expect(after('2031-12')).toEqual([]);
  expect(deferredCost([], { months: 36, after: '2026-03' })).toEqual([]);
  expect([monthBefore('2026-01-31'), monthBefore('2026-12-01')]).toEqual(['2025-12', '2026-11']);
});
