import type { Period } from '../../base/period.ts';
import { type History, periodsWithin } from '../../findings/pay-history.ts';
import type { CreditColumns } from '../../payouts/kernel/lines/credit-columns.ts';
import { refined, smallAmount } from '../../payouts/kernel/lines/small-amount.ts';
import type { Plan } from '../../plans/plan.ts';
import type { PeriodFigures } from '../../simulations/payee-pay.ts';
import { paysTotalsOnly, seesNoDays } from '../../simulations/scenarios/merged-deals.ts';
import { slotsIn, wholeMonths } from '../../simulations/scenarios/redraw.ts';

/**
 * What the deals of each calendar month credit a payee, for plans that credit them the same in whichever month they are laid
 * (SIM-5): a drawn period is then paid on the sum of its months, without the deals.
 */
export interface MonthCredits {
  /** How many months have deals. */
  readonly busy: number;
  /** By component, month by month in whole units of 10^-`decimals`. */
  readonly credits: ReadonlyMap<string, { readonly decimals: number; readonly units: Float64Array }>;
}

/** The months of a span, and those each period of a plan is made of. */
export interface LaidOut {
  readonly months: readonly Period[];
  readonly periods: readonly { readonly period: Period; readonly slots: readonly number[] }[];
  /** The number of the month a day is in; undefined outside the span. */
  monthOf(day: string): number | undefined;
}

/** How periods of a plan are made of whole months; null where one of them is not. */
export function laidOut(plan: Plan, span: Period): LaidOut | null {
  const months = wholeMonths(span);
  const periods = periodsWithin(plan, span).map((period) => ({ period, slots: slotsIn(period, months) }));
  const whole = periods.flatMap(({ period, slots }) => (slots === null ? [] : [{ period, slots }]));
  return months.length > 0 && whole.length > 0 && whole.length === periods.length
    ? { months, periods: whole, monthOf: monthsOf(months) }
    : null;
}

/** Deals of few days share their texts, so each is cut once. */
function monthsOf(months: readonly Period[]): LaidOut['monthOf'] {
  const at = new Map(months.map(({ from }, i) => [from.slice(0, 7), i]));
  const known = new Map<string, number | undefined>();
  return (day) => {
    const found = known.get(day);
    if (found !== undefined || known.has(day)) return found;
    const month = at.get(day.slice(0, 7));
    known.set(day, month);
    return month;
  };
}

/** Whether a plan credits deals the same in every month; what else decides depends on the payee. */
export function creditsMonths(plan: Plan): boolean {
  return paysTotalsOnly(plan) && plan.rounding.splits === undefined;
}

/** What is credited in each month; null where credits or lines depend on more than that. */
export function monthCredits(
  { months, periods, monthOf }: LaidOut,
  history: History,
  pays: readonly PeriodFigures[],
): MonthCredits | null {
  if (pays.length !== periods.length || !seesNoDays(history)) return null;
  const busy = new Set<number>();
  for (const { date } of history.deals) {
    const month = monthOf(date);
    if (month !== undefined) busy.add(month);
  }
  const credits = new Map<string, { decimals: number; units: Float64Array }>();
  for (const { lines, isPlain } of pays) {
    // someone without a line may get one from the deals of another month
    if (!isPlain || lines.length !== pays[0]?.lines.length) return null;
    for (const { componentId, credits: own } of lines) {
      const found = credits.get(componentId) ?? { decimals: 0, units: new Float64Array(months.length) };
      credits.set(componentId, found);
      if (!addTo(found, own, monthOf)) return null;
    }
  }
  return credits.size === pays[0]?.lines.length ? { busy: busy.size, credits } : null;
}

/** Adds credits to their months; false where one is converted, or too large for a binary float. */
function addTo(
  found: { decimals: number; readonly units: Float64Array },
  { deals, credited, shares }: CreditColumns,
  monthOf: LaidOut['monthOf'],
): boolean {
  const { units } = found;
  for (const [i, deal] of deals.entries()) {
    const month = monthOf(deal.date);
    const amount = smallAmount(credited[i]!);
    if (month === undefined || amount === null || (shares?.[i]?.exchange ?? null) !== null) return false;
    if (amount.decimals > found.decimals) {
      const finer = 10 ** (amount.decimals - found.decimals);
      for (const [m, own] of units.entries()) units[m] = own * finer;
      if (!units.every((own) => Number.isSafeInteger(own))) return false;
      found.decimals = amount.decimals;
    }
    const own = refined(amount.units, amount.decimals, found.decimals);
    if (own === null) return false;
    units[month]! += own;
    if (!Number.isSafeInteger(units[month])) return false;
  }
  return true;
}
