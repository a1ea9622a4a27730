/** A table as it leaves for a spreadsheet: its heads, and rows of exact decimal texts or words. */
export type TableFile = { head: readonly string[]; rows: readonly (readonly string[])[] };

/** A plain number that a spreadsheet's binary cell holds without loss. */
const safeNumber = /^-?\d{1,12}(\.\d{1,3})?$/;

/** The table as CSV, with a byte order mark for spreadsheets; words that would be read as formulas are defused. */
export async function csvOf(table: TableFile): Promise<string> {
  const { writeCsv } = await import('hucre/csv');
  const rows = [table.head, ...table.rows].map((row) => row.map(cellOf));
  return writeCsv(rows, { bom: true, escapeFormulae: true });
}

/** The table as a workbook of one sheet; numbers are numbers where a cell can hold them exactly. */
export async function xlsxOf(table: TableFile, sheetName: string): Promise<Blob> {
  const { writeXlsx } = await import('hucre/xlsx');
  const rows = [[...table.head], ...table.rows.map((row) => row.map(cellOf))];
  const bytes = await writeXlsx({ sheets: [{ name: sheetName.slice(0, 31), rows }] });
  return new Blob([new Uint8Array(bytes)], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  });
}

function cellOf(text: string): string | number {
  return safeNumber.test(text) ? Number(text) : text;
}
