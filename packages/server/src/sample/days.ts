const DAY_MS = 86_400_000;

/** Days since 1970-01-01 of an ISO date `YYYY-MM-DD`. */
export function dayNumber(iso: string): number {
  return Date.parse(`${iso}T00:00:00Z`) / DAY_MS;
}

/** The ISO date `YYYY-MM-DD` of a day number. */
export function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Monday to Friday. */
export function isWeekday(day: number): boolean {
  return (day + 3) % 7 < 5;
}

/** The last Monday-to-Friday day on or before that day. */
export function weekdayOnOrBefore(day: number): number {
  return isWeekday(day) ? day : weekdayOnOrBefore(day - 1);
}

/** The earlier of two ISO dates; an open end (null) is later than any date. */
export function earlier(x: string | null, y: string | null): string | null {
  if (x === null) return y;
  return y === null || x < y ? x : y;
}

/** The later of two ISO dates. */
export function later(x: string, y: string): string {
  if (x > y) return x;
  return y;
}

/** True when the date lies in the span, both ends included, an open end (null) reaching for ever. */
export function covers(span: { readonly from: string; readonly to: string | null }, date: string): boolean {
  return span.from <= date && (span.to === null || date <= span.to);
}

/** A calendar quarter of the sample year with its first and last day. */
export interface Quarter {
  readonly number: 1 | 2 | 3 | 4;
  readonly from: string;
  readonly to: string;
}

/** The year that is generated: calendar year 2025. */
export const FISCAL_YEAR = { from: '2025-01-01', to: '2025-12-31' } as const;

/** The four quarters of the sample year. */
export const QUARTERS: readonly Quarter[] = [
  { number: 1, from: '2025-01-01', to: '2025-03-31' },
  { number: 2, from: '2025-04-01', to: '2025-06-30' },
  { number: 3, from: '2025-07-01', to: '2025-09-30' },
  { number: 4, from: '2025-10-01', to: '2025-12-31' },
];

/** The day it always is in the sample: the second working day of the close of January, a third into the first quarter. */
export const SAMPLE_DAY = '2026-02-03';

/** The quarters of the year that has begun. */
export const OPEN_QUARTERS = [
  { number: 1, from: '2026-01-01', to: '2026-03-31' },
  { number: 2, from: '2026-04-01', to: '2026-06-30' },
  { number: 3, from: '2026-07-01', to: '2026-09-30' },
  { number: 4, from: '2026-10-01', to: '2026-12-31' },
] as const satisfies readonly Quarter[];

/** The last calendar day of each month of the sample year, January first. */
export const MONTH_ENDS: readonly string[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].map(
  (days, index) => `2025-${String(index + 1).padStart(2, '0')}-${days}`,
);
