import { monthStart, parseDay } from '../base/day.ts';
import { type Decimal, sum } from '../base/decimal.ts';
import { moneyText } from '../base/money.ts';
import { type CapitalisedCost, leftAfterMonth } from './amortise.ts';

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
      left: sum(costs.filter((cost) => cost.currency === currency).map(leftOf)),
    }))
    .filter(({ left }) => left.gt('0'))
    .map(({ currency, left }) => ({ currency, amount: moneyText(left, currency) }));

  function leftOf(cost: Omit<CapitalisedCost, 'months'>): Decimal {
    const left = leftAfterMonth({ ...cost, months }, after);
    if (!left.ok) throw new RangeError(left.problems.map(({ message }) => message).join(' '));
    return left.value;
  }
}
