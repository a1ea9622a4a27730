import { daysBetween } from '../base/day.ts';
import { decimal, ZERO } from '../base/decimal.ts';
import { money } from '../base/figures.ts';
import type { Period } from '../base/period.ts';
import { type Ratio, ratio, sumRatios } from '../base/ratio.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import type { PayTermReading, Proration } from '../plans/terms.ts';
import { brokenFault, type PartOfYear } from './part-of-year.ts';
import { type TermSpan, termSpans } from './pay-terms.ts';
import { monthsOf, type PartTerms, partly, partOf, prorates } from './proration.ts';

/** For what the target is wanted. */
interface TargetTerms extends PartTerms {
  readonly currency: string;
  readonly payTerms?: PayTermReading;
}

/** The target of one period, and how it comes about. */
export interface DatedTarget {
  readonly amount: Ratio;
  readonly formula: string;
}

/** A part of a period on one term, as a part of the period: `45 ÷ 90 days`. */
interface Piece extends TermSpan {
  readonly over: number;
  readonly under: number;
  readonly noun: string;
}

/**
 * The target of a period whose pay terms may change in it (QUOTA-22): for each term its annual amount × the period's share of the
 * year × its part of the period, of which only the part counts that is prorated or ramped. Null where no day of it has a target.
 */
export function datedTarget(
  period: Period,
  share: PartOfYear,
  terms: TargetTerms,
): Result<DatedTarget | null> {
  const { attendance, participant, calendar, currency } = terms;
  const spans = termSpans(period, participant, attendance.payTerms ?? []);
  const pieces = piecesOf(period, spans, terms);
  if (pieces === null) return rejected([brokenFault(period, calendar)]);
  const problems: Problem[] = [];
  const amounts: Ratio[] = [];
  const formulas: string[] = [];
  let withTarget = false;
  for (const piece of pieces) {
    const counted = partOf(piece, 'target', terms);
    if (!counted.ok) {
      problems.push(...counted.problems);
      continue;
    }
    const part = counted.value;
    // days that do not count need no term
    if (part?.of.over.eq(ZERO)) continue;
    const fault = faultOf(piece, terms);
    if (fault !== null) {
      problems.push(fault);
      continue;
    }
    const annual = piece.term?.targetVariableAnnual ?? null;
    if (annual === null) continue;
    withTarget = true;
    const whole = ratio(
      decimal(annual).times(share.over).times(piece.over),
      decimal(String(share.under * piece.under)),
    );
    amounts.push(partly(whole, part));
    const ofPeriod = piece.over === piece.under ? '' : ` × ${piece.over} ÷ ${piece.under} ${piece.noun}`;
    const counting = part === null ? '' : ` × ${part.formula}`;
    formulas.push(`${money(decimal(annual), currency)} × ${share.formula}${ofPeriod}${counting}`);
  }
  if (withTarget) problems.push(...pieces.flatMap((piece) => missing(piece, terms)));
  if (problems.length > 0) return rejected(problems);
  if (!withTarget) return ok(pieces.some(({ term }) => term?.targetVariableAnnual != null) ? NOTHING : null);
  return ok({ amount: sumRatios(amounts), formula: formulas.join(' + ') });
}

const NOTHING: DatedTarget = { amount: ratio(ZERO), formula: '0' };

/** Days that count have to be on a term, and its target in the plan's currency. */
function faultOf({ from, to, term }: Piece, { participant, currency }: TargetTerms): Problem | null {
  const path = `payTerms[${participant.id}, ${from}]`;
  if (term === null) {
    const message = `${participant.name} has no pay term from ${from} to ${to}. Add one, or change the dates of the others.`;
    return { rule: 'QUOTA-21', path, message };
  }
  const stated = term.currency ?? currency;
  if (stated === currency || term.targetVariableAnnual === null) return null;
  const message = `The target in the pay terms of ${participant.name} is in ${stated}, but the plan pays in ${currency}. State it in ${currency}.`;
  return { rule: 'QUOTA-21', path: `${path}.currency`, message };
}

/** A term without target beside one that has one: nothing is guessed. */
function missing(piece: Piece, terms: TargetTerms): readonly Problem[] {
  if (piece.term === null || piece.term.targetVariableAnnual !== null) return [];
  const counted = partOf(piece, 'target', terms);
  if (!counted.ok || counted.value?.of.over.eq(ZERO)) return [];
  const { participant } = terms;
  const message = `${participant.name} has no target variable pay from ${piece.from} to ${piece.to}, but has on other days of the period. Add it to the pay term; 0 means none.`;
  return [{ rule: 'QUOTA-22', path: `payTerms[${participant.id}, ${piece.from}]`, message }];
}

/** The pieces of a period by the plan's reading; null where it is not made of whole months and they are to be counted. */
function piecesOf(
  period: Period,
  spans: readonly TermSpan[],
  { calendar, payTerms: reading = 'days' }: TargetTerms,
): readonly Piece[] | null {
  if (reading === 'period-end') {
    const last = spans.at(-1);
    return [{ from: period.from, to: period.to, term: last?.term ?? null, over: 1, under: 1, noun: '' }];
  }
  if (reading === 'days') {
    const under = daysBetween(period.from, period.to);
    return spans.map((span) => ({ ...span, over: daysBetween(span.from, span.to), under, noun: 'days' }));
  }
  const months = monthsOf(period, calendar);
  if (months === null) return null;
  const noun = calendar.period === 'week' ? 'weeks' : 'months';
  const pieces: Piece[] = [];
  for (const { from, to } of months) {
    const term = spans.findLast((span) => span.from <= from)?.term ?? null;
    const before = pieces.at(-1);
    if (before !== undefined && before.term === term)
      pieces[pieces.length - 1] = { ...before, to, over: before.over + 1 };
    else pieces.push({ from, to, term, over: 1, under: months.length, noun });
  }
  return pieces;
}

/** How a plan counts terms that change within a period (QUOTA-22). */
export function readingOf(plan: {
  readonly payTerms?: PayTermReading | undefined;
  readonly proration?: Proration | undefined;
}): PayTermReading {
  if (plan.payTerms !== undefined) return plan.payTerms;
  return plan.proration?.by === 'whole-months' && prorates(plan.proration, 'target') ? 'months' : 'days';
}
