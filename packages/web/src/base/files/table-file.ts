/** A table for export: column names, and rows of text or exact decimals. */
export type TableFile = {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Which columns are figures, if known; numbers in other columns, such as ids, stay text. */
  figures?: readonly boolean[];
};

const decimal = /^-?\d+(?:\.\d+)?$/;
/** no leading zeros: 007 is a name */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;
/** digits a spreadsheet cell holds without loss */
const maxDigits = 15;
const minDecimals = 4;
const firstDay = '1901-01-01';

/**
 * The table as CSV with byte order mark and Windows line ends; text that spreadsheets would read as formulas
 * is escaped.
 */
export function csvOf({ head, rows }: TableFile): string {
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`;
}

/**
 * The table as a workbook with one sheet. Numbers are numeric cells with the decimals of their column if
 * exact to a ten-thousandth; longer ones stay text. Columns of days are dates.
 */
export async function xlsxOf(table: TableFile, sheetName: string): Promise<Blob> {
  const { writeXlsx } = await import('hucre/xlsx');
  const days = table.head.map((_, at) => holdsDays(table, at));
  const cell = (text: string, at: number) => (days[at] ? dateOf(text) : cellOf(table, text, at));
  const bytes = await writeXlsx({
    sheets: [
      {
        name: sheetName.slice(0, 31),
        freezePane: { rows: 1 },
        columns: table.head.map((_, at) => ({ autoWidth: true, ...decimalsOf(table, at) })),
        rows: [[...table.head], ...table.rows.map((row) => row.map(cell))],
      },
    ],
  });
  return new Blob([new Uint8Array(bytes)], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  });
}

function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !decimal.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Whether all values are days that spreadsheets can represent: their calendar starts in 1900 with an extra
 * leap day.
 */
function holdsDays({ rows }: TableFile, at: number): boolean {
  const texts = rows.flatMap((row) => (row[at] ? [row[at]] : []));
  return texts.length > 0 && texts.every((text) => text >= firstDay && isDay(text));
}

/** Whether a text is an existing day; the parser would shift others. */
function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? dateOf(text) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function dateOf(text: string): Date | null {
  return text === '' ? null : new Date(`${text}T00:00:00Z`);
}

function cellOf(table: TableFile, text: string, at: number): string | number | null {
  if (text === '') return null;
  return isFigure(table, text, at) ? Number(text) : text;
}

function isFigure({ figures }: TableFile, text: string, at: number): boolean {
  const plain = plainNumber.exec(text);
  if (figures?.[at] === false || plain === null) return false;
  // long fractions are cut below a ten-thousandth: as text, the cell would be missing from sums
  const tooFine = Math.max(0, (plain[1]?.length ?? 0) - minDecimals);
  return text.replace(/\D/g, '').length - tooFine <= maxDigits;
}

/** Money keeps its decimals: 100.50 is not shown as 100.5. */
function decimalsOf(table: TableFile, at: number): { numFmt?: string } {
  const texts = table.rows.flatMap((row) => (row[at] ? [row[at]] : []));
  const counts = new Set(
    texts.map((text) => (isFigure(table, text, at) ? (plainNumber.exec(text)?.[1]?.length ?? 0) : -1)),
  );
  const [only = 0] = counts;
  return counts.size === 1 && only > 0 && only <= minDecimals ? { numFmt: `0.${'0'.repeat(only)}` } : {};
}
