import { expect, test } from 'vitest';
import { standingTotals, sumKnown } from './standing-totals.ts';

test('[ATT-10] together they are Σ credit ÷ Σ quota; who has no quota counts in no attainment', () => {
  const line = { usualPercent: '50.00', window: null };
  const totals = standingTotals([
    {
      ...line,
      credited: '60',
      quota: '100',
      attainmentPercent: '60',
      flag: 'ahead',
      projectedCredit: '120',
      projectedPercent: '120',
    },
    {
      ...line,
      credited: '30',
      quota: '200',
      attainmentPercent: '15',
      flag: 'far-behind',
      projectedCredit: '60',
      projectedPercent: '30',
    },
    {
      ...line,
      credited: '5',
      quota: null,
      attainmentPercent: null,
      flag: 'none',
      projectedCredit: '10',
      projectedPercent: null,
    },
  ]);
  expect(totals).toEqual({
    payees: 3,
    credited: '95',
    quota: '300',
    attainmentPercent: '30',
    medianPercent: '37.5',
    pace: '0.60',
    projectedPercent: '60',
    onCourse: 1,
    farBehind: 1,
  });
  expect(sumKnown(['1.10', '2.05'], 'USD')).toBe('3.15');
  expect(sumKnown(['1.10', null], 'USD')).toBeNull();
});
