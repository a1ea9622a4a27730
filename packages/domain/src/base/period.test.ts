import { describe, expect, test } from 'vitest';
import { dayBefore, daysBetween, monthStart, parseDay, wholeMonths } from './day.ts';
import { checkPeriod, parsePeriod, periodContaining, periodsOf } from './period.ts';

test.each(['2024-02-29', '1900-01-01', '2199-12-31'])('[BASE-5] %s is a day', (text) => {
  expect(parseDay(text)).not.toBeNull();
});
test.each([
  '2023-02-29',
  '1900-02-29',
  '2024-13-01',
  '2024-00-10',
  '2024-04-31',
  '0204-01-01',
  '2024-1-1',
  '01.02.2024',
  '',
  null,
])('[BASE-5] %j is no day', (text) => expect(parseDay(text)).toBeNull());

test('[BASE-5] days are counted through leap years', () => {
  expect(dayBefore('2024-03-01')).toBe('2024-02-29');
  expect(dayBefore('2024-01-01')).toBe('2023-12-31');
  expect(daysBetween('2024-01-01', '2024-12-31')).toBe(366);
  expect(daysBetween('2024-01-02', '2024-01-01')).toBe(0);
  expect(monthStart(2024, 11, 3)).toBe('2025-02-01');
});

test('[BASE-5] whole months are counted, broken ones are not', () => {
  expect(wholeMonths('2024-01-01', '2024-03-31')).toBe(3);
  expect(wholeMonths('2024-02-01', '2024-02-29')).toBe(1);
  expect(wholeMonths('2023-02-01', '2024-02-28')).toBeNull();
  expect(wholeMonths('2024-01-15', '2024-03-31')).toBeNull();
});

describe('[BASE-6] period keys', () => {
  test.each([
    ['2024', 1, '2024-01-01', '2024-12-31'],
    ['2024-Q1', 1, '2024-01-01', '2024-03-31'],
    ['2024-Q4', 1, '2024-10-01', '2024-12-31'],
    ['2024-02', 1, '2024-02-01', '2024-02-29'],
    ['2024', 4, '2023-04-01', '2024-03-31'],
    ['2024-Q1', 4, '2023-04-01', '2023-06-30'],
    ['2024-Q4', 2, '2023-11-01', '2024-01-31'],
    ['2024-02', 4, '2024-02-01', '2024-02-29'],
    ['2022-05-30..2025-06-01', 1, '2022-05-30', '2025-06-01'],
  ])('%s with a fiscal year from month %i is %s to %s', (key, start, from, to) => {
    expect(parsePeriod(key, { fiscalYearStartMonth: start })).toEqual({ ok: true, value: { key, from, to } });
  });
  test.each([
    '',
    '24',
    '2024-Q5',
    '2024-13',
    '2024-1',
    '2024-q1',
    'Q1 2024',
    '9999',
    '2024-03-31..2024-01-01',
    '2024-01-01..',
    'a..b..c',
    '2023-02-29..2024-01-01',
  ])('%j is refused with how to write it', (key) => {
    const read = parsePeriod(key);
    expect(read.ok).toBe(false);
    expect(read.ok ? [] : read.problems.every((problem) => problem.message.length > 20)).toBe(true);
  });
  test('the periods of a year follow each other without a gap and read back as themselves', () => {
    for (const period of ['month', 'quarter', 'year'] as const) {
      for (let start = 1; start <= 12; start += 1) {
        const all = periodsOf({ period, fiscalYearStartMonth: start }, 2024);
        all.forEach((one, i) => {
          expect(parsePeriod(one.key, { fiscalYearStartMonth: start })).toEqual({ ok: true, value: one });
          if (i > 0) expect(dayBefore(one.from)).toBe(all[i - 1]?.to);
          expect(periodContaining({ period, fiscalYearStartMonth: start }, one.to)).toEqual(one);
        });
      }
    }
  });
  test('a period put together elsewhere is checked too', () => {
    expect(checkPeriod({ key: 'x', from: '2024-01-01', to: '2023-01-01' })).toMatchObject([
      { rule: 'BASE-6' },
    ]);
    expect(checkPeriod({ key: 'x', from: 'then', to: 'now' })).toMatchObject([
      { rule: 'BASE-5' },
      { rule: 'BASE-5' },
    ]);
  });
});
