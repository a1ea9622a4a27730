import { type Decimal, decimal } from '../base/decimal.ts';
import { money } from '../base/figures.ts';
import { ok, type Result, rejected } from '../base/result.ts';
import type { Quota } from './participant.ts';

/** Finds the rate by which a quota of another currency counts in the plan's; the plan's policy has decided whose rate. */
export interface QuotaExchanges {
  find(
    currency: string,
    day: string,
  ): {
    readonly rate: Decimal;
    readonly shown: { readonly rate: string; readonly date: string; readonly source: string };
  } | null;
  /** On which days a rate is looked for, in words: `on or before 2024-03-31`. */
  when(day: string): string;
}

/** A quota's amount in the plan's currency, exact; `words` where it had to be converted. */
export interface ConvertedQuota {
  readonly amount: Decimal;
  readonly words: { readonly message: string; readonly formula: string } | null;
}

/**
 * What a readable quota is in the plan's currency, exact (QUOTA-15). Refused, with where the problem lies, where it is no money
 * and names a currency all the same, or there is no rate (QUOTA-16).
 */
export function convertedQuota(
  quota: Quota,
  terms: {
    readonly money: boolean;
    readonly currency: string;
    readonly exchanges: QuotaExchanges | undefined;
    readonly path: string;
  },
): Result<ConvertedQuota> {
  const stated = decimal(quota.amount);
  const { currency = terms.currency, from, to } = quota;
  const fault = (message: string) =>
    rejected([{ rule: 'QUOTA-16', path: `${terms.path}.currency`, message }]);
  if (!terms.money && quota.currency !== undefined)
    return fault(`The quota is in ${quota.unit} but has the currency ${currency}. Remove the currency.`);
  if (currency === terms.currency) return ok({ amount: stated, words: null });
  const found = terms.exchanges?.find(currency, from) ?? null;
  if (found === null) {
    const when = terms.exchanges?.when(from) ?? `on or before ${from}`;
    return fault(
      `The quota from ${from} to ${to} is in ${currency}, and there is no exchange rate from ${currency} to ${terms.currency} ${when}. Import one.`,
    );
  }
  const { rate, date, source } = found.shown;
  const message = `The quota for ${from} to ${to} is stated in ${currency} and counts in ${terms.currency} at ${rate}, the rate of ${date} (${source})`;
  const formula = `${money(stated, currency)} ${currency} × ${rate}`;
  return ok({ amount: stated.times(found.rate), words: { message, formula } });
}
