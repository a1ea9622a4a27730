import { expect, test } from 'vitest';
import { standingTotals, sumKnown } from './standing-totals.ts';

test('[ATT-10] together they are Σ credit ÷ Σ quota; who has no quota counts in no attainment', () => {
  const line = { usualPercent: '50.00', window: null };
  const totals = standingTotals([
    {
      ...line,
      openAmount: '100.50',
      credited: '60',
      quota: '100',
      attainmentPercent: '60',
      flag: 'ahead',
      projectedCredit: '120',
      projectedPercent: '120',
    },
    {
      ...line,
      openAmount: '320',
      credited: '30',
      quota: '200',
      attainmentPercent: '15',
      flag: 'far-behind',
      projectedCredit: '60',
      projectedPercent: '30',
    },
    {
      ...line,
      openAmount: '999',
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
    openAmount: '420.5',
    missing: '210',
    coverage: '2.00',
  });
  expect(sumKnown(['1.10', '2.05'], 'USD')).toBe('3.15');
  expect(sumKnown(['1.10', null], 'USD')).toBeNull();
});

test('[ATT-11] coverage is open ÷ missing; a reached quota or an unknown amount has none', () => {
  const line = {
    usualPercent: '50.00',
    credited: '40',
    quota: '100',
    attainmentPercent: '40',
    flag: 'behind' as const,
    projectedCredit: '80',
    projectedPercent: '80',
  };
  const coverage = (more: object) => {
    const { openAmount, coverage: of } = standingTotals([{ ...line, openAmount: '90', ...more }]);
    return [openAmount, of];
  };
  expect(coverage({})).toEqual(['90', '1.50']);
  expect(coverage({ openAmount: '0' })).toEqual(['0', '0.00']);
  expect(coverage({ openAmount: null })).toEqual([null, null]);
  expect(coverage({ credited: '100', attainmentPercent: '100' })).toEqual(['90', null]);
  expect(coverage({ window: { credited: '70' } })).toEqual(['90', '3.00']);
});
