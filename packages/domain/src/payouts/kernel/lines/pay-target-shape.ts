import type { Decimal } from '../../../base/decimal.ts';
import type { Ratio, RoundingMode } from '../../../base/ratio.ts';
import { EXACT, roundedPay } from '../line-pieces.ts';
import { decimalsOf, inUnits } from './fraction.ts';
import { refined } from './small-amount.ts';
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

/** Quota and target of a line as whole numbers that binary floats hold. */
export interface TargetNumbers {
  /** In whole units of 10^-`decimals`. */
  readonly quota: number;
  readonly decimals: number;
  /** In lowest terms. */
  readonly target: WholeFraction;
}

/** The numbers of a line; null where a binary float does not hold them. */
export function targetNumbers({ quota, target }: Pick<TargetLine, 'quota' | 'target'>): TargetNumbers | null {
  const decimals = decimalsOf(quota);
  const units = inUnits(quota, decimals);
  const whole = wholeRatio(target);
  return units === null || units <= 0 || whole === null ? null : { quota: units, decimals, target: whole };
}

/** A shape made ready for one quota and target: bounds and bases in the units of the credits. */
interface ReadyLine {
  readonly q: number;
  readonly payable: WholeFraction;
  readonly room: number;
  readonly bounds: readonly number[];
  readonly rounding: { readonly limit: number; readonly mode: RoundingMode };
}

/** For credits in whole units of 10^-`decimals`, which quota has no more of; null out of the proven range. */
function readyLine(
  shape: TargetShape,
  { quota, decimals: own, target }: TargetNumbers,
  { decimals, mode }: { readonly decimals: number; readonly mode: RoundingMode },
): ReadyLine | null {
  const q = refined(quota, own, decimals);
  if (q === null) return null;
  const payable = reduced(target.over, target.under * shape.under * q);
  const limit = shape.max === null ? Number.POSITIVE_INFINITY : rounded(shape.max, target, mode);
  const bounds = boundsOf(shape, q);
  if (payable === null || limit === null || bounds === null) return null;
  return { q, payable, room: EXACT / payable.over, bounds, rounding: { limit, mode } };
}

/** What one line pays in minor units on one total after another; not a number where that is not proven exact (KERNEL-3). */
export type PayOnTotal = (total: number) => number;

/** Makes a line ready to be paid on totals in whole units of 10^-`decimals`, which quota has no more of; null out of the proven range. */
export function targetPay(
  shape: TargetShape,
  numbers: TargetNumbers,
  units: { readonly decimals: number; readonly mode: RoundingMode },
): PayOnTotal | null {
  const ready = readyLine(shape, numbers, units);
  if (ready === null) return null;
  const { q, payable, room, bounds, rounding } = ready;
  const { pieces } = shape;
  const bases = pieces.map(({ base }) => base * q);
  const slopes = pieces.map(({ slope }) => slope);
  const largest = bases.reduce((max, base) => Math.max(max, Math.abs(base)), 0);
  const steepest = slopes.reduce((max, slope) => Math.max(max, Math.abs(slope)), 0);
  return (total) => {
    const size = total < 0 ? -total : total;
    if (!(largest + steepest * size <= room)) return Number.NaN;
    let at = 0;
    while (at + 1 < bounds.length && bounds[at + 1]! <= size) at += 1;
    const base = bases[at]!;
    // a debit is the mirror of a credit (PAY-15)
    const numerator = (total < 0 ? -base : base) + slopes[at]! * total;
    return roundedPay(numerator * payable.over, payable.under, rounding);
  };
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
  const numbers = targetNumbers({ quota, target });
  const ready = numbers === null ? null : readyLine(shape, numbers, { decimals, mode });
  const own = numbers === null ? null : rounded(shape.weight, numbers.target, mode);
  if (ready === null || own === null) return null;
  const { q, payable, room, bounds, rounding } = ready;
  const size = credits.reduce((all, credit) => all + Math.abs(credit), 0);
  if (!shape.pieces.every(({ base, slope }) => Math.abs(base) * q + Math.abs(slope) * size <= room))
    return null;
  if (size * ATTAINED > EXACT) return null;
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
