import { monthStart, parseDay } from '../base/day.ts';
import { decimal, sum } from '../base/decimal.ts';
import { moneyText } from '../base/money.ts';
import { amortise, type CapitalisedCost } from './amortise.ts';

/** The month before that of a day, `YYYY-MM`. */
export function monthBefore(day: string): string {
  const date = parseDay(day);
  if (date === null) throw new RangeError(`${day} is not a day`);
  return monthStart(date.year, date.month, -1).slice(0, 7);
}

/** What is left on the books of capitalized costs after a month, by currency (PAYM-34). */
export function deferredCost(
  costs: readonly Omit<CapitalisedCost, 'months'>[],
  { months, after }: { readonly months: number; readonly after: string },
): { readonly currency: string; readonly amount: string }[] {
  return [...new Set(costs.map(({ currency }) => currency))]
    .sort()
    .map((currency) => ({
      currency,
      left: sum(costs.filter((cost) => cost.currency === currency).map((cost) => decimal(leftOf(cost)))),
    }))
    .filter(({ left }) => left.gt('0'))
    .map(({ currency, left }) => ({ currency, amount: moneyText(left, currency) }));

  function leftOf(cost: Omit<CapitalisedCost, 'months'>): string {
    // of most costs nothing is left
    if (monthsBetween(cost.from, after) >= months) return '0';
    const schedule = amortise({ ...cost, months });
    if (!schedule.ok) throw new RangeError(schedule.problems.map(({ message }) => message).join(' '));
    if (after < cost.from.slice(0, 7)) return cost.cost;
    return schedule.value.find(({ month }) => month === after)?.left ?? '0';
  }
}

/** How many months the month of the second lies after that of the first. */
function monthsBetween(from: string, to: string): number {
  const count = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
  return count(to) - count(from);
}
