/** An exact decimal as used in the API: optional sign, digits, optional fraction; no exponent or grouping. */
const decimalText = /^[+-]?\d+(\.\d+)?$/;

/** Shown for missing figures, never for zero. */
export const missing = '—';

/** Whether a text is an exact decimal that may be formatted or compared. */
export function isDecimal(text: string): text is `${number}` {
  return decimalText.test(text);
}

/**
 * Whether typed text is an exact decimal by the rules of records: no `+`, at most 20 digits before and after
 * the point.
 */
export function isTypedDecimal(text: string): boolean {
  return /^-?\d{1,20}(\.\d{1,20})?$/.test(text);
}

/** Whether an exact decimal is below zero; `-0.00` is not. */
export function isNegative(text: string): boolean {
  return text.startsWith('-') && /[1-9]/.test(text);
}

/** Compares two exact decimals of any length: negative, 0 or positive. */
export function compareDecimals(a: string, b: string): number {
  // floats never swap the order of two decimals, so only ties need the digits
  const rough = Number(a) - Number(b);
  if (rough !== 0 && Number.isFinite(rough)) return rough;
  const [left, right] = [scaled(a, b), scaled(b, a)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The exact sum of decimals, with as many decimals as the longest of them. */
export function sumDecimals(all: readonly string[]): string {
  const longest = all.reduce(
    (one, other) => (fraction(other).length > fraction(one).length ? other : one),
    '0',
  );
  const places = fraction(longest).length;
  const units = all.reduce((total, one) => total + scaled(one, longest), 0n);
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return `${units < 0n ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`}`;
}

function scaled(text: string, other: string): bigint {
  const places = Math.max(fraction(text).length, fraction(other).length);
  const digits = fraction(text).padEnd(places, '0');
  return BigInt(text.split('.')[0]?.replace('+', '') + digits);
}

function fraction(text: string): string {
  return text.split('.')[1] ?? '';
}
