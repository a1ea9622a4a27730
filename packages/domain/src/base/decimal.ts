import Big from 'big.js';
import { ok, type Problem, type Result } from './result.ts';

/** Rounding modes of big.js: 0 towards zero, 1 half up, 2 half to even, 3 away from zero. */
export type RoundingCode = 0 | 1 | 2 | 3;

/** What a decimal is compared or computed with: another one, or a number written in code, where it is exact. */
type Term = Decimal | string | number;

/**
 * An exact decimal number. Sums, differences and products of decimals are exact, whatever their length. It is a number of
 * big.js; what is used of it is written out, so that whoever installs the library needs no further package for its types.
 */
export interface Decimal {
  plus(other: Term): Decimal;
  minus(other: Term): Decimal;
  times(other: Term): Decimal;
  /** The quotient, cut after 60 decimals; whoever needs it exactly, to so many decimals, asks `roundRatio`. */
  div(other: Term): Decimal;
  /** What is left of it by whole numbers of the other; it has the sign of this one. */
  mod(other: Term): Decimal;
  /** The square root, cut after 60 decimals. */
  sqrt(): Decimal;
  abs(): Decimal;
  neg(): Decimal;
  /** Whether it is less than the other (-1), equal (0) or greater (1). */
  cmp(other: Term): -1 | 0 | 1;
  eq(other: Term): boolean;
  gt(other: Term): boolean;
  gte(other: Term): boolean;
  lt(other: Term): boolean;
  lte(other: Term): boolean;
  /** To so many decimals, by a rounding mode of big.js. */
  round(decimals?: number, mode?: RoundingCode): Decimal;
  /** Plain digits, never an exponent; with `decimals`, rounded or filled up to so many. */
  toFixed(decimals?: number, mode?: RoundingCode): string;
  toPrecision(digits: number, mode?: RoundingCode): string;
  /** The nearest binary number: for charts and estimates, never for money. */
  toNumber(): number;
  /** Its digits, the first of them before the point, … */
  readonly c: readonly number[];
  /** … the power of ten they are multiplied by, … */
  readonly e: number;
  /** … and its sign, -1 or 1. */
  readonly s: number;
}

/** Makes decimals of the numbers behind plain decimal texts, or of other decimals. */
export type DecimalMaker = new (value: string | Decimal) => Decimal;

/** A maker of decimals whose quotients come out with so many decimals, by a rounding mode of big.js. */
export function decimalMaker(decimals: number, mode: RoundingCode): DecimalMaker {
  const made = Big();
  made.DP = decimals;
  made.RM = mode;
  return made as unknown as DecimalMaker;
}

/**
 * The one constructor everything in the domain computes with.
 * Only division can fall short of exact; it keeps 60 decimals and cuts the rest (never rounds up). Whoever needs a
 * quotient exactly, to so many decimals, asks `roundRatio`.
 */
const Exact = decimalMaker(60, Big.roundDown);

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
    message: `${decimalFault(text)} Use digits with an optional point, like "1250.00".`,
  };
}

/** Why something is no plain decimal, in one sentence. */
export function decimalFault(text: unknown): string {
  if (typeof text === 'number')
    return `${text} is a binary number, which can’t represent every cent exactly.`;
  if (typeof text !== 'string') return 'Expected a decimal number in quotes.';
  if (text.trim() === '') return 'The number is blank.';
  const shown = JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  if (text !== text.trim()) return `${shown} has spaces around the number.`;
  if (/^[-+]?\d[\d.]*,\d/.test(text))
    return `${shown} has a comma. Use a point as the decimal sign and no thousands separators.`;
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
