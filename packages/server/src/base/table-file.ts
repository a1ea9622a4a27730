import { isDecimal } from '@attain/domain/base/decimal';
import { stringify } from 'csv-stringify/sync';
import { writeXlsx } from 'hucre/xlsx';

/** Cells as text, the heads first. */
export type TableRows = readonly (readonly string[])[];

/** The workbook's media type. */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;
const mostDigits = 15;

/**
 * A table for spreadsheets: UTF-8 with BOM, Windows line ends. Text that a spreadsheet would run as a formula is escaped; a
 * decimal is a number, a negative one too, written digit by digit.
 */
export function csvOf(rows: TableRows): string {
  return stringify(
    rows.map((row) => [...row]),
    {
      bom: true,
      record_delimiter: 'windows',
      escape_formulas: true,
      cast: {
        string: (text) =>
          text.startsWith('-') && isDecimal(text) ? { value: text, escape_formulas: false } : text,
      },
    },
  );
}

/**
 * Tables as sheets of one workbook. A decimal is a number as long as a cell holds every digit of it (15), with the decimals of
 * its column; a longer one stays text rather than lose its end, and so does what only looks like a number, like 007.
 */
export async function xlsxOf(sheets: readonly { name: string; rows: TableRows }[]): Promise<Buffer> {
  const book = await writeXlsx({
    sheets: sheets.map(({ name, rows }) => ({
      name,
      freezePane: { rows: 1 },
      columns: (rows[0] ?? []).map((_, at) => ({ autoWidth: true, ...decimalsOf(rows, at) })),
      rows: rows.map((row, at) => (at === 0 ? [...row] : row.map(cellOf))),
    })),
  });
  return Buffer.from(book);
}

function cellOf(text: string): string | number | null {
  if (text === '') return null;
  return isExact(text) ? Number(text) : text;
}

function isExact(text: string): boolean {
  return plainNumber.test(text) && text.replace(/\D/g, '').length <= mostDigits;
}

/** Money keeps its cents: 100.50 is not shown as 100.5. */
function decimalsOf(rows: TableRows, at: number): { numFmt?: string } {
  const decimals = new Set(
    rows.slice(1).flatMap((row) => {
      const text = row[at] ?? '';
      return text === '' ? [] : [isExact(text) ? (plainNumber.exec(text)?.[1]?.length ?? 0) : -1];
    }),
  );
  const [only = 0] = decimals;
  return decimals.size === 1 && only > 0 ? { numFmt: `0.${'0'.repeat(only)}` } : {};
}
