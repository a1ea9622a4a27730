import { decimal, isDecimal } from '../../base/decimal.ts';
import { whyNotKept } from '../expressions/kept-value.ts';
import type { JsonValue } from '../json-value.ts';
import { StepFault } from './resolve-config.ts';

const MAX_LETTERS = 1_000_000;
const MAX_ROWS = 50_000;

/** What a text says, read as JSON, CSV with a head (a list of records), a decimal number, or lines; else the step stops with PARSE. */
export function parseText(format: string, text: JsonValue, separator: string): JsonValue {
  if (typeof text !== 'string') throw new StepFault('PARSE', 'The parser needs text.');
  if (text.length > MAX_LETTERS)
    throw new StepFault('PARSE', `The text has more than ${MAX_LETTERS} characters.`);
  if (format === 'json') return parseJson(text);
  if (format === 'csv') return parseCsv(text, separator);
  if (format === 'lines') return lines(text);
  const number = text.trim();
  if (isDecimal(number)) return number;
  throw new StepFault('PARSE', `"${text.slice(0, 60)}" is not a decimal number.`);
}

function parseJson(text: string): JsonValue {
  const value = jsonOf(text);
  const fault = whyNotKept(value);
  if (fault !== null) throw new StepFault('PARSE', `The JSON can’t be stored. ${fault}`);
  // only then is it flat enough to be walked through again, number by number
  return LONG_NUMBER.test(text) ? jsonOf(text, exactly) : value;
}

function jsonOf(text: string, look?: typeof exactly): JsonValue {
  try {
    return JSON.parse(text, look as Parameters<typeof JSON.parse>[1]) as JsonValue;
  } catch (error) {
    if (error instanceof StepFault) throw error;
    throw new StepFault('PARSE', `The text is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

/** Something that may be a number of more digits than a JSON number holds. */
const LONG_NUMBER = /\d[\d.]{15}|\d[eE]/;

/** A number that a JSON number holds exactly stays one; a longer one becomes its decimal text, digit by digit (WF-10). */
function exactly(_: string, value: JsonValue, { source }: { readonly source?: string }): JsonValue {
  if (typeof value !== 'number' || source === undefined) return value;
  if (!Number.isFinite(value))
    throw new StepFault('PARSE', `The number ${source.slice(0, 40)} is too large.`);
  if (!/^-?\d{1,200}(\.\d{1,200})?$/.test(source)) return value;
  return decimal(source).eq(decimal(String(value))) ? value : source;
}

function lines(text: string): readonly string[] {
  const found = text.split(/\r\n|\n|\r/);
  if (found.at(-1) === '') found.pop();
  if (found.length > MAX_ROWS) throw new StepFault('PARSE', `The text has more than ${MAX_ROWS} lines.`);
  return found;
}

/** RFC 4180: cells in quotes may hold separators, doubled quotes and line breaks. */
function parseCsv(text: string, separator: string): JsonValue {
  // a spreadsheet marks its files with an invisible sign in front of the first name
  const [head, ...rows] = rowsOf(text.startsWith('\ufeff') ? text.slice(1) : text, separator);
  if (head === undefined) return [];
  const names = new Set<string>();
  const duplicates = head.find((name) => names.size === names.add(name).size);
  if (duplicates !== undefined)
    throw new StepFault('PARSE', `The header has two columns "${duplicates.slice(0, 60)}".`);
  return rows.map((row, at) => {
    if (row.length !== head.length)
      throw new StepFault('PARSE', `Row ${at + 2} has ${row.length} cells; the header has ${head.length}.`);
    return Object.fromEntries(head.map((name, column) => [name, row[column] ?? '']));
  });
}

function rowsOf(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : bareCell(text, at, separator);
    row.push(cell.value);
    at = cell.end;
    if (text[at] === separator) {
      at += 1;
      if (at < text.length) continue;
      row.push('');
    } else if (at < text.length && text[at] !== '\n' && text[at] !== '\r')
      throw new StepFault('PARSE', `Row ${rows.length + 1} continues after a closing quote.`);
    at += text.startsWith('\r\n', at) ? 2 : 1;
    rows.push(row);
    row = [];
    if (rows.length > MAX_ROWS) throw new StepFault('PARSE', `The text has more than ${MAX_ROWS} rows.`);
  }
  return rows;
}

function bareCell(text: string, start: number, separator: string): { value: string; end: number } {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { value: text.slice(start, end), end };
}

function quotedCell(text: string, start: number): { value: string; end: number } {
  let value = '';
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) throw new StepFault('PARSE', 'A quote is not closed.');
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    from = quote + 2;
  }
}
