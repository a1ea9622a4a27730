import type { Problem } from './result.ts';

/** A calendar day as numbers; month 1 = January. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Business happens between these years; a day outside is a slip of the pen (`0204`, `20224`), not a date. */
export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2199;

/** The day behind `YYYY-MM-DD`, or null when there is no such day (2023-02-29), it is written otherwise or absurdly far. */
export function parseDay(text: unknown): Day | null {
  if (typeof text !== 'string') return null;
  const day = readDay(text);
  return day !== null && day.year >= FIRST_YEAR && day.year <= LAST_YEAR ? day : null;
}

function readDay(text: string): Day | null {
  const match = ISO_DAY.exec(text);
  if (!match) return null;
  const day = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  return day.month >= 1 && day.month <= 12 && day.day >= 1 && day.day <= daysIn(day.year, day.month)
    ? day
    : null;
}

/** The problem with a text that is not a day (BASE-5). */
export function dayProblem(text: unknown, path: string): Problem {
  return {
    rule: 'BASE-5',
    path,
    message: `${JSON.stringify(text) ?? 'Nothing'} is not a date between ${FIRST_YEAR} and ${LAST_YEAR}. Use year-month-day, like "2024-02-29".`,
  };
}

/** How many days a month has, in the Gregorian calendar. */
export function daysIn(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && leap ? 29 : (LENGTHS[month - 1] ?? 0);
}

/** The first day of the month that lies `months` after the given one, ISO. */
export function monthStart(year: number, month: number, months = 0): string {
  const index = year * 12 + (month - 1) + months;
  return isoDay({ year: Math.floor(index / 12), month: (index % 12) + 1, day: 1 });
}

/** The day before, ISO. */
export function dayBefore(iso: string): string {
  const day = readDay(iso);
  if (day === null) throw new RangeError(`${iso} is not a day`);
  if (day.day > 1) return isoDay({ ...day, day: day.day - 1 });
  const month = day.month === 1 ? 12 : day.month - 1;
  const year = day.month === 1 ? day.year - 1 : day.year;
  return isoDay({ year, month, day: daysIn(year, month) });
}

/** The earlier of two days; ISO days sort as texts. */
export function earlierDay(a: string, b: string): string {
  if (a < b) return a;
  return b;
}

/** The later of two days. */
export function laterDay(a: string, b: string): string {
  if (a > b) return a;
  return b;
}

/** The day so many days later (earlier, when below zero), ISO. */
export function plusDays(iso: string, days: number): string {
  return civil(serial(iso) + days);
}

/** The ISO weekday: 1 = Monday to 7 = Sunday. */
export function weekday(iso: string): number {
  // 0000-03-01, day 0 of the count, was a Wednesday.
  return ((serial(iso) + 2) % 7) + 1;
}

/** Days from the first to the second, both included; 0 or less when the second lies before the first. */
export function daysBetween(from: string, to: string): number {
  return serial(to) - serial(from) + 1;
}

/** How many whole calendar months a span covers when it starts on a first and ends on a last day; otherwise null. */
export function wholeMonths(from: string, to: string): number | null {
  const first = parseDay(from);
  const last = parseDay(to);
  if (first === null || last === null || to < from) return null;
  if (first.day !== 1 || last.day !== daysIn(last.year, last.month)) return null;
  return (last.year - first.year) * 12 + (last.month - first.month) + 1;
}

/** `YYYY-MM-DD`. */
export function isoDay(day: Day): string {
  return `${pad(day.year, 4)}-${pad(day.month, 2)}-${pad(day.day, 2)}`;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** Days since a fixed day long ago; Howard Hinnant's days_from_civil. */
function serial(iso: string): number {
  const day = readDay(iso);
  if (day === null) throw new RangeError(`${iso} is not a day`);
  const year = day.month <= 2 ? day.year - 1 : day.year;
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const dayOfYear = Math.floor((153 * (day.month + (day.month > 2 ? -3 : 9)) + 2) / 5) + day.day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  );
}

/** The day behind such a count; Howard Hinnant's civil_from_days. */
function civil(count: number): string {
  const era = Math.floor(count / 146_097);
  const dayOfEra = count - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return isoDay({ year, month, day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1 });
}
