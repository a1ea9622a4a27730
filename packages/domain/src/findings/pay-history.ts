import { measuredSpan } from '../attainment/window.ts';
import { earlierDay } from '../base/day.ts';
import { daysOf, type Period, periodsOf } from '../base/period.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import { calculate } from '../payouts/calculate.ts';
import { withoutFunds } from '../payouts/limits/fund.ts';
import type { CalculationInput, EarlierPay, PayoutLine } from '../payouts/payout.ts';
import type { Component, Plan } from '../plans/plan.ts';
import { activeComponents } from '../plans/plan-checks.ts';
import { isInForceIn } from '../plans/terms.ts';

/** What happened between two days, to one payee or to many: a calculation's input without the plan. Any plan can be paid on it. */
export interface History extends Omit<CalculationInput, 'plan' | 'period' | 'earlier'> {
  readonly span: Period;
}

/** What a plan pays in one of its periods. */
export interface PeriodPay {
  readonly period: Period;
  readonly lines: readonly PayoutLine[];
}

/** The payable periods of a plan's calendar that lie wholly inside a span, earliest first. */
export function periodsWithin({ calendar }: Plan, { from, to }: Period): readonly Period[] {
  const known = within.get(calendar);
  if (known?.from === from && known.to === to) return known.periods;
  const first = Number(from.slice(0, 4)) - 1;
  const last = Number(to.slice(0, 4)) + 1;
  const periods = Array.from({ length: last - first + 1 }, (_, i) => periodsOf(calendar, first + i))
    .flat()
    .filter((period) => period.from >= from && period.to <= to);
  within.set(calendar, { from, to, periods });
  return periods;
}

/** The last answer of each calendar: payees of a plan are asked about one after the other. */
const within = new WeakMap<
  Plan['calendar'],
  { readonly from: string; readonly to: string; readonly periods: readonly Period[] }
>();

/**
 * What a plan is taken to say where it is paid on one payee at a time: the fund of a SPIFF is spent over all payees, so it is
 * left out, and what such a plan costs is at most that (SIM-1). Sentences for whoever reads the figures; none: nothing was assumed.
 */
export function assumptionsOf(plan: Plan): readonly string[] {
  return plan.components.flatMap(({ status, spiff, limits = [], name }) => {
    const carries = limits.some((limit) => 'excess' in limit && limit.excess === 'carried');
    return [
      ...(status === 'Active' && spiff?.fund != null
        ? [`The fund of ${name} is ignored; amounts are before the fund.`]
        : []),
      ...(status === 'Active' && carries
        ? [`Pay ${name} carried from before the first day is assumed to be zero.`]
        : []),
    ];
  });
}

/**
 * Pays every period of the plan's own calendar inside the history, in order, each knowing what the ones before have paid
 * (SIM-1). Refused with every problem of every period; a span that holds no whole period is one.
 */
export function payHistory(written: Plan, history: History): Result<readonly PeriodPay[]> {
  const plan = history.payeeIds?.length === 1 ? withoutFunds(written) : written;
  const periods = periodsWithin(plan, history.span);
  if (periods.length === 0) {
    const message = `There is no full ${plan.calendar.period} of this plan from ${history.span.from} to ${history.span.to}. Choose a longer span.`;
    return rejected([{ rule: 'SIM-1', path: 'span', message }]);
  }
  const pays: PeriodPay[] = [];
  const earlier: EarlierPay[] = [];
  const problems: Problem[] = [];
  const { span, ...records } = history;
  const completeFrom = history.completeFrom ?? span.from;
  const tooShort = windowsBefore(plan, { span, periods, completeFrom });
  if (tooShort.length > 0) return rejected(tooShort);
  for (const period of periods) {
    const paid = calculate({ ...records, plan, period, earlier, completeFrom });
    if (!paid.ok) {
      problems.push(...paid.problems);
      continue;
    }
    pays.push({ period, lines: paid.value.lines });
    for (const line of paid.value.lines) earlier.push(earlierPay(line, period));
  }
  return problems.length > 0 ? rejected(problems) : ok(pays);
}

/**
 * The span, begun as early as the quarter, year or plan that windows of its periods are measured from, so that none is cut
 * (MEASURE-3). Rolling windows, which need only deals from before, do not move it (`rollsFrom`). Where the years of two plans
 * begin in different months no day is early enough for both: one of them is then refused by whoever pays it.
 */
export function spanOfWindows(plans: readonly Plan[], span: Period): Period {
  const from = earliestOf(plans, span, ({ window }) => window !== undefined && window.kind !== 'rolling');
  const days = { from, to: span.to };
  return from === span.from ? span : { key: daysOf(days), ...days };
}

/** The first day whose deals rolling windows of the span's periods measure; the span's own where there are none. */
export function rollsFrom(plans: readonly Plan[], span: Period): string {
  return earliestOf(plans, span, ({ window }) => window?.kind === 'rolling');
}

function earliestOf(plans: readonly Plan[], span: Period, wanted: (component: Component) => boolean): string {
  return plans.reduce((day, plan) => {
    const periods = periodsWithin(plan, span);
    const components = activeComponents(plan).filter(wanted);
    return components.reduce((first, one) => firstMeasured(plan, one, periods, first), day);
  }, span.from);
}

/** The first day a component measures for any of the periods; the given one where that is earlier. */
function firstMeasured(
  plan: Plan,
  component: Component,
  periods: readonly Period[],
  atLatest: string,
): string {
  return periods.reduce((day, period) => {
    const measured = measuredSpan(plan, component, period);
    return measured.ok && isInForceIn(component.effective, period)
      ? earlierDay(day, measured.value.from)
      : day;
  }, atLatest);
}

/** MEASURE-3, said to whoever chose the days: a window that begins before them would be paid on a part of its deals. */
export function windowsBefore(
  plan: Plan,
  { span, periods, completeFrom }: { span: Period; periods: readonly Period[]; completeFrom: string },
): readonly Problem[] {
  return activeComponents(plan).flatMap((component): Problem[] => {
    const { name, window } = component;
    if (window === undefined) return [];
    const first = firstMeasured(plan, component, periods, span.to);
    if (first >= completeFrom) return [];
    const fix =
      window.kind === 'rolling'
        ? `Also provide deals from ${first}, or start the component within these dates.`
        : `Choose ${daysOf({ from: first, to: span.to })}.`;
    const message = `“${name}” measures from ${first}, but the selected dates start on ${span.from}, so its total would be too small. ${fix}`;
    return [{ rule: 'MEASURE-3', path: 'span', message }];
  });
}

/** A line as a later period is told of it. */
export function earlierPay(line: PayoutLine, { from, to }: Period): EarlierPay {
  const { participantId, componentId, amount } = line;
  return { participantId, componentId, from, to, amount, carried: line.carriedOut ?? '0' };
}
