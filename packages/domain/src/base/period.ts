import { dayBefore, dayProblem, monthStart, parseDay } from './day.ts';
import { ok, type Problem, type Result, refused } from './result.ts';
import { periodsAQuarter, type Span, type WeekCalendar, weekPeriods } from './week-calendar.ts';

/** A span of days, both ends included, that is measured and paid together. */
export interface Period {
  /** `2024`, `2024-Q1`, `2024-01`, `2024-P01` in a calendar of weeks, or `2022-05-30..2025-06-01` for any other span. */
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

/** How a year is divided into payable periods; in a calendar of weeks a `month` is one of its 12 or 13 periods. */
export interface PeriodCalendar extends YearCalendar {
  readonly period: 'month' | 'quarter' | 'year';
}

const YEAR = /^(19\d\d|2[01]\d\d)$/;
const QUARTER = /^(19\d\d|2[01]\d\d)-Q([1-4])$/;
const MONTH = /^(19\d\d|2[01]\d\d)-(0[1-9]|1[0-2])$/;
const WEEKS = /^(19\d\d|2[01]\d\d)-P(0[1-9]|1[0-3])$/;

/**
 * The days behind a period key (BASE-6). Years and quarters are fiscal, months are calendar months: with a fiscal year
 * that starts in April, `2024-Q1` is April to June 2023 and `2024-01` is January 2024. In a calendar of weeks (BASE-8)
 * years, quarters and `2024-P01` are its own.
 */
export function parsePeriod(
  key: string,
  calendar: YearCalendar = { fiscalYearStartMonth: 1 },
): Result<Period> {
  if (key.includes('..')) return parseSpan(key);
  const named = [YEAR, QUARTER, calendar.weeks === undefined ? MONTH : WEEKS].map((form) => form.exec(key));
  const [year, quarter, part] = named;
  if (calendar.weeks !== undefined) {
    const length = year ? 'year' : quarter ? 'quarter' : 'month';
    const fiscalYear = Number((year ?? quarter ?? part)?.[1]);
    const at = year ? 0 : Number((quarter ?? part)?.[2]) - 1;
    const found = Number.isNaN(fiscalYear)
      ? undefined
      : periodsOf({ ...calendar, period: length }, fiscalYear)[at];
    if (found !== undefined) return ok(found);
  } else if (year) return ok(fiscalSpan(key, Number(year[1]), calendar.fiscalYearStartMonth, 0, 12));
  else if (quarter) {
    const skipped = (Number(quarter[2]) - 1) * 3;
    return ok(fiscalSpan(key, Number(quarter[1]), calendar.fiscalYearStartMonth, skipped, 3));
  } else if (part) return ok(span(key, Number(part[1]), Number(part[2]), 1));
  const short = calendar.weeks === undefined ? '2024-01' : '2024-P01';
  const say = `${JSON.stringify(key)} is not a period. Write "2024", "2024-Q1", "${short}" or "2024-01-15..2024-03-31".`;
  return refused([{ rule: 'BASE-6', path: 'period', say }]);
}

/** All payable periods of a fiscal year by the plan's calendar, earliest first. */
export function periodsOf(calendar: PeriodCalendar, fiscalYear: number): readonly Period[] {
  if (calendar.weeks !== undefined) return periodsOfWeeks(calendar, calendar.weeks, fiscalYear);
  const months = { month: 1, quarter: 3, year: 12 }[calendar.period];
  const start = calendar.fiscalYearStartMonth;
  return Array.from({ length: 12 / months }, (_, i) => {
    const found = fiscalSpan('', fiscalYear, start, i * months, months);
    return { ...found, key: keyOf(calendar.period, fiscalYear, i, found.from) };
  });
}

function periodsOfWeeks(
  { period, fiscalYearStartMonth }: PeriodCalendar,
  weeks: WeekCalendar,
  fiscalYear: number,
): readonly Period[] {
  const parts = weekPeriods(weeks, fiscalYearStartMonth, fiscalYear);
  const year = String(fiscalYear).padStart(4, '0');
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

/** The payable period a day belongs to; the day must be a real one. */
export function periodContaining(calendar: PeriodCalendar, day: string): Period {
  const parsed = parseDay(day);
  if (parsed === null) throw new RangeError(`${day} is not a day`);
  // A year of weeks may start or end in the calendar year beside the one it is named after.
  const years = [parsed.year - 1, parsed.year, parsed.year + 1];
  const found = years.flatMap((year) => periodsOf(calendar, year)).find((p) => p.from <= day && day <= p.to);
  if (found === undefined) throw new RangeError(`${day} is in no period`);
  return found;
}

/** Every problem with a period that was put together elsewhere: days that do not exist, an end before its start. */
export function checkPeriod(period: Period): readonly Problem[] {
  const problems: Problem[] = [];
  if (parseDay(period.from) === null) problems.push(dayProblem(period.from, 'period.from'));
  if (parseDay(period.to) === null) problems.push(dayProblem(period.to, 'period.to'));
  if (problems.length === 0 && period.to < period.from) {
    const say = `The period ends on ${period.to}, before it starts on ${period.from}. Swap the two days.`;
    problems.push({ rule: 'BASE-6', path: 'period.to', say });
  }
  return problems;
}

function parseSpan(key: string): Result<Period> {
  const [from = '', to = '', ...more] = key.split('..');
  if (more.length > 0) {
    return refused([
      { rule: 'BASE-6', path: 'period', say: `${JSON.stringify(key)} has more than one "..".` },
    ]);
  }
  const period = { key, from, to };
  const problems = checkPeriod(period);
  return problems.length > 0 ? refused(problems) : ok(period);
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

function keyOf(length: PeriodCalendar['period'], fiscalYear: number, index: number, from: string): string {
  if (length === 'month') return from.slice(0, 7);
  const year = String(fiscalYear).padStart(4, '0');
  return length === 'year' ? year : `${year}-Q${index + 1}`;
}
