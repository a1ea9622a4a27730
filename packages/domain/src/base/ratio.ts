import Big from 'big.js';
import {
  type Decimal,
  type DecimalMaker,
  decimalMaker,
  exact,
  ONE,
  type RoundingCode,
  ZERO,
} from './decimal.ts';

/** How a number between two cents becomes one of them; both treat a debit as the mirror of a credit. */
export type RoundingMode = 'HALF_UP' | 'HALF_EVEN';

/** An exact quotient that has not been divided yet; `under` is above zero. */
export interface Ratio {
  readonly over: Decimal;
  readonly under: Decimal;
}

/** `over ÷ under`, exact; `under` must be above zero. */
export function ratio(over: Decimal, under: Decimal = ONE): Ratio {
  return { over, under };
}

/** The ratio times a decimal, exact. */
export function scale(value: Ratio, by: Decimal): Ratio {
  return { over: value.over.times(by), under: value.under };
}

/** The sum of two ratios, exact. */
export function addRatios(a: Ratio, b: Ratio): Ratio {
  if (a.under === b.under || a.under.eq(b.under)) return { over: a.over.plus(b.over), under: a.under };
  return { over: a.over.times(b.under).plus(b.over.times(a.under)), under: a.under.times(b.under) };
}

/** The sum of ratios, exact; those of one divisor are added up first, so that few divisors are multiplied. */
export function sumRatios(all: readonly Ratio[]): Ratio {
  const sums: Ratio[] = [];
  for (const one of all) {
    const at = sums.findIndex(({ under }) => under === one.under || under.eq(one.under));
    const sum = sums[at];
    if (sum === undefined) sums.push(one);
    else sums[at] = addRatios(sum, one);
  }
  return sums.reduce(addRatios, ratio(ZERO));
}

/** −1, 0 or 1 as the first is below, equal to or above the second; exact, nothing is divided. */
export function compareRatios(a: Ratio, b: Ratio): -1 | 0 | 1 {
  if (a.under === b.under) return a.over.cmp(b.over);
  return a.over.times(b.under).cmp(b.over.times(a.under));
}

/** The quotient cut after 60 decimals: for showing and for further steps that do not decide about a cent. */
export function quotient(value: Ratio): Decimal {
  return value.under === ONE ? value.over : value.over.div(value.under);
}

/** The ratio cut after `digits` decimals, what follows dropped; exact, so that it can be compared with the ratio itself. */
export function cutRatio(value: Ratio, digits: number): Decimal {
  return divided(value, digits, Big.roundDown);
}

/**
 * The ratio rounded to `digits` decimals, exactly (BASE-2).
 *
 * Why it is exact: long division goes just one digit beyond the last one asked for, and knows then whether anything is
 * left over. That digit and that remainder decide below, tie or above without ever looking at an approximated number,
 * and a tie by the last digit kept. Further digits could not change the answer, so none are computed.
 */
export function roundRatio(value: Ratio, digits: number, mode: RoundingMode): Decimal {
  return divided(value, digits, mode === 'HALF_UP' ? Big.roundHalfUp : Big.roundHalfEven);
}

function divided(value: Ratio, digits: number, mode: RoundingCode): Decimal {
  if (value.under === ONE) return value.over.round(digits, mode);
  const Divider = divider(digits, mode);
  return exact(new Divider(value.over).div(value.under));
}

const dividers = new Map<number, DecimalMaker>();

/** Numbers whose quotients come out with so many decimals; made `exact` again before anything else is done with them. */
function divider(digits: number, mode: RoundingCode): DecimalMaker {
  const key = digits * 4 + mode;
  let found = dividers.get(key);
  if (found === undefined) {
    found = decimalMaker(digits, mode);
    dividers.set(key, found);
  }
  return found;
}
