import { type Period, parsePeriod, type YearCalendar } from '../base/period.ts';
import { ok, type Problem, type Result, refused } from '../base/result.ts';

/** A period of a plan: one that was calculated, or one its calendar has. */
export interface PlanPeriod {
  readonly planName: string;
  readonly period: Period;
}

/**
 * The days that payments of a period are made for (PAYM-22). A key means the days of the calculations that bear it; where there
 * are none, those of the calendars of the plans that pay; where there are no plans either, those of the calendar year. Refused
 * where that gives more than one span of days. Days (`from..to`) are told by the key that calculations give them, where it means
 * no other days.
 */
export function meantPeriod(
  key: string,
  known: { readonly calculated: readonly PlanPeriod[]; readonly calendars: readonly PlanCalendar[] },
): Result<Period> {
  const { calculated } = known;
  if (key.includes('..')) {
    const days = parsePeriod(key);
    if (!days.ok) return days;
    const named = calculated.find(
      ({ period }) => daysOf(period) === key && spans(period.key, calculated).length === 1,
    );
    return ok(named?.period ?? days.value);
  }
  const bearing = calculated.filter(({ period }) => period.key === key);
  const meant = bearing.length > 0 ? bearing : known.calendars.flatMap((one) => byCalendar(key, one));
  const [first, ...others] = spans(key, meant);
  if (first === undefined) return parsePeriod(key);
  return others.length === 0 ? ok(first.period) : refused([ambiguous(key, meant)]);
}

/** A plan that pays, with how its year is divided. */
export interface PlanCalendar {
  readonly planName: string;
  readonly calendar: YearCalendar;
}

/** `from..to`: the key that means these days by any calendar. */
export function daysOf({ from, to }: Period): string {
  return `${from}..${to}`;
}

function byCalendar(key: string, { planName, calendar }: PlanCalendar): readonly PlanPeriod[] {
  const period = parsePeriod(key, calendar);
  return period.ok ? [{ planName, period: period.value }] : [];
}

/** One of each span of days that the key means. */
function spans(key: string, meant: readonly PlanPeriod[]): readonly PlanPeriod[] {
  const bearing = meant.filter(({ period }) => period.key === key);
  return [...new Map(bearing.map((one) => [daysOf(one.period), one])).values()];
}

function ambiguous(key: string, meant: readonly PlanPeriod[]): Problem {
  const spansOfDays = [...new Set(meant.map(({ period }) => daysOf(period)))].sort();
  const ways = spansOfDays.map((days) => {
    const plans = meant.filter(({ period }) => daysOf(period) === days);
    const names = [...new Set(plans.map(({ planName }) => `“${planName}”`))].sort();
    return `${days} for ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and others' : ''}`;
  });
  const say = `${key} means other days in one calendar than in another: ${ways.join('; ')}. Write the days instead of the key; calculations that end later are paid by later payments.`;
  return { rule: 'PAYM-22', path: 'period', say };
}
