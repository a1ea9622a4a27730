import { daysIn, parseDay } from '../../base/day.ts';
import { momentOfWall, offsetMs, type WallTime } from '../../base/zoned-time.ts';
import { isoMoment, type Point, pointMs, weekdayOf } from './moments.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const PART =
  /'((?:[^']|'')*)'|yyyy|yy|MMMM|MMM|MM|M|dd|d|EEEE|EEE|HH|H|hh|h|mm|m|ss|s|SSS|a|xxx|Q|[A-Za-z]+|[^A-Za-z']+|'/g;

/** The letters of patterns, as Unicode's date fields have them. */
export const DATE_LETTERS = 'yyyy yy MMMM MMM MM M dd d EEEE EEE HH H hh h mm m ss s SSS a xxx Q';
const letters = new Set(DATE_LETTERS.split(' '));

/** A part of a pattern: a field, or text as it is. */
type Part = { readonly field: string } | { readonly text: string };

/** The parts of a pattern, or the letters that mean nothing in it. */
export function readPattern(pattern: string): readonly Part[] | { readonly unknown: string } {
  const parts: Part[] = [];
  for (const [whole, quoted] of pattern.matchAll(PART)) {
    if (letters.has(whole)) parts.push({ field: whole });
    else if (quoted !== undefined) parts.push({ text: quoted === '' ? "'" : quoted.replaceAll("''", "'") });
    else if (/[A-Za-z']/.test(whole)) return { unknown: whole };
    else parts.push({ text: whole });
  }
  return parts;
}

/** A point by the parts of a pattern. */
export function formatPoint(point: Point, parts: readonly Part[]): string {
  return parts.map((part) => ('text' in part ? part.text : fieldText(point, part.field))).join('');
}

function fieldText(point: Point, field: string): string {
  const { wall } = point;
  const digits = (value: number) => String(value).padStart(field.length, '0');
  switch (field) {
    case 'yyyy':
      return digits(wall.year);
    case 'yy':
      return digits(wall.year % 100);
    case 'MMMM':
      return MONTHS[wall.month - 1] ?? '';
    case 'MMM':
      return (MONTHS[wall.month - 1] ?? '').slice(0, 3);
    case 'MM':
    case 'M':
      return digits(wall.month);
    case 'dd':
    case 'd':
      return digits(wall.day);
    case 'EEEE':
      return WEEKDAYS[weekdayOf(wall) - 1] ?? '';
    case 'EEE':
      return (WEEKDAYS[weekdayOf(wall) - 1] ?? '').slice(0, 3);
    case 'Q':
      return String(Math.ceil(wall.month / 3));
    default:
      return clockText(point, field, digits);
  }
}

function clockText(point: Point, field: string, digits: (value: number) => string): string {
  const { wall } = point;
  switch (field) {
    case 'HH':
    case 'H':
      return digits(wall.hour);
    case 'hh':
    case 'h':
      return digits(wall.hour % 12 || 12);
    case 'mm':
    case 'm':
      return digits(wall.minute);
    case 'ss':
    case 's':
      return digits(wall.second);
    case 'SSS':
      return digits(wall.ms);
    case 'a':
      return wall.hour < 12 ? 'AM' : 'PM';
    default:
      return offsetText(offsetMs(pointMs(point), point.zone));
  }
}

function offsetText(ms: number): string {
  const minutes = Math.abs(ms) / 60_000;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${ms < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

const DIGITS: Readonly<Record<string, string>> = {
  yyyy: '\\d{4}',
  yy: '\\d{2}',
  MM: '\\d{2}',
  M: '\\d{1,2}',
  dd: '\\d{2}',
  d: '\\d{1,2}',
  HH: '\\d{2}',
  H: '\\d{1,2}',
  hh: '\\d{2}',
  h: '\\d{1,2}',
  mm: '\\d{2}',
  m: '\\d{1,2}',
  ss: '\\d{2}',
  s: '\\d{1,2}',
  SSS: '\\d{3}',
  a: '[AaPp][Mm]',
  xxx: 'Z|[+-]\\d{2}:\\d{2}',
  MMMM: MONTHS.join('|'),
  MMM: MONTHS.map((one) => one.slice(0, 3)).join('|'),
  EEEE: WEEKDAYS.join('|'),
  EEE: WEEKDAYS.map((one) => one.slice(0, 3)).join('|'),
};

/**
 * The day or moment written by a pattern: a day when the pattern has no clock, else a moment, in `zone` unless the text says
 * its offset. Null when the text is not written so, or there is no such day or time.
 */
export function parseByPattern(text: string, parts: readonly Part[], zone: string): string | null {
  // every field is bounded, so that the pattern takes linear time
  const source = parts
    .map((part) => ('text' in part ? escaped(part.text) : `(${DIGITS[part.field] ?? '\\d'})`))
    .join('');
  const match = new RegExp(`^${source}$`, 'i').exec(text);
  if (match === null) return null;
  const read = new Map<string, string>();
  const fields = parts.filter((part) => 'field' in part);
  for (const [at, { field }] of fields.entries()) read.set(field, match[at + 1] ?? '');
  const wall = wallOf(read);
  if (wall === null) return null;
  const day = `${String(wall.year).padStart(4, '0')}-${two(wall.month)}-${two(wall.day)}`;
  if (parseDay(day) === null) return null;
  if (!fields.some(({ field }) => /^(H|h|m|s|S)/.test(field))) return day;
  const offset = read.get('xxx');
  if (offset === undefined) return isoMoment(momentOfWall(wall, zone));
  return isoMoment(momentOfWall(wall, 'UTC') - offsetOf(offset));
}

function wallOf(read: ReadonlyMap<string, string>): WallTime | null {
  const figure = (...names: readonly string[]) => {
    const found = names.map((name) => read.get(name)).find((one) => one !== undefined);
    return found === undefined ? null : Number(found);
  };
  const named = read.get('MMMM') ?? read.get('MMM');
  const short = read.get('yy');
  const year = figure('yyyy') ?? (short === undefined ? null : 2000 + Number(short));
  const month = figure('MM', 'M') ?? (named === undefined ? null : monthOf(named));
  const half = figure('hh', 'h');
  const late = read.get('a')?.toLowerCase() === 'pm';
  const hour = figure('HH', 'H') ?? (half === null ? 0 : (half % 12) + (late ? 12 : 0));
  const minute = figure('mm', 'm') ?? 0;
  const second = figure('ss', 's') ?? 0;
  if (year === null || month === null || month < 1 || month > 12) return null;
  const day = figure('dd', 'd') ?? 1;
  if (day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59) return null;
  if (half !== null && (half < 1 || half > 12)) return null;
  return { year, month, day, hour, minute, second, ms: figure('SSS') ?? 0 };
}

function monthOf(name: string): number {
  return MONTHS.findIndex((one) => one.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase()) + 1;
}

function offsetOf(text: string): number {
  if (text.toUpperCase() === 'Z') return 0;
  const [hours = 0, minutes = 0] = text.slice(1).split(':').map(Number);
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
