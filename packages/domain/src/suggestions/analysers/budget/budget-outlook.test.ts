import { describe, expect, test } from 'vitest';
import {
  type BudgetOutlook,
  budgetOutlook,
  outlookWith,
  type PeriodCost,
  quietReason,
} from './budget-outlook.ts';

const quarters = { period: 'quarter', fiscalYearStartMonth: 1 } as const;
const of = { calendar: quarters, currency: 'USD', today: '2026-11-24' };

/** Quarters up to 2026-Q3 that cost the same and have the same target. */
const steady = (count: number, cost = '1000.00', atTarget: string | null = '900.00'): PeriodCost[] =>
  ['2024-Q1', '2024-Q2', '2024-Q3', '2024-Q4', '2025-Q1', '2025-Q2', '2025-Q3', '2025-Q4']
    .concat(['2026-Q1', '2026-Q2', '2026-Q3'])
    .slice(-count)
    .map((period) => ({ period, cost, atTarget }));

describe('[SGR-119] the forecast of a year against its cost at target', () => {
  test('paid quarters and the P50 of the open one, in percent of the budget', () => {
    const outlook = budgetOutlook(steady(11), of);
    expect(outlook).toEqual({
      year: '2026',
      paidPeriods: 3,
      paid: '3000',
      openPeriods: 1,
      expected: '1000',
      budget: '3600',
      percent: '111.1',
      method: 'last-value',
      origins: 10,
      errorPercent: '0.0',
    });
    expect(quietReason(outlook as BudgetOutlook)).toBeNull();
    // the open quarter at 60 %: 3,000 + 600 are the whole budget, still above its alert line of 3,240
    expect(outlookWith(outlook as BudgetOutlook, { before: 10n, after: 6n })).toMatchObject({
      percent: '100',
      isUnder: false,
    });
    expect(outlookWith(outlook as BudgetOutlook, { before: 100n, after: 23n }).isUnder).toBe(true);
  });

  test('a fiscal year that begins in April has months of two calendar years', () => {
    const keys = ['2025-04', '2025-05', '2025-06', '2025-07', '2025-08', '2025-09', '2025-10', '2025-11'];
    const rows = [...keys, '2025-12', '2026-01'].map((period) => ({ period, cost: '10', atTarget: '10' }));
    const calendar = { period: 'month', fiscalYearStartMonth: 4 } as const;
    expect(budgetOutlook(rows, { ...of, calendar, today: '2026-02-10' })).toMatchObject({
      paidPeriods: 10,
      openPeriods: 2,
      paid: '100',
      budget: '120',
    });
  });

  test.each([
    ['fewer than six forecasts were made', steady(6), 'Fewer than 6 past forecasts'],
    ['nothing is calculated', [], 'not calculated yet'],
    ['a quarter is missing before this year', steady(11).slice(0, 7), 'not calculated yet'],
    ['no line has a target', steady(11, '1000.00', null), 'no cost at target'],
  ])('is not said when %s', (_, rows, message) => {
    expect(budgetOutlook(rows, of)).toContain(message);
  });

  test('is quiet below 90 %, and when forecasts err by more than it is over', () => {
    const outlook = budgetOutlook(steady(11, '800.00'), of) as BudgetOutlook;
    expect(quietReason(outlook)).toContain('88.9% of the budget');
    expect(quietReason({ ...outlook, percent: '91', paid: '2500', errorPercent: '8.0' })).toContain('erred');
    expect(quietReason({ ...outlook, percent: '91', paid: '2500', errorPercent: '7.0' })).toBeNull();
  });
});
