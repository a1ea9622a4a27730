import { decimal, plain, ZERO } from '../../../base/decimal.ts';
import type { LineTerms } from '../../line-terms.ts';
import { standingFigures } from '../../pay-line.ts';
import type { ColumnLine } from './credit-columns.ts';
import { decimalsOf } from './fraction.ts';
import { lineProgram } from './line-program.ts';
import { payInFloats } from './pay-credits.ts';
import { payTargetShape, type TargetLine } from './pay-target-shape.ts';
import type { PlainCredits, PlainPlan } from './plain-credits.ts';
import { refined, smallAmount, unitsText } from './small-amount.ts';
import { targetShape } from './target-shape.ts';

/** All that a line of a plain plan pays on: what its credits sum to, in the measure's unit, plain and exact. */
export interface CreditTotal {
  readonly credited: string;
  readonly isEmpty: boolean;
  /** Whether a credit is a part of a deal that is divided among several. */
  readonly anyPart: boolean;
}

/** Minor units of the plan's currency in which lines are reported. */
export type MinorText = (minor: number) => string;

/** A line that pays a share of target, by the shape that its component has for everybody (KERNEL-15); null where that is not proven. */
export function byShape(
  terms: LineTerms,
  credits: PlainCredits,
  { text, known }: { readonly text: MinorText; readonly known: PlainPlan },
): ColumnLine | null {
  const line = shapedLine(terms, known);
  if (line === null) return null;
  const decimals = maxDecimals(credits.decimals, decimalsOf(line.quota));
  const units = inSameUnits(credits, decimals);
  const paid = units === null ? null : payTargetShape(line, units, decimals);
  if (paid === null) return null;
  const { component, participant, plan } = terms;
  return {
    participantId: participant.id,
    componentId: component.id,
    currency: plan.currency,
    quota: plain(line.quota),
    attainmentPercent: unitsText(paid.attained, 4),
    target: text(paid.target),
    credited: unitsText(paid.credited, decimals),
    amount: text(paid.payout),
    credits: columns(credits, paid.earned, text),
  };
}

/** The line with the shape of its component, where it pays a share of target and has one. */
export function shapedLine(terms: LineTerms, known: PlainPlan): TargetLine | null {
  const { rate, component, plan, quota } = terms;
  if (rate.kind !== 'target' || terms.target !== rate.target || quota?.amount !== rate.quota) return null;
  if (!terms.carriedIn.eq(ZERO)) return null;
  let shape = known.shapes.get(component.id);
  if (shape === undefined) {
    shape = targetShape(terms);
    known.shapes.set(component.id, shape);
  }
  const { mode } = plan.rounding;
  return shape === null ? null : { shape, quota: rate.quota, target: rate.target, mode };
}

/**
 * What a line pays in minor units on credits that sum to a total, by shape or by a program of its own; `alone` are its terms
 * without splits to round together. Null as for `byShape` and `byProgram`.
 */
export function amountOnTotal(
  terms: LineTerms,
  alone: LineTerms,
  { total, known }: { readonly total: CreditTotal; readonly known: PlainPlan },
): number | null {
  const credited = smallAmount(total.credited);
  if (credited === null) return null;
  const creditsIn = (decimals: number): readonly number[] | null => {
    if (total.isEmpty) return [];
    const units = refined(credited.units, credited.decimals, decimals);
    return units === null ? null : [units];
  };
  const line = shapedLine(terms, known);
  if (line !== null) {
    const decimals = Math.max(credited.decimals, decimalsOf(line.quota));
    const units = creditsIn(decimals);
    const paid = units === null ? null : payTargetShape(line, units, decimals);
    if (paid !== null) return paid.payout;
  }
  const taken = lineProgram(alone, credited.decimals);
  const units = creditsIn(credited.decimals);
  if (typeof taken === 'string' || units === null) return null;
  return payInFloats(taken, units, terms.plan.rounding.mode)?.payout ?? null;
}

/** A line by a program of its own; null where the kernel does not take it or leaves the range of binary floats. */
export function byProgram(terms: LineTerms, credits: PlainCredits, text: MinorText): ColumnLine | null {
  const decimals = maxDecimals(credits.decimals, 0);
  const taken = lineProgram(terms, decimals);
  const units = inSameUnits(credits, decimals);
  if (typeof taken === 'string' || units === null) return null;
  const paid = payInFloats(taken, units, terms.plan.rounding.mode);
  if (paid === null) return null;
  return {
    ...standingFigures(terms, decimal(`${paid.credited}e-${decimals}`)),
    credited: unitsText(paid.credited, decimals),
    amount: text(paid.payout),
    credits: columns(credits, paid.earned, text),
  };
}

function columns({ deals, texts, shares }: PlainCredits, earned: readonly number[], text: MinorText) {
  let written: readonly string[] | undefined;
  return {
    deals,
    credited: texts,
    /** Written when it is asked for. */
    get earned() {
      written ??= earned.map(text);
      return written;
    },
    shares,
  };
}

function maxDecimals(decimals: readonly number[], atLeast: number): number {
  let max = atLeast;
  for (const one of decimals) if (one > max) max = one;
  return max;
}

function inSameUnits({ units, decimals }: PlainCredits, max: number): readonly number[] | null {
  const same: number[] = [];
  for (const [i, own] of units.entries()) {
    const finer = refined(own, decimals[i]!, max);
    if (finer === null) return null;
    same.push(finer);
  }
  return same;
}
