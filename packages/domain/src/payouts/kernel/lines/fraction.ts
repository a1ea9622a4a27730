import type { Decimal } from '../../../base/decimal.ts';
import type { Ratio } from '../../../base/ratio.ts';

/** An exact fraction of whole numbers in lowest terms; `under` is above zero. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** Nothing. */
export const NOUGHT: Fraction = { over: 0n, under: 1n };
/** One whole. */
export const WHOLE: Fraction = { over: 1n, under: 1n };

/** `over ÷ under` in lowest terms; `under` must not be zero. */
export function fraction(over: bigint, under = 1n): Fraction {
  const divisor = commonDivisor(over, under) * (under < 0n ? -1n : 1n);
  return { over: over / divisor, under: under / divisor };
}

/** A decimal or an undivided quotient of decimals as a fraction. */
export function fractionOf(value: Decimal | Ratio): Fraction {
  if ('under' in value) return divided(fractionOf(value.over), fractionOf(value.under));
  const [whole = '0', decimals = ''] = value.toFixed().split('.');
  return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

/** How many decimals a number is written with. */
export function decimalsOf(value: Decimal): number {
  return value.toFixed().split('.')[1]?.length ?? 0;
}

/** The sum. */
export function added(a: Fraction, b: Fraction): Fraction {
  return fraction(a.over * b.under + b.over * a.under, a.under * b.under);
}

/** a − b. */
export function minus(a: Fraction, b: Fraction): Fraction {
  return fraction(a.over * b.under - b.over * a.under, a.under * b.under);
}

/** The product. */
export function times(a: Fraction, b: Fraction): Fraction {
  return fraction(a.over * b.over, a.under * b.under);
}

/** a ÷ b; b must not be zero. */
export function divided(a: Fraction, b: Fraction): Fraction {
  return fraction(a.over * b.under, a.under * b.over);
}

/** −1, 0 or 1 as the first is below, equal to or above the second. */
export function compared(a: Fraction, b: Fraction): -1 | 0 | 1 {
  const side = a.over * b.under - b.over * a.under;
  return side < 0n ? -1 : side > 0n ? 1 : 0;
}

/** The first whole number that is at least the fraction, or, `above`, that exceeds it. */
export function firstWhole({ over, under }: Fraction, from: 'at' | 'above'): bigint {
  const floor = over / under - (over % under < 0n ? 1n : 0n);
  if (from === 'above') return floor + 1n;
  return floor * under === over ? floor : floor + 1n;
}

/** The smallest whole number that both divide. */
export function commonMultiple(a: bigint, b: bigint): bigint {
  return (a / commonDivisor(a, b)) * b;
}

function commonDivisor(a: bigint, b: bigint): bigint {
  let [one, other] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (other !== 0n) [one, other] = [other, one % other];
  return one === 0n ? 1n : one;
}
