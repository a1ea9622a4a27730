import { decimal } from '../base/decimal.ts';
import { money } from '../base/figures.ts';
import type { Period, PeriodCalendar } from '../base/period.ts';
import { type Ratio, ratio, sumRatios } from '../base/ratio.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import type { Component } from '../plans/plan.ts';
import { isInForceThroughout, type PayTermReading } from '../plans/terms.ts';
import { datedTarget } from './dated-target.ts';
import { brokenFault, partOfYear } from './part-of-year.ts';
import { type PartTerms, partly, partOf, prorates } from './proration.ts';

/** The target variable pay for what is measured, exact, with the arithmetic of each period in it. */
export interface AppliedTarget {
  readonly amount: Ratio;
  readonly parts: readonly TargetPart[];
}

/** The target of one payable period. */
export interface TargetPart {
  /** QUOTA-5, or the rule by which only a part of it counts. */
  readonly rule: string;
  readonly period: Period;
  /** `60,000.00 × 3 ÷ 12`, `60,000.00 × 3 ÷ 12 × 31 ÷ 91 days`. */
  readonly formula: string;
  readonly amount: Ratio;
}

/** For what the target is wanted. */
export interface TargetTerms extends PartTerms {
  readonly currency: string;
  readonly component: Component;
  /** How pay terms that change within a period count (QUOTA-22). Left out: by days. */
  readonly payTerms?: PayTermReading;
}

/**
 * Target variable pay for the payable periods that are measured, each a part of the year's (QUOTA-5, QUOTA-14, QUOTA-17) and
 * scaled by the part of its days that counts (QUOTA-10 to QUOTA-13). Null when the participant has none.
 */
export function targetFor(periods: readonly Period[], terms: TargetTerms): Result<AppliedTarget | null> {
  const { participant, currency, component, calendar } = terms;
  if (terms.attendance.payTerms?.length) return targetByTerms(periods, terms);
  const { targetVariableAnnual } = participant;
  if (targetVariableAnnual === null) return ok(null);
  const annual = decimal(targetVariableAnnual);
  const problems: Problem[] = [];
  const parts: TargetPart[] = [];
  for (const period of periods) {
    const share = partOfYear(period, calendar);
    const partial = partOf(period, 'target', terms);
    const fault = share === null ? brokenFault(period, calendar) : effectiveFault(period, component, terms);
    if (fault !== null) problems.push(fault);
    if (!partial.ok) problems.push(...partial.problems);
    if (share === null || !partial.ok) continue;
    const part = partial.value;
    const whole = ratio(annual.times(share.over), decimal(String(share.under)));
    const rule = part?.rule ?? ruleOf(calendar);
    parts.push({
      rule,
      period,
      amount: partly(whole, part),
      // written when it is told, which most are not
      get formula() {
        return `${money(annual, currency)} × ${share.formula}${part === null ? '' : ` × ${part.formula}`}`;
      },
    });
  }
  if (problems.length > 0) return rejected(problems);
  return ok({ amount: sumRatios(parts.map(({ amount }) => amount)), parts });
}

/** The same where the participant has dated pay terms (QUOTA-22). */
function targetByTerms(periods: readonly Period[], terms: TargetTerms): Result<AppliedTarget | null> {
  const problems: Problem[] = [];
  const parts: TargetPart[] = [];
  for (const period of periods) {
    const share = partOfYear(period, terms.calendar);
    const fault =
      share === null ? brokenFault(period, terms.calendar) : effectiveFault(period, terms.component, terms);
    if (fault !== null) problems.push(fault);
    const target = share === null ? ok(null) : datedTarget(period, share, terms);
    if (!target.ok) problems.push(...target.problems);
    else if (target.value !== null) parts.push({ rule: 'QUOTA-22', period, ...target.value });
  }
  if (problems.length > 0) return rejected(problems);
  if (parts.length === 0) return ok(null);
  return ok({ amount: sumRatios(parts.map(({ amount }) => amount)), parts });
}

function ruleOf({ period, weeks }: PeriodCalendar): string {
  if (period === 'week') return 'QUOTA-17';
  return weeks === undefined ? 'QUOTA-5' : 'QUOTA-14';
}

/** QUOTA-13: a component that holds on a part of the period only needs a plan that prorates targets. */
function effectiveFault(period: Period, component: Component, terms: TargetTerms): Problem | null {
  const { effective } = component;
  if (isInForceThroughout(effective, period) || prorates(terms.proration, 'target')) return null;
  const message = `"${component.name}" is in force from ${effective?.from ?? 'the start'} to ${effective?.to ?? 'further notice'}, only part of ${period.key}. Let the plan prorate targets, or align the component’s dates with periods.`;
  return { rule: 'QUOTA-13', path: `plan.components[${component.id}].effective`, message };
}
