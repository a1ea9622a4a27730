import type { Audience } from '../access/publication.ts';
import { dayBefore, plusDays } from '../base/day.ts';
import { type Period, type PeriodCalendar, periodContaining } from '../base/period.ts';
import { type Holidays, workingDayAfter, workingDays } from '../base/working-days.ts';

/** Two days, both included. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/** The steps of a close in their order. */
export const closeStepNames = [
  'load',
  'fix',
  'calculate',
  'exceptions',
  'preview',
  'sign-off',
  'publish',
  'disputes',
  'pay',
  'approve',
  'post',
  'paid',
] as const;
export type CloseStepName = (typeof closeStepNames)[number];

/** On which working day after the month a step is due (CLOSE-2). */
const dueOn: Readonly<Record<CloseStepName, number>> = {
  load: 1,
  fix: 1,
  calculate: 1,
  exceptions: 2,
  preview: 2,
  'sign-off': 3,
  publish: 3,
  disputes: 5,
  pay: 5,
  approve: 6,
  post: 6,
  paid: 6,
};

export const stepStates = ['done', 'blocked', 'open', 'waiting'] as const;
export type StepState = (typeof stepStates)[number];

/** One step with how far it is. */
export interface CloseStep {
  readonly step: CloseStepName;
  readonly state: StepState;
  readonly done: number;
  readonly of: number;
  /** The day it is due. */
  readonly due: string;
  readonly isLate: boolean;
}

/** The calculation of a period as a close counts it. */
export const calculationStates = ['none', 'running', 'failed', 'outdated', 'current'] as const;
export type CalculationState = (typeof calculationStates)[number];

/** How far a payment run is; runs that never become money do not count. */
export const paymentStages = ['made', 'approved', 'posted', 'paid'] as const;
export type PaymentStage = (typeof paymentStages)[number];

/** A plan's period in a close. */
export interface ClosingPeriod {
  readonly calculation: CalculationState;
  /** Who sees the results; null: only users who read everyone's pay. */
  readonly published: Audience | null;
  readonly payment: PaymentStage | null;
}

/** What is known of a close. */
export interface CloseFacts {
  readonly month: Days;
  readonly today: string;
  readonly holidays: Holidays;
  readonly deals: number;
  /** The day of the newest import of deals; null: none. */
  readonly lastLoaded: string | null;
  readonly periods: readonly ClosingPeriod[];
  readonly disputes: { readonly open: number; readonly all: number };
  /** What looks odd in the calculations that are up to date (CLOSE-8). */
  readonly exceptions: { readonly open: number; readonly all: number };
  /** Statements that managers see, and those of them that are signed off (CLOSE-21). */
  readonly signOffs: { readonly signed: number; readonly all: number };
}

/** The calendar month of a key such as `2026-09`. */
export function monthOf(key: string): Days {
  const from = `${key}-01`;
  const to = periodContaining({ period: 'month', fiscalYearStartMonth: 1 }, from).to;
  return { from, to };
}

/** The periods of a calendar that end within the days, newest first (CLOSE-1). */
export function periodsEnding(calendar: PeriodCalendar, { from, to }: Days): readonly Period[] {
  const ending: Period[] = [];
  let period = periodContaining(calendar, to);
  while (period.to >= from) {
    if (period.to <= to) ending.push(period);
    period = periodContaining(calendar, dayBefore(period.from));
  }
  return ending;
}

/** The newest periods of a calendar with one of the days that began by a day, newest first. */
export function periodsOver(
  calendar: PeriodCalendar,
  { from, to }: Days,
  { begunBy, limit }: { readonly begunBy: string; readonly limit: number },
): readonly Period[] {
  const over: Period[] = [];
  let period = periodContaining(calendar, to);
  if (period.from > begunBy) period = periodContaining(calendar, begunBy);
  while (period.to >= from && over.length < limit) {
    over.push(period);
    period = periodContaining(calendar, dayBefore(period.from));
  }
  return over;
}

/** Working days from a day until another one; negative once that has passed (CLOSE-19). */
export function workingDaysUntil(due: string, today: string, holidays: Holidays): number {
  return today < due
    ? workingDays({ from: plusDays(today, 1), to: due }, holidays)
    : 0 - workingDays({ from: plusDays(due, 1), to: today }, holidays);
}

/** The day on which pay of a period that ends on this day is due: that of the last step of its close (CLOSE-2). */
export function payDayOf(periodEnd: string, holidays: Holidays): string {
  return workingDayAfter(monthOf(periodEnd.slice(0, 7)).to, dueOn.paid, holidays);
}

/**
 * The working day of a month that a day is, or of the days after the month, and the same one of another month (CLOSE-15).
 * Months differ in length, so days after a month are counted from its end.
 */
export function sameWorkingDay(
  today: string,
  { month, other, holidays }: { readonly month: Days; readonly other: Days; readonly holidays: Holidays },
): { readonly number: number; readonly isAfter: boolean; readonly day: string } {
  const isAfter = today > month.to;
  const start = (of: Days) => (isAfter ? of.to : dayBefore(of.from));
  const number = workingDays({ from: plusDays(start(month), 1), to: today }, holidays);
  const day = workingDayAfter(start(other), number, holidays);
  return { number, isAfter, day: isAfter || day < other.to ? day : other.to };
}

/** The steps of a close with their states, in order (CLOSE-2 to CLOSE-5). */
export function closeSteps(facts: CloseFacts): readonly CloseStep[] {
  const { month, today, holidays } = facts;
  let isNext = true;
  return closeStepNames.map((step) => {
    const { done, of, isBlocked = false, isOver = false } = countOf(step, facts);
    const isDone = of > 0 && (done === of || isOver) && !isBlocked;
    const isOpen = isNext || done > 0;
    const state = isDone ? 'done' : isBlocked ? 'blocked' : isOpen ? 'open' : 'waiting';
    // managers may sign off until payees see their pay; nothing waits for them
    isNext &&= isDone || step === 'sign-off';
    const due = workingDayAfter(month.to, dueOn[step], holidays);
    return { step, state, done, of, due, isLate: state !== 'done' && today > due };
  });
}

interface Count {
  readonly done: number;
  readonly of: number;
  readonly isBlocked?: boolean;
  /** Done although some of it never was. */
  readonly isOver?: boolean;
}

function countOf(step: CloseStepName, facts: CloseFacts): Count {
  const { periods, month, lastLoaded, deals } = facts;
  const counting = (test: (one: ClosingPeriod) => boolean): Count => ({
    done: periods.filter(test).length,
    of: periods.length,
  });
  const reached = (stage: PaymentStage) =>
    counting(
      ({ payment }) => payment !== null && paymentStages.indexOf(payment) >= paymentStages.indexOf(stage),
    );
  switch (step) {
    case 'load':
      return { done: deals > 0 && lastLoaded !== null && lastLoaded > month.to ? 1 : 0, of: 1 };
    case 'fix':
      return { ...counting((one) => !isBlocking(one)), isBlocked: periods.some(isBlocking) };
    case 'calculate':
      return {
        ...counting(({ calculation }) => calculation === 'current'),
        isBlocked: periods.some(isBlocking),
      };
    case 'exceptions':
      return exceptionsOf(facts);
    case 'preview':
      return counting(({ published }) => published !== null);
    case 'sign-off':
      return signOffsOf(facts);
    case 'publish':
      return counting(({ published }) => published === 'payees');
    case 'disputes':
      return disputesOf(facts);
    case 'pay':
      return reached('made');
    case 'approve':
      return reached('approved');
    case 'post':
      return reached('posted');
    case 'paid':
      return reached('paid');
  }
}

/** The step is over once payees see their pay, or no payee has a manager. */
function signOffsOf({ signOffs: { signed, all }, periods }: CloseFacts): Count {
  const isPublished = periods.every(({ published }) => published === 'payees');
  const isPreviewed = periods.every(({ published }) => published !== null);
  if (all === 0) return { done: isPreviewed ? 1 : 0, of: 1 };
  return { done: signed, of: all, isOver: isPublished };
}

/** Without a dispute the step is done once all results are published. */
function disputesOf({ disputes: { open, all }, periods }: CloseFacts): Count {
  if (all > 0) return { done: all - open, of: all };
  return { done: periods.every(({ published }) => published === 'payees') ? 1 : 0, of: 1 };
}

/** Without an exception the step is done once everything is calculated. */
function exceptionsOf({ exceptions: { open, all }, periods }: CloseFacts): Count {
  if (all > 0) return { done: all - open, of: all };
  return { done: periods.every(({ calculation }) => calculation === 'current') ? 1 : 0, of: 1 };
}

const isBlocking = ({ calculation }: ClosingPeriod) => calculation === 'failed' || calculation === 'outdated';
