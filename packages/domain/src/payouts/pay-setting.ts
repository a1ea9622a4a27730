import { completenessFault, type MeasuredSpan, measuredSpan } from '../attainment/window.ts';
import { earlierDay } from '../base/day.ts';
import type { Period } from '../base/period.ts';
import { ok, type Problem } from '../base/result.ts';
import type { Span } from '../base/week-calendar.ts';
import { dealMatcher } from '../crediting/credit-deal.ts';
import { type Factoring, factoringOf } from '../crediting/credit-factor.ts';
import type { Deal } from '../crediting/deal.ts';
import { exchangeTable } from '../crediting/exchange.ts';
import { exchangeFinder } from '../crediting/exchange-policy.ts';
import { type Accelerator, parseAccelerator } from '../plans/accelerator.ts';
import { type Cap, parseCap } from '../plans/cap.ts';
import { type Decelerator, parseDecelerator } from '../plans/decelerator.ts';
import { dependencies } from '../plans/dependencies.ts';
import { asksTarget, type Component, type Plan } from '../plans/plan.ts';
import { activeComponents } from '../plans/plan-checks.ts';
import { isInForceIn } from '../plans/terms.ts';
import { type Attendance, attendanceBook } from '../quotas/attendance.ts';
import type { QuotaExchanges } from '../quotas/quota-exchange.ts';
import { type LineLimits, lineLimits } from './limits/line-limits.ts';
import type { CalculationInput } from './payout.ts';

/** What a plan says about one component, read once for all participants. */
export interface Rules {
  readonly component: Component;
  /** Over which days credit and quota are measured. */
  readonly measured: MeasuredSpan;
  /** Whether a deal is one the component counts, and on a day that is measured. */
  readonly counts: (deal: Deal) => boolean;
  /** What share of a credit counts (CREDIT-17); null: all of every one. */
  readonly factoring: Factoring | null;
  readonly cap: Cap | null;
  readonly accelerator: Accelerator | null;
  readonly decelerator: Decelerator | null;
  readonly limits: LineLimits;
  /** Whether pay, its own or that of a component that looks at it, depends on this component's quota. */
  readonly needsQuota: boolean;
}

/** A plan and a period made ready to pay anybody. */
export interface PaySetting {
  readonly plan: Plan;
  readonly period: Period;
  /** Of the components in force on any day of the period. */
  readonly rules: readonly Rules[];
  /** The days on which any component measures. */
  readonly measured: Span;
  readonly attendance: (participantId: string) => Attendance;
  /** By which rate a quota of another currency counts. */
  readonly quotaExchanges: QuotaExchanges;
}

/** Whether the component counts credit of people below the participant. */
export function isOfTeam({ component }: Rules): boolean {
  return component.credit !== undefined && component.credit.of !== 'own';
}

/** What a plan and a period say by themselves, whoever is paid, and what is wrong with that. */
export interface PlanSetting extends Omit<PaySetting, 'attendance' | 'quotaExchanges'> {
  readonly problems: readonly Problem[];
}

/**
 * Reads a plan and a period once. Problems are added for windows that cannot be measured with what is given (MEASURE-2,
 * MEASURE-3); of a plan that is not sound windows are left out, it will pay nobody.
 */
export function paySetting(input: CalculationInput, valid: boolean, problems: Problem[]): PaySetting {
  const read = planSetting(input, valid);
  problems.push(...read.problems);
  return settingFor(read, input);
}

/** The setting of one calculation, by what was read of its plan and period. */
export function settingFor(
  { problems: _problems, ...read }: PlanSetting,
  input: CalculationInput,
): PaySetting {
  return { ...read, attendance: attendanceBook(input), quotaExchanges: quotaExchanges(input) };
}

/**
 * The rates of quotas by the plan's policy, of the day a quota begins (QUOTA-15); one that begins after the period takes the
 * rate of the period's last day, so that no later rate changes what was paid. Nothing is read before somebody asks.
 */
function quotaExchanges({ plan, period, exchangeRates }: CalculationInput): QuotaExchanges {
  const terms = { policy: plan.exchange, calendar: plan.calendar, period };
  const finder = () => exchangeFinder(exchangeTable(exchangeRates, plan.currency), terms);
  return {
    find: (currency, day) => finder().find(currency, earlierDay(day, period.to)),
    when: (day) => finder().when(earlierDay(day, period.to)),
  };
}

/** What `paySetting` reads of the plan and the period, to be used for many calculations of them. */
export function planSetting(
  { plan, period, completeFrom = period.from }: Pick<CalculationInput, 'plan' | 'period' | 'completeFrom'>,
  valid: boolean,
): PlanSetting {
  const problems: Problem[] = [];
  const active = activeComponents(plan).filter((component) => isInForceIn(component.effective, period));
  const asked = new Set(active.flatMap((component) => dependencies(component).map(({ on }) => on)));
  const rules: Rules[] = [];
  for (const component of active) {
    const measured = valid ? measuredSpan(plan, component, period) : ok(asIs(period));
    if (!measured.ok) {
      problems.push(...measured.problems);
      continue;
    }
    const incomplete = completenessFault(component, measured.value, completeFrom);
    if (incomplete !== null) problems.push(incomplete);
    rules.push(readRules(component, measured.value, asked));
  }
  const from = rules.reduce((first, { measured }) => earlierDay(measured.from, first), period.from);
  return { plan, period, rules, measured: { from, to: period.to }, problems };
}

function readRules(component: Component, measured: MeasuredSpan, asked: ReadonlySet<string>): Rules {
  const { rate } = component;
  const ofQuota = 'thresholds' in rate && rate.thresholds === 'percent-of-quota';
  const cap = component.cap === null ? null : parseCap(component.cap);
  const accelerator = component.accelerator === null ? null : parseAccelerator(component.accelerator);
  const decelerator = component.decelerator === undefined ? null : parseDecelerator(component.decelerator);
  const limits = lineLimits(component.limits);
  const matches = dealMatcher(component);
  return {
    component,
    measured,
    // A SPIFF counts deals of its own days only (PAY-35).
    counts: (deal) =>
      isOn(deal, measured) && (component.spiff === undefined || isOn(deal, component.spiff)) && matches(deal),
    factoring: factoringOf(component),
    cap: cap?.ok ? cap.value : null,
    accelerator: accelerator?.ok ? accelerator.value : null,
    decelerator: decelerator?.ok ? decelerator.value : null,
    limits,
    needsQuota: asksTarget(rate) || ofQuota || limits.attainment !== null || asked.has(component.id),
  };
}

function isOn(deal: Deal, days: { readonly from: string; readonly to: string }): boolean {
  return deal.date >= days.from && deal.date <= days.to;
}

function asIs(period: Period): MeasuredSpan {
  return {
    window: null,
    from: period.from,
    to: period.to,
    whole: period,
    periods: [period],
    asked: { whole: period, periods: [period] },
  };
}
