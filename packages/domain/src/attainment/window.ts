import { earlierDay, laterDay, plusDays } from '../base/day.ts';
import { type Period, type PeriodCalendar, periodContaining } from '../base/period.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import type { Span } from '../base/week-calendar.ts';
import type { Component, Plan } from '../plans/plan.ts';
import { isInForceIn, type MeasureWindow } from '../plans/terms.ts';

/** Over which days a component's credit and quota are measured for a payable period. */
export interface MeasuredSpan {
  /** Null: the period itself. */
  readonly window: MeasureWindow | null;
  /** The days whose credits count: the whole span, as far as the component is in force. */
  readonly from: string;
  readonly to: string;
  /** The span before it is cut to the days in force, with how it is told: `2024-Q2`, `the year to 2024-06-30`. */
  readonly whole: Period;
  /** The payable periods that are measured, earliest first; the last one is the one that is paid. */
  readonly periods: readonly Period[];
  /** What credit is measured against: the span in which quotas must lie, and the periods whose targets count. */
  readonly asked: { readonly whole: Period; readonly periods: readonly Period[] };
}

/**
 * The span of a component for a period (MEASURE-1), cut to the days on which the component is in force (MEASURE-6).
 * Refused when a window is wanted for a period that is none of the plan's calendar (MEASURE-2).
 */
export function measuredSpan(plan: Plan, component: Component, period: Period): Result<MeasuredSpan> {
  const window = component.window ?? null;
  const { effective } = component;
  const periods = window === null ? [period] : windowPeriods(plan.calendar, component, window, period);
  if (periods === null) {
    const message = `“${component.name}” measures ${windowText(window)}, but ${period.key} (${period.from} to ${period.to}) is not a period of the plan’s calendar. Choose one of its periods.`;
    return rejected([{ rule: 'MEASURE-2', path: 'period', message }]);
  }
  const start = periods[0]?.from ?? period.from;
  const whole =
    window === null ? period : { key: `${windowText(window)} to ${period.to}`, from: start, to: period.to };
  const from = laterDay(start, effective?.from ?? start);
  const to = earlierDay(effective?.to ?? period.to, period.to);
  const inForce = periods.filter((one) => one.from <= to && one.to >= from);
  const asked = askedOf(plan.calendar, component, period) ?? { whole, periods: inForce };
  return ok({ window, from, to, whole, periods: inForce, asked });
}

/**
 * The first day whose earlier pay is deducted: that of the first payable period in which the component measures. What was paid
 * before, by an earlier version of the plan, was paid for credit that does not count here (MEASURE-5, MEASURE-6).
 */
export function deductedFrom({ periods, from }: MeasuredSpan): string {
  return periods[0]?.from ?? from;
}

/** The whole quarter or year a window is measured against from its first period on; null where it is what is measured. */
function askedOf(
  calendar: PeriodCalendar,
  { window, effective }: Component,
  period: Period,
): MeasuredSpan['asked'] | null {
  if (window === undefined || window.kind === 'rolling' || window.quota !== 'whole') return null;
  const unit = window.kind === 'quarter-to-date' ? 'quarter' : 'year';
  const whole = periodContaining({ ...calendar, period: unit }, period.from);
  const periods: Period[] = [];
  for (let from = whole.from; from <= whole.to; ) {
    const one = periodContaining(calendar, from);
    if (isInForceIn(effective, one)) periods.push(one);
    from = plusDays(one.to, 1);
  }
  return { whole, periods };
}

/** The window in words: `the year`, `the last 3 periods`. */
export function windowText(window: MeasureWindow | null): string {
  if (window === null) return 'the period';
  switch (window.kind) {
    case 'quarter-to-date':
      return 'the quarter';
    case 'year-to-date':
      return 'the year';
    case 'plan-to-date':
      return 'the plan from its start';
    case 'rolling':
      return `the last ${window.periods} periods`;
  }
}

/** MEASURE-3: every deal of a window must be there, or its total would be too small without anybody noticing. */
export function completenessFault(
  component: Component,
  measured: Span,
  completeFrom: string,
): Problem | null {
  if (measured.from >= completeFrom) return null;
  const message = `“${component.name}” measures from ${measured.from}, but deals are available only from ${completeFrom}. Provide all deals from ${measured.from}.`;
  return { rule: 'MEASURE-3', path: 'completeFrom', message };
}

function windowPeriods(
  calendar: PeriodCalendar,
  component: Component,
  window: MeasureWindow,
  period: Period,
): readonly Period[] | null {
  const payable = periodContaining(calendar, period.from);
  if (payable.from !== period.from || payable.to !== period.to) return null;
  const start = windowStart(calendar, component, window, period);
  const periods = [period];
  for (let first = period; first.from > start && more(window, periods); ) {
    first = periodContaining(calendar, plusDays(first.from, -1));
    periods.unshift(first);
  }
  return periods;
}

function more(window: MeasureWindow, periods: readonly Period[]): boolean {
  return window.kind !== 'rolling' || periods.length < window.periods;
}

/** The day on or after which the window starts; a rolling one is ended by its number of periods. */
function windowStart(
  calendar: PeriodCalendar,
  component: Component,
  window: MeasureWindow,
  period: Period,
): string {
  switch (window.kind) {
    case 'quarter-to-date':
      return periodContaining({ ...calendar, period: 'quarter' }, period.from).from;
    case 'year-to-date':
      return periodContaining({ ...calendar, period: 'year' }, period.from).from;
    case 'plan-to-date':
      return component.effective?.from ?? period.from;
    case 'rolling':
      return component.effective?.from ?? FIRST_DAY;
  }
}

const FIRST_DAY = '1900-01-01';
