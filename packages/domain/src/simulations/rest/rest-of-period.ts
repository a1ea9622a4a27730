import { dayBefore, earlierDay, laterDay, plusDays } from '../../base/day.ts';
import type { Period } from '../../base/period.ts';
import { drawsOf } from '../scenarios/draws.ts';
import { wholeMonths } from '../scenarios/redraw.ts';

/** Days of one calendar month. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/** What is still to come of a period, and the earlier months that say how it may go (SIM-14). */
export interface RestOfPeriod {
  readonly period: Period;
  /** The last day whose deals are known. */
  readonly asOf: string;
  /** The days after it, month by month. */
  readonly rest: readonly Days[];
  /** The whole months before its own, oldest first. */
  readonly months: readonly Period[];
}

/** How many whole months are drawn from. */
const MONTHS = 12;

/** The rest of a period after a day of it, or all of it where it has not begun. */
export function restOfPeriod(period: Period, asOf: string): RestOfPeriod {
  const rest: Days[] = [];
  for (let from = laterDay(period.from, plusDays(asOf, 1)); from <= period.to; ) {
    const to = earlierDay(endOfMonth(from), period.to);
    rest.push({ from, to });
    from = plusDays(to, 1);
  }
  const last = dayBefore(`${earlierDay(asOf, period.to).slice(0, 8)}01`);
  const first = `${Number(last.slice(0, 4)) - 1}${last.slice(4, 8)}01`;
  const months = wholeMonths({ key: '', from: first, to: last }).slice(-MONTHS);
  return { period, asOf, rest, months };
}

function endOfMonth(day: string): string {
  return dayBefore(`${plusDays(`${day.slice(0, 8)}28`, 4).slice(0, 8)}01`);
}

/** All combinations of months are tried up to so many; above it so many are drawn. */
const MAX_SCENARIOS = 1_000;

/**
 * The scenarios: for each month of the rest, the place of an earlier month. All payees share them, so that a good month of the company
 * is good for everyone (SIM-14).
 */
export function scenariosOf({ rest, months }: RestOfPeriod): readonly (readonly number[])[] {
  const all = months.length ** rest.length;
  if (all <= MAX_SCENARIOS)
    return Array.from({ length: all }, (_, scenario) =>
      rest.map((_, slot) => Math.floor(scenario / months.length ** slot) % months.length),
    );
  const draws = drawsOf('rest-of-period', '');
  return Array.from({ length: MAX_SCENARIOS }, (_, scenario) =>
    rest.map((_, slot) => draws.index(scenario, slot, months.length)),
  );
}
