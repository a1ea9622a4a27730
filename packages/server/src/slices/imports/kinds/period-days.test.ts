import type { Mapping } from '@attain/contract/imports';
import { isoWeeks } from '@attain/domain/base/week-calendar';
import { expect, test } from 'vitest';
import { compileRowCheck } from '../checking/check-row.ts';

const retail = { pattern: '4-4-5', weekday: 6, anchor: 'nearest-to' } as const;
const plans = {
  Shops: { period: 'week', fiscalYearStartMonth: 2, weeks: retail },
  Parks: { period: 'month', fiscalYearStartMonth: 1, weeks: { ...isoWeeks, pattern: '13-periods' } },
  Office: { period: 'quarter', fiscalYearStartMonth: 4 },
} as const;

const mapping: Mapping = {
  header: true,
  decimal: '.',
  date: 'iso',
  fields: Object.fromEntries(
    ['participant', 'amount', 'period', 'plan', 'from', 'length'].map((field, i) => [
      field,
      { columns: [i] },
    ]),
  ),
};

/** The days of a quota's row, or all that is wrong with it. */
function read(row: string, names: readonly (keyof typeof plans)[]): string {
  const calendars = names.map((planName) => ({ planName, calendar: plans[planName] }));
  const limits = { minDate: '1990-01-01', maxDate: '2030-01-01', daySerials: false };
  const columnNames = Object.keys(mapping.fields);
  const check = compileRowCheck('quotas', mapping, { ...limits, columnNames, calendars });
  const cells = `ann,1000,${row}`.split(',');
  const good = check.check(cells, 2, row);
  const [from, to] = [5, 6].map((at) => check.values[at]);
  return good
    ? `${from} to ${to}`
    : check.problems.map(({ field, reason }) => `${field}: ${reason}`).join(' | ');
}

test.each([
  ['2024-W05,,,', [], '2024-01-29 to 2024-02-04'],
  ['2024-W05,,,', ['Office'], '2024-01-29 to 2024-02-04'],
  ['2024-W05,,,', ['Shops', 'Office'], '2023-02-26 to 2023-03-04'],
  ['2024-W05,Parks,,', ['Shops', 'Parks'], '2024-01-29 to 2024-02-04'],
  ['2024-P03,parks ,,', ['Shops', 'Parks'], '2024-02-26 to 2024-03-24'],
  ['2024-Q1,,,', ['Office'], '2023-04-01 to 2023-06-30'],
  ['2024-02,,,', ['Shops', 'Office'], '2024-02-01 to 2024-02-29'],
] as const)('[QUOTA-19] [BASE-6] [BASE-8] the period %s beside the plans %j', (row, names, days) => {
  expect(read(row, names)).toBe(days);
});

test.each([
  [
    '2024-W05,,,',
    ['Shops', 'Parks'],
    'period: 2024-W05 has different dates in different plans: 2023-02-26 to 2023-03-04 by “Shops”; 2024-01-29 to 2024-02-04 by “Parks”.',
  ],
  ['2024-P03,Office,,', ['Office'], 'period: This is not a period by the calendar of “Office”.'],
  ['2024-P03,,,', ['Office'], 'period: This is not a period.'],
  ['2023-W53,Shops,,', ['Shops'], 'period: This is not a period by the calendar of “Shops”.'],
  ['2024-Q1,Shop,,', ['Shops'], 'plan: There is no plan “Shop” with a valid calendar.'],
  ['spring,,,', ['Shops'], 'period: This is not a period.'],
  ['2024-W54,,,', [], 'period: Week does not exist in 2024.'],
  [',,2024-01-01,fortnight', [], 'length: This value is not allowed.'],
  [',,2024-13-01,month', [], 'from: This date does not exist.'],
  [',,,', [], 'from: The quota has no dates.'],
] as const)('[QUOTA-19] what is wrong is told once: %s beside %j', (row, names, problem) => {
  expect(read(row, names)).toBe(problem);
});
