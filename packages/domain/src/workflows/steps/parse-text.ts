import { isDecimal } from '../../base/decimal.ts';
import type { JsonValue } from '../json-value.ts';
import { StepFault } from './resolve-config.ts';

const MOST_LETTERS = 1_000_000;
const MOST_ROWS = 50_000;

/** What a text says, read as JSON, CSV with a head (a list of records), a decimal number, or lines; else the step stops with PARSE. */
export function parseText(format: string, text: JsonValue, separator: string): JsonValue {
  if (typeof text !== 'string') throw new StepFault('PARSE', 'The parser takes a text.');
  if (text.length > MOST_LETTERS)
    throw new StepFault('PARSE', `The text has more than ${MOST_LETTERS} letters.`);
  if (format === 'json') return parseJson(text);
  if (format === 'csv') return parseCsv(text, separator);
  if (format === 'lines') return lines(text);
  const number = text.trim();
  if (isDecimal(number)) return number;
  throw new StepFault('PARSE', `"${text.slice(0, 60)}" is not a decimal number.`);
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw new StepFault('PARSE', `The text is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

function lines(text: string): readonly string[] {
  const found = text.split(/\r\n|\n|\r/);
  if (found.at(-1) === '') found.pop();
  if (found.length > MOST_ROWS) throw new StepFault('PARSE', `The text has more than ${MOST_ROWS} lines.`);
  return found;
}

/** RFC 4180: cells in quotes may hold separators, doubled quotes and line breaks. */
function parseCsv(text: string, separator: string): JsonValue {
  const [head, ...rows] = rowsOf(text, separator);
  if (head === undefined) return [];
  return rows.map((row, at) => {
    if (row.length !== head.length)
      throw new StepFault('PARSE', `Row ${at + 2} has ${row.length} cells; the head has ${head.length}.`);
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
      throw new StepFault('PARSE', `Row ${rows.length + 1} goes on after a closing quote.`);
    at += text.startsWith('\r\n', at) ? 2 : 1;
    rows.push(row);
    row = [];
    if (rows.length > MOST_ROWS) throw new StepFault('PARSE', `The text has more than ${MOST_ROWS} rows.`);
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
