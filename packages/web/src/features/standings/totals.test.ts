import { expect, test } from 'vitest';
import type { Standing } from '../../api/shapes.ts';
import { projectedBands, totalsOf } from './totals.ts';

const row = (more: Partial<Standing>): Standing => ({
  participantId: 'p1',
  participantName: 'Ann',
  managerName: null,
  territory: null,
  componentId: 'acv',
  componentName: 'ACV',
  unit: '$',
  credited: '50',
  measured: null,
  quota: '100',
  attainmentPercent: '50',
  usualPercent: '50.00',
  pace: '1.00',
  flag: 'ahead',
  projectedCredit: '100',
  projectedPercent: '100',
  openAmount: '75',
  target: null,
  amount: '1.10',
  message: null,
  projectedAmount: '2.20',
  nextTier: null,
  days: [],
  ...more,
});

test('totals of the rows shown are exact, and pay that one reader may not see has no total', () => {
  const both = [
    row({}),
    row({ participantId: 'p2', credited: '20', attainmentPercent: '20', amount: '2.05' }),
  ];
  expect(totalsOf(both, 'USD')).toMatchObject({
    payees: 2,
    credited: '70',
    quota: '200',
    attainmentPercent: '35',
    openAmount: '150',
    missing: '130',
    coverage: '1.15',
    amount: '3.15',
  });
  expect(totalsOf([...both, row({ amount: null })], 'USD')?.amount).toBeNull();
  expect(totalsOf([], 'USD')).toBeUndefined();
});

test('a payee counts in exactly one band of projected attainment', () => {
  const percents = ['-5', '49.99', '50', '99.9999', '100', '119', '120', '400'];
  const bands = projectedBands(percents.map((projectedPercent) => row({ projectedPercent })));
  expect(bands.map(({ count }) => count)).toEqual([2, 1, 1, 2, 2]);
  expect(projectedBands([row({ projectedPercent: null })]).every(({ count }) => count === 0)).toBe(true);
});
