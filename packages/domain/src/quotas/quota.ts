import { type Decimal, decimal, decimalProblem, isDecimal, sum, ZERO } from '../base/decimal.ts';
import { figure } from '../base/figures.ts';
import { allocate, minorDigits } from '../base/money.ts';
import type { Period } from '../base/period.ts';
import { ratio, roundRatio } from '../base/ratio.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import type { Component, Unit } from '../plans/plan.ts';
import { isInForceIn, isInForceThroughout } from '../plans/terms.ts';
import type { Quota } from './participant.ts';
import { type PartTerms, partly, partOf, prorates } from './proration.ts';
import { convertedQuota, type QuotaExchanges } from './quota-exchange.ts';

/** The quota that applies, and where it is from. */
export interface AppliedQuota {
  readonly amount: Decimal;
  /** True for the component's own; false for one that holds for everything measured in its unit. */
  readonly own: boolean;
  /** How many quotas were summed. */
  readonly parts: number;
  /** Where a quota is converted or only a part of it counts: the arithmetic, one step for each. */
  readonly steps: readonly QuotaStep[];
}

/** How a quota was converted, or a part of it taken. */
export interface QuotaStep {
  readonly rule: string;
  readonly message: string;
  /** `20,000.00 × 1 ÷ 3 months`. */
  readonly formula: string;
  readonly amount: Decimal;
}

/** What a quota is measured by: the span in which it must lie, and how it is scaled. */
export interface QuotaTerms extends PartTerms {
  readonly period: Period;
  readonly currency: string;
  /** Left out: no rate is known. */
  readonly exchanges?: QuotaExchanges;
}

/** A prorated quota that is no money is rounded to this many decimals. */
const QUOTA_DIGITS = 6;

/** The unit a component's credit and quota are counted in: deals are counted, whatever they are worth. */
export function measuredUnit(component: Component): Unit {
  return component.measure.of === 'deals' ? 'Count' : component.measure.unit;
}

/**
 * The quota of one participant for one component in a period or longer window; null when there is none.
 * The component's own quotas go before those of its unit (QUOTA-1); all that lie inside the span are summed (QUOTA-2), each
 * converted (QUOTA-15), then scaled by the part of its own days that counts (QUOTA-10 to QUOTA-13).
 * Refused when one reaches beyond the span (QUOTA-3), two overlap, are negative or of another unit (QUOTA-4), or a rate is
 * missing (QUOTA-16).
 */
export function quotaFor(
  quotas: readonly Quota[],
  component: Component,
  terms: QuotaTerms,
): Result<AppliedQuota | null> {
  const { period } = terms;
  const touching = quotas.filter(
    (quota) => quota.from <= period.to && quota.to >= period.from && isInForceIn(component.effective, quota),
  );
  const own = touching.filter((quota) => quota.componentId === component.id);
  const unit = measuredUnit(component);
  const chosen =
    own.length > 0 ? own : touching.filter((quota) => quota.componentId === null && quota.unit === unit);
  if (chosen.length === 0) return ok(null);
  const problems = chosen.flatMap((quota) => quotaFaults(quota, unit, component, period));
  problems.push(...overlaps(chosen, component));
  if (problems.length > 0) return rejected(problems);
  const steps: QuotaStep[] = [];
  // By days, so that the order in which quotas are given changes no step.
  const sorted = chosen.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const amounts = sorted.map((quota) => quotaPart(quota, component, terms, steps, problems));
  if (problems.length > 0) return rejected(problems);
  return ok({ amount: sum(amounts), own: own.length > 0, parts: chosen.length, steps });
}

/** What counts of one quota: converted or prorated, it is rounded once to what a quota is told in (QUOTA-10, QUOTA-15), and that is the quota. */
function quotaPart(
  quota: Quota,
  component: Component,
  terms: QuotaTerms,
  steps: QuotaStep[],
  problems: Problem[],
): Decimal {
  const stated = decimal(quota.amount);
  const { effective } = component;
  if (!prorates(terms.proration, 'quota') && !isInForceThroughout(effective, quota)) {
    const message = `The quota from ${quota.from} to ${quota.to} is not fully inside the dates of "${component.name}" (${effective?.from ?? 'the start'} to ${effective?.to ?? 'further notice'}). Set a quota for those dates, or let the plan prorate quotas.`;
    problems.push({ rule: 'QUOTA-13', path: quotaPath(quota, component), message });
    return stated;
  }
  const part = partOf(quota, 'quota', terms);
  const money = measuredUnit(component) === '$';
  const { currency, exchanges } = terms;
  const whole = convertedQuota(quota, { money, currency, exchanges, path: quotaPath(quota, component) });
  if (!part.ok) problems.push(...part.problems);
  if (!whole.ok) problems.push(...whole.problems);
  if (!part.ok || !whole.ok) return stated;
  const { amount: all, words } = whole.value;
  if (part.value === null && words === null) return all;
  const digits = money ? minorDigits(currency) : QUOTA_DIGITS;
  const amount = roundRatio(partly(ratio(all), part.value), digits, 'HALF_UP');
  if (words !== null) steps.push({ rule: 'QUOTA-15', ...words, amount: part.value === null ? amount : all });
  if (part.value === null) return amount;
  const formula = `${figure(all, money ? digits : 0)} × ${part.value.formula}`;
  const message = `The part of the quota for ${quota.from} to ${quota.to} that counts`;
  steps.push({ rule: part.value.rule, message, formula, amount });
  return amount;
}

/**
 * A year's quota spread over the periods of the year in proportion to shares, like 20, 20, 20, 40, or evenly with all the
 * same; the parts sum to the year to the last unit (QUOTA-8). Shares must not be negative and not all be zero.
 */
export function spreadQuota(
  annual: Decimal,
  shares: readonly Decimal[],
  periods: readonly Period[],
  currency: string,
): readonly { readonly period: Period; readonly amount: Decimal }[] {
  if (shares.length !== periods.length) throw new RangeError('a share is needed for each period');
  const amounts = allocate(annual, shares, minorDigits(currency));
  return periods.map((period, i) => ({ period, amount: amounts[i] ?? ZERO }));
}

function quotaFaults(quota: Quota, unit: Unit, component: Component, period: Period): readonly Problem[] {
  const path = quotaPath(quota, component);
  if (!isDecimal(quota.amount))
    return [{ ...decimalProblem(quota.amount, `${path}.amount`), rule: 'QUOTA-4' }];
  const problems: Problem[] = [];
  if (decimal(quota.amount).lt(ZERO)) {
    const message = `The quota ${quota.amount} is negative. Enter zero or more.`;
    problems.push({ rule: 'QUOTA-4', path: `${path}.amount`, message });
  }
  if (quota.unit !== unit) {
    const message = `The quota is in ${quota.unit}, but "${component.name}" is measured in ${unit}. Correct the unit.`;
    problems.push({ rule: 'QUOTA-4', path: `${path}.unit`, message });
  }
  if (quota.from < period.from || quota.to > period.to) {
    const message = `The quota from ${quota.from} to ${quota.to} is not fully inside the period ${period.key} (${period.from} to ${period.to}). Set a quota for each period.`;
    problems.push({ rule: 'QUOTA-3', path, message });
  }
  return problems;
}

function overlaps(quotas: readonly Quota[], component: Component): readonly Problem[] {
  const sorted = quotas.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  return sorted.flatMap((quota, i) => {
    const before = sorted[i - 1];
    if (before === undefined || before.to < quota.from) return [];
    const message = `Two quotas overlap: ${before.from} to ${before.to} and ${quota.from} to ${quota.to}. Remove one of them.`;
    return [{ rule: 'QUOTA-4', path: quotaPath(quota, component), message }];
  });
}

function quotaPath(quota: Quota, component: Component): string {
  return `quotas[${quota.participantId}, ${quota.componentId ?? component.measure.unit}, ${quota.from}]`;
}
