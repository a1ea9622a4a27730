import type { Days, Period } from '../base/period.ts';

/**
 * The days to pay: payments take periods that end on their days, so these begin before the first of the close ends and
 * end with the last one (CLOSE-18). Without such a period they are those of the month.
 */
export function daysToPay(month: Days, periods: readonly { readonly period: Period }[]): Days {
  const ends = periods.map(({ period }) => period.to).sort();
  const [first = ''] = ends;
  const taking = periods
    .map(({ period }) => period)
    .filter(({ from, to }) => to === ends.at(-1) && from <= first)
    .sort((a, b) => (a.from > b.from ? -1 : 1));
  return taking[0] ?? month;
}
