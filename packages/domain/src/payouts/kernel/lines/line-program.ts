import { HUNDREDTH } from '../../../base/decimal.ts';
import { minorDigits } from '../../../base/money.ts';
import { closesAll, type LineTerms } from '../../line-terms.ts';
import { weightOf } from '../../modifiers.ts';
import { dealUnder, paysEachDeal } from '../../rates/rate-pay.ts';
import { divideRounded, type PayPiece, type PayProgram, type PerQuota } from '../pay-program.ts';
import {
  commonMultiple,
  compared,
  divided,
  type Fraction,
  firstWhole,
  fraction,
  fractionOf,
  times,
  WHOLE,
  ZERO,
} from './fraction.ts';
import { type StraightPiece, type StraightRate, straightRate } from './straight-rate.ts';

/** A line as the kernel takes it: credit in whole units of 10^-`decimals` of its measure, pay in minor units of the currency. */
export interface ClaimedLine {
  readonly program: PayProgram;
  readonly decimals: number;
  /** Minor units; null: no limit. */
  readonly cap: bigint | null;
}

/** A line with all its numbers as a program, or in words why it goes through the reference (KERNEL-10). */
export function lineProgram(terms: LineTerms, decimals: number): ClaimedLine | string {
  const fault = outsideKernel(terms);
  if (fault !== null) return fault;
  const straight = straightRate(terms);
  return typeof straight === 'string' ? straight : programOf(terms, straight, decimals);
}

/**
 * A line that pays each deal by itself as a program over what its deals pay together, each by `dealPay`, in whole units of
 * 10^-`decimals`; or in words why it goes through the reference.
 */
export function dealsProgram(terms: LineTerms, decimals: number): ClaimedLine | string {
  const straight = perDealRate(terms);
  const fault = outsideKernel(terms);
  if (fault !== null) return fault;
  return typeof straight === 'string' ? straight : programOf(terms, straight, decimals);
}

/** What the deals pay together, divided once; nothing else looks at their credit. */
function perDealRate(terms: LineTerms): StraightRate {
  if (!paysEachDeal(terms)) return 'It looks at the total.';
  const slope = divided(WHOLE, fractionOf(dealUnder(terms)));
  return [{ from: ZERO, side: 'at', base: ZERO, slope }];
}

/** In words, why a line cannot be the kernel's, whatever its rate; null when it can. */
export function outsideKernel(terms: LineTerms): string | null {
  if (hasUnknown(terms)) return 'It has terms that the kernel does not know.';
  if (terms.window !== null) return 'It is measured over more than the period.';
  const carries = terms.limits.carried.length > 0 || !terms.carriedIn.eq(0);
  return carries ? 'What exceeds its limit is carried on.' : null;
}

function programOf(
  terms: LineTerms,
  straight: readonly StraightPiece[],
  decimals: number,
): ClaimedLine | string {
  const { factor, max } = modifiers(terms);
  const minor = fraction(10n ** BigInt(minorDigits(terms.plan.currency)));
  const unit = fraction(1n, 10n ** BigInt(decimals));
  const pieces = straight.map((piece) => inUnits(piece, times(factor, minor), unit));
  if (pieces[0]?.from !== 0n) return 'Its first tier does not begin at nothing.';
  const paid = max === null ? null : times(max, minor);
  return {
    program: mirrored(pieces),
    decimals,
    cap: paid === null ? null : divideRounded(paid.over, paid.under, terms.plan.rounding.mode),
  };
}

/**
 * Whether a line has terms that nobody has considered here. A new one in `LineTerms` or `LineLimits` does not compile until it
 * is either computed above, a reason to leave the line to the reference, or listed here because it changes no pay.
 */
function hasUnknown(terms: LineTerms): boolean {
  const { plan, rate, gate, multiplier, cap, limits, carriedIn, window, target, quota, ...others } = terms;
  const { period, participant, component, measured, waiting, targetParts, ...unknown } = others;
  const { attainment, payoutPercent, deal, lost, carried, ...unlimited } = limits;
  const nothing: readonly Readonly<Record<string, never>>[] = [unknown, unlimited];
  return nothing.some((rest) => Object.keys(rest).length > 0);
}

/**
 * The steps of the plan's order as one factor and one limit: scaling scales the limit too, so that in whatever order they come
 * pay is min(factor × rate, limit) in size (PAY-12). Rounding keeps order, so the limit may be rounded by itself.
 */
export function modifiers(terms: LineTerms): { readonly factor: Fraction; readonly max: Fraction | null } {
  let factor = WHOLE;
  let max: Fraction | null = null;
  const limitTo = (limit: Fraction) => {
    if (max === null || compared(limit, max) < 0) max = limit;
  };
  const scaleBy = (by: Fraction) => {
    factor = times(factor, by);
    if (max !== null) max = times(max, by);
  };
  const { rate, limits, plan } = terms;
  if (rate.kind === 'undefined') return { factor: ZERO, max };
  const weight = fractionOf(weightOf(terms));
  const target = terms.target === null ? ZERO : fractionOf(terms.target);
  if (rate.kind === 'target' && limits.payoutPercent !== null)
    limitTo(times(fractionOf(rate.target), fractionOf(limits.payoutPercent)));
  let weighted = false;
  for (const step of plan.order) {
    if (step === 'gate' && closesAll(terms)) scaleBy(ZERO);
    if (step === 'multiplier' && terms.multiplier !== null)
      scaleBy(times(fractionOf(terms.multiplier.factor), fractionOf(HUNDREDTH)));
    if (step === 'cap') {
      const base = rate.kind === 'target' && !weighted ? target : times(target, weight);
      if (terms.cap !== null && terms.target !== null)
        limitTo(times(base, fractionOf(terms.cap.timesTarget)));
      for (const limit of limits.lost)
        limitTo(limit.kind === 'amount' ? fractionOf(limit.amount) : times(base, fractionOf(limit.times)));
    }
    if (step === 'weight' && rate.kind === 'target') scaleBy(weight);
    if (step === 'weight') weighted = true;
  }
  return { factor, max };
}

/** A piece over whole units of credit, paying whole and broken minor units. */
interface UnitPiece {
  readonly from: bigint;
  readonly base: Fraction;
  readonly slope: Fraction;
}

function inUnits(piece: StraightPiece, factor: Fraction, unit: Fraction): UnitPiece {
  const { from, side } = piece;
  return {
    from: firstWhole({ over: from.over * unit.under, under: from.under }, side),
    base: times(piece.base, factor),
    slope: times(times(piece.slope, factor), unit),
  };
}

/** Over all credit, negative ones as the mirror of their size (PAY-15), over one divisor. */
function mirrored(pieces: readonly UnitPiece[]): PayProgram {
  const divisor = pieces.reduce(
    (all, { base, slope }) => commonMultiple(commonMultiple(all, base.under), slope.under),
    1n,
  );
  const over = (value: Fraction) => value.over * (divisor / value.under);
  const whole = ({ from, base, slope }: UnitPiece): PayPiece => ({
    from: alone(from),
    base: alone(over(base)),
    slope: over(slope),
  });
  // Of pieces that begin with the same whole credit only the last one holds anything.
  const held = pieces.filter((piece, i) => (pieces[i + 1]?.from ?? null) !== piece.from).map(whole);
  const below = held
    .map((piece, i): PayPiece => {
      const next = held[i + 1];
      const from = next === undefined ? 0n : 1n - next.from.fixed;
      return { from: alone(from), base: alone(-piece.base.fixed), slope: piece.slope };
    })
    .reverse();
  return { scale: 1n, divisor: alone(divisor), timesTarget: false, pieces: [...below, ...held] };
}

function alone(fixed: bigint): PerQuota {
  return { fixed, perQuota: 0n };
}
