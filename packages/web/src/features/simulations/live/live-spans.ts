import { periodsOf } from '@attain/domain/base/period';
import type { Plan } from '@attain/domain/plans/plan';
import { messages } from './messages.ts';

/** Periods that are offered at most. */
const maxPeriods = 12;

/** The plan's own periods up to a day, newest first, and the calendar years that hold them; none while the day is unknown. */
export function liveSpans({ calendar }: Plan, to: string | undefined): { value: string; label: string }[] {
  if (to === undefined) return [];
  const year = Number(to.slice(0, 4));
  const periods = [year - 1, year, year + 1]
    .flatMap((one) => periodsOf(calendar, one))
    .filter((period) => period.to <= to)
    .slice(-maxPeriods)
    .reverse();
  const years = [year, year - 1].filter((one) => `${one}-12-31` <= to);
  const whole = calendar.period === 'year' ? [] : years;
  return [
    ...whole.map((one) => ({ value: `${one}-01-01..${one}-12-31`, label: messages.year(one) })),
    ...periods.map(({ key }) => ({ value: key, label: key })),
  ];
}
