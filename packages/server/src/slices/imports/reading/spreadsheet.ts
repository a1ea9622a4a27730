import { readFileSync } from 'node:fs';
import { readXls, readXlsx } from 'hucre/xlsx';
import { readBiffFacts, readCompoundFile } from './compound-file.ts';
import type { TakeRecord } from './delimited-text.ts';
import { CELL_ERROR, FORMULA_WITHOUT_RESULT, shownCell } from './formula-mark.ts';
import type { ImportLimits } from './limits.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { guardZip, rejectManySheets } from './zip-directory.ts';

/** One sheet of a workbook as rows of text, with warnings. */
export interface SheetText {
  readonly sheet: string;
  readonly sheets: readonly string[];
  /** Cells by row; row 0 is line 1 of the sheet. */
  readonly rows: readonly (readonly string[])[];
  readonly formulas: number;
  readonly warnings: readonly string[];
}

/**
 * Reads one sheet of an .xlsx or .xls: the named one, else the first that has rows.
 * Numbers keep the 15 significant digits a spreadsheet keeps; dates become ISO; a formula gives its saved result.
 * Runs only inside the capped thread, and behind the zip guard.
 */
export async function readSheet(
  path: string,
  job: { fileName: string; format: 'xlsx' | 'xls'; sheet: string | null; limits: ImportLimits },
): Promise<SheetText> {
  const file = readFileSync(path);
  if (job.format === 'xlsx') await guardZip(file, job.fileName, job.limits);
  else rejectManySheets(biffFacts(file)?.sheets ?? 0, job.fileName);
  let workbook: Awaited<ReturnType<typeof readXlsx>>;
  try {
    workbook = job.format === 'xlsx' ? await readXlsx(file) : await readXls(file);
  } catch (cause) {
    throw new UnreadableFile(
      'DAMAGED_FILE',
      `“${job.fileName}” can’t be read as a workbook (${reasonOf(cause)}). Open it in a spreadsheet program, save it again and import that.`,
    );
  }
  const sheets = workbook.sheets.map((sheet) => sheet.name);
  const chosen =
    job.sheet === null
      ? (workbook.sheets.find((sheet) => !sheet.hidden && sheet.rows.length > 0) ?? workbook.sheets[0])
      : workbook.sheets.find((sheet) => sheet.name === job.sheet);
  if (chosen === undefined || chosen.rows.length === 0) {
    throw new UnreadableFile(
      'EMPTY_FILE',
      job.sheet === null
        ? `“${job.fileName}” has no sheet with rows.`
        : `“${job.fileName}” has no rows on the sheet “${job.sheet}”; its sheets with rows are ${sheets.join(', ')}.`,
    );
  }
  const found = formulasOf(chosen.cells);
  const formulas = job.format === 'xls' ? (biffFacts(file)?.formulas ?? 0) : found.count;
  const rows: string[][] = [];
  for (let at = 0; at < chosen.rows.length; at++) {
    rows.push(textRow(chosen.rows[at] ?? [], found.withoutResult.get(at), job));
  }
  return { sheet: chosen.name, sheets, rows, formulas, warnings: warningsOf(chosen.name, sheets, formulas) };
}

/** Hands a sheet's rows to `take`, skipping blank ones; each has at least `width` cells, `source` is the row as a CSV line. */
export function takeSheet(
  sheet: SheetText,
  span: { from: number; to: number; width: number },
  take: TakeRecord,
): void {
  for (let at = span.from; at < Math.min(span.to, sheet.rows.length); at++) {
    const cells = [...(sheet.rows[at] ?? [])];
    if (cells.length === 0) continue;
    while (cells.length < span.width) cells.push('');
    take(cells, at + 1, cells.map(csvCell).join(','));
  }
}

type Grid = Awaited<ReturnType<typeof readXlsx>>['sheets'][number];

function textRow(
  values: Grid['rows'][number],
  without: Map<number, string> | undefined,
  job: { fileName: string; limits: ImportLimits },
): string[] {
  if (values.length > job.limits.maxColumns) {
    throw new UnreadableFile(
      'TOO_MANY_COLUMNS',
      `“${job.fileName}” has ${values.length} columns; up to ${job.limits.maxColumns} are allowed. Remove columns you don’t need.`,
    );
  }
  const cells: string[] = new Array(values.length);
  for (let at = 0; at < values.length; at++) {
    cells[at] = without?.get(at) ?? textOf(values[at]);
  }
  while (cells.length > 0 && cells[cells.length - 1] === '') cells.pop();
  return cells;
}

function textOf(value: Grid['rows'][number][number] | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return plainNumber(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  const iso = value.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ');
}

/** A spreadsheet stores a binary float but means the decimal it shows: 15 significant digits, without an exponent. */
function plainNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const digits = String(Number(value.toPrecision(15)));
  const parts = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(digits);
  if (parts === null) return digits;
  const [, sign = '', whole = '', fraction = '', power = '0'] = parts;
  const all = whole + fraction;
  const point = whole.length + Number(power);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${all}`;
  if (point >= all.length) return sign + all + '0'.repeat(point - all.length);
  return `${sign}${all.slice(0, point)}.${all.slice(point)}`;
}

/** Number of formulas, and the marks for cells without a result or with a spreadsheet error. */
function formulasOf(cells: Grid['cells']): {
  count: number;
  withoutResult: Map<number, Map<number, string>>;
} {
  const withoutResult = new Map<number, Map<number, string>>();
  let count = 0;
  for (const [key, cell] of cells ?? []) {
    if (cell.formula !== undefined) count++;
    const wrong = cell.type === 'error';
    if (!wrong && (cell.formula === undefined || (cell.formulaResult ?? null) !== null)) continue;
    const [row = 0, column = 0] = key.split(',').map(Number);
    const columns = withoutResult.get(row) ?? new Map<number, string>();
    const said = String(cell.value ?? '').replace(/^#?/, '');
    withoutResult.set(row, columns.set(column, wrong ? `${CELL_ERROR}${said}` : FORMULA_WITHOUT_RESULT));
  }
  return { count, withoutResult };
}

function biffFacts(file: Buffer) {
  const workbook = readCompoundFile(file)?.bytesOf('Workbook') ?? null;
  return workbook && readBiffFacts(workbook);
}

function warningsOf(sheet: string, sheets: readonly string[], formulas: number): string[] {
  const warnings: string[] = [];
  if (sheets.length > 1) {
    warnings.push(`The workbook has ${sheets.length} sheets (${sheets.join(', ')}). “${sheet}” is imported.`);
  }
  if (formulas > 0) {
    warnings.push(`${formulas} cells have formulas. Their saved results are imported.`);
  }
  return warnings;
}

function csvCell(cell: string): string {
  const shown = shownCell(cell);
  return /[",\n\r]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.slice(0, 200) : 'unknown reason';
}
