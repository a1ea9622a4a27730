import { isDecimal, missing } from './decimal.ts';
import { formatDecimal } from './format-number.ts';
import { locale, numberFormat } from './locale.ts';

/** How an amount is shown. */
export type MoneyLook = {
  /** ISO 4217 code, e.g. `USD`; decides the decimals. */
  currency: string;
  /** `cell` writes the currency with each amount (mixed columns); `head` leaves it to the column's head. */
  currencyIn?: 'cell' | 'head';
  /** `exact` shows every decimal that was given; otherwise the currency's own number of decimals. */
  decimals?: 'currency' | 'exact';
  /** Puts a plus before gains, for columns of change. */
  signed?: boolean;
};

/**
 * Writes an exact decimal string as money: grouped, in accounting brackets below zero, an em dash when
 * missing. Never passes through a binary float. A text that is no decimal is shown as it came.
 */
export function formatMoney(amount: string | null | undefined, look: MoneyLook): string {
  if (amount === null || amount === undefined || amount === '') return missing;
  if (!isDecimal(amount)) return amount;
  const style = moneyFormat(look, amount);
  if (look.currencyIn !== 'head') return style.format(amount);
  // Intl knows accounting brackets only together with a currency, so a bare amount gets them here.
  const parts = style.formatToParts(amount);
  const written = parts.map((part) => (part.type === 'minusSign' ? '' : part.value)).join('');
  return parts.some((part) => part.type === 'minusSign') ? `(${written})` : written;
}

/** Writes credit or quota in the unit it is counted in: `$` as money of the currency, `%` with its sign, all else as a number. */
export function formatCredit(
  figure: string | null | undefined,
  { unit, currency }: { unit: '$' | 'Score' | 'Count' | '%'; currency: string },
): string {
  if (unit === '$') return formatMoney(figure, { currency });
  return unit === '%' && figure ? `${formatDecimal(figure)}%` : formatDecimal(figure);
}

/** The mark of a currency for a column's head, e.g. `USD` → `$`; the code itself when it has none. */
export function currencyMark(currency: string): string {
  const parts = numberFormat({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(
    0,
  );
  return parts.find((part) => part.type === 'currency')?.value ?? currency;
}

/** Every currency the browser knows, by code with its name; `more` are listed even if it knows them not. */
export function currencyOptions(
  more: readonly string[] = [],
): { value: string; label: string; hint: string }[] {
  const names = new Intl.DisplayNames(locale(), { type: 'currency', fallback: 'none' });
  const codes = new Set([...Intl.supportedValuesOf('currency'), ...more.filter(Boolean)]);
  return [...codes].sort().map((value) => ({ value, label: value, hint: names.of(value) ?? '' }));
}

/** A short amount for axes and tight tiles, e.g. `$1.3M`. For orientation only: it is rounded. */
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
    // "negative" and "exceptZero" keep an amount rounded to zero free of brackets and signs.
    signDisplay: look.signed ? 'exceptZero' : 'negative',
  };
  if (look.currencyIn === 'head') return numberFormat({ style: 'decimal', ...options });
  return numberFormat({ style: 'currency', currency: look.currency, currencySign: 'accounting', ...options });
}
