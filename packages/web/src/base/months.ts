import { dateFormat } from './locale.ts';

/** The month of a moment and those before it, in UTC, newest first: `2026-11`, `2026-10`, … */
export function recentMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}

/** `November 2026`. */
export function monthName(month: string): string {
  return dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(`${month}-01`));
}
