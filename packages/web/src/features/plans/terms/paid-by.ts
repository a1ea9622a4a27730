import { isoWeeks } from '@attain/domain/base/week-calendar';
import type { Calendar } from '@attain/domain/plans/plan';

/**
 * The calendar paid by another period. Weeks need a fiscal year of whole weeks (TERM-8): where none is set it becomes that of
 * ISO 8601, and goes again with the weeks as long as nobody has changed it.
 */
export function paidBy(calendar: Calendar, period: Calendar['period']): Calendar {
  const { weeks, ...months } = calendar;
  if (period === 'week') return { ...calendar, period, weeks: weeks ?? isoWeeks };
  return weeks === isoWeeks ? { ...months, period } : { ...calendar, period };
}

/** Which weeks a calendar pays by, in words; nothing where it pays by another period. */
export function weeksHint({ period, weeks, fiscalYearStartMonth }: Calendar): string | undefined {
  if (period !== 'week' || weeks === undefined) return undefined;
  const { weekday, anchor } = weeks;
  if (weekday !== isoWeeks.weekday || anchor !== isoWeeks.anchor) return 'Weeks of the fiscal year set below';
  return fiscalYearStartMonth === 1
    ? 'Weeks of ISO 8601, Monday to Sunday: the year ends on the Sunday nearest to 31 December'
    : 'Monday to Sunday, counted from the start of the fiscal year set below';
}
