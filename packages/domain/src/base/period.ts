import { dayBefore, dayProblem, daysBetween, monthStart, parseDay, plusDays } from './day.ts';
import { ok, type Problem, type Result, rejected } from './result.ts';
import {
  isoWeeks,
  periodsAQuarter,
  type Span,
  type WeekCalendar,
  weekPeriods,
  weeksOfYear,
  weekYearOf,
} from './week-calendar.ts';

/** A span of days, both ends included, that is measured and paid together. */
export interface Period {
  /** `2024`, `2024-Q1`, `2024-01`, `2024-P01` in a calendar of weeks, `2024-W01`, or `2022-05-30..2025-06-01` for any other span. */
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

/** With which month (1 = January) the fiscal year starts, and whether it is made of whole weeks instead of months. */
export interface YearCalendar {
  readonly fiscalYearStartMonth: number;
  /** Left out: calendar months. */
  readonly weeks?: WeekCalendar;
}

/**
 * How a year is divided into payable periods; in a calendar of weeks a `month` is one of its 12 or 13 periods. A `week` is one
 * of the 52 or 53 of a calendar of weeks; without one it is ISO 8601's, which no plan may be paid by (TERM-8).
 */
export interface PeriodCalendar extends YearCalendar {
  readonly period: 'week' | 'month' | 'quarter' | 'year';
}

/** How a year is divided where no plan says otherwise: quarters begin in January, weeks are those of ISO 8601. */
export const CALENDAR_YEAR: YearCalendar = { fiscalYearStartMonth: 1 };

const YEAR = /^(19\d\d|2[01]\d\d)$/;
const QUARTER = /^(19\d\d|2[01]\d\d)-Q([1-4])$/;
const MONTH = /^(19\d\d|2[01]\d\d)-(0[1-9]|1[0-2])$/;
const WEEKS = /^(19\d\d|2[01]\d\d)-P(0[1-9]|1[0-3])$/;
const WEEK = /^(19\d\d|2[01]\d\d)-W(\d\d)$/;

/**
 * The days behind a period key (BASE-6). Years and quarters are fiscal, months are calendar months and weeks those of ISO 8601:
 * with a fiscal year that starts in April, `2024-Q1` is April to June 2023, `2024-01` is January 2024 and `2024-W01` begins on
 * 1 January 2024. In a calendar of weeks (BASE-8) years, quarters, `2024-P01` and `2024-W01` are its own.
 */
export function parsePeriod(key: string, calendar: YearCalendar = CALENDAR_YEAR): Result<Period> {
  if (key.includes('..')) return parseSpan(key);
  const read = readPeriodKey(key, calendar);
  return 'how' in read ? notPeriod(key, read.how) : ok(read.period);
}

/** The period a key without days has in a calendar, or how one is written there. */
export function readPeriodKey(
  key: string,
  calendar: YearCalendar,
): { readonly period: Period } | { readonly how: string } {
  const byMonths = calendar.weeks === undefined;
  const month = byMonths ? MONTH.exec(key) : null;
  if (month) return { period: span(key, Number(month[1]), Number(month[2]), 1) };
  const forms = { year: YEAR, quarter: QUARTER, month: WEEKS, week: WEEK } as const;
  for (const period of ['year', 'quarter', 'month', 'week'] as const) {
    const [, year, part = '1'] = forms[period].exec(key) ?? [];
    if (year === undefined || (period === 'month' && byMonths)) continue;
    const all = periodsOf({ ...calendar, period }, Number(year));
    const found = all[Number(part) - 1];
    if (found !== undefined) return { period: found };
    const last = all.at(-1)?.key;
    if (period === 'week') return { how: `${year} has ${all.length} weeks; the last is ${last}.` };
  }
  const monthKey = byMonths ? '2024-01' : '2024-P01';
  return { how: `Write "2024", "2024-Q1", "${monthKey}", "2024-W01" or "2024-01-15..2024-03-31".` };
}

/** `2024-01-15..2024-03-31`: the key that means these days by any calendar. */
export function daysOf({ from, to }: Days): string {
  return `${from}..${to}`;
}

/** The two days of a span, both included. */
export type Days = Pick<Period, 'from' | 'to'>;

function notPeriod(key: string, how: string): Result<Period> {
  const message = `${JSON.stringify(key)} is not a period. ${how}`;
  return rejected([{ rule: 'BASE-6', path: 'period', message }]);
}

/** All payable periods of a fiscal year by the plan's calendar, earliest first. */
export function periodsOf(calendar: PeriodCalendar, fiscalYear: number): readonly Period[] {
  if (calendar.period === 'week') {
    const { weeks, startMonth } = weeklyBy(calendar);
    return weeksOfYear(weeks, startMonth, fiscalYear).map((one, i) => ({
      key: weekKey(fiscalYear, i),
      ...one,
    }));
  }
  if (calendar.weeks !== undefined) return periodsOfWeeks(calendar, calendar.weeks, fiscalYear);
  const count = 12 / MONTHS_IN[calendar.period];
  return Array.from({ length: count }, (_, i) => periodOfMonths(calendar, fiscalYear, i));
}

const MONTHS_IN = { month: 1, quarter: 3, year: 12 } as const;

function periodOfMonths(calendar: PeriodCalendar, fiscalYear: number, index: number): Period {
  if (calendar.period === 'week') throw new RangeError('A week is not made of months');
  const months = MONTHS_IN[calendar.period];
  const found = fiscalSpan('', fiscalYear, calendar.fiscalYearStartMonth, index * months, months);
  return { ...found, key: keyOf(calendar.period, fiscalYear, index, found.from) };
}

/** The weeks of a calendar of weeks; those of ISO 8601, whose year begins in January, without one. */
function weeklyBy({ weeks, fiscalYearStartMonth }: YearCalendar): {
  weeks: WeekCalendar;
  startMonth: number;
} {
  if (weeks === undefined) return { weeks: isoWeeks, startMonth: 1 };
  return { weeks, startMonth: fiscalYearStartMonth };
}

function periodsOfWeeks(
  { period, fiscalYearStartMonth }: PeriodCalendar,
  weeks: WeekCalendar,
  fiscalYear: number,
): readonly Period[] {
  const parts = weekPeriods(weeks, fiscalYearStartMonth, fiscalYear);
  const year = yearKey(fiscalYear);
  if (period === 'month') {
    return parts.map((part, i) => ({ key: `${year}-P${String(i + 1).padStart(2, '0')}`, ...part }));
  }
  if (period === 'year') return [{ key: year, ...joined(parts) }];
  let at = 0;
  return periodsAQuarter(weeks).map((count, i) => {
    at += count;
    return { key: `${year}-Q${i + 1}`, ...joined(parts.slice(at - count, at)) };
  });
}

function joined(parts: readonly Span[]): Span {
  return { from: parts[0]?.from ?? '', to: parts.at(-1)?.to ?? '' };
}

/** The payable period a day belongs to; the day must be a real one. Found by arithmetic, however many periods a year has. */
export function periodContaining(calendar: PeriodCalendar, day: string): Period {
  const parsed = parseDay(day);
  if (parsed === null) throw new RangeError(`${day} is not a day`);
  const { period, fiscalYearStartMonth } = calendar;
  if (period === 'week' || calendar.weeks !== undefined) {
    const { weeks, startMonth } = weeklyBy(calendar);
    const { fiscalYear, from, to } = weekYearOf(weeks, startMonth, day);
    if (period === 'year') return { key: yearKey(fiscalYear), from, to };
    if (period === 'week') {
      const index = Math.floor((daysBetween(from, day) - 1) / 7);
      const first = plusDays(from, index * 7);
      return { key: weekKey(fiscalYear, index), from: first, to: plusDays(first, 6) };
    }
    const found = periodsOf(calendar, fiscalYear).find((one) => one.from <= day && day <= one.to);
    if (found === undefined) throw new RangeError(`${day} is in no period`);
    return found;
  }
  const since = (parsed.month - fiscalYearStartMonth + 12) % 12;
  const fiscalYear =
    fiscalYearStartMonth > 1 && parsed.month >= fiscalYearStartMonth ? parsed.year + 1 : parsed.year;
  return periodOfMonths(calendar, fiscalYear, Math.floor(since / MONTHS_IN[period]));
}

/** Every problem with a period that was put together elsewhere: days that do not exist, an end before its start. */
export function checkPeriod(period: Period): readonly Problem[] {
  const problems: Problem[] = [];
  if (parseDay(period.from) === null) problems.push(dayProblem(period.from, 'period.from'));
  if (parseDay(period.to) === null) problems.push(dayProblem(period.to, 'period.to'));
  if (problems.length === 0 && period.to < period.from) {
    const message = `The period ends on ${period.to}, before it starts on ${period.from}. Swap the dates.`;
    problems.push({ rule: 'BASE-6', path: 'period.to', message });
  }
  return problems;
}

function parseSpan(key: string): Result<Period> {
  const [from = '', to = '', ...more] = key.split('..');
  if (more.length > 0) {
    return rejected([
      { rule: 'BASE-6', path: 'period', message: `${JSON.stringify(key)} has more than one "..".` },
    ]);
  }
  const period = { key, from, to };
  const problems = checkPeriod(period);
  return problems.length > 0 ? rejected(problems) : ok(period);
}

/** A fiscal year is named after the calendar year in which it ends. */
function fiscalSpan(
  key: string,
  fiscalYear: number,
  startMonth: number,
  skipped: number,
  months: number,
): Period {
  const startYear = startMonth === 1 ? fiscalYear : fiscalYear - 1;
  const first = startMonth - 1 + skipped;
  return span(key, startYear + Math.floor(first / 12), (first % 12) + 1, months);
}

function span(key: string, year: number, month: number, months: number): Period {
  return { key, from: monthStart(year, month), to: dayBefore(monthStart(year, month, months)) };
}

function yearKey(fiscalYear: number): string {
  return String(fiscalYear).padStart(4, '0');
}

function weekKey(fiscalYear: number, index: number): string {
  return `${yearKey(fiscalYear)}-W${String(index + 1).padStart(2, '0')}`;
}

function keyOf(
  length: 'month' | 'quarter' | 'year',
  fiscalYear: number,
  index: number,
  from: string,
): string {
  if (length === 'month') return from.slice(0, 7);
  const year = yearKey(fiscalYear);
  return length === 'year' ? year : `${year}-Q${index + 1}`;
}
