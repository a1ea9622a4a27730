import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysBetween, parseDay, plusDays, weekday } from './day.ts';
import { type PeriodCalendar, parsePeriod, periodContaining, periodsOf } from './period.ts';
import { isoWeeks, type WeekCalendar } from './week-calendar.ts';

/** The retailers' calendar: 4-5-4, ends on the Saturday nearest to the end of January, named after the year it starts in. */
const retail: WeekCalendar = { pattern: '4-5-4', weekday: 6, anchor: 'nearest-to', named: 'by-start' };
const yearOf = (weeks: WeekCalendar, fiscalYearStartMonth: number, key: string) => {
  const read = parsePeriod(key, { fiscalYearStartMonth, weeks });
  return read.ok ? [read.value.from, read.value.to, daysBetween(read.value.from, read.value.to) / 7] : [];
};

// Source: the 4-5-4 calendars published by the National Retail Federation.
test.each([
  ['2006', '2006-01-29', '2007-02-03', 53],
  ['2012', '2012-01-29', '2013-02-02', 53],
  ['2017', '2017-01-29', '2018-02-03', 53],
  ['2022', '2022-01-30', '2023-01-28', 52],
  ['2023', '2023-01-29', '2024-02-03', 53],
  ['2024', '2024-02-04', '2025-02-01', 52],
  ['2025', '2025-02-02', '2026-01-31', 52],
])('[BASE-8] the retail year %s as published', (key, from, to, weeks) => {
  expect(yearOf(retail, 2, key)).toEqual([from, to, weeks]);
});

// Source: annual reports of a company whose year ends on the last Saturday of September.
test.each([
  ['2012', '2011-09-25', '2012-09-29', 53],
  ['2017', '2016-09-25', '2017-09-30', 53],
  ['2022', '2021-09-26', '2022-09-24', 52],
  ['2023', '2022-09-25', '2023-09-30', 53],
  ['2024', '2023-10-01', '2024-09-28', 52],
])('[BASE-8] the year %s that ends on the last Saturday of September', (key, from, to, weeks) => {
  const lastSaturday: WeekCalendar = { pattern: '4-4-5', weekday: 6, anchor: 'last-in' };
  expect(yearOf(lastSaturday, 10, key)).toEqual([from, to, weeks]);
});

test('[BASE-8] the retail year 2023: its periods, its quarters, and a 53rd week in January', () => {
  const weeks = (period: PeriodCalendar['period']) =>
    periodsOf({ period, fiscalYearStartMonth: 2, weeks: retail }, 2023).map(
      ({ key, from, to }) => `${key} ${from} ${daysBetween(from, to) / 7}`,
    );
  expect(weeks('quarter')).toEqual([
    '2023-Q1 2023-01-29 13',
    '2023-Q2 2023-04-30 13',
    '2023-Q3 2023-07-30 13',
    '2023-Q4 2023-10-29 14',
  ]);
  expect(weeks('month').slice(9)).toEqual([
    '2023-P10 2023-10-29 4',
    '2023-P11 2023-11-26 5',
    '2023-P12 2023-12-31 5',
  ]);
});

test('[BASE-8] thirteen periods of four weeks, the last quarter has four of them', () => {
  const weeks: WeekCalendar = { pattern: '13-periods', weekday: 7, anchor: 'last-in' };
  const calendar = { fiscalYearStartMonth: 1, weeks };
  const all = periodsOf({ ...calendar, period: 'month' }, 2024);
  expect(all.map(({ key }) => key).slice(-2)).toEqual(['2024-P12', '2024-P13']);
  const quarters = periodsOf({ ...calendar, period: 'quarter' }, 2024);
  expect(quarters.map(({ from, to }) => daysBetween(from, to) / 28)).toEqual([3, 3, 3, 4]);
});

test.each(['2024-01', '2024-P14', '2024-P00', '2024-Q5'])(
  '[BASE-8] %s is no period of a 4-4-5 year',
  (key) => {
    const weeks: WeekCalendar = { pattern: '4-4-5', weekday: 6, anchor: 'last-in' };
    const read = parsePeriod(key, { fiscalYearStartMonth: 1, weeks });
    expect(read.ok ? '' : read.problems[0]?.message).toContain('"2024-P01"');
    expect(parsePeriod('2024-P13', { fiscalYearStartMonth: 1, weeks }).ok).toBe(false);
  },
);

/** `2024-W05` by the rule of ISO 8601 alone: the week of a day is that of its Thursday, counted from 1 January on. */
function isoWeek(day: string): string {
  const thursday = new Date(`${day}T00:00:00Z`);
  thursday.setUTCDate(thursday.getUTCDate() + 4 - (thursday.getUTCDay() || 7));
  const year = thursday.getUTCFullYear();
  const nth = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * 86_400_000)) + 1;
  return `${year}-W${String(nth).padStart(2, '0')}`;
}

test('[BASE-8] [BASE-6] weeks whose year ends on the Sunday nearest to 31 December are those of ISO 8601', () => {
  const iso: PeriodCalendar = { period: 'week', fiscalYearStartMonth: 1, weeks: isoWeeks };
  let day = '1901-01-01';
  for (let i = 0; i < 109_000; i += 1, day = plusDays(day, 1)) {
    const found = periodContaining(iso, day);
    if (found.key !== isoWeek(day)) expect(`${day} ${found.key}`).toBe(`${day} ${isoWeek(day)}`);
  }
  expect(day > '2199').toBe(true);
  // a calendar without weeks names the same ones, whenever its fiscal year starts
  expect(parsePeriod('2024-W03', { fiscalYearStartMonth: 4 })).toEqual({
    ok: true,
    value: { key: '2024-W03', from: '2024-01-15', to: '2024-01-21' },
  });
  expect(periodContaining({ period: 'week', fiscalYearStartMonth: 4 }, '2021-01-03').key).toBe('2020-W53');
});

test('[BASE-8] the weeks of the retail year 2023, the 53rd one included', () => {
  const calendar = { fiscalYearStartMonth: 2, weeks: retail };
  const all = periodsOf({ ...calendar, period: 'week' }, 2023);
  expect([all.length, all[0], all[52]]).toEqual([
    53,
    { key: '2023-W01', from: '2023-01-29', to: '2023-02-04' },
    { key: '2023-W53', from: '2024-01-28', to: '2024-02-03' },
  ]);
  expect(periodsOf({ ...calendar, period: 'week' }, 2024)[0]?.from).toBe('2024-02-04');
});

test.each([
  ['2023-W53', undefined, '2023 has 52 weeks; the last is 2023-W52.'],
  ['2024-W54', undefined, '2024 has 52 weeks; the last is 2024-W52.'],
  ['2024-W00', undefined, '2024 has 52 weeks; the last is 2024-W52.'],
  ['2020-W54', undefined, '2020 has 53 weeks; the last is 2020-W53.'],
  ['2024-W53', retail, '2024 has 52 weeks; the last is 2024-W52.'],
  ['2024-W1', undefined, '"2024-W01"'],
  ['2024-w01', retail, '"2024-W01"'],
])('[BASE-6] %s is no week, and how many there are is said', (key, weeks, how) => {
  const read = parsePeriod(key, { fiscalYearStartMonth: 2, ...(weeks && { weeks }) });
  expect(read.ok ? '' : read.problems.map(({ message }) => message).join()).toContain(how);
});

describe('[BASE-8] whatever the calendar of weeks', () => {
  const calendar = fc.record({
    period: fc.constantFrom('week' as const, 'month' as const, 'quarter' as const, 'year' as const),
    fiscalYearStartMonth: fc.integer({ min: 1, max: 12 }),
    weeks: fc.record({
      pattern: fc.constantFrom('4-4-5' as const, '4-5-4' as const, '5-4-4' as const, '13-periods' as const),
      weekday: fc.integer({ min: 1, max: 7 }),
      anchor: fc.constantFrom('last-in' as const, 'nearest-to' as const),
      named: fc.constantFrom('by-end' as const, 'by-start' as const),
    }),
  });

  test('every day is in exactly one period, which reads back by its key and ends on the weekday', () => {
    const day = fc.integer({ min: 0, max: 100_000 }).map((days) => plusDays('1910-01-01', days));
    const property = fc.property(calendar, day, (given, iso) => {
      const found = periodContaining(given, iso);
      expect(found.from <= iso && iso <= found.to).toBe(true);
      expect(parsePeriod(found.key, given)).toEqual({ ok: true, value: found });
      expect(weekday(found.to)).toBe(given.weeks.weekday);
      const next = periodContaining(given, plusDays(found.to, 1));
      expect(next.from).toBe(plusDays(found.to, 1));
    });
    fc.assert(property, { numRuns: 300 });
  });

  test('weeks nest in its periods, quarters and years', () => {
    const property = fc.property(calendar, fc.integer({ min: 1910, max: 2180 }), (given, year) => {
      const spans = periodsOf(given, year);
      const weeks = periodsOf({ ...given, period: 'week' }, year);
      expect(weeks.filter(({ from }) => spans.some((one) => one.from === from))).toHaveLength(spans.length);
      expect(weeks.filter(({ to }) => spans.some((one) => one.to === to))).toHaveLength(spans.length);
      expect(weeks.map(({ key }) => key)).toEqual(weeks.map(({ key }) => key).toSorted());
    });
    fc.assert(property, { numRuns: 100 });
  });

  test('a year has 52 or 53 weeks', () => {
    const property = fc.property(calendar, fc.integer({ min: 1910, max: 2180 }), (given, year) => {
      const days = periodsOf(given, year).reduce((all, { from, to }) => all + daysBetween(from, to), 0);
      expect([364, 371]).toContain(days);
    });
    fc.assert(property, { numRuns: 300 });
  });
});

test('[BASE-5] days are counted on and back through leap years, and know their weekday', () => {
  const property = fc.property(fc.integer({ min: -30_000, max: 60_000 }), (days) => {
    const found = plusDays('1990-03-01', days);
    expect(parseDay(found)).not.toBeNull();
    expect(daysBetween('1990-03-01', found)).toBe(days + 1);
  });
  fc.assert(property);
  expect([weekday('1970-01-01'), weekday('2000-02-29'), weekday('2024-02-03')]).toEqual([4, 2, 6]);
});
