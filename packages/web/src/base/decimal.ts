/** An exact decimal as it travels: optional sign, digits, optional fraction. No exponent, no grouping. */
const decimalText = /^[+-]?\d+(\.\d+)?$/;

/** What a missing figure looks like. Zero is never written like this. */
export const missing = '—';

/** Whether a text is an exact decimal that may be formatted or compared. */
export function isDecimal(text: string): text is `${number}` {
  return decimalText.test(text);
}

/** Whether somebody typed an exact decimal as the rules take it: no `+`, at most 20 digits before and after the point. */
export function isTypedDecimal(text: string): boolean {
  return /^-?\d{1,20}(\.\d{1,20})?$/.test(text);
}

/** Whether an exact decimal is below zero; `-0.00` is not. */
export function isNegative(text: string): boolean {
  return text.startsWith('-') && /[1-9]/.test(text);
}

/** Orders two exact decimals: below, equal (0) or above zero. Exact to any number of digits. */
export function compareDecimals(a: string, b: string): number {
  // A wide gap shows already in binary floats, which never swap an order; only ties need the digits.
  const rough = Number(a) - Number(b);
  if (rough !== 0 && Number.isFinite(rough)) return rough;
  const [left, right] = [scaled(a, b), scaled(b, a)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function scaled(text: string, other: string): bigint {
  const places = Math.max(fraction(text).length, fraction(other).length);
  const digits = fraction(text).padEnd(places, '0');
  return BigInt(text.split('.')[0]?.replace('+', '') + digits);
}

function fraction(text: string): string {
  return text.split('.')[1] ?? '';
}
