import { plusDays, wholeMonths } from '../base/day.ts';
import { decimal, ZERO } from '../base/decimal.ts';
import { money } from '../base/figures.ts';
import { type Period, type PeriodCalendar, periodContaining } from '../base/period.ts';
import { addRatios, type Ratio, ratio } from '../base/ratio.ts';
import { ok, type Problem, type Result, refused } from '../base/result.ts';
import type { Component } from '../plans/plan.ts';
import { isInForceThroughout } from '../plans/terms.ts';
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
}

/**
 * Target variable pay for the payable periods that are measured, each a part of the year's (QUOTA-5, QUOTA-14) and scaled by
 * the part of its days that counts (QUOTA-10 to QUOTA-13). Null when the participant has none.
 */
export function targetFor(periods: readonly Period[], terms: TargetTerms): Result<AppliedTarget | null> {
  const { participant, currency, component, calendar } = terms;
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
    const rule = part?.rule ?? (calendar.weeks === undefined ? 'QUOTA-5' : 'QUOTA-14');
    parts.push({
      ...{ rule, period, amount: partly(whole, part) },
      // written when it is told, which most are not
      get formula() {
        return `${money(annual, currency)} × ${share.over} ÷ ${share.under}${part === null ? '' : ` × ${part.formula}`}`;
      },
    });
  }
  if (problems.length > 0) return refused(problems);
  return ok({ amount: parts.reduce((all, part) => addRatios(all, part.amount), ratio(ZERO)), parts });
}

/** What part of a year a period is: months of twelve, or periods of the 12 or 13 of a calendar of weeks; null when broken. */
function partOfYear(period: Period, calendar: PeriodCalendar): { over: number; under: number } | null {
  const { weeks } = calendar;
  if (weeks === undefined) {
    const months = wholeMonths(period.from, period.to);
    return months === null ? null : { over: months, under: 12 };
  }
  let over = 0;
  for (let from = period.from; from <= period.to; over += 1) {
    const part = periodContaining({ ...calendar, period: 'month' }, from);
    if (part.from !== from || part.to > period.to) return null;
    from = plusDays(part.to, 1);
  }
  return { over, under: weeks.pattern === '13-periods' ? 13 : 12 };
}

function brokenFault(period: Period, calendar: PeriodCalendar): Problem {
  const made =
    calendar.weeks === undefined ? 'whole months' : "whole periods of the plan's calendar of weeks";
  const say = `The period ${period.from} to ${period.to} is not made of ${made}, so a year's target cannot be divided. Choose ${made}.`;
  return { rule: calendar.weeks === undefined ? 'QUOTA-5' : 'QUOTA-14', path: 'period', say };
}

/** QUOTA-13: a component that holds on a part of the period only needs a plan that prorates targets. */
function effectiveFault(period: Period, component: Component, terms: TargetTerms): Problem | null {
  const { effective } = component;
  if (isInForceThroughout(effective, period) || prorates(terms.proration, 'target')) return null;
  const say = `"${component.name}" holds from ${effective?.from ?? 'the start'} to ${effective?.to ?? 'further notice'}, only a part of ${period.key}, and the plan does not say what part of the target that is. Let it prorate targets, or begin and end the component with a period.`;
  return { rule: 'QUOTA-13', path: `plan.components[${component.id}].effective`, say };
}
