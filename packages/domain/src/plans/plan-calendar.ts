import { daysOf, type Period, readPeriodKey, type YearCalendar } from '../base/period.ts';

/** How a plan divides its year. */
export interface PlanCalendar {
  readonly planName: string;
  readonly calendar: YearCalendar;
}

/** A period of a plan: one that was calculated, or one its calendar has. */
export interface PlanPeriod {
  readonly planName: string;
  readonly period: Period;
}

/** What a period's key means by each of the calendars that have it. */
export function periodsBy(key: string, calendars: readonly PlanCalendar[]): readonly PlanPeriod[] {
  return calendars.flatMap(({ planName, calendar }) => {
    const read = readPeriodKey(key, calendar);
    return 'how' in read ? [] : [{ planName, period: read.period }];
  });
}

/** A span of days with the plans that have it. */
export interface SharedPeriod {
  readonly period: Period;
  /** In quotation marks, each once. */
  readonly plans: readonly string[];
}

/** One for each span of days, in the order in which they first come: more than one where a key means other days by another calendar. */
export function eachSpan(periods: readonly PlanPeriod[]): readonly SharedPeriod[] {
  const spans = new Map<string, { period: Period; plans: Set<string> }>();
  for (const { planName, period } of periods) {
    const span = spans.get(daysOf(period)) ?? { period, plans: new Set<string>() };
    span.plans.add(`“${planName}”`);
    spans.set(daysOf(period), span);
  }
  return [...spans.values()].map(({ period, plans }) => ({ period, plans: [...plans] }));
}
