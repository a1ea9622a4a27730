import { dayBefore, earlierDay, laterDay, plusDays } from '../../base/day.ts';
import type { Period } from '../../base/period.ts';
import type { Plan } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import { remembers } from '../reading-components.ts';
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
  /** The whole months before its own from which it is drawn, oldest first; none: nothing is known of earlier months. */
  readonly months: readonly Period[];
}

/** How many whole months are drawn from. */
const MONTHS = 12;

/** A month whose first deal of all is on a later day than this is not whole. */
const FIRST_DAYS = 7;

/**
 * The rest of a period after a day of it, or all of it where it has not begun. Months before `firstDeal`, the first of all deals, are not
 * months without sales, so they are left off.
 */
export function restOfPeriod(period: Period, asOf: string, firstDeal: string | null): RestOfPeriod {
  const rest: Days[] = [];
  for (let from = laterDay(period.from, plusDays(asOf, 1)); from <= period.to; ) {
    const to = earlierDay(endOfMonth(from), period.to);
    rest.push({ from, to });
    from = plusDays(to, 1);
  }
  const last = dayBefore(`${earlierDay(asOf, period.to).slice(0, 8)}01`);
  const first = `${Number(last.slice(0, 4)) - 1}${last.slice(4, 8)}01`;
  const months = wholeMonths({ key: '', from: first, to: last })
    .slice(-MONTHS)
    .filter(({ from }) => firstDeal !== null && plusDays(from, FIRST_DAYS - 1) >= firstDeal);
  return { period, asOf, rest, months };
}

function endOfMonth(day: string): string {
  return dayBefore(`${plusDays(`${day.slice(0, 8)}28`, 4).slice(0, 8)}01`);
}

/** All combinations of months are paid up to so many; above it so many are drawn. Fewer of a plan that each is calculated for. */
const MAX_SCENARIOS = 1_000;
const MAX_CALCULATED = 100;

/**
 * The scenarios: for each month of the rest, the place of an earlier month. All payees share them, so that a good month of the company
 * is good for everyone (SIM-14).
 */
export function scenariosOf(plan: Plan, { rest, months }: RestOfPeriod): readonly (readonly number[])[] {
  const isCalculated = plan.planCap !== undefined && activeComponents(plan).some(remembers);
  const max = isCalculated ? MAX_CALCULATED : MAX_SCENARIOS;
  if (months.length === 0) return [rest.map(() => 0)];
  const all = months.length ** rest.length;
  if (all <= max)
    return Array.from({ length: all }, (_, scenario) =>
      rest.map((_, slot) => Math.floor(scenario / months.length ** slot) % months.length),
    );
  const draws = drawsOf('rest-of-period', '');
  return Array.from({ length: max }, (_, scenario) =>
    rest.map((_, slot) => draws.index(scenario, slot, months.length)),
  );
}
