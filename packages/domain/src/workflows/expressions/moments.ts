import { type Day, daysIn, isoDay, parseDay } from '../../base/day.ts';
import { momentOfWall, type WallTime, wallTime } from '../../base/zoned-time.ts';

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** The moment (ms since 1970) behind a date and time with its zone, or null. */
export function parseMoment(text: unknown): number | null {
  if (typeof text !== 'string' || !MOMENT.test(text) || parseDay(text.slice(0, 10)) === null) return null;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : moment;
}

/** A moment as expressions write it: `2026-01-31T08:00:00.000Z`. */
export function isoMoment(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** A day, or a moment in a zone, as calendar and clock; what is computed comes back as the same kind. */
export interface Point {
  readonly kind: 'day' | 'moment';
  readonly wall: WallTime;
  readonly zone: string;
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0, ms: 0 };

/** The point behind `YYYY-MM-DD` or a moment, or null. */
export function parsePoint(text: string, zone: string): Point | null {
  const day = parseDay(text);
  if (day !== null) return { kind: 'day', wall: { ...day, ...MIDNIGHT }, zone: 'UTC' };
  const moment = parseMoment(text);
  return moment === null ? null : { kind: 'moment', wall: wallTime(moment, zone), zone };
}

/** The point as text: a day, or a moment in UTC. */
export function pointText({ kind, wall, zone }: Point): string {
  return kind === 'day' ? isoDay(wall) : isoMoment(momentOfWall(wall, zone));
}

/** ms since 1970; of a day its midnight in UTC. */
export function pointMs({ wall, zone }: Point): number {
  return momentOfWall(wall, zone);
}

export const CLOCK_UNITS = { hour: 3_600_000, minute: 60_000, second: 1_000 } as const;
/** Months of a unit of the calendar, or its days. */
const CALENDAR_UNITS = {
  year: { months: 12 },
  quarter: { months: 3 },
  month: { months: 1 },
  week: { days: 7 },
  day: { days: 1 },
} as const;
export type ClockUnit = keyof typeof CLOCK_UNITS;
export type CalendarUnit = keyof typeof CALENDAR_UNITS;
export type Unit = ClockUnit | CalendarUnit;

/** The unit of that name, also in the plural; null if there is none. */
export function unitOf(name: string): Unit | null {
  const one = name.endsWith('s') ? name.slice(0, -1) : name;
  return Object.hasOwn(CLOCK_UNITS, one) || Object.hasOwn(CALENDAR_UNITS, one) ? (one as Unit) : null;
}

export function isClockUnit(unit: Unit): unit is ClockUnit {
  return Object.hasOwn(CLOCK_UNITS, unit);
}

/** The point so many units later. A day a month does not have becomes its last: January 31 plus a month is February 28. */
export function plusUnits(point: Point, amount: number, unit: Unit): Point {
  if (isClockUnit(unit)) {
    const later = pointMs(point) + amount * CLOCK_UNITS[unit];
    return { ...point, kind: 'moment', wall: wallTime(later, point.zone) };
  }
  const { wall } = point;
  const step: { readonly months?: number; readonly days?: number } = CALENDAR_UNITS[unit];
  if (step.days !== undefined)
    return { ...point, wall: { ...wall, ...dayOf(utcOf(wall) + amount * step.days * DAY_MS) } };
  const index = wall.year * 12 + wall.month - 1 + amount * (step.months ?? 0);
  const year = Math.floor(index / 12);
  const month = (((index % 12) + 12) % 12) + 1;
  return { ...point, wall: { ...wall, year, month, day: Math.min(wall.day, daysIn(year, month)) } };
}

/** The first day, or the first instant, of the unit the point lies in; weeks begin on Monday. */
export function startOfUnit(point: Point, unit: Unit): Point {
  const { wall } = point;
  switch (unit) {
    case 'year':
      return { ...point, wall: { ...wall, month: 1, day: 1, ...MIDNIGHT } };
    case 'quarter':
      return {
        ...point,
        wall: { ...wall, month: wall.month - ((wall.month - 1) % 3), day: 1, ...MIDNIGHT },
      };
    case 'month':
      return { ...point, wall: { ...wall, day: 1, ...MIDNIGHT } };
    case 'week':
      return {
        ...point,
        wall: { ...wall, ...dayOf(utcOf(wall) - (weekdayOf(wall) - 1) * DAY_MS), ...MIDNIGHT },
      };
    case 'day':
      return { ...point, wall: { ...wall, ...MIDNIGHT } };
    case 'hour':
      return { ...point, wall: { ...wall, minute: 0, second: 0, ms: 0 } };
    case 'minute':
      return { ...point, wall: { ...wall, second: 0, ms: 0 } };
    case 'second':
      return { ...point, wall: { ...wall, ms: 0 } };
  }
}

/** The last day of the unit; of a moment, its last millisecond. */
export function endOfUnit(point: Point, unit: Unit): Point {
  const next = plusUnits(startOfUnit(point, unit), 1, unit);
  if (point.kind === 'day') return plusUnits(next, -1, 'day');
  return { ...point, wall: wallTime(pointMs(next) - 1, point.zone) };
}

/** How many whole units lie between; less than zero when `to` lies before `from`. */
export function unitsBetween(from: Point, to: Point, unit: Unit): number {
  if (isClockUnit(unit)) return Math.trunc((pointMs(to) - pointMs(from)) / CLOCK_UNITS[unit]) + 0;
  const sign = pointMs(to) < pointMs(from) ? -1 : 1;
  const [early, late] = sign < 0 ? [to, from] : [from, to];
  const step: { readonly months?: number; readonly days?: number } = CALENDAR_UNITS[unit];
  const months = late.wall.year * 12 + late.wall.month - early.wall.year * 12 - early.wall.month;
  let whole =
    step.days === undefined
      ? Math.floor(months / (step.months ?? 1))
      : Math.floor((utcOf(late.wall) - utcOf(early.wall)) / (step.days * DAY_MS));
  if (whole > 0 && pointMs(plusUnits(early, whole, unit)) > pointMs(late)) whole -= 1;
  return whole * sign + 0;
}

/** ISO weekday: 1 = Monday to 7 = Sunday. */
export function weekdayOf(wall: Day): number {
  return new Date(utcOf(wall)).getUTCDay() || 7;
}

/** The week of ISO 8601: week 1 has the year's first Thursday. */
export function isoWeekOf(wall: Day): number {
  const thursday = utcOf(wall) + (4 - weekdayOf(wall)) * DAY_MS;
  const year = new Date(thursday).getUTCFullYear();
  return 1 + Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * DAY_MS));
}

/** 1 for January 1. */
export function dayOfYear(wall: Day): number {
  return 1 + (utcOf(wall) - Date.UTC(wall.year, 0, 1)) / DAY_MS;
}

const DAY_MS = 86_400_000;

function utcOf({ year, month, day }: Day): number {
  return Date.UTC(year, month - 1, day);
}

function dayOf(utcMs: number): Day {
  const date = new Date(utcMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
