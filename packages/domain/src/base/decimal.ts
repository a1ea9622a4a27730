import Big from 'big.js';
import { ok, type Problem, type Result } from './result.ts';

/** An exact decimal number. Sums, differences and products of decimals are exact, whatever their length. */
export type Decimal = Big.Big;

/**
 * The one constructor everything in the domain computes with.
 * Only division can fall short of exact; it keeps 60 decimals and cuts the rest (never rounds up). Whoever needs a
 * quotient exactly, to so many decimals, asks `roundRatio`.
 */
const Exact = Big();
Exact.DP = 60;
Exact.RM = Big.roundDown;

/** Nothing: where every sum starts. */
export const ZERO: Decimal = new Exact('0');
/** One: what an undivided ratio is under. */
export const ONE: Decimal = new Exact('1');
/** A hundred percent. */
export const HUNDRED: Decimal = new Exact('100');
/** One percent; multiplying by it is exact and quicker than dividing by 100. */
export const HUNDREDTH: Decimal = new Exact('0.01');

/** How many digits an amount may have before and after the point; more is a mistake in the source, not money. */
export const MAX_DIGITS = 20;

const PLAIN_DECIMAL = /^-?\d{1,20}(\.\d{1,20})?$/;

/** How a plain decimal is written, as the pattern of a JSON schema. */
export const DECIMAL_PATTERN = PLAIN_DECIMAL.source;

/** The number behind a text that is known to be a plain decimal; for unchecked text use `parseDecimal`. */
export function decimal(text: string): Decimal {
  return new Exact(text);
}

/** A number of another constructor as one of ours, with the same value. */
export function exact(value: Decimal): Decimal {
  return new Exact(value);
}

/** True for `12`, `-0.5`, `1250.00`; false for `1e5`, `1,5`, `.5`, `+1`, blanks and everything longer than 20 + 20 digits. */
export function isDecimal(text: unknown): text is string {
  return typeof text === 'string' && PLAIN_DECIMAL.test(text);
}

/** Reads a plain decimal text strictly (BASE-1); a problem says what is wrong with it and how to write it. */
export function parseDecimal(text: unknown, path: string): Result<Decimal> {
  if (isDecimal(text)) return ok(new Exact(text));
  return { ok: false, problems: [decimalProblem(text, path)] };
}

/** The problem with a text that is not a plain decimal, in words (BASE-1). */
export function decimalProblem(text: unknown, path: string): Problem {
  return {
    rule: 'BASE-1',
    path,
    say: `${decimalFault(text)} Write digits with an optional point, like "1250.00".`,
  };
}

/** Why something is no plain decimal, in one sentence. */
export function decimalFault(text: unknown): string {
  if (typeof text === 'number') return `${text} is a binary number, which cannot hold every cent exactly.`;
  if (typeof text !== 'string') return 'A decimal number in quotes is expected here.';
  if (text.trim() === '') return 'The number is empty.';
  const shown = JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  if (text !== text.trim()) return `${shown} has blanks around the number.`;
  if (/^[-+]?\d[\d.]*,\d/.test(text))
    return `${shown} has a comma; the decimal sign is a point and thousands are not grouped.`;
  if (/^[-+]?[\d.]+e[-+]?\d+$/i.test(text)) return `${shown} is in exponent notation.`;
  if (/^-?\d+(\.\d+)?$/.test(text))
    return `${shown} has more than ${MAX_DIGITS} digits before or after the point.`;
  return `${shown} is not a decimal number.`;
}

/** The shortest plain text of a number: no exponent, no trailing zeros, no negative zero. */
export function plain(value: Decimal): string {
  return value.toFixed();
}

/** The sum of any number of decimals; of none it is zero. */
export function sum(values: Iterable<Decimal>): Decimal {
  let total = ZERO;
  for (const value of values) total = total.plus(value);
  return total;
}
