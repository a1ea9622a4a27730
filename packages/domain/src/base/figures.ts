import { type Decimal, decimal, ONE, plain } from './decimal.ts';
import { minorDigits } from './money.ts';
import { compareRatios, cutRatio, type Ratio, ratio, roundRatio } from './ratio.ts';

/** Decimals a never-ending quotient is shown with in a formula; the computing itself does not stop there. */
const SHOWN_DECIMALS = 8;

/** A money amount for reading: grouped thousands and at least the currency's minor digits, `1,234.50`, `8,185.905`. */
export function money(amount: Decimal | Ratio, currency: string): string {
  return figure(amount, minorDigits(currency));
}

/** A money amount with its currency, for reading: `$1,234.50`, of any other currency `1,234.50 EUR`. */
export function moneyIn(amount: Decimal, currency: string): string {
  const text = money(amount, currency);
  if (currency !== 'USD') return `${text} ${currency}`;
  return text.startsWith('−') ? `−$${text.slice(1)}` : `$${text}`;
}

/**
 * A money amount for a sentence: the currency's minor digits, what follows dropped, so that no amount reads as a threshold it
 * did not reach; the steps beneath have it whole. `136,505.11`.
 */
export function shortMoney(amount: Decimal, currency: string): string {
  return money(cutRatio(ratio(amount), minorDigits(currency)), currency);
}

/** A number for reading: grouped thousands, at least `decimals` decimals; a quotient that never ends is cut and marked `…`. */
export function figure(value: Decimal | Ratio, decimals = 0): string {
  const { text, more } = shown(value);
  const negative = text.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  const tail = fraction.padEnd(decimals, '0');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${negative ? '−' : ''}${grouped}${tail === '' ? '' : `.${tail}`}${more ? '…' : ''}`;
}

/** A percentage for reading: `156%`, `2.5%`. */
export function percent(value: Decimal | Ratio): string {
  return `${figure(value)}%`;
}

/** `1 payee`, `3 payees`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A figure behind a sign: `−12.00` stands in brackets, so that no formula reads `5.00 − −12.00`. */
export function bracketed(figure: string): string {
  return figure.startsWith('−') ? `(${figure})` : figure;
}

/**
 * A percentage for a sentence, at most 4 decimals, half up: `87.3783%`. One that is not exactly a percent of two decimals is not
 * written as one (ATT-5): just below 100 % it is `99.9999%`, so that nobody reads of a threshold as reached that was not.
 */
export function shortPercent(value: Ratio): string {
  return percent(honestPercent(value));
}

/** The number that `shortPercent` writes (ATT-5). */
export function honestPercent(value: Ratio): Decimal {
  const rounded = roundRatio(value, 4, 'HALF_UP');
  const side = compareRatios({ over: rounded, under: ONE }, value);
  const looksExact = side !== 0 && rounded.round(2).eq(rounded);
  return looksExact ? rounded.minus(SMALLEST_SHOWN.times(side)) : rounded;
}

const SMALLEST_SHOWN = decimal('0.0001');

function shown(value: Decimal | Ratio): { text: string; more: boolean } {
  if (!('under' in value)) return { text: plain(value), more: false };
  const cut = cutRatio(value, SHOWN_DECIMALS);
  return { text: plain(cut), more: !cut.times(value.under).eq(value.over) };
}
