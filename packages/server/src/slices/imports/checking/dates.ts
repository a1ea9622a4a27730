import { daysIn } from '@attain/domain/base/day';
import type { Fail, ReadText } from './read-text.ts';

/** The days that are believable in a file. */
export interface DateLimits {
  /** ISO, included. */
  readonly minDate: string;
  readonly maxDate: string;
  /** True when a bare number in a date column is a day number of a spreadsheet. */
  readonly daySerials: boolean;
}

const ISO =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:Z|[-+]\d{2}:?\d{2})?)?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const LOOSE =
  /^(\d{1,2})([-/.])(\d{1,2})\2(\d{2}|\d{4})(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[AP]M)?)?$/i;
const MEMO_SIZE = 4096;

/**
 * Reads days under one order of day and month; the year-first forms are always understood. A time of day is dropped,
 * as written: the business day of a deal is the one its source shows. Canonical: `2024-02-29`.
 */
export function dateReader(order: 'iso' | 'dmy' | 'mdy', limits: DateLimits): ReadText {
  const memo = new Map<string, string>();
  return (text, fail) => {
    const known = memo.get(text);
    if (known !== undefined) return known;
    const day = readDay(text, order, limits, fail);
    // longer texts may be slices that would keep a whole chunk of the file alive
    if (day !== '' && text.length < 13 && memo.size < MEMO_SIZE) memo.set(text, day);
    return day;
  };
}

function readDay(text: string, order: 'iso' | 'dmy' | 'mdy', limits: DateLimits, fail: Fail): string {
  const iso = ISO.exec(text) ?? COMPACT.exec(text);
  if (iso !== null) return believable(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '', limits, fail);
  if (limits.daySerials && /^\d{1,5}(?:\.\d+)?$/.test(text))
    return believableIso(fromSerial(Number.parseInt(text, 10)), limits, fail);
  const loose = LOOSE.exec(text);
  if (loose === null) {
    if (/^[2-6]\d{4}$/.test(text))
      return fail(
        'This looks like a spreadsheet’s day number.',
        'Format the column as a date and export it again.',
      );
    return fail('This is not a date.', 'Use the format 2024-03-31.');
  }
  const [, first = '', , second = '', year = ''] = loose;
  if (order === 'iso') return unordered(Number(first), Number(second), fail);
  if (year.length === 2) return fail('The year has two digits.', 'Use a year with four digits.');
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  if (Number(month) > 12 && Number(day) <= 12) {
    return fail(
      `Month ${month} does not exist: the file is read ${order === 'dmy' ? 'day' : 'month'} first.`,
      'Use one date order in the whole file, or change the order in the mapping.',
    );
  }
  return believable(year, month, day, limits, fail);
}

/** Why a date is not read whose order the mapping does not say: some can be meant in one order only. */
function unordered(first: number, second: number, fail: Fail): string {
  if (first > 12 && second > 12) return fail('This date does not exist.', 'Correct the date.');
  const [certain, order] = first > 12 ? [first, 'day first'] : [second, 'month first'];
  if (certain > 12) {
    return fail(
      `${certain} can only be the day, so this date is ${order}; the mapping reads dates year first.`,
      `Choose “${order}” in the mapping, or use the format 2024-03-31.`,
    );
  }
  return fail(
    'It’s unclear which number is the day and which the month.',
    'Choose “day first” or “month first” in the mapping, or use the format 2024-03-31.',
  );
}

function believable(year: string, month: string, day: string, limits: DateLimits, fail: Fail): string {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (m < 1 || m > 12 || d < 1 || d > daysIn(y, m))
    return fail('This date does not exist.', 'Correct the date.');
  return believableIso(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, limits, fail);
}

function believableIso(iso: string, limits: DateLimits, fail: Fail): string {
  if (iso >= limits.minDate && iso <= limits.maxDate) return iso;
  return fail(
    `The date ${iso} is not between ${limits.minDate} and ${limits.maxDate}.`,
    'Correct the date, or ask your administrator to change the allowed range.',
  );
}

/** Day 1 of the 1900 date system is 1900-01-01 and day 60 a 29 February that never was. */
function fromSerial(serial: number): string {
  const days = serial > 60 ? serial - 25_569 : serial - 25_568;
  return new Date(days * 86_400_000).toISOString().slice(0, 10);
}
