import { parseDay } from '@attain/domain/base/day';
import { isDecimal } from '@attain/domain/base/decimal';
import { type Options, stringify } from 'csv-stringify/sync';

/** Cells as text, the heads first. */
export type TableRows = readonly (readonly string[])[];

/** The workbook's media type. */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;
const maxDigits = 15;
const minDecimals = 4;
const firstDay = '1901-01-01';

/**
 * A table for spreadsheets: UTF-8 with BOM, Windows line ends. Text that a spreadsheet would run as a formula is escaped; a
 * decimal is a number, a negative one too, written digit by digit.
 */
export function csvOf(rows: TableRows): string {
  return delimited(rows, { bom: true }, isDecimal);
}

const signs = { comma: ',', semicolon: ';', tab: '\t' };

/** The same for a payroll system: without BOM, with its separator; a decimal may have a decimal comma. */
export function payrollText(rows: TableRows, separator: keyof typeof signs): string {
  return delimited(rows, { delimiter: signs[separator] }, (text) => isDecimal(text.replace(',', '.')));
}

function delimited(rows: TableRows, options: Options, isNumber: (text: string) => boolean): string {
  const asNumber = (text: string) =>
    text.startsWith('-') && isNumber(text) ? { value: text, escape_formulas: false } : text;
  return stringify(
    rows.map((row) => [...row]),
    { ...options, record_delimiter: 'windows', escape_formulas: true, cast: { string: asNumber } },
  );
}

/**
 * Tables as sheets of one workbook. A decimal is a number, with the decimals of its column, as long as a cell holds it to the
 * ten-thousandth (15 digits); a longer one stays text rather than lose money, and so does what only looks like one, like 007.
 * A column of days holds dates.
 */
export async function xlsxOf(sheets: readonly { name: string; rows: TableRows }[]): Promise<Buffer> {
  // loaded when first used: it would take a tenth of the start of a process
  const { writeXlsx } = await import('hucre/xlsx');
  const book = await writeXlsx({
    sheets: sheets.map(({ name, rows }) => ({
      name,
      freezePane: { rows: 1 },
      columns: (rows[0] ?? []).map((_, at) => ({ autoWidth: true, ...decimalsOf(rows, at) })),
      rows: cellsOf(rows),
    })),
  });
  return Buffer.from(book);
}

function cellsOf(rows: TableRows): (string | number | Date | null)[][] {
  const [heads = [], ...body] = rows;
  const days = heads.map((_, at) => holdsDays(body, at));
  return [[...heads], ...body.map((row) => row.map((text, at) => (days[at] ? dateOf(text) : cellOf(text))))];
}

/**
 * True if every filled cell is a day that spreadsheets can represent: their calendar begins in 1900, with one leap day
 * too many.
 */
function holdsDays(rows: TableRows, at: number): boolean {
  const texts = rows.flatMap((row) => (row[at] ? [row[at]] : []));
  return texts.length > 0 && texts.every((text) => text >= firstDay && parseDay(text) !== null);
}

function dateOf(text: string): Date | null {
  return text === '' ? null : new Date(`${text}T00:00:00Z`);
}

function cellOf(text: string): string | number | null {
  if (text === '') return null;
  return isNumber(text) ? Number(text) : text;
}

function isNumber(text: string): boolean {
  const plain = plainNumber.exec(text);
  if (plain === null) return false;
  // of a long fraction the end is lost, never a ten-thousandth: a sum that left such a cell out would be wrong by all of it
  const tooFine = Math.max(0, (plain[1]?.length ?? 0) - minDecimals);
  return text.replace(/\D/g, '').length - tooFine <= maxDigits;
}

/** Money keeps its cents: 100.50 is not shown as 100.5. */
function decimalsOf(rows: TableRows, at: number): { numFmt?: string } {
  const decimals = new Set(
    rows.slice(1).flatMap((row) => {
      const text = row[at] ?? '';
      return text === '' ? [] : [isNumber(text) ? (plainNumber.exec(text)?.[1]?.length ?? 0) : -1];
    }),
  );
  const [only = 0] = decimals;
  return decimals.size === 1 && only > 0 && only <= minDecimals ? { numFmt: `0.${'0'.repeat(only)}` } : {};
}
