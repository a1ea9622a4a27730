import { decimal, sum } from '../base/decimal.ts';
import { money } from '../base/figures.ts';
import { minorDigits, moneyText } from '../base/money.ts';
import { ratio, roundRatio } from '../base/ratio.ts';
import type { ExchangeRate } from '../crediting/deal.ts';
import { exchangeTable, missingRate } from '../crediting/exchange.ts';

/** Money of several currencies told in one, with the rate of each. */
export interface ReportingTotal {
  readonly currency: string;
  /** Null while a rate is missing: no total rather than a wrong one. */
  readonly amount: string | null;
  /** How each currency came in, a sentence each; of the currency itself nothing is said. */
  readonly converted: readonly {
    readonly currency: string;
    readonly amount: string;
    readonly exchange: { readonly rate: string; readonly date: string; readonly source: string };
    readonly message: string;
  }[];
  /** Which rates are missing, a sentence each. */
  readonly missing: readonly string[];
}

/**
 * What totals by currency are together in the currency of reports, at the latest rates on or before a day (PAYM-21): each
 * currency is converted and rounded once, half up, so that what is shown sums to the total.
 */
export function reportingTotal(
  totals: readonly { readonly currency: string; readonly amount: string }[],
  terms: { readonly into: string; readonly day: string; readonly rates: readonly ExchangeRate[] },
): ReportingTotal {
  const { into, day } = terms;
  const table = exchangeTable(terms.rates, into);
  const missing: string[] = table.problems.map(({ message }) => message);
  const converted: ReportingTotal['converted'][number][] = [];
  const parts = totals.flatMap(({ currency, amount }) => {
    if (currency === into) return [decimal(amount)];
    const found = table.find(currency, day);
    if (found === null) {
      missing.push(missingRate({ from: currency, to: into, day }));
      return [];
    }
    const part = roundRatio(ratio(decimal(amount).times(found.rate)), minorDigits(into), 'HALF_UP');
    const { rate, date, source } = found.shown;
    const message = `${money(decimal(amount), currency)} ${currency} are ${money(part, into)} ${into} at ${rate}, the rate of ${date} (${source})`;
    converted.push({ currency, amount: moneyText(part, into), exchange: found.shown, message });
    return [part];
  });
  return {
    currency: into,
    amount: missing.length > 0 ? null : moneyText(sum(parts), into),
    converted,
    missing,
  };
}
