import { daysBetween, plusDays, weekday } from './day.ts';

/** Days on which a workspace does not work, `YYYY-MM-DD`. */
export type Holidays = ReadonlySet<string>;

/** Working days (BASE-13), both ends included. */
export function workingDays(
  { from, to }: { readonly from: string; readonly to: string },
  holidays: Holidays,
): number {
  const all = daysBetween(from, to);
  if (all <= 0) return 0;
  const rest = plusDays(from, all - (all % 7));
  const more = Array.from({ length: all % 7 }, (_, i) => weekday(plusDays(rest, i)));
  const weekdays = Math.floor(all / 7) * 5 + more.filter((day) => day <= 5).length;
  const off = [...holidays].filter((day) => day >= from && day <= to && weekday(day) <= 5);
  return weekdays - off.length;
}

/** The nth working day after a day (BASE-13). */
export function workingDayAfter(day: string, n: number, holidays: Holidays): string {
  let at = day;
  for (let left = n; left > 0; ) {
    at = plusDays(at, 1);
    if (weekday(at) <= 5 && !holidays.has(at)) left -= 1;
  }
  return at;
}
