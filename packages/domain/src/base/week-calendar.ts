import { daysBetween, daysIn, isoDay, plusDays, weekday } from './day.ts';

/**
 * A fiscal year of whole weeks (BASE-8). It ends on the ISO `weekday` (6 = Saturday) that is `last-in` the month before
 * `fiscalYearStartMonth`, or `nearest-to` that month's last day; the next one starts on the day after. A 53rd week
 * lengthens the last period. `named` says after which calendar year a fiscal year is called: the one in which its last
 * month lies (left out), or its first, as retailers do: the 4-5-4 year that ended on 3 February 2024 is their 2023.
 */
export interface WeekCalendar {
  readonly pattern: '4-4-5' | '4-5-4' | '5-4-4' | '13-periods';
  readonly weekday: number;
  readonly anchor: 'last-in' | 'nearest-to';
  readonly named?: 'by-end' | 'by-start';
}

/**
 * ISO 8601's weeks, Monday to Sunday, as a calendar of weeks: in a fiscal year from January the year ends on the Sunday nearest
 * to 31 December, which is to say that a week belongs to the year of its Thursday.
 */
export const isoWeeks: WeekCalendar = { pattern: '4-4-5', weekday: 7, anchor: 'nearest-to' };

/** A stretch of days, both ends included. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

const QUARTERS = { '4-4-5': [4, 4, 5], '4-5-4': [4, 5, 4], '5-4-4': [5, 4, 4] } as const;

/** The 12 or 13 periods of a fiscal year, earliest first; together they are the year without gap (BASE-8). */
export function weekPeriods(calendar: WeekCalendar, startMonth: number, fiscalYear: number): readonly Span[] {
  const { from: start, to: end } = yearOf(calendar, startMonth, fiscalYear);
  let from = start;
  const weeks = weeksOf(calendar.pattern);
  return weeks.map((count, i) => {
    const to = i === weeks.length - 1 ? end : plusDays(from, count * 7 - 1);
    const period = { from, to };
    from = plusDays(to, 1);
    return period;
  });
}

/** The 52 or 53 weeks of a fiscal year, earliest first; they nest in its periods and quarters (BASE-8). */
export function weeksOfYear(calendar: WeekCalendar, startMonth: number, fiscalYear: number): readonly Span[] {
  const { from, to } = yearOf(calendar, startMonth, fiscalYear);
  return Array.from({ length: daysBetween(from, to) / 7 }, (_, i) => ({
    from: plusDays(from, i * 7),
    to: plusDays(from, i * 7 + 6),
  }));
}

/** The fiscal year a day lies in, with its days: it may start or end in a calendar year beside the one it is named after. */
export function weekYearOf(
  calendar: WeekCalendar,
  startMonth: number,
  day: string,
): Span & { readonly fiscalYear: number } {
  const calendarYear = Number(day.slice(0, 4));
  for (const fiscalYear of [calendarYear, calendarYear + 1, calendarYear - 1]) {
    const year = yearOf(calendar, startMonth, fiscalYear);
    if (year.from <= day && day <= year.to) return { ...year, fiscalYear };
  }
  throw new RangeError(`${day} is in no fiscal year`);
}

/** How many of the 12 or 13 periods each quarter has: three, and with 13 periods the last quarter four. */
export function periodsAQuarter(calendar: WeekCalendar): readonly number[] {
  return calendar.pattern === '13-periods' ? [3, 3, 3, 4] : [3, 3, 3, 3];
}

function weeksOf(pattern: WeekCalendar['pattern']): readonly number[] {
  if (pattern === '13-periods') return Array.from({ length: 13 }, () => 4);
  const quarter = QUARTERS[pattern];
  return [...quarter, ...quarter, ...quarter, ...quarter];
}

function yearOf(calendar: WeekCalendar, startMonth: number, fiscalYear: number): Span {
  const from = plusDays(yearEnd(calendar, startMonth, fiscalYear - 1), 1);
  return { from, to: yearEnd(calendar, startMonth, fiscalYear) };
}

function yearEnd(calendar: WeekCalendar, startMonth: number, fiscalYear: number): string {
  const endMonth = startMonth === 1 ? 12 : startMonth - 1;
  const year = calendar.named === 'by-start' && startMonth !== 1 ? fiscalYear + 1 : fiscalYear;
  const monthEnd = isoDay({ year, month: endMonth, day: daysIn(year, endMonth) });
  const back = (weekday(monthEnd) - calendar.weekday + 7) % 7;
  // Seven is odd, so no weekday is as near before the month's end as after it.
  return plusDays(monthEnd, calendar.anchor === 'nearest-to' && back > 3 ? 7 - back : -back);
}
