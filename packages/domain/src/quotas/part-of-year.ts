import { daysBetween, earlierDay, plusDays, wholeMonths } from '../base/day.ts';
import { type Period, type PeriodCalendar, periodContaining } from '../base/period.ts';
import type { Problem } from '../base/result.ts';
import type { Span } from '../base/week-calendar.ts';

/** What part of a year's target a span is: a quotient of whole numbers, as one reads it, `3 ÷ 12`. */
export interface PartOfYear {
  readonly over: number;
  readonly under: number;
  readonly formula: string;
}

/**
 * The part of a year that a span is: months of twelve (QUOTA-5), periods of the 12 or 13 of a calendar of weeks (QUOTA-14), or
 * weeks of the 52 or 53 of their year where the plan pays by week (QUOTA-17). Null when it is not made of whole ones.
 */
export function partOfYear(span: Span, calendar: PeriodCalendar): PartOfYear | null {
  // every payee is asked for the same spans, and a year to date has up to 53
  let known = found.get(calendar);
  if (known === undefined) {
    known = new Map();
    found.set(calendar, known);
  }
  const key = `${span.from} ${span.to}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const part = readPart(span, calendar);
  known.set(key, part);
  return part;
}

function readPart(span: Span, calendar: PeriodCalendar): PartOfYear | null {
  if (calendar.period === 'week') return partInWeeks(span, calendar);
  const { weeks } = calendar;
  const over = weeks === undefined ? wholeMonths(span.from, span.to) : wholePeriods(span, calendar);
  const under = weeks?.pattern === '13-periods' ? 13 : 12;
  return over === null ? null : { over, under, formula: `${over} ÷ ${under}` };
}

/** What spans were found to be, as long as their calendar lives. */
const found = new WeakMap<PeriodCalendar, Map<string, PartOfYear | null>>();

/** Why a year's target cannot be divided among these days, and which to choose instead. */
export function brokenFault(period: Period, calendar: PeriodCalendar): Problem {
  const [rule, made] =
    calendar.period === 'week'
      ? ['QUOTA-17', "whole weeks of the plan's calendar"]
      : calendar.weeks === undefined
        ? ['QUOTA-5', 'whole months']
        : ['QUOTA-14', "whole periods of the plan's calendar of weeks"];
  const message = `The period ${period.from} to ${period.to} does not consist of ${made}, so a year's target can’t be divided. Choose ${made}.`;
  return { rule, path: 'period', message };
}

function wholePeriods(span: Span, calendar: PeriodCalendar): number | null {
  const first = periodContaining({ ...calendar, period: 'month' }, span.from);
  let [count, part] = [1, first];
  while (part.to < span.to) {
    part = periodContaining({ ...calendar, period: 'month' }, plusDays(part.to, 1));
    count += 1;
  }
  return first.from === span.from && part.to === span.to ? count : null;
}

/** Weeks ÷ the weeks of their year; a span over the turn of a year adds up the parts of both. */
function partInWeeks(span: Span, calendar: PeriodCalendar): PartOfYear | null {
  const begins = periodContaining(calendar, span.from).from === span.from;
  if (!begins || span.to < span.from || daysBetween(span.from, span.to) % 7 !== 0) return null;
  const weeksOf = new Map<number, number>();
  for (let from = span.from; from <= span.to; ) {
    const year = periodContaining({ ...calendar, period: 'year' }, from);
    const to = earlierDay(year.to, span.to);
    const under = daysBetween(year.from, year.to) / 7;
    weeksOf.set(under, (weeksOf.get(under) ?? 0) + daysBetween(from, to) / 7);
    from = plusDays(to, 1);
  }
  const parts = [...weeksOf].map(([under, over]) => ({ over, under, formula: `${over} ÷ ${under}` }));
  const sum = parts.reduce((all, { over, under, formula }) => ({
    over: all.over * under + over * all.under,
    under: all.under * under,
    formula: `${all.formula} + ${formula}`,
  }));
  return parts.length === 1 ? sum : { ...sum, formula: `(${sum.formula})` };
}
