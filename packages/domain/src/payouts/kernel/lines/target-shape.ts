import { ONE } from '../../../base/decimal.ts';
import { minorDigits } from '../../../base/money.ts';
import { ratio } from '../../../base/ratio.ts';
import type { LineTerms } from '../../line-terms.ts';
import { weightOf } from '../../modifiers.ts';
import { commonMultiple, type Fraction, fraction, fractionOf, times, ZERO } from './fraction.ts';
import { modifiers, outsideKernel } from './line-program.ts';
import { straightRate } from './straight-rate.ts';

/**
 * A component that pays a share of target as it pays on a quota of 1 and a target of 1 in the currency's minor units, in whole
 * numbers. For a quota Q and a target T its bounds are Q times, its bases T times, its slopes T ÷ Q times as large, so that one
 * shape holds for everybody (KERNEL-15).
 */
export interface TargetShape {
  /** Bounds are `from ÷ boundUnder` of quota; the first is 0. */
  readonly pieces: readonly TargetPiece[];
  readonly boundUnder: number;
  /** What bases and slopes are divided by. */
  readonly under: number;
  /** The most the line pays, in targets; null: no limit. */
  readonly max: WholeFraction | null;
  /** The component's target, in targets. */
  readonly weight: WholeFraction;
}

/** Pays `(base × Q + slope × size) × T ÷ (Q × under)` from a bound on, or only above it. */
export interface TargetPiece {
  readonly from: number;
  readonly above: boolean;
  readonly base: number;
  readonly slope: number;
}

/** A fraction whose parts a binary float holds exactly. */
export interface WholeFraction {
  readonly over: number;
  readonly under: number;
}

/** The shape of a component by the terms of any of its lines; null where it has none, or is made of too large numbers. */
export function targetShape(terms: LineTerms): TargetShape | null {
  const { rate, plan, quota, limits } = terms;
  if (rate.kind !== 'target' || quota === null || outsideKernel(terms) !== null) return null;
  if (terms.gate !== null || terms.multiplier !== null) return null;
  if (limits.lost.some(({ kind }) => kind === 'amount')) return null;
  const one: LineTerms = {
    ...terms,
    rate: { ...rate, quota: ONE, target: ratio(ONE) },
    target: terms.target === null ? null : ratio(ONE),
    quota: { ...quota, amount: ONE },
  };
  const straight = straightRate(one);
  if (typeof straight === 'string') return null;
  const minor = fraction(10n ** BigInt(minorDigits(plan.currency)));
  const { factor, max } = modifiers(one);
  const scaled = times(factor, minor);
  const all = straight.map(({ from, side, base, slope }) => ({
    from,
    above: side === 'above',
    base: times(base, scaled),
    slope: times(slope, scaled),
  }));
  const under = all.reduce(
    (by, piece) => commonMultiple(commonMultiple(by, piece.base.under), piece.slope.under),
    1n,
  );
  const boundUnder = all.reduce((by, { from }) => commonMultiple(by, from.under), 1n);
  const over = (value: Fraction, by: bigint) => Number(value.over * (by / value.under));
  const shape: TargetShape = {
    pieces: all.map(({ from, above, base, slope }) => ({
      from: over(from, boundUnder),
      above,
      base: over(base, under),
      slope: over(slope, under),
    })),
    boundUnder: Number(boundUnder),
    under: Number(under),
    max: max === null ? null : inNumbers(times(max, minor)),
    weight: inNumbers(times(fractionOf(weightOf(terms)), minor)),
  };
  const [first] = all;
  return first !== undefined && first.from.over === ZERO.over && !first.above && isSmall(shape)
    ? shape
    : null;
}

function inNumbers({ over, under }: Fraction): WholeFraction {
  return { over: Number(over), under: Number(under) };
}

function isSmall({ pieces, boundUnder, under, max, weight }: TargetShape): boolean {
  const limits = max === null ? [] : [max.over, max.under];
  const numbers = [boundUnder, under, weight.over, weight.under, ...limits];
  for (const { from, base, slope } of pieces) numbers.push(from, base, slope);
  return numbers.every((number) => Number.isSafeInteger(number));
}
