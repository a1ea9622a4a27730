import { dayBefore, plusDays } from '../base/day.ts';
import { daysOf, type Period, type PeriodCalendar, periodContaining } from '../base/period.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';

/** The newest version of a plan's period; a period is told by its days, for two calendars may give one key other days. */
export interface NewestCalculation {
  readonly id: string;
  readonly planId: string;
  readonly planName: string;
  readonly period: Period;
  readonly calendar: PeriodCalendar;
  /** A moment that sorts as text. */
  readonly calculatedAt: string;
  /** The version that posted payments have paid; null: none of this period. */
  readonly paidId: string | null;
}

/** What is paid of a calculation: all of it, or what it changes to the one that was paid. */
export interface Payable {
  readonly calculationId: string;
  readonly originalId: string | null;
}

/**
 * What the payments of a period pay (PAYM-20): of each plan every period of its own calendar, and the very period that is
 * paid, that ends by the period's last day and not before payments began (`since`); one that was paid before, by its
 * difference. A calculation of any other span of days is a trial and is not paid, and one whose days were calculated later by
 * another calendar gives way. Refused where two periods of one plan share a day: the same deals would be paid twice.
 */
export function payableCalculations(
  newest: readonly NewestCalculation[],
  scope: { readonly period: Period; readonly since: string },
): Result<readonly Payable[]> {
  const { period, since } = scope;
  const ended = newest.filter(
    (one) =>
      one.paidId === null && one.period.to <= period.to && one.period.to >= since && isPaidBy(one, period),
  );
  const paid = newest.filter((one) => one.paidId !== null);
  const due = ended.filter((one) => !givesWay(one, newest, [...paid, ...ended]));
  const problems = due.flatMap((one, i) => clashes(one, [...paid, ...due.slice(0, i)]));
  if (problems.length > 0) return rejected(problems);
  const changed = paid.filter((one) => one.paidId !== one.id);
  return ok([
    ...due.map((one) => ({ calculationId: one.id, originalId: null })),
    ...changed.map((one) => ({ calculationId: one.id, originalId: one.paidId })),
  ]);
}

/** Whether a calculation is of a period of its plan's calendar; others are trials. */
export const isOwnPeriod = ({ period, calendar }: Pick<NewestCalculation, 'period' | 'calendar'>): boolean =>
  isOwn(period, calendar);

/**
 * The periods of a plan's calendar that count once: of those that share days after a change of the calendar, the ones that give way
 * are left away (PAYM-20).
 */
export function ownPeriods<Of extends Days>(all: readonly Of[]): readonly Of[] {
  const own = all.filter(isOwnPeriod);
  return own.filter((one) => !givesWay(one, own, own));
}

type Days = Pick<NewestCalculation, 'planId' | 'period' | 'calendar' | 'calculatedAt'>;

function isPaidBy({ period, calendar }: NewestCalculation, wanted: Period): boolean {
  return sameDays(period, wanted) || isOwn(period, calendar);
}

function isOwn(period: Period, calendar: PeriodCalendar): boolean {
  return sameDays(periodContaining(calendar, period.from), period);
}

function sameDays(a: Period, b: Period): boolean {
  return a.from === b.from && a.to === b.to;
}

/**
 * After a change of the plan's calendar: a later calculation bears the key and shares days, or later ones that are paid here
 * or were before have all the days, by another calendar or by naming the days.
 */
function givesWay(one: Days, newest: readonly Days[], counted: readonly Days[]): boolean {
  const takesPlace = (other: Days) =>
    other.planId === one.planId &&
    other.calculatedAt > one.calculatedAt &&
    shareDays(one, other) &&
    (!isOwn(one.period, other.calendar) || other.period.key.includes('..'));
  if (newest.some((other) => takesPlace(other) && other.period.key === one.period.key)) return true;
  let next = one.period.from;
  for (const { period } of counted.filter(takesPlace).sort(byFirstDay)) {
    if (period.from <= next && period.to >= next) next = plusDays(period.to, 1);
  }
  return next > one.period.to;
}

function byFirstDay(a: Pick<Days, 'period'>, b: Pick<Days, 'period'>): number {
  return a.period.from < b.period.from ? -1 : 1;
}

function shareDays(a: Pick<Days, 'period'>, b: Pick<Days, 'period'>): boolean {
  return a.period.from <= b.period.to && b.period.from <= a.period.to;
}

function clashes(one: NewestCalculation, others: readonly NewestCalculation[]): readonly Problem[] {
  return others
    .filter((other) => other.planId === one.planId && shareDays(one, other))
    .map((other) => ({
      rule: 'PAYM-20',
      path: `${one.planName} ${one.period.key}`,
      message: `“${one.planName}” was calculated for ${named(one.period)} and for ${named(other.period)}, which overlap, so deals would be paid twice. ${fix(one, other)}`,
    }));
}

function named(period: Period): string {
  return period.key.includes('..') ? period.key : `${period.key} (${daysOf(period)})`;
}

function fix(one: NewestCalculation, other: NewestCalculation): string {
  const fitting = 'Create payment runs for periods of the plan’s calendar';
  if (other.paidId === null)
    return `${fitting}, or recalculate the dates of the wrong one with the plan’s current calendar.`;
  const left = [
    ...(one.period.from < other.period.from
      ? [daysOf({ from: one.period.from, to: dayBefore(other.period.from) })]
      : []),
    ...(one.period.to > other.period.to
      ? [daysOf({ from: plusDays(other.period.to, 1), to: one.period.to })]
      : []),
  ];
  const rest = left.length === 0 ? '' : `, and ${left.join(' and ')} for the unpaid dates`;
  return `${fitting}. After a calendar change, recalculate ${daysOf(other.period)} for changes in paid dates${rest}; then create the payment run of ${left.at(-1) ?? 'a later period'}.`;
}
