import { deductedFrom } from '../attainment/window.ts';
import { type Decimal, decimal, sum, ZERO } from '../base/decimal.ts';
import type { Ratio } from '../base/ratio.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import type { CreditShare } from '../crediting/credit-deal.ts';
import { asksTarget } from '../plans/plan.ts';
import { isFor } from '../plans/terms.ts';
import { takesPartIn } from '../quotas/attendance.ts';
import { readingOf } from '../quotas/dated-target.ts';
import type { Participant, Quota } from '../quotas/participant.ts';
import { type AppliedTarget, targetFor } from '../quotas/target.ts';
import { gateTerms } from './gates/gate-terms.ts';
import { carriedInto } from './limits/carried.ts';
import { withinPlanCap } from './limits/plan-cap.ts';
import type { LineTerms, RateTerms, WindowTerms } from './line-terms.ts';
import { type ComponentStatus, partTerms, standing } from './measures/component-status.ts';
import { type Earnings, type LineToPay, payLine } from './pay-line.ts';
import type { PaySetting } from './pay-setting.ts';
import type { EarlierPay, PayoutLine } from './payout.ts';
import { withoutHigherRates } from './rates/higher-rates.ts';
import { multiplierTerms } from './rates/other-component.ts';
import { type RateSurroundings, rateTerms } from './rates/rate-terms.ts';

/** What is known of one participant: credits of the period in order (CREDIT-10), quotas, and what earlier periods paid. */
export interface OwnRecords {
  readonly shares: readonly CreditShare[];
  readonly quotas: readonly Quota[];
  readonly earlier?: readonly EarlierPay[];
}

/**
 * All lines of one participant, in the order of the plan's components. Refused with every reason: a quota, target or rate that
 * is needed and missing.
 */
export function payParticipant(
  setting: PaySetting,
  participant: Participant,
  own: OwnRecords,
  earnings?: Earnings,
): Result<readonly PayoutLine[]> {
  const lines = linesToPay(setting, participant, own);
  if (!lines.ok) return lines;
  return ok(
    withinPlanCap(
      lines.value.map(({ terms, shares }) => payLine(terms, shares, earnings)),
      setting.plan,
    ),
  );
}

/** What `payParticipant` pays, with everything looked up but nothing paid yet. */
export function linesToPay(
  setting: PaySetting,
  participant: Participant,
  own: OwnRecords,
): Result<readonly LineToPay[]> {
  const problems: Problem[] = [];
  const standings = setting.rules.map((rules) => standing(setting, rules, participant, own, problems));
  const carried = new Map(
    setting.rules.map(({ component: { id } }) => [id, carriedInto(id, setting.period, own.earlier ?? [])]),
  );
  // whoever a SPIFF does not name has no line of it, and its deals make no line of theirs (PAY-41)
  const theirs = standings.filter(({ rules }) => isFor(rules.component, participant.id));
  const idle = theirs.every(({ shares }) => shares.length === 0);
  const owed = [...carried.values()].some((amount) => !amount.eq(ZERO));
  const { period } = setting;
  const takesPart = takesPartIn(participant, setting.attendance(participant.id), period);
  if (!takesPart && idle && !owed) return ok([]);
  const lines: LineToPay[] = [];
  for (const one of theirs) {
    const carriedIn = carried.get(one.rules.component.id) ?? ZERO;
    const brought = { carriedIn, earlier: own.earlier ?? [] };
    const terms = lineTerms({ setting, participant, one, all: standings }, brought);
    if (terms.ok) lines.push({ terms: terms.value, shares: one.shares });
    else problems.push(...terms.problems);
  }
  return problems.length > 0 ? rejected(problems) : ok(lines);
}

function lineTerms(
  { setting, participant, one, all }: Omit<RateSurroundings, 'target'>,
  { carriedIn, earlier }: { readonly carriedIn: Decimal; readonly earlier: readonly EarlierPay[] },
): Result<LineTerms> {
  const { plan, period } = setting;
  const { component, cap, limits } = one.rules;
  const problems: Problem[] = [];
  const target = neededTarget(setting, participant, one, problems);
  const around = { setting, participant, one, all, target: target?.amount ?? null };
  const openRate = rateTerms(around, problems);
  const gate = gateTerms(around, openRate, problems);
  const multiplier = multiplierTerms(around, problems);
  if (problems.length > 0 || openRate === null) return rejected(problems);
  const closedHigher = gate?.open === false && gate.closes === 'higher-rates';
  const defined = closedHigher ? withoutHigherRates(openRate) : openRate;
  return ok({
    plan,
    period,
    participant,
    component,
    rate: multiplier === 'undefined' ? unmeasured(around) : defined,
    gate,
    multiplier: multiplier === 'undefined' ? null : multiplier,
    cap,
    limits,
    carriedIn,
    window: windowTerms(one, earlier),
    measured: one.rules.measured,
    waiting: one.waiting,
    targetParts: target?.parts ?? [],
    target: limitedTarget(one, target),
    quota: one.quota,
  });
}

/** The rate of a line that is multiplied by what cannot be measured. */
function unmeasured({ setting, one, all }: Omit<RateSurroundings, 'target'>): RateTerms {
  const id = one.rules.component.multiplier?.componentId;
  const name = all.find(({ rules }) => rules.component.id === id)?.rules.component.name ?? id;
  const why = `What multiplies it, ${name}, has no quota to be measured by for ${setting.period.key}, and the plan then pays zero`;
  return { kind: 'undefined', why };
}

/** The target variable pay where the line depends on it: target-based components, and limits that are multiples of it. */
function neededTarget(
  setting: PaySetting,
  participant: Participant,
  one: ComponentStatus,
  problems: Problem[],
): AppliedTarget | null {
  const { component, cap, limits } = one.rules;
  const multiple = [...limits.lost, ...limits.carried].some((limit) => limit.kind === 'target-multiple');
  if (!asksTarget(component.rate) && cap === null && !multiple) return null;
  const target = targetFor(one.rules.measured.asked.periods, {
    ...partTerms(setting, one.rules, participant),
    currency: setting.plan.currency,
    component,
    payTerms: readingOf(setting.plan),
  });
  if (!target.ok) {
    problems.push(...target.problems);
    return null;
  }
  if (target.value === null) {
    const why = asksTarget(component.rate)
      ? `pays ${component.rate.kind === 'icr' ? 'a rate made' : 'a share'} of it`
      : `is ${cap === null ? 'limited to' : 'capped at'} a multiple of it${cap === null ? '' : ` (${component.cap})`}`;
    const message = `${participant.name} has no target variable pay, but “${component.name}” ${why}. Add target variable pay for ${participant.id}.`;
    problems.push({ rule: 'QUOTA-5', path: `participants[${participant.id}].targetVariableAnnual`, message });
  }
  return target.value;
}

/** The target that caps are multiples of: of all that is settled, so at `rate-only` of the period itself. */
function limitedTarget({ rules }: ComponentStatus, target: AppliedTarget | null): Ratio | null {
  if (rules.measured.window?.settle !== 'rate-only') return target?.amount ?? null;
  const paid = rules.measured.periods.at(-1)?.from;
  return target?.parts.find(({ period }) => period.from === paid)?.amount ?? null;
}

/** What came before the period in a longer window, and what was paid for it where that is deducted (MEASURE-4). */
function windowTerms(
  { rules, earlierShares }: ComponentStatus,
  earlier: readonly EarlierPay[],
): WindowTerms | null {
  const { measured, component } = rules;
  if (measured.window === null) return null;
  const { settle } = measured.window;
  const own = earlier.filter(
    ({ componentId, from, to }) =>
      componentId === component.id &&
      to < (measured.periods.at(-1)?.from ?? '') &&
      from >= deductedFrom(measured),
  );
  const paid = settle === 'deduct' ? sum(own.map(({ amount }) => decimal(amount))) : ZERO;
  return { settle, shares: earlierShares, paid };
}
