import { splitCurrency } from '../checking/numbers.ts';
import { cutText, type Delimiter } from './delimited-text.ts';
import type { ImportLimits } from './limits.ts';
import type { TextEncodingName } from './text-encoding.ts';

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];
const NUMBER = /^[-+(]?[$€£]?\s?[-+]?(?:\d[\d.,'\u2019 \u00a0\u202f]*|[.,]\d+)\s?[%$€£]?\)?-?$/;
const DATE = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:[ T].*)?$/;
const GUID = /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i;

/** Value patterns of one column in the sample. */
export interface ColumnLook {
  readonly filled: number;
  readonly numbers: number;
  readonly dates: number;
  /** Values that can only be read with a decimal point, and only with a decimal comma. */
  readonly points: number;
  readonly commas: number;
  readonly percentSigns: number;
  /** Dates that can only be day first, and only month first. */
  readonly dayFirst: number;
  readonly monthFirst: number;
  /** Slashed or dotted dates at all; without either of the above they are ambiguous. */
  readonly loose: number;
  readonly serials: number;
  readonly maxAbs: number;
  readonly distinct: number;
}

/** The delimiter that cuts the sample into the most even rows of more than one column; a comma when none does. */
export function guessDelimiter(
  sample: string,
  shape: {
    encoding: TextEncodingName;
    limits: ImportLimits;
    fileName: string;
    extension: string;
    partial: boolean;
  },
): Delimiter {
  const named = DELIMITERS.find((delimiter) => sample.toLowerCase().startsWith(`sep=${delimiter}`));
  if (named !== undefined) return named;
  let best: Delimiter = shape.extension === 'tsv' ? '\t' : ',';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const score = evenness(sample, { ...shape, delimiter });
    const preferred = shape.extension === 'tsv' && delimiter === '\t' ? 1.5 : 1;
    if (score * preferred > bestScore) {
      bestScore = score * preferred;
      best = delimiter;
    }
  }
  return best;
}

function evenness(
  sample: string,
  shape: {
    encoding: TextEncodingName;
    limits: ImportLimits;
    fileName: string;
    delimiter: Delimiter;
    partial: boolean;
  },
): number {
  let rows: string[][];
  try {
    rows = cutText(sample, shape, shape.partial).slice(0, 200);
  } catch {
    return 0;
  }
  const widths = new Map<number, number>();
  for (const row of rows) widths.set(row.length, (widths.get(row.length) ?? 0) + 1);
  let width = 1;
  let max = 0;
  for (const [candidate, count] of widths) {
    if (count > max || (count === max && candidate > width)) [width, max] = [candidate, count];
  }
  if (width < 2 || rows.length === 0) return 0;
  const share = max / rows.length;
  return share * share * (1 + Math.min(width, 50) / 50);
}

/**
 * Whether the first row names the columns: none of its cells is a number, a date or an identifier that only data has,
 * and it does not leave cells empty that later rows fill.
 */
export function hasHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, ...others] = rows;
  if (first === undefined) return false;
  const named = first.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (named.length === 0 || named.some(isData)) return false;
  const rest = others.slice(0, 50);
  // reports repeat their header on every page; without a value that only data has, the first row may be data that repeats
  const different = rest.filter((row) => row.some((cell, at) => cell !== first[at]));
  const body = different.some((row) => row.some((cell) => isData(cell.trim()))) ? different : rest;
  const repeated = named.filter((cell) => body.some((row) => row.some((other) => other.trim() === cell)));
  return repeated.length * 2 < named.length;
}

/** A number, also with the code of its currency apart: `USD 1,250.50`. */
function isNumber(cell: string): boolean {
  return NUMBER.test(cell) || (/\s/.test(cell) && NUMBER.test(splitCurrency(cell).amount));
}

function isData(cell: string): boolean {
  return isNumber(cell) || DATE.test(cell) || GUID.test(cell);
}

/** Looks at one column of the sample. */
export function lookAt(values: readonly string[]): ColumnLook {
  const look = { filled: 0, numbers: 0, dates: 0, points: 0, commas: 0, percentSigns: 0 };
  const more = { dayFirst: 0, monthFirst: 0, loose: 0, serials: 0, maxAbs: 0 };
  const seen = new Set<string>();
  for (const raw of values) {
    const value = raw.trim();
    if (value === '' || value === 'NULL' || value === '\\N') continue;
    look.filled++;
    seen.add(value);
    if (DATE.test(value)) {
      look.dates++;
      lookAtDate(value, more);
    } else if (isNumber(value)) {
      look.numbers++;
      if (value.includes('%')) look.percentSigns++;
      const style = decimalStyleOf(value);
      if (style === '.') look.points++;
      if (style === ',') look.commas++;
      if (/^[2-6]\d{4}$/.test(value)) more.serials++;
      more.maxAbs = Math.max(more.maxAbs, Math.abs(Number(value.replace(/[^\d.]/g, ''))) || 0);
    }
  }
  return { ...look, ...more, distinct: seen.size };
}

function lookAtDate(value: string, more: { dayFirst: number; monthFirst: number; loose: number }): void {
  const parts = /^(\d{1,2})([-/.])(\d{1,2})\2\d{2,4}/.exec(value);
  if (parts === null) return;
  more.loose++;
  const [, first = '', separator = '', second = ''] = parts;
  if (Number(first) > 12 || separator === '.') more.dayFirst++;
  else if (Number(second) > 12) more.monthFirst++;
}

/** The decimal sign a number must have been written with; null if it could be either. */
function decimalStyleOf(value: string): '.' | ',' | null {
  const point = value.lastIndexOf('.');
  const comma = value.lastIndexOf(',');
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ',';
  const mark = Math.max(point, comma);
  if (mark < 0) return null;
  const sign = point >= 0 ? '.' : ',';
  const other = sign === '.' ? ',' : '.';
  if (value.indexOf(sign) !== mark) return other;
  const behind = /^\d*/.exec(value.slice(mark + 1))?.[0].length ?? 0;
  const before = value.slice(0, mark).replace(/\D/g, '');
  return behind === 3 && before.length <= 3 && before !== '' && !before.startsWith('0') ? null : sign;
}
