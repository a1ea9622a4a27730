import { daysBetween, plusDays } from '../base/day.ts';
import { decimal, HUNDRED, HUNDREDTH, sum } from '../base/decimal.ts';
import { percent } from '../base/figures.ts';
import { type PeriodCalendar, periodContaining } from '../base/period.ts';
import type { Ratio } from '../base/ratio.ts';
import { ok, type Result, rejected } from '../base/result.ts';
import type { Span } from '../base/week-calendar.ts';
import { type Effective, isInForceOn, type Proration } from '../plans/terms.ts';
import { type Attendance, isEnrolledOn } from './attendance.ts';
import type { Participant, Ramp } from './participant.ts';

/** What decides how much of a quota or target counts for a participant. */
export interface PartTerms {
  readonly participant: Participant;
  readonly attendance: Attendance;
  /** Between which days the component is part of the plan. */
  readonly effective: Effective | undefined;
  /** Left out: only ramps scale. */
  readonly proration: Proration | undefined;
  readonly calendar: PeriodCalendar;
}

/** The part of a span that counts, exact, with its arithmetic: `31 ÷ 91 days`. */
export interface Part {
  readonly of: Ratio;
  readonly formula: string;
  /** QUOTA-10 for days, QUOTA-11 for whole months, QUOTA-12 where a ramp alone scales. */
  readonly rule: 'QUOTA-10' | 'QUOTA-11' | 'QUOTA-12';
}

type Of = 'quota' | 'target';

/** Whether the plan scales quotas (targets) by the part of the time somebody takes part. */
export function prorates(proration: Proration | undefined, of: Of): boolean {
  return proration !== undefined && (proration.of === of || proration.of === 'both');
}

/**
 * The part of a quota's or target's own span that counts (QUOTA-10 to QUOTA-12); null when all of it does.
 * By days: Σ days that count × ramp ÷ days; by whole months: Σ months (weeks, where the plan pays by week) that count × ramp ÷
 * months. Refused when a span is not made of whole ones and they are to be counted.
 */
export function partOf(span: Span, of: Of, terms: PartTerms): Result<Part | null> {
  const active = prorates(terms.proration, of);
  const ramped = terms.attendance.ramps.some((ramp) => ramp.from <= span.to && ramp.to >= span.from);
  if (!active && !ramped) return ok(null);
  const byMonths = terms.proration?.by === 'whole-months';
  const noun = !byMonths ? 'days' : terms.calendar.period === 'week' ? 'weeks' : 'months';
  const units = byMonths ? monthsOf(span, terms.calendar) : stretchesOf(span, terms);
  if (units === null) {
    const message = `${span.from} to ${span.to} does not consist of whole ${noun}, but the plan prorates by whole ${noun}. Choose whole ${noun}, or prorate by days.`;
    return rejected([{ rule: 'QUOTA-11', path: `participants[${terms.participant.id}]`, message }]);
  }
  const groups = new Map<string, number>();
  let all = 0;
  for (const unit of units) {
    const size = byMonths ? 1 : daysBetween(unit.from, unit.to);
    all += size;
    if (active && !(byMonths ? isMonthCounted(unit, terms) : isDayCounted(unit.from, terms))) continue;
    const at = rampOn(unit.from, of, terms.attendance.ramps);
    groups.set(at, (groups.get(at) ?? 0) + size);
  }
  const counted = sum([...groups].map(([at, size]) => decimal(at).times(size)));
  const under = decimal(String(all));
  if (counted.eq(under.times(HUNDRED))) return ok(null);
  const rule = !active ? 'QUOTA-12' : byMonths ? 'QUOTA-11' : 'QUOTA-10';
  return ok({
    of: { over: counted.times(HUNDREDTH), under },
    rule,
    formula: `${sizesText(groups)} ÷ ${all} ${noun === 'weeks' && all === 1 ? 'week' : noun}`,
  });
}

/** `31`, or with ramps `(31 × 50% + 60 × 100%)`. */
function sizesText(groups: ReadonlyMap<string, number>): string {
  const parts = [...groups].map(([at, size]) =>
    at === '100' ? String(size) : `${size} × ${percent(decimal(at))}`,
  );
  if (parts.length === 0) return '0';
  return parts.length === 1 ? (parts[0] ?? '0') : `(${parts.join(' + ')})`;
}

/** The percent of the ramp that holds on a day; 100 without one. */
function rampOn(day: string, of: Of, ramps: readonly Ramp[]): string {
  const ramp = ramps.find(({ from, to }) => from <= day && day <= to);
  if (ramp === undefined) return '100';
  return of === 'quota' ? ramp.quotaPercent : ramp.targetPercent;
}

/** The span cut wherever anything about the participant changes; inside a stretch every day is like its first. */
function stretchesOf(span: Span, terms: PartTerms): readonly Span[] {
  const { participant, attendance, effective } = terms;
  const starts = [participant.hiredOn, effective?.from ?? null];
  const ends = [participant.leftOn, effective?.to ?? null];
  for (const { from, to } of [...(attendance.enrolments ?? []), ...attendance.leaves, ...attendance.ramps]) {
    starts.push(from);
    ends.push(to);
  }
  const after = ends.flatMap((day) => (day === null ? [] : [plusDays(day, 1)]));
  const cuts = [...starts.filter((day) => day !== null), ...after].filter(
    (day) => day > span.from && day <= span.to,
  );
  const days = [span.from, ...[...new Set(cuts)].sort()];
  return days.map((from, i) => ({
    from,
    to: i === days.length - 1 ? span.to : plusDays(days[i + 1] ?? span.to, -1),
  }));
}

/** The calendar months, the 12 or 13 periods of a calendar of weeks, or the weeks where they are paid, that make up the span; null when they do not. */
export function monthsOf(span: Span, calendar: PeriodCalendar): readonly Span[] | null {
  const months: Span[] = [];
  const period = calendar.period === 'week' ? 'week' : 'month';
  let from = span.from;
  while (from <= span.to) {
    const month = periodContaining({ ...calendar, period }, from);
    if (month.from !== from || month.to > span.to) return null;
    months.push(month);
    from = plusDays(month.to, 1);
  }
  return months;
}

function isDayCounted(day: string, terms: PartTerms): boolean {
  return takesPartOn(day, terms) && !isOnLeave(day, terms);
}

/** A month counts when the participant takes part on every day of it and is not on leave for all of it (QUOTA-11). */
function isMonthCounted(month: Span, terms: PartTerms): boolean {
  const stretches = stretchesOf(month, terms);
  return (
    stretches.every(({ from }) => takesPartOn(from, terms)) &&
    stretches.some(({ from }) => !isOnLeave(from, terms))
  );
}

function takesPartOn(day: string, { participant, attendance, effective }: PartTerms): boolean {
  return (
    (participant.hiredOn === null || participant.hiredOn <= day) &&
    (participant.leftOn === null || day <= participant.leftOn) &&
    isInForceOn(effective, day) &&
    isEnrolledOn(attendance, day)
  );
}

function isOnLeave(day: string, { attendance }: PartTerms): boolean {
  return attendance.leaves.some(({ from, to }) => from <= day && day <= to);
}

/** A quotient times the part that counts; the quotient itself where all of it does. */
export function partly(whole: Ratio, part: Part | null): Ratio {
  if (part === null) return whole;
  return { over: whole.over.times(part.of.over), under: whole.under.times(part.of.under) };
}
