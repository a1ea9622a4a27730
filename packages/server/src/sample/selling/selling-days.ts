import { dayNumber, isWeekday, QUARTERS, type Quarter } from '../days.ts';
import { apportion } from '../prng.ts';
import { type Career, rampPercent } from '../quotas-year.ts';

/** Days on which nobody closes anything. */
const HOLIDAYS = new Set(
  ['2025-01-01', '2025-05-01', '2025-07-04', '2025-11-27', '2025-12-24', '2025-12-25', '2025-12-26'].map(
    dayNumber,
  ),
);
/** Percent of an ordinary day in the first, second and third month of a quarter. */
const MONTH_PERCENTS = [70, 90, 130] as const;
/** Percent of an ordinary day of the third month on the last ten selling days of a quarter, the very last one last. */
const HOCKEY_STICK = [110, 115, 120, 130, 140, 155, 175, 200, 240, 300] as const;
/** Weight of a whole year, shared out over its days. */
const YEAR_WEIGHT = 10_000_000;

/**
 * How likely a deal closes on each day of the year, by day number: weekdays only, the quarters in the given
 * proportions, each quarter rising to a hockey stick at its end.
 */
export function sellingDays(quarterPercents: readonly number[]): ReadonlyMap<number, number> {
  const weights = new Map<number, number>();
  for (const quarter of QUARTERS) {
    const days = weekdaysOf(quarter);
    const raw = days.map((day, index) => {
      const month = MONTH_PERCENTS[monthInQuarter(day, quarter)]!;
      return month * (HOCKEY_STICK[HOCKEY_STICK.length - (days.length - index)] ?? 100);
    });
    const shares = apportion((YEAR_WEIGHT * quarterPercents[quarter.number - 1]!) / 100, raw);
    for (const [index, day] of days.entries()) weights.set(day, shares[index]!);
  }
  return weights;
}

/** The days of a career with their weights, the ramp of a new hire included. */
export function careerDays(career: Career, weights: ReadonlyMap<number, number>): DayWeights {
  const days: number[] = [];
  const running: number[] = [];
  let total = 0;
  for (const quarter of QUARTERS) {
    const ramp = rampPercent(career.participant.hiredOn, quarter);
    for (const day of weekdaysOf(quarter)) {
      if (!career.jobs.some((job) => holds(job, day))) continue;
      total += Math.floor((weights.get(day)! * ramp) / 100);
      days.push(day);
      running.push(total);
    }
  }
  return { total, dayAt: (draw) => days[firstAbove(running, draw)]! };
}

interface DayWeights {
  readonly total: number;
  /** The day a draw 0 … total−1 falls on. */
  dayAt(draw: number): number;
}

/** Whether the job is held on that day number. */
export function holds(job: { readonly from: string; readonly to: string | null }, day: number): boolean {
  return dayNumber(job.from) <= day && (job.to === null || day <= dayNumber(job.to));
}

function weekdaysOf(quarter: Quarter): number[] {
  const days: number[] = [];
  for (let day = dayNumber(quarter.from); day <= dayNumber(quarter.to); day++) {
    if (isWeekday(day) && !HOLIDAYS.has(day)) days.push(day);
  }
  return days;
}

function monthInQuarter(day: number, quarter: Quarter): number {
  return Math.min(2, Math.floor((day - dayNumber(quarter.from)) / 30.5));
}

/** Index of the first running total above the draw, by bisection. */
function firstAbove(running: readonly number[], draw: number): number {
  let low = 0;
  let high = running.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (running[middle]! > draw) high = middle;
    else low = middle + 1;
  }
  return low;
}
