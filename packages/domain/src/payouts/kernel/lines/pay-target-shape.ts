import type { Decimal } from '../../../base/decimal.ts';
import type { Ratio, RoundingMode } from '../../../base/ratio.ts';
import { EXACT, roundedPay } from '../line-pieces.ts';
import { decimalsOf, inUnits } from './fraction.ts';
import type { TargetShape, WholeFraction } from './target-shape.ts';

/** What one payee's quota and target make of a shape. */
export interface TargetLine {
  readonly shape: TargetShape;
  readonly quota: Decimal;
  readonly target: Ratio;
  readonly mode: RoundingMode;
}

/** What a line and each of its credits comes to, in minor units, and how the line stands. */
export interface PaidTarget {
  readonly payout: number;
  readonly earned: readonly number[];
  /** The sum of the credits in their units. */
  readonly credited: number;
  /** Of quota, in ten-thousandths of a percent, rounded half up. */
  readonly attained: number;
  /** The component's target, rounded, in minor units. */
  readonly target: number;
}

/**
 * Pays credits in whole units of 10^-`decimals`, which quota has no more of, by a shape; null unless every number on the way is proven to be a whole number
 * up to 2^50 in size, where one division is rounded exactly (KERNEL-3).
 */
export function payTargetShape(
  { shape, quota, target, mode }: TargetLine,
  credits: readonly number[],
  decimals: number,
): PaidTarget | null {
  const q = inUnits(quota, decimals);
  const t = wholeRatio(target);
  if (q === null || q <= 0 || t === null) return null;
  const payable = reduced(t.over, t.under * shape.under * q);
  const max = shape.max === null ? Number.POSITIVE_INFINITY : rounded(shape.max, t, mode);
  const own = rounded(shape.weight, t, mode);
  const bounds = boundsOf(shape, q);
  if (payable === null || max === null || own === null || bounds === null) return null;
  const room = EXACT / payable.over;
  const size = credits.reduce((all, credit) => all + Math.abs(credit), 0);
  if (!shape.pieces.every(({ base, slope }) => Math.abs(base) * q + Math.abs(slope) * size <= room))
    return null;
  if (size * ATTAINED > EXACT) return null;
  const rounding = { limit: max, mode };
  const earned: number[] = [];
  let [credited, paid, at] = [0, 0, 0];
  for (const credit of credits) {
    credited += credit;
    at = pieceAt(bounds, Math.abs(credited), at);
    // a debit is the mirror of a credit (PAY-15)
    const { base, slope } = shape.pieces[at]!;
    const numerator = (credited < 0 ? -base : base) * q + slope * credited;
    const now = roundedPay(numerator * payable.over, payable.under, rounding);
    earned.push(now - paid);
    paid = now;
  }
  const attained = roundedPay(credited * ATTAINED, q, { limit: Number.POSITIVE_INFINITY, mode: 'HALF_UP' });
  return { payout: paid, earned, credited, attained, target: own };
}

/** Ten-thousandths of a percent in one whole. */
const ATTAINED = 1_000_000;

/** The first whole size of each piece. */
function boundsOf({ pieces, boundUnder }: TargetShape, q: number): readonly number[] | null {
  const bounds: number[] = [];
  for (const { from, above } of pieces) {
    const over = from * q;
    if (!(over >= 0 && over <= EXACT)) return null;
    const rest = over % boundUnder;
    const whole = (over - rest) / boundUnder;
    bounds.push(above || rest > 0 ? whole + 1 : whole);
  }
  return bounds;
}

/** The last piece that begins no later than a size, looked for from the one before. */
function pieceAt(bounds: readonly number[], size: number, from: number): number {
  let at = from;
  while (at + 1 < bounds.length && bounds[at + 1]! <= size) at += 1;
  while (at > 0 && bounds[at]! > size) at -= 1;
  return at;
}

/** A part of a target, rounded; null out of the proven range. */
function rounded(part: WholeFraction, target: WholeFraction, mode: RoundingMode): number | null {
  const [over, under] = [part.over * target.over, part.under * target.under];
  if (!(over <= EXACT && under <= EXACT)) return null;
  return roundedPay(over, under, { limit: Number.POSITIVE_INFINITY, mode });
}

function wholeRatio({ over, under }: Ratio): WholeFraction | null {
  const decimals = Math.max(decimalsOf(over), decimalsOf(under));
  const [top, bottom] = [inUnits(over, decimals), inUnits(under, decimals)];
  return top === null || bottom === null || top < 0 || bottom <= 0 ? null : reduced(top, bottom);
}

/** In lowest terms; null out of the proven range. */
function reduced(over: number, under: number): WholeFraction | null {
  if (!(over <= Number.MAX_SAFE_INTEGER && under <= Number.MAX_SAFE_INTEGER)) return null;
  let [one, other] = [under, over];
  while (other !== 0) [one, other] = [other, one % other];
  const lowest = { over: over / one, under: under / one };
  return lowest.under <= EXACT ? lowest : null;
}
