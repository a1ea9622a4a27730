import { HUNDREDTH } from '../../../base/decimal.ts';
import type { Plan } from '../../../plans/plan.ts';
import type { LineTerms, RateTerms } from '../../line-terms.ts';
import type { BandTable } from '../../rates/amount-bands.ts';
import type { CurveTable } from '../../rates/curve-table.ts';
import { roundsSplits } from '../../rates/split-rounding.ts';
import { deceleratorReading, type TargetShare } from '../../rates/target-share.ts';
import type { TierTable } from '../../tier-table.ts';
import {
  added,
  compared,
  divided,
  type Fraction,
  fractionOf,
  minus,
  times,
  WHOLE,
  ZERO,
} from './fraction.ts';

/** Pay over the size of a line's credit: `base + slope × size` from a bound on, or only above it. */
export interface StraightPiece {
  readonly from: Fraction;
  readonly side: 'at' | 'above';
  readonly base: Fraction;
  readonly slope: Fraction;
}

/** What a rate pays, in the plan's currency, in straight pieces from a size of zero on; or in words why it cannot be written so. */
export type StraightRate = readonly StraightPiece[] | string;

/**
 * A line's rate in straight pieces (KERNEL-10), the same as `ratePay` pays on every total. What looks at each deal by itself
 * or bends between its bounds is not taken.
 */
export function straightRate(terms: LineTerms): StraightRate {
  if (terms.limits.deal !== null) return 'Each deal is limited by itself.';
  if (roundsSplits(terms)) return 'The parts of split deals are rounded together.';
  const pieces = unlimitedRate(terms);
  const { limits, quota, rate } = terms;
  if (typeof pieces === 'string' || limits.attainment === null || quota === null || rate.kind === 'undefined')
    return pieces;
  return heldFrom(pieces, fractionOf(quota.amount.times(limits.attainment)));
}

function unlimitedRate({ rate, plan }: LineTerms): StraightRate {
  switch (rate.kind) {
    case 'undefined':
      return [through(ZERO)];
    case 'rate':
      return [through(fractionOf(rate.rate))];
    case 'dated-rate':
      return 'The rate changes with the day of each deal.';
    case 'icr':
      return [through(fractionOf(rate.rate))];
    case 'table':
      return rate.per === 'deal' ? 'The table looks at each deal by itself.' : tablePieces(rate.table);
    case 'bands':
      return rate.per === 'deal' ? 'The bands look at each deal by itself.' : bandPieces(rate.table);
    case 'sliding':
      return 'The rate slides with the amount, so that pay is no straight line between its bounds.';
    case 'target':
      return targetPieces(rate, plan);
  }
}

/** A piece from zero on. */
function through(slope: Fraction): StraightPiece {
  return { from: ZERO, side: 'at', base: ZERO, slope };
}

function tablePieces({ kind, bands, lowerAtBound }: TierTable): readonly StraightPiece[] {
  return bands.map((band, i) => {
    const from = fractionOf(band.from);
    const slope = fractionOf(band.rate);
    const side = lowerAtBound && i > 0 ? 'above' : 'at';
    const base = kind === 'retroactive' ? ZERO : minus(fractionOf(band.paidBelow), times(from, slope));
    return { from, side, base, slope };
  });
}

function bandPieces({ bands }: BandTable): readonly StraightPiece[] {
  const pieces = bands.map((band): StraightPiece => {
    const from = fractionOf(band.from);
    const slope = divided(fractionOf(band.amount), minus(fractionOf(band.to), from));
    return { from, side: 'at', base: minus(fractionOf(band.below), times(from, slope)), slope };
  });
  const last = bands.at(-1)!;
  const full = fractionOf(last.below.plus(last.amount));
  return [...pieces, { from: fractionOf(last.to), side: 'at', base: full, slope: ZERO }];
}

/** TV × p(a): the share as pieces over size ÷ quota, then times the target. */
function targetPieces(rate: Extract<RateTerms, { kind: 'target' }>, plan: Plan): StraightRate {
  const quota = fractionOf(rate.quota);
  const shares = sharePieces(rate.share, quota, plan);
  if (typeof shares === 'string') return shares;
  const target = fractionOf(rate.target);
  return shares.map(({ base, slope, ...where }) => ({
    ...where,
    base: times(base, target),
    slope: times(slope, target),
  }));
}

function sharePieces(share: TargetShare, quota: Fraction, plan: Plan): StraightRate {
  if (share.of === 'matrix') return 'The matrix is looked up line by line.';
  if (share.of === 'attainment') {
    return countedPieces(share, quota, plan).map(({ base, slope, ...where }) => ({
      ...where,
      base: divided(base, quota),
      slope: divided(slope, quota),
    }));
  }
  if (share.higherClosed) return 'A closed gate holds the curve down above quota.';
  return curvePieces(share.curve, quota);
}

/** The credit that counts after decelerator and accelerator. */
function countedPieces(
  share: Extract<TargetShare, { of: 'attainment' }>,
  quota: Fraction,
  plan: Plan,
): readonly StraightPiece[] {
  const { accelerator, decelerator } = share;
  const slowed: StraightPiece[] = [through(WHOLE)];
  if (decelerator !== null) {
    const multiplier = fractionOf(decelerator.multiplier);
    const from = times(quota, fractionOf(decelerator.belowPercent.times(HUNDREDTH)));
    const lifted = deceleratorReading(plan) === 'first-dollar';
    const base = lifted ? ZERO : minus(times(from, multiplier), from);
    slowed.splice(0, 1, through(multiplier), { from, side: 'at', base, slope: WHOLE });
  }
  if (accelerator === null) return slowed;
  const from = times(quota, fractionOf(accelerator.abovePercent.times(HUNDREDTH)));
  const slope = fractionOf(accelerator.multiplier);
  const below = minus(valueAt(slowed, from), times(from, slope));
  const base = plan.acceleratorReading === 'first-dollar' ? ZERO : below;
  return [...upTo(slowed, from), { from, side: 'above', base, slope }];
}

/** A curve over attainment, in fractions of target; a point's percent of quota becomes a size. */
function curvePieces({ shape, points, beyond, before }: CurveTable, quota: Fraction): StraightRate {
  const percent = fractionOf(HUNDREDTH);
  const at = points.map((point) => times(times(fractionOf(point.at), percent), quota));
  const value = points.map((point) => times(fractionOf(point.value), percent));
  const pieces: StraightPiece[] = points.map((_, i) => {
    const next = i + 1 < points.length ? i + 1 : null;
    const from = { from: at[i]!, side: 'at' as const };
    const goesOn = next === null && beyond === 'continue' && i > 0 && shape !== 'stepped';
    if (shape === 'stepped' || (next === null && !goesOn)) return { ...from, base: value[i]!, slope: ZERO };
    const [one, other] = goesOn ? [i - 1, i] : [i, i + 1];
    const slope = divided(minus(value[other]!, value[one]!), minus(at[other]!, at[one]!));
    return { ...from, base: minus(value[one]!, times(at[one]!, slope)), slope };
  });
  const last = pieces.at(-1)!;
  if (last.slope.over < 0n) return 'The curve goes on falling until it ends at nothing.';
  const first = before === 'first' ? value[0]! : ZERO;
  return [{ ...through(ZERO), base: first }, ...pieces];
}

/** The pieces that begin no later than a size that belongs to them. */
function upTo(pieces: readonly StraightPiece[], size: Fraction): readonly StraightPiece[] {
  return pieces.filter(({ from, side }) => {
    const where = compared(from, size);
    return where < 0 || (where === 0 && side === 'at');
  });
}

/** The pieces up to a size; above it the pay stays what it is there. */
function heldFrom(pieces: readonly StraightPiece[], size: Fraction): readonly StraightPiece[] {
  return [...upTo(pieces, size), { from: size, side: 'above', base: valueAt(pieces, size), slope: ZERO }];
}

function valueAt(pieces: readonly StraightPiece[], size: Fraction): Fraction {
  const piece = upTo(pieces, size).at(-1)!;
  return added(piece.base, times(piece.slope, size));
}
