import { CALENDAR_YEAR, type Period, readPeriodKey } from '@attain/domain/base/period';
import { eachSpan, type PlanCalendar, periodsBy } from '@attain/domain/plans/plan-calendar';

/** An error of a period in a row. */
interface PeriodFault {
  readonly field: 'period' | 'plan';
  readonly reason: string;
  readonly fix: string;
}

/** The days a period's key means, or why it means none. */
type PeriodDays = { readonly days: Period } | { readonly fault: PeriodFault };

/**
 * Reads period keys with the calendar of the named plan, else of all existing plans: `2024-Q1` of a fiscal year,
 * `2024-P03` and `2024-W05` of a year of weeks. Without plans, quarters begin in January and weeks follow ISO 8601. A
 * key with different dates in different plans is invalid until the plan is named.
 */
export function periodReader(
  calendars: readonly PlanCalendar[],
): (key: string, plan: string | null) => PeriodDays {
  const known = new Map<string, PeriodDays>();
  return (key, plan) => {
    const name = `${key}\0${plan ?? ''}`;
    const found = known.get(name) ?? daysOf(key, plan, calendars);
    known.set(name, found);
    return found;
  };
}

function daysOf(key: string, plan: string | null, calendars: readonly PlanCalendar[]): PeriodDays {
  const named = plan === null ? calendars : calendars.filter(({ planName }) => isLike(planName, plan));
  if (plan !== null && named.length === 0) {
    const names = calendars.map(({ planName }) => `“${planName}”`).slice(0, 5);
    const fix = `Enter the name of an existing plan${names.length === 0 ? '' : `, such as ${names.join(', ')}`}, or leave it blank.`;
    return fault('plan', `There is no plan “${plan}” with a valid calendar.`, fix);
  }
  // a week is asked of those that have weeks of their own; months know only those of ISO 8601
  const weekly = key.includes('W') ? named.filter(({ calendar }) => calendar.weeks !== undefined) : [];
  const asked = weekly.length > 0 ? weekly : named;
  const meant = eachSpan(periodsBy(key, asked));
  const [first, ...others] = meant;
  if (first !== undefined && others.length === 0) return { days: first.period };
  if (first !== undefined) {
    const ways = meant.map(
      ({ period, plans }) => `${period.from} to ${period.to} by ${plans.slice(0, 2).join(', ')}`,
    );
    return fault(
      'period',
      `${key} has different dates in different plans: ${ways.slice(0, 3).join('; ')}.`,
      'Name the plan in a column or for all rows, or provide both dates.',
    );
  }
  const read = readPeriodKey(key, (plan === null ? undefined : asked[0]?.calendar) ?? CALENDAR_YEAR);
  if ('period' in read) return { days: read.period };
  const by = plan === null ? '' : ` by the calendar of “${plan}”`;
  return fault('period', `This is not a period${by}.`, read.how);
}

function isLike(name: string, asked: string): boolean {
  return name.trim().toLowerCase() === asked.trim().toLowerCase();
}

function fault(field: PeriodFault['field'], reason: string, fix: string): PeriodDays {
  return { fault: { field, reason, fix } };
}
