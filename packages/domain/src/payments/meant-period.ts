import { daysOf, type Period, parsePeriod } from '../base/period.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import {
  eachSpan,
  type PlanCalendar,
  type PlanPeriod,
  periodsBy,
  type SharedPeriod,
} from '../plans/plan-calendar.ts';

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
  const bearing = (one: string) => known.calculated.filter(({ period }) => period.key === one);
  if (key.includes('..')) {
    const days = parsePeriod(key);
    if (!days.ok) return days;
    const named = known.calculated.find(
      ({ period }) => daysOf(period) === key && eachSpan(bearing(period.key)).length === 1,
    );
    return ok(named?.period ?? days.value);
  }
  const calculated = bearing(key);
  const meant = eachSpan(calculated.length > 0 ? calculated : periodsBy(key, known.calendars));
  const [first, ...others] = meant;
  if (first === undefined) return parsePeriod(key);
  return others.length === 0 ? ok(first.period) : rejected([ambiguous(key, meant)]);
}

function ambiguous(key: string, meant: readonly SharedPeriod[]): Problem {
  const ways = meant.map(({ period, plans }) => {
    const names = plans.toSorted();
    return `${daysOf(period)} for ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and others' : ''}`;
  });
  const message = `${key} has different dates in different calendars: ${ways.sort().join('; ')}. Enter the dates instead.`;
  return { rule: 'PAYM-22', path: 'period', message };
}
