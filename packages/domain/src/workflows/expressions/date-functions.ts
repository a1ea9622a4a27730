import { isoDay, parseDay } from '../../base/day.ts';
import { momentOfWall, wallTime } from '../../base/zoned-time.ts';
import { DATE_LETTERS, formatPoint, parseByPattern, readPattern } from './date-format.ts';
import { type Calling, count, type Functions, number, text, whole, zone } from './given-values.ts';
import {
  dayOfYear,
  endOfUnit,
  isClockUnit,
  isoMoment,
  isoWeekOf,
  type Point,
  parseMoment,
  parsePoint,
  plusUnits,
  pointText,
  startOfUnit,
  type Unit,
  unitOf,
  unitsBetween,
  weekdayOf,
} from './moments.ts';
import { kindOf, type Value } from './value.ts';

const MAX_AMOUNT = 10_000_000_000;
const MAX_SECONDS = 7_258_118_400;
const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

/** Days are `YYYY-MM-DD`; moments are ISO 8601 with their zone. The clock of days and units is that of the zone given, or UTC. */
export const dateFunctions: Functions = {
  now: { min: 0, max: 0, body: (_, calling) => isoMoment(calling.nowMs()) },
  today: { min: 0, max: 1, body: ([of], calling) => isoDay(wallTime(calling.nowMs(), zone(of, calling))) },
  date: { min: 1, max: 2, body: ([of, at], calling) => isoDay(point(of, zone(at, calling), calling).wall) },
  dateTime: { min: 1, max: 3, body: dateTime },
  dateAdd: { min: 3, max: 4, body: dateAdd },
  dateDiff: {
    min: 3,
    max: 4,
    body: ([from, to, of, at], calling) => {
      const where = zone(at, calling);
      return count(unitsBetween(point(from, where, calling), point(to, where, calling), unit(of, calling)));
    },
  },
  startOf: { min: 2, max: 3, body: (given, calling) => edge(given, startOfUnit, calling) },
  endOf: { min: 2, max: 3, body: (given, calling) => edge(given, endOfUnit, calling) },
  datePart: { min: 2, max: 3, body: datePart },
  formatDate: {
    min: 2,
    max: 3,
    body: ([of, as, at], calling) => formatPoint(point(of, zone(at, calling), calling), pattern(as, calling)),
  },
  parseDate: { min: 2, max: 3, body: parseDate },
  toUnix: { min: 1, max: 1, body: ([of], calling) => count(Math.floor(moment(of, calling) / 1_000)) },
  fromUnix: {
    min: 1,
    max: 1,
    body: ([of], calling) => isoMoment(whole(of, { min: -MAX_SECONDS, max: MAX_SECONDS }, calling) * 1_000),
  },
};

function point(of: Value | undefined, where: string, calling: Calling): Point {
  calling.spend(20);
  const found = typeof of === 'string' ? parsePoint(of, where) : null;
  return (
    found ??
    calling.stop(`${shown(of)} is neither a day like "2026-01-31" nor a date and time with its zone.`)
  );
}

function moment(of: Value | undefined, calling: Calling): number {
  return (
    parseMoment(of) ??
    calling.stop(`${shown(of)} is not a date and time with its zone, like "2026-01-31T08:00:00Z".`)
  );
}

function shown(of: Value | undefined): string {
  return typeof of === 'string' ? `"${of.slice(0, 40)}"` : kindOf(of ?? null);
}

function unit(of: Value | undefined, calling: Calling): Unit {
  return (
    unitOf(text(of, calling)) ??
    calling.stop(`${shown(of)} is not a unit. Use year, quarter, month, week, day, hour, minute or second.`)
  );
}

function pattern(of: Value | undefined, calling: Calling) {
  const parts = readPattern(text(of, calling).slice(0, 200));
  if (!('unknown' in parts)) return parts;
  return calling.stop(
    `"${parts.unknown}" has no meaning in a date. Use ${DATE_LETTERS}, and text in 'quotes'.`,
  );
}

function kept(made: Point, calling: Calling): string {
  if (parseDay(isoDay(made.wall)) !== null) return pointText(made);
  return calling.stop('The date lies outside the years 1900 to 2199.');
}

function dateTime([of, clock, at]: readonly Value[], calling: Calling): Value {
  if (clock === undefined) return isoMoment(moment(of, calling));
  const where = zone(at, calling);
  const day = parseDay(of) ?? calling.stop(`${shown(of)} is not a day like "2026-01-31".`);
  const match = CLOCK.exec(text(clock, calling));
  if (match === null) return calling.stop(`${shown(clock)} is not a time like "08:30".`);
  const [, hour, minute, second = 0] = match;
  const wall = { ...day, hour: Number(hour), minute: Number(minute), second: Number(second), ms: 0 };
  return isoMoment(momentOfWall(wall, where));
}

function dateAdd([of, by, as, at]: readonly Value[], calling: Calling): Value {
  const from = point(of, zone(at, calling), calling);
  const amount = number(by, calling);
  const one = unit(as, calling);
  if (!isClockUnit(one))
    return kept(plusUnits(from, whole(by, { min: -1_000_000, max: 1_000_000 }, calling), one), calling);
  if (from.kind === 'day')
    return calling.stop(`A day has no time to add ${one}s to. Use dateTime(day, "08:00", zone) first.`);
  if (amount.abs().gt(MAX_AMOUNT)) return calling.stop('The date lies outside the years 1900 to 2199.');
  return kept(plusUnits(from, Number(amount.toFixed()), one), calling);
}

function edge(
  [of, as, at]: readonly Value[],
  move: (point: Point, unit: Unit) => Point,
  calling: Calling,
): Value {
  const from = point(of, zone(at, calling), calling);
  const one = unit(as, calling);
  if (from.kind === 'day' && isClockUnit(one)) return calling.stop(`A day has no ${one}s.`);
  return kept(move(from, one), calling);
}

function datePart([of, as, at]: readonly Value[], calling: Calling): Value {
  const { wall } = point(of, zone(at, calling), calling);
  const parts: Readonly<Record<string, () => number>> = {
    year: () => wall.year,
    quarter: () => Math.ceil(wall.month / 3),
    month: () => wall.month,
    week: () => isoWeekOf(wall),
    day: () => wall.day,
    weekday: () => weekdayOf(wall),
    dayOfYear: () => dayOfYear(wall),
    hour: () => wall.hour,
    minute: () => wall.minute,
    second: () => wall.second,
  };
  const name = text(as, calling);
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
  return part === undefined
    ? calling.stop(`"${name.slice(0, 40)}" is no part of a date. Use ${Object.keys(parts).join(', ')}.`)
    : count(part());
}

function parseDate([of, as, at]: readonly Value[], calling: Calling): Value {
  const parts = pattern(as, calling);
  const where = zone(at, calling);
  const written = text(of, calling);
  return (
    parseByPattern(written, parts, where) ??
    calling.stop(`${shown(written)} is not a date written as ${shown(as)}.`)
  );
}
