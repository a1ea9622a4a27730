import type { Decimal } from '../../../base/decimal.ts';
import type { Ratio } from '../../../base/ratio.ts';

/** An exact fraction of whole numbers in lowest terms; `under` is above zero. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** Nothing. */
export const ZERO: Fraction = { over: 0n, under: 1n };
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
  const decimals = decimalsOf(value);
  const units = inUnits(value, decimals);
  if (units !== null && decimals <= MAX_SAFE_DIGITS) {
    const divisor = smallDivisor(Math.abs(units), 10 ** decimals);
    return { over: BigInt(units / divisor), under: BigInt(10 ** decimals / divisor) };
  }
  return fraction(BigInt(value.toFixed(decimals).replace('.', '')), 10n ** BigInt(decimals));
}

/** How many decimals a number is written with. */
export function decimalsOf({ c, e }: Decimal): number {
  return Math.max(0, c.length - 1 - e);
}

/** A number in whole units of 10^-decimals, of which it must not have more; null where that leaves what a binary float holds exactly. */
export function inUnits({ c, e, s }: Decimal, decimals: number): number | null {
  if (e + 1 + decimals > MAX_SAFE_DIGITS) return null;
  let units = 0;
  for (const digit of c) units = units * 10 + digit;
  return units === 0 ? 0 : s * units * 10 ** (decimals + e + 1 - c.length);
}

const MAX_SAFE_DIGITS = 15;

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
  if (one <= SAFE && other <= SAFE) return BigInt(smallDivisor(Number(one), Number(other)));
  while (other !== 0n) [one, other] = [other, one % other];
  return one === 0n ? 1n : one;
}

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

function smallDivisor(a: number, b: number): number {
  let [one, other] = [a, b];
  while (other !== 0) [one, other] = [other, one % other];
  return one === 0 ? 1 : one;
}
