import { dayProblem, parseDay } from '../base/day.ts';
import { decimal, decimalProblem, isDecimal } from '../base/decimal.ts';
import type { Problem } from '../base/result.ts';
import type { Span } from '../base/week-calendar.ts';
import type { Enrolment, Leave, Participant, PayTerm, Ramp } from './participant.ts';
import { checkPayTerm } from './pay-terms.ts';
import { isEmployedIn } from './payees.ts';

/** When one participant takes part in the plan, at which percent and on which terms. */
export interface Attendance {
  /** Days in the plan; null: nobody's enrolments were given, so everybody takes part from hire to leaving. */
  readonly enrolments: readonly Enrolment[] | null;
  readonly leaves: readonly Leave[];
  readonly ramps: readonly Ramp[];
  /** By their days. Left out or none: the participant's own target and rate hold on every day. */
  readonly payTerms?: readonly PayTerm[];
}

/** What is known of everybody's days in the plan. */
export interface AttendanceRecords {
  readonly enrolments?: readonly Enrolment[];
  readonly leaves?: readonly Leave[];
  readonly ramps?: readonly Ramp[];
  readonly payTerms?: readonly PayTerm[];
}

const LAST_DAY = '9999-12-31';

/** Looks up the attendance of a participant; made once for a calculation. */
export function attendanceBook(records: AttendanceRecords): (participantId: string) => Attendance {
  const enrolments = groupById(records.enrolments ?? []);
  const leaves = groupById(records.leaves ?? []);
  const ramps = groupById(records.ramps ?? []);
  const payTerms = groupById(records.payTerms ?? []);
  const found = new Map<string, Attendance>();
  return (id) => {
    let one = found.get(id);
    if (one === undefined) {
      one = {
        enrolments: records.enrolments === undefined ? null : (enrolments.get(id) ?? []),
        leaves: leaves.get(id) ?? [],
        ramps: ramps.get(id) ?? [],
        payTerms: (payTerms.get(id) ?? []).toSorted((a, b) => (a.from < b.from ? -1 : 1)),
      };
      found.set(id, one);
    }
    return one;
  };
}

/** Whether deals of a day count for the participant: on enrolled days, where enrolments are given (QUOTA-9). */
export function isEnrolledOn(attendance: Attendance, day: string): boolean {
  return attendance.enrolments?.some(({ from, to }) => from <= day && day <= (to ?? LAST_DAY)) ?? true;
}

/** Whether the participant is enrolled on any day of the span; always, where no enrolments are given (QUOTA-9). */
export function isEnrolledIn(attendance: Attendance, span: Span): boolean {
  return (
    attendance.enrolments?.some(({ from, to }) => from <= span.to && (to ?? LAST_DAY) >= span.from) ?? true
  );
}

/** Whether the participant is employed and enrolled within the span. Who is not has lines only while something is credited or carried there: all of them or none (QUOTA-7, QUOTA-9). */
export function takesPartIn(participant: Participant, attendance: Attendance, span: Span): boolean {
  return isEmployedIn(participant, span) && isEnrolledIn(attendance, span);
}

/** Every enrolment, leave, ramp and pay term that cannot be read, or that overlaps another of the same kind. */
export function checkAttendance(records: AttendanceRecords): readonly Problem[] {
  const { enrolments = [], leaves = [], ramps = [], payTerms = [] } = records;
  return [
    ...checkSpans('enrolments', 'QUOTA-9', enrolments),
    ...overlaps('enrolments', 'QUOTA-9', enrolments),
    ...checkSpans('leaves', 'QUOTA-10', leaves),
    ...checkSpans('ramps', 'QUOTA-12', ramps),
    ...overlaps('ramps', 'QUOTA-12', ramps),
    ...ramps.flatMap(checkRamp),
    ...checkSpans('payTerms', 'QUOTA-21', payTerms),
    // one without a last day ends when the next begins
    ...overlaps(
      'payTerms',
      'QUOTA-21',
      payTerms.map((term) => ({ ...term, to: term.to ?? term.from })),
    ),
    ...payTerms.flatMap(checkPayTerm),
  ];
}

type Dated = { readonly participantId: string; readonly from: string; readonly to: string | null };

function checkSpans(list: string, rule: string, spans: readonly Dated[]): readonly Problem[] {
  return spans.flatMap((span): Problem[] => {
    const path = `${list}[${span.participantId}, ${span.from}]`;
    if (parseDay(span.from) === null) return [{ ...dayProblem(span.from, `${path}.from`), rule }];
    if (span.to === null) return [];
    if (parseDay(span.to) === null) return [{ ...dayProblem(span.to, `${path}.to`), rule }];
    if (span.from <= span.to) return [];
    const message = `It ends on ${span.to}, before it starts on ${span.from}. Swap the dates.`;
    return [{ rule, path: `${path}.to`, message }];
  });
}

function overlaps(list: string, rule: string, spans: readonly Dated[]): readonly Problem[] {
  if (spans.length < 2) return [];
  return [...groupById(spans)].flatMap(([id, own]) => {
    const sorted = own.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
    return sorted.flatMap((span, i) => {
      const before = sorted[i - 1];
      if (before === undefined || (before.to ?? LAST_DAY) < span.from) return [];
      const message = `It overlaps the one from ${before.from} to ${before.to ?? 'further notice'}. End that one earlier, or remove one of them.`;
      return [{ rule, path: `${list}[${id}, ${span.from}]`, message }];
    });
  });
}

function checkRamp(ramp: Ramp): readonly Problem[] {
  return (['quotaPercent', 'targetPercent'] as const).flatMap((field): Problem[] => {
    const text = ramp[field];
    const path = `ramps[${ramp.participantId}, ${ramp.from}].${field}`;
    if (!isDecimal(text)) return [{ ...decimalProblem(text, path), rule: 'QUOTA-12' }];
    if (!text.startsWith('-') && decimal(text).lte(1_000)) return [];
    return [
      { rule: 'QUOTA-12', path, message: `${text}% is out of range. Enter a percentage from 0 to 1000.` },
    ];
  });
}

function groupById<T extends { readonly participantId: string }>(
  list: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const group = groups.get(one.participantId);
    if (group === undefined) groups.set(one.participantId, [one]);
    else group.push(one);
  }
  return groups;
}
