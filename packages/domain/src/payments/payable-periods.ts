import { type Period, type PeriodCalendar, periodContaining } from '../base/period.ts';
import { ok, type Problem, type Result, refused } from '../base/result.ts';

/** The newest version of a plan's period. */
export interface NewestCalculation {
  readonly id: string;
  readonly planId: string;
  readonly planName: string;
  readonly period: Period;
  readonly calendar: PeriodCalendar;
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
 * difference. A calculation of any other span of days is a trial and is not paid. Refused where two periods of one plan
 * share a day: the same deals would be paid twice.
 */
export function payableCalculations(
  newest: readonly NewestCalculation[],
  scope: { readonly period: Period; readonly since: string },
): Result<readonly Payable[]> {
  const { period, since } = scope;
  const due = newest.filter(
    (one) =>
      one.paidId === null && one.period.to <= period.to && one.period.to >= since && isPaidBy(one, period),
  );
  const paid = newest.filter((one) => one.paidId !== null);
  const problems = due.flatMap((one, i) => clashes(one, [...paid, ...due.slice(0, i)]));
  if (problems.length > 0) return refused(problems);
  const changed = paid.filter((one) => one.paidId !== one.id);
  return ok([
    ...due.map((one) => ({ calculationId: one.id, originalId: null })),
    ...changed.map((one) => ({ calculationId: one.id, originalId: one.paidId })),
  ]);
}

function isPaidBy({ period, calendar }: NewestCalculation, wanted: Period): boolean {
  if (period.from === wanted.from && period.to === wanted.to) return true;
  const own = periodContaining(calendar, period.from);
  return own.from === period.from && own.to === period.to;
}

function clashes(one: NewestCalculation, others: readonly NewestCalculation[]): readonly Problem[] {
  return others
    .filter((other) => other.planId === one.planId)
    .filter((other) => other.period.from <= one.period.to && one.period.from <= other.period.to)
    .map((other) => ({
      rule: 'PAYM-20',
      path: `${one.planName} ${one.period.key}`,
      say: `“${one.planName}” was calculated for ${one.period.key} and for ${other.period.key}, which share days: the same deals would be paid twice. Make payments of periods that fit the plan’s calendar.`,
    }));
}
