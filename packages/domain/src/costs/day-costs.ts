import { daysIn, plusDays, weekday } from '../base/day.ts';
import { type Decimal, decimal, sum, ZERO } from '../base/decimal.ts';
import { medianOf } from '../base/median.ts';
import { allocate } from '../base/money.ts';

/** A cost that recurs every month, from a day to a day, both included. */
export interface MonthlyEntry {
  readonly amount: string;
  readonly fromDay: string;
  readonly toDay: string | null;
}

/** What monthly entries cost on a day (FIN-6). */
export function entriesCost(entries: readonly MonthlyEntry[], day: string): Decimal {
  return sum(
    entries
      .filter((one) => one.fromDay <= day && (one.toDay === null || day <= one.toDay))
      .map((one) => shareOfDay(decimal(one.amount), day)),
  );
}

/** Digits of a daily share: finer than any currency, so that a month adds up without visible rounding. */
const SHARE_DIGITS = 4;

function shareOfDay(amount: Decimal, day: string): Decimal {
  const [year, month, at] = day.split('-').map(Number);
  const days = daysIn(year ?? 0, month ?? 1);
  const shares = allocate(
    amount,
    Array.from({ length: days }, () => decimal('1')),
    SHARE_DIGITS,
  );
  return shares[(at ?? 1) - 1] ?? ZERO;
}

/** The days from one to another, both included. */
export function eachDay(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = plusDays(day, 1)) days.push(day);
  return days;
}

/** A day and its cost; amounts of estimates are binary numbers. */
export interface DayCost {
  readonly day: string;
  readonly cost: number;
}

/** A day that cost much more than its weekday usually does. */
export interface UnusualDay {
  readonly day: string;
  readonly usual: number;
  /** Cost over the usual cost. */
  readonly times: number;
}

const MIN_DAYS = 4;

/** The unusual days of a history in day order; eight earlier weeks of each weekday are compared (FIN-9). */
export function unusualDays(history: readonly DayCost[]): UnusualDay[] {
  return history.flatMap((one, at) => {
    const earlier = history
      .slice(0, at)
      .filter(({ day }) => weekday(day) === weekday(one.day))
      .slice(-8)
      .map(({ cost }) => cost);
    if (earlier.length < MIN_DAYS) return [];
    const usual = medianOf(earlier) ?? 0;
    const spread = medianOf(earlier.map((cost) => Math.abs(cost - usual))) ?? 0;
    const isUnusual = one.cost > usual + 5 * 1.4826 * spread && one.cost > usual * 1.2 && one.cost > 0;
    if (!isUnusual) return [];
    return [{ day: one.day, usual, times: usual === 0 ? Number.POSITIVE_INFINITY : one.cost / usual }];
  });
}

/** The cost expected of a day, and of the period with an 80% interval. */
export interface Forecast {
  readonly total: number;
  readonly low: number;
  readonly high: number;
  readonly days: readonly DayCost[];
}

const MIN_HISTORY = 14;
/** Half the width of an 80% interval, in standard deviations. */
const WIDTH = 1.2816;

/** What a period costs to its end: spent so far and the weekday’s average of each remaining day (FIN-10). */
export function forecastCost(
  history: readonly DayCost[],
  period: { readonly spent: number; readonly remaining: readonly string[] },
): Forecast | null {
  if (history.length < MIN_HISTORY || history.every(({ cost }) => cost === 0)) return null;
  const recent = history.slice(-56);
  const figures = [1, 2, 3, 4, 5, 6, 7].map((day) =>
    meanOf(recent.filter((one) => weekday(one.day) === day)),
  );
  const all = meanOf(recent);
  const of = (day: string) => figures[weekday(day) - 1] ?? all;
  const days = period.remaining.map((day) => ({ day, cost: of(day).mean }));
  const total = period.spent + days.reduce((whole, { cost }) => whole + cost, 0);
  const spread = WIDTH * Math.sqrt(period.remaining.reduce((whole, day) => whole + of(day).variance, 0));
  return { total, low: Math.max(period.spent, total - spread), high: total + spread, days };
}

function meanOf(days: readonly DayCost[]): { mean: number; variance: number } {
  const mean = days.reduce((whole, { cost }) => whole + cost, 0) / Math.max(1, days.length);
  const square = days.reduce((whole, { cost }) => whole + (cost - mean) ** 2, 0);
  return { mean, variance: square / Math.max(1, days.length - 1) };
}
