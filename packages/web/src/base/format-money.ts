import { isDecimal, missing } from './decimal.ts';
import { formatDecimal } from './format-number.ts';
import { locale, numberFormat } from './locale.ts';

export type MoneyLook = {
  /** ISO 4217 code, e.g. `USD`; decides the decimals. */
  currency: string;
  /** `cell` shows the currency with each amount (mixed columns); `head` leaves it to the column header. */
  currencyIn?: 'cell' | 'head';
  /** `exact` shows all given decimals; otherwise those of the currency. */
  decimals?: 'currency' | 'exact';
  /** Adds a plus to positive amounts, for change columns. */
  signed?: boolean;
};

/**
 * Formats an exact decimal as money: grouped, negatives in accounting brackets, an em dash if missing. Never
 * converts to a float. Other text is returned unchanged.
 */
export function formatMoney(amount: string | null | undefined, look: MoneyLook): string {
  if (amount === null || amount === undefined || amount === '') return missing;
  if (!isDecimal(amount)) return amount;
  const style = moneyFormat(look, amount);
  if (look.currencyIn !== 'head') return style.format(amount);
  // Intl supports accounting brackets only with a currency, so bare amounts get them here
  const parts = style.formatToParts(amount);
  const written = parts.map((part) => (part.type === 'minusSign' ? '' : part.value)).join('');
  return parts.some((part) => part.type === 'minusSign') ? `(${written})` : written;
}

/** Formats credit or quota by unit: `$` as money, `%` with its sign, others as numbers. */
export function formatCredit(
  figure: string | null | undefined,
  { unit, currency }: { unit: '$' | 'Score' | 'Count' | '%'; currency: string },
): string {
  if (unit === '$') return formatMoney(figure, { currency });
  return unit === '%' && figure ? `${formatDecimal(figure)}%` : formatDecimal(figure);
}

/** One amount for each currency as text, `$10.00 + €5.00`; empty of none. */
export function formatAmounts(
  amounts: readonly { readonly currency: string; readonly amount: string }[],
): string {
  return amounts.map(({ currency, amount }) => formatMoney(amount, { currency })).join(' + ');
}

/** The currency symbol for a column header, e.g. `USD` → `$`; the code if there is none. */
export function currencyMark(currency: string): string {
  const parts = numberFormat({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(
    0,
  );
  return parts.find((part) => part.type === 'currency')?.value ?? currency;
}

/** All currencies known to the browser, plus `more`, by code with name. */
export function currencyOptions(
  more: readonly string[] = [],
): { value: string; label: string; hint: string }[] {
  const names = new Intl.DisplayNames(locale(), { type: 'currency', fallback: 'none' });
  const codes = new Set([...Intl.supportedValuesOf('currency'), ...more.filter(Boolean)]);
  return [...codes].sort().map((value) => ({ value, label: value, hint: names.of(value) ?? '' }));
}

/** A rounded short amount for axes and small tiles, e.g. `$1.3M`. */
export function formatMoneyShort(amount: number, currency: string): string {
  return numberFormat({ style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 }).format(
    amount,
  );
}

function moneyFormat(look: MoneyLook, amount: string): Intl.NumberFormat {
  const own = numberFormat({ style: 'currency', currency: look.currency }).resolvedOptions();
  const places = own.maximumFractionDigits ?? 2;
  const given = amount.split('.')[1]?.length ?? 0;
  const digits = look.decimals === 'exact' ? Math.max(places, given) : places;
  const options: Intl.NumberFormatOptions = {
    minimumFractionDigits: places,
    maximumFractionDigits: digits,
    // "negative" and "exceptZero" keep amounts that round to zero free of brackets and signs
    signDisplay: look.signed ? 'exceptZero' : 'negative',
  };
  if (look.currencyIn === 'head') return numberFormat({ style: 'decimal', ...options });
  return numberFormat({ style: 'currency', currency: look.currency, currencySign: 'accounting', ...options });
}
