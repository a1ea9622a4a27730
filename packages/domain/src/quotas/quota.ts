import { wholeMonths } from '../base/day.ts';
import { type Decimal, decimal, decimalProblem, isDecimal, sum, ZERO } from '../base/decimal.ts';
import type { Period } from '../base/period.ts';
import { type Ratio, ratio } from '../base/ratio.ts';
import { ok, type Problem, type Result, refused } from '../base/result.ts';
import type { Component, Unit } from '../plans/plan.ts';
import type { Participant, Quota } from './participant.ts';

/** The quota that applies, and where it is from. */
export interface AppliedQuota {
  readonly amount: Decimal;
  /** True for the component's own; false for one that holds for everything measured in its unit. */
  readonly own: boolean;
  /** How many quotas were summed. */
  readonly parts: number;
}

/** The unit a component's credit and quota are counted in: deals are counted, whatever they are worth. */
export function measuredUnit(component: Component): Unit {
  return component.measure.of === 'deals' ? 'Count' : component.measure.unit;
}

/**
 * The quota of one participant for one component in a period; null when there is none.
 * The component's own quotas go before those of its unit (QUOTA-1); all that lie inside the period are summed (QUOTA-2).
 * Refused when one reaches beyond the period (QUOTA-3), or two overlap, are negative or of another unit (QUOTA-4).
 */
export function quotaFor(
  quotas: readonly Quota[],
  component: Component,
  period: Period,
): Result<AppliedQuota | null> {
  const touching = quotas.filter((quota) => quota.from <= period.to && quota.to >= period.from);
  const own = touching.filter((quota) => quota.componentId === component.id);
  const unit = measuredUnit(component);
  const chosen =
    own.length > 0 ? own : touching.filter((quota) => quota.componentId === null && quota.unit === unit);
  if (chosen.length === 0) return ok(null);
  const problems = chosen.flatMap((quota) => quotaFaults(quota, unit, component, period));
  problems.push(...overlaps(chosen, component));
  if (problems.length > 0) return refused(problems);
  const amount = sum(chosen.map((quota) => decimal(quota.amount)));
  return ok({ amount, own: own.length > 0, parts: chosen.length });
}

function quotaFaults(quota: Quota, unit: Unit, component: Component, period: Period): readonly Problem[] {
  const path = quotaPath(quota, component);
  if (!isDecimal(quota.amount))
    return [{ ...decimalProblem(quota.amount, `${path}.amount`), rule: 'QUOTA-4' }];
  const problems: Problem[] = [];
  if (decimal(quota.amount).lt(ZERO)) {
    const say = `The quota ${quota.amount} is below zero. Write zero or more.`;
    problems.push({ rule: 'QUOTA-4', path: `${path}.amount`, say });
  }
  if (quota.unit !== unit) {
    const say = `The quota is in ${quota.unit}, but "${component.name}" is measured in ${unit}. Correct the unit.`;
    problems.push({ rule: 'QUOTA-4', path: `${path}.unit`, say });
  }
  if (quota.from < period.from || quota.to > period.to) {
    const say = `The quota of ${quota.from} to ${quota.to} reaches beyond the period ${period.key} (${period.from} to ${period.to}). Give each period its own quota.`;
    problems.push({ rule: 'QUOTA-3', path, say });
  }
  return problems;
}

function overlaps(quotas: readonly Quota[], component: Component): readonly Problem[] {
  const sorted = quotas.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  return sorted.flatMap((quota, i) => {
    const before = sorted[i - 1];
    if (before === undefined || before.to < quota.from) return [];
    const say = `Two quotas overlap: ${before.from} to ${before.to} and ${quota.from} to ${quota.to}. Remove one of them.`;
    return [{ rule: 'QUOTA-4', path: quotaPath(quota, component), say }];
  });
}

function quotaPath(quota: Quota, component: Component): string {
  return `quotas[${quota.participantId}, ${quota.componentId ?? component.measure.unit}, ${quota.from}]`;
}

/**
 * Target variable pay for the period: the annual amount × months ÷ 12, exact (QUOTA-5). Null when the participant has none;
 * refused when the period is not made of whole months. (Ramps, leave and proration by active days will join here.)
 */
export function targetFor(participant: Participant, period: Period): Result<Ratio | null> {
  if (participant.targetVariableAnnual === null) return ok(null);
  const months = wholeMonths(period.from, period.to);
  if (months === null) {
    const say = `The period ${period.from} to ${period.to} is not made of whole months, so a year's target cannot be divided. Choose whole months.`;
    return refused([{ rule: 'QUOTA-5', path: 'period', say }]);
  }
  return ok(ratio(decimal(participant.targetVariableAnnual).times(months), decimal('12')));
}
