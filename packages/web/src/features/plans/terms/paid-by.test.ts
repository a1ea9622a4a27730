import { isoWeeks } from '@attain/domain/base/week-calendar';
import type { Calendar } from '@attain/domain/plans/plan';
import { expect, test } from 'vitest';
import { paidBy, weeksHint } from './paid-by.ts';

const months: Calendar = { period: 'month', fiscalYearStartMonth: 1 };
const retail: Calendar = {
  period: 'month',
  fiscalYearStartMonth: 2,
  weeks: { pattern: '4-5-4', weekday: 6, anchor: 'nearest-to', named: 'by-start' },
};

test('[TERM-8] weeks in a calendar of months are those of ISO 8601, said so, and taken back with the choice', () => {
  const weekly = paidBy(months, 'week');
  expect(weekly).toEqual({ ...months, period: 'week', weeks: isoWeeks });
  expect(weeksHint(weekly)).toContain('ISO 8601');
  expect(paidBy(weekly, 'quarter')).toEqual({ ...months, period: 'quarter' });
  expect(weeksHint(months)).toBeUndefined();
});

test('[TERM-8] a fiscal year of weeks that somebody has set stays as it is', () => {
  const weekly = paidBy(retail, 'week');
  expect(weekly.weeks).toBe(retail.weeks);
  expect(paidBy(weekly, 'month')).toEqual(retail);
  expect(weeksHint(weekly)).not.toContain('ISO');
  const changed: Calendar = { ...paidBy(months, 'week'), weeks: { ...isoWeeks, pattern: '13-periods' } };
  expect(paidBy(changed, 'month')).toEqual({ ...changed, period: 'month' });
  expect(weeksHint({ ...changed, fiscalYearStartMonth: 4 })).not.toContain('ISO');
});
