/** A table as it leaves for a spreadsheet: its heads, and rows of exact decimal texts or words. */
export type TableFile = {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Which columns hold figures, where that is known: what looks like one elsewhere, as an id may, stays text. */
  figures?: readonly boolean[];
};

const decimal = /^-?\d+(?:\.\d+)?$/;
/** Without a zero before its digits: 007 is a name. */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;
/** A spreadsheet's binary cell holds so many digits without loss. */
const maxDigits = 15;
const minDecimals = 4;
const firstDay = '1901-01-01';

/**
 * The table as CSV, digit by digit, with a byte order mark and Windows line ends for spreadsheets; words that would be read
 * as formulas are defused.
 */
export function csvOf({ head, rows }: TableFile): string {
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`;
}

/**
 * The table as a workbook of one sheet. Numbers are numbers, with the decimals of their column, as long as a cell holds them to
 * the ten-thousandth; longer ones stay text rather than lose money. A column of days holds dates.
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

/** Whether every filled cell is a day that a spreadsheet's calendar has as well: its own begins in 1900, with a leap day too many. */
function holdsDays({ rows }: TableFile, at: number): boolean {
  const texts = rows.flatMap((row) => (row[at] ? [row[at]] : []));
  return texts.length > 0 && texts.every((text) => text >= firstDay && isDay(text));
}

/** Whether a text is a day of the calendar: one that does not exist comes back as another, or as none. */
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
  // of a long fraction the end is lost, never a ten-thousandth: a sum that left such a cell out would be wrong by all of it
  const tooFine = Math.max(0, (plain[1]?.length ?? 0) - minDecimals);
  return text.replace(/\D/g, '').length - tooFine <= maxDigits;
}

/** Money keeps its cents: 100.50 is not shown as 100.5. */
function decimalsOf(table: TableFile, at: number): { numFmt?: string } {
  const texts = table.rows.flatMap((row) => (row[at] ? [row[at]] : []));
  const counts = new Set(
    texts.map((text) => (isFigure(table, text, at) ? (plainNumber.exec(text)?.[1]?.length ?? 0) : -1)),
  );
  const [only = 0] = counts;
  return counts.size === 1 && only > 0 && only <= minDecimals ? { numFmt: `0.${'0'.repeat(only)}` } : {};
}
