import { expect, test } from 'vitest';
import { type PeriodCalendar, periodsOf } from '../base/period.ts';
import { isoWeeks } from '../base/week-calendar.ts';
import type { PlanPeriod } from '../plans/plan-calendar.ts';
import { meantPeriod } from './meant-period.ts';

const quarters = { period: 'quarter', fiscalYearStartMonth: 1 } as const;
const april = { period: 'quarter', fiscalYearStartMonth: 4 } as const;
const fours = { period: 'month', fiscalYearStartMonth: 1, weeks: { ...isoWeeks, pattern: '4-4-5' } } as const;
const thirteen = { ...fours, weeks: { ...isoWeeks, pattern: '13-periods' } } as const;

function part(planName: string, calendar: PeriodCalendar, key: string): PlanPeriod {
  const period = periodsOf(calendar, 2024).find((one) => one.key === key);
  if (period === undefined) throw new Error(key);
  return { planName, period };
}

function meant(key: string, calculated: readonly PlanPeriod[], calendars: readonly PeriodCalendar[] = []) {
  const known = {
    calculated,
    calendars: calendars.map((calendar, i) => ({ planName: `Plan ${i}`, calendar })),
  };
  const period = meantPeriod(key, known);
  if (!period.ok) return period.problems.map(({ rule, message }) => `${rule} ${message}`).join();
  return `${period.value.key}: ${period.value.from} to ${period.value.to}`;
}

const [four, quad] = [part('Shops', fours, '2024-P03'), part('Parks', thirteen, '2024-P03')];

test.each([
  ['a key means the days that were calculated', '2024-P03', [four], '2024-P03: 2024-02-26 to 2024-03-31'],
  [
    'also of many plans',
    '2024-P03',
    [quad, { ...quad, planName: 'Other' }],
    '2024-P03: 2024-02-26 to 2024-03-24',
  ],
  [
    'other days of one key are refused, each with its plan',
    '2024-P03',
    [four, quad],
    'PAYM-22 2024-P03 has different dates in different calendars: 2024-02-26..2024-03-24 for “Parks”; 2024-02-26..2024-03-31 for “Shops”. Enter the dates instead.',
  ],
  [
    'days tell them apart, and are called so',
    '2024-02-26..2024-03-24',
    [four, quad],
    '2024-02-26..2024-03-24: 2024-02-26 to 2024-03-24',
  ],
  [
    'days are called by a key that means only them',
    '2024-02-26..2024-03-24',
    [quad],
    '2024-P03: 2024-02-26 to 2024-03-24',
  ],
  [
    'days that no calculation has',
    '2024-05-01..2024-05-09',
    [four],
    '2024-05-01..2024-05-09: 2024-05-01 to 2024-05-09',
  ],
])('[PAYM-22] %s', (_case, key, calculated, expected) => {
  expect(meant(key, calculated)).toBe(expected);
});

test('[PAYM-22] a key that no calculation bears is read by the calendars of the plans that pay', () => {
  expect(meant('2024-Q1', [], [april])).toBe('2024-Q1: 2023-04-01 to 2023-06-30');
  expect(meant('2024-Q1', [], [april, quarters])).toContain('PAYM-22 2024-Q1 has different dates');
  expect(meant('2024-Q1', [part('Plan', april, '2024-Q1')], [quarters])).toBe(
    '2024-Q1: 2023-04-01 to 2023-06-30',
  );
  expect(meant('2024-Q1', [])).toBe('2024-Q1: 2024-01-01 to 2024-03-31');
  expect(meant('nonsense', [])).toContain('BASE-6');
  expect(meant('2024-03-01..2024-02-01', [])).toContain('BASE-6');
});
