import { isoWeeks } from '@attain/domain/base/week-calendar';
import type { Calendar } from '@attain/domain/plans/plan';
import { messages } from './messages.ts';

/**
 * The calendar with another payable period. Weeks need a fiscal year of whole weeks (TERM-8): the default is ISO 8601, which
 * is removed again with the weeks unless it was changed.
 */
export function paidBy(calendar: Calendar, period: Calendar['period']): Calendar {
  const { weeks, ...months } = calendar;
  if (period === 'week') return { ...calendar, period, weeks: weeks ?? isoWeeks };
  return weeks === isoWeeks ? { ...months, period } : { ...calendar, period };
}

/** Describes the weeks of a calendar; undefined for other periods. */
export function weeksHint({ period, weeks, fiscalYearStartMonth }: Calendar): string | undefined {
  if (period !== 'week' || weeks === undefined) return undefined;
  const { weekday, anchor } = weeks;
  if (weekday !== isoWeeks.weekday || anchor !== isoWeeks.anchor) return messages.weeks.fiscal;
  return fiscalYearStartMonth === 1 ? messages.weeks.iso : messages.weeks.fromStart;
}
