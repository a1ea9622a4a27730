import { sumDecimals } from './decimal.ts';

/** The sums of amounts, one for each currency, in the order in which the currencies come. */
export function sumByCurrency(
  all: readonly { readonly currency: string; readonly amount: string }[],
): { currency: string; amount: string }[] {
  const currencies = [...new Set(all.map(({ currency }) => currency))];
  return currencies.map((currency) => ({
    currency,
    amount: sumDecimals(all.filter((one) => one.currency === currency).map(({ amount }) => amount)),
  }));
}
