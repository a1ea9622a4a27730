import { attainmentOf, inPercent } from '../../attainment/attainment.ts';
import { type Decimal, decimal, HUNDREDTH } from '../../base/decimal.ts';
import { type Ratio, scale } from '../../base/ratio.ts';
import type { Problem } from '../../base/result.ts';
import { asksTarget } from '../../plans/plan.ts';
import type { Participant } from '../../quotas/participant.ts';
import type { RateTerms } from '../line-terms.ts';
import type { ComponentStatus } from '../measures/component-status.ts';
import type { PaySetting } from '../pay-setting.ts';
import { tierTable } from '../tier-table.ts';
import { bandTable } from './amount-bands.ts';
import { curveTable } from './curve-table.ts';
import { datedRate } from './dated-rate.ts';
import { matrixTable } from './matrix-table.ts';
import { componentStatus, undefinedProblem } from './other-component.ts';
import { slidingSteps } from './sliding-rate.ts';
import type { TargetShare } from './target-share.ts';

/** Where the rate of a line is looked up: the plan, the participant, and how far all components stand. */
export interface RateSurroundings {
  readonly setting: PaySetting;
  readonly participant: Participant;
  readonly one: ComponentStatus;
  readonly all: readonly ComponentStatus[];
  /** Target variable pay of the period, where the component needs it. */
  readonly target: Ratio | null;
}

/** How a line's credit becomes pay, with quota, target and rates looked up; null when something is missing, which is told. */
export function rateTerms(around: RateSurroundings, problems: Problem[]): RateTerms | null {
  const { one, target } = around;
  const { component, limits } = one.rules;
  const { rate } = component;
  const bounded = 'thresholds' in rate && rate.thresholds === 'percent-of-quota';
  const ofQuota = bounded || asksTarget(rate) || limits.attainment !== null;
  if (ofQuota && one.unusable) return null;
  const quota = one.quota?.amount ?? null;
  if (ofQuota && attainmentOf(one.credited, quota) === null) {
    return undefinedRate(around, one, quota === null ? 'There is no quota' : 'The quota is zero', problems);
  }
  switch (rate.kind) {
    case 'flat':
      return fixedRate('PAY-1', rate.ratePercent);
    case 'individual':
      return individualRate(around, problems);
    case 'icr':
      return quota === null || target === null ? null : icrTerms(component.weight, target, quota);
    case 'marginal':
    case 'retroactive': {
      const table = tierTable(rate, bounded ? quota : null);
      return { kind: 'table', per: rate.per, ofQuota: bounded, table };
    }
    case 'interpolated-amounts':
      return { kind: 'bands', per: rate.per, table: bandTable(rate.bands) };
    case 'interpolated-rate':
      return { kind: 'sliding', ofQuota: bounded, steps: slidingSteps(rate.steps, bounded ? quota : null) };
    case 'target':
    case 'curve':
    case 'matrix':
      return quota === null || target === null ? null : targetTerms(around, quota, target, problems);
  }
}

/** r = TV × w ÷ Q, one quotient (PAY-39). */
function icrTerms(weight: number, targetVariable: Ratio, quota: Decimal): RateTerms {
  const target = scale(targetVariable, decimal(String(weight)).times(HUNDREDTH));
  return { kind: 'icr', target, quota, rate: { over: target.over, under: target.under.times(quota) } };
}

function targetTerms(
  around: RateSurroundings,
  quota: Decimal,
  target: Ratio,
  problems: Problem[],
): RateTerms | null {
  const { rules } = around.one;
  const { rate } = rules.component;
  if (rate.kind === 'curve') {
    const share: TargetShare = { of: 'curve', curve: curveTable(rate.curve, 'nothing'), higherClosed: false };
    return { kind: 'target', quota, target, share };
  }
  if (rate.kind === 'matrix') return matrixTerms(around, rate, { quota, target }, problems);
  const { accelerator, decelerator } = rules;
  return { kind: 'target', quota, target, share: { of: 'attainment', accelerator, decelerator } };
}

function matrixTerms(
  around: RateSurroundings,
  rate: Extract<ComponentStatus['rules']['component']['rate'], { kind: 'matrix' }>,
  { quota, target }: { readonly quota: Decimal; readonly target: Ratio },
  problems: Problem[],
): RateTerms | null {
  const other = around.all.find((standing) => standing.rules.component.id === rate.other);
  if (other === undefined || other.unusable) return null;
  const attained = attainmentOf(other.credited, other.quota?.amount ?? null);
  if (attained === null) {
    const why = `"${other.rules.component.name}", which the matrix looks at, has no quota to be measured by`;
    return undefinedRate(around, other, why, problems);
  }
  const share: TargetShare = {
    of: 'matrix',
    matrix: matrixTable(rate),
    other: componentStatus(other),
    otherAttained: inPercent(attained),
    higherClosed: false,
  };
  return { kind: 'target', quota, target, share };
}

/** What follows when attainment is undefined: the plan pays zero, or the calculation is refused (ATT-2). */
function undefinedRate(
  { setting, participant }: RateSurroundings,
  missing: ComponentStatus,
  why: string,
  problems: Problem[],
): RateTerms | null {
  if (setting.plan.undefinedAttainment === 'pay-zero') {
    return { kind: 'undefined', why: `${why} for ${setting.period.key}, and the plan then pays zero` };
  }
  problems.push(undefinedProblem(participant, missing));
  return null;
}

function individualRate(
  { setting, participant, one }: RateSurroundings,
  problems: Problem[],
): RateTerms | null {
  const { payTerms = [] } = setting.attendance(participant.id);
  const shares = [...one.earlierShares, ...one.shares];
  if (payTerms.length > 0) {
    const found = datedRate(one.rules.measured, { participant, payTerms, shares }, problems);
    return typeof found === 'string' ? fixedRate('PAY-2', found) : found;
  }
  // Nobody needs a rate for selling nothing.
  const ratePercent = participant.commissionRatePercent ?? (shares.length === 0 ? '0' : null);
  if (ratePercent !== null) return fixedRate('PAY-2', ratePercent);
  const message = `${participant.name} has credit on "${one.rules.component.name}" but no commission rate. Add a commission rate for ${participant.id}.`;
  problems.push({ rule: 'PAY-2', path: `participants[${participant.id}].commissionRatePercent`, message });
  return null;
}

function fixedRate(rule: 'PAY-1' | 'PAY-2', ratePercent: string): RateTerms {
  return { kind: 'rate', rule, ratePercent, rate: decimal(ratePercent).times(HUNDREDTH) };
}
