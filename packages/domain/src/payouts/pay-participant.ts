import { attainmentOf, reaches } from '../attainment/attainment.ts';
import { decimal, HUNDREDTH } from '../base/decimal.ts';
import type { Ratio } from '../base/ratio.ts';
import { ok, type Problem, type Result, refused } from '../base/result.ts';
import type { CreditShare } from '../crediting/credit-deal.ts';
import type { Component, Plan } from '../plans/plan.ts';
import type { Participant, Quota } from '../quotas/participant.ts';
import { isEmployedIn } from '../quotas/payees.ts';
import { targetFor } from '../quotas/quota.ts';
import type { GateTerms, LineTerms, RateTerms } from './line-terms.ts';
import { payLine } from './pay-line.ts';
import type { PaySetting } from './pay-setting.ts';
import type { PayoutLine } from './payout.ts';
import { type Standing, standing } from './standing.ts';
import { tierTable } from './tier-table.ts';

/**
 * All lines of one participant, in the order of the plan's components; `shares` are that participant's credits of the
 * period in order (CREDIT-10). Refused with every reason: a quota, target or rate that is needed and missing.
 */
export function payParticipant(
  setting: PaySetting,
  participant: Participant,
  own: { readonly shares: readonly CreditShare[]; readonly quotas: readonly Quota[] },
): Result<readonly PayoutLine[]> {
  const problems: Problem[] = [];
  const standings = setting.rules.map((rules) => standing(setting, rules, own, problems));
  if (!isEmployedIn(participant, setting.period) && standings.every(({ shares }) => shares.length === 0))
    return ok([]);
  const lines: PayoutLine[] = [];
  for (const one of standings) {
    const terms = lineTerms(setting, participant, one, standings);
    if (terms.ok) lines.push(payLine(terms.value, one.shares));
    else problems.push(...terms.problems);
  }
  return problems.length > 0 ? refused(problems) : ok(lines);
}

function lineTerms(
  setting: PaySetting,
  participant: Participant,
  one: Standing,
  all: readonly Standing[],
): Result<LineTerms> {
  const { plan, period } = setting;
  const { component, cap } = one.rules;
  const problems: Problem[] = [];
  const gate = gateTerms(plan, participant, component, all, problems);
  const target = neededTarget(setting, participant, one, problems);
  const rate = rateTerms(setting, participant, one, target, problems);
  if (problems.length > 0 || rate === null) return refused(problems);
  return ok({ plan, period, participant, component, rate, gate, cap, target, quota: one.quota });
}

function gateTerms(
  plan: Plan,
  participant: Participant,
  component: Component,
  all: readonly Standing[],
  problems: Problem[],
): GateTerms | null {
  const gate = component.gate;
  const reached = all.find((standing) => standing.rules.component.id === gate?.componentId);
  if (gate === null || reached === undefined || reached.unusable) return null;
  const atLeastPercent = decimal(gate.atLeastPercent);
  const attainment = attainmentOf(reached.credited, reached.quota?.amount ?? null);
  if (attainment === null && plan.undefinedAttainment === 'refuse') {
    problems.push(undefinedProblem(participant, reached));
  }
  return {
    open: attainment !== null && reaches(attainment, atLeastPercent),
    component: reached.rules.component,
    atLeastPercent,
    credited: reached.credited,
    quota: reached.quota?.amount ?? null,
  };
}

/** The target variable pay where the line depends on it: target-based components, and caps. */
function neededTarget(
  setting: PaySetting,
  participant: Participant,
  one: Standing,
  problems: Problem[],
): Ratio | null {
  const { component, cap } = one.rules;
  if (component.rate.kind !== 'target' && cap === null) return null;
  const target = targetFor(participant, setting.period);
  if (!target.ok) {
    problems.push(...target.problems);
    return null;
  }
  if (target.value === null) {
    const why =
      component.rate.kind === 'target'
        ? 'pays a share of it'
        : `is capped at a multiple of it (${component.cap})`;
    const say = `${participant.name} has no target variable pay, but "${component.name}" ${why}. Give ${participant.id} one.`;
    problems.push({ rule: 'QUOTA-5', path: `participants[${participant.id}].targetVariableAnnual`, say });
  }
  return target.value;
}

function rateTerms(
  setting: PaySetting,
  participant: Participant,
  one: Standing,
  target: Ratio | null,
  problems: Problem[],
): RateTerms | null {
  const { rate } = one.rules.component;
  if (rate.kind === 'flat') return fixedRate('PAY-1', rate.ratePercent);
  if (rate.kind === 'individual') return individualRate(participant, one, problems);
  const ofQuota = rate.kind === 'target' || rate.thresholds === 'percent-of-quota';
  if (ofQuota && one.unusable) return null;
  const quota = one.quota?.amount ?? null;
  if (ofQuota && attainmentOf(one.credited, quota) === null) {
    if (setting.plan.undefinedAttainment === 'pay-zero') {
      const missing = quota === null ? 'There is no quota' : 'The quota is zero';
      return { kind: 'undefined', why: `${missing} for ${setting.period.key}, and the plan then pays zero` };
    }
    problems.push(undefinedProblem(participant, one));
    return null;
  }
  if (rate.kind !== 'target') {
    return {
      kind: 'table',
      per: rate.per,
      ofQuota,
      table: tierTable(rate.kind, rate.tiers, ofQuota ? quota : null),
    };
  }
  if (quota === null || target === null) return null;
  return { kind: 'target', quota, target, accelerator: one.rules.accelerator };
}

function individualRate(participant: Participant, one: Standing, problems: Problem[]): RateTerms | null {
  // Nobody needs a rate for selling nothing.
  const ratePercent = participant.commissionRatePercent ?? (one.shares.length === 0 ? '0' : null);
  if (ratePercent !== null) return fixedRate('PAY-2', ratePercent);
  const say = `${participant.name} is credited on "${one.rules.component.name}" but has no commission rate. Give ${participant.id} one.`;
  problems.push({ rule: 'PAY-2', path: `participants[${participant.id}].commissionRatePercent`, say });
  return null;
}

function fixedRate(rule: 'PAY-1' | 'PAY-2', ratePercent: string): RateTerms {
  return { kind: 'rate', rule, ratePercent, rate: decimal(ratePercent).times(HUNDREDTH) };
}

function undefinedProblem(participant: Participant, one: Standing): Problem {
  const { component } = one.rules;
  const missing = one.quota === null ? 'has no quota' : 'has a quota of zero';
  const say = `${participant.name} ${missing} for "${component.name}", so attainment is undefined. Give ${participant.id} a quota, or let the plan pay zero then.`;
  return { rule: 'ATT-2', path: `quotas[${participant.id}, ${component.id}]`, say };
}
