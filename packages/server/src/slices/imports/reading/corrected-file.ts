import { isDecimal } from '@attain/domain/base/decimal';
import { columnNames } from './column-names.ts';

/** The columns that a download of rows with errors has besides those of its file. */
export const ADDED_HEADERS = ['Import errors', 'Line in the file'] as const;

const added: readonly string[] = ADDED_HEADERS.map((header) => header.toLowerCase());
/** What `csvOf` puts an apostrophe before, with those it has already. */
const ESCAPED = /^'+[=+\-@\t\r＝＋－＠]/;

/** How a download of rows with errors differs from the file of these rows. */
export interface CorrectedFile {
  /** Positions of the added columns. */
  readonly added: readonly number[];
  /** False: the headers are only numbers, for a file without. */
  readonly header: boolean;
}

/** Recognizes a download of rows with errors by its headers; null: another file. */
export function correctedFile(first: readonly string[]): CorrectedFile | null {
  const at = first.flatMap((cell, i) => (added.includes(cell.trim().toLowerCase()) ? [i] : []));
  if (at.length === 0) return null;
  const own = originalRow(first, at);
  const numbered = columnNames(own, false);
  return { added: at, header: own.some((cell, i) => cell !== numbered[i]) };
}

/** A downloaded row as it was in its file: without the added columns, nothing escaped. */
export function originalRow(row: readonly string[], addedAt: readonly number[]): string[] {
  return row.filter((_, at) => !addedAt.includes(at)).map(originalCell);
}

/** A cell for `csvOf`: one that looks escaped gets an apostrophe, so that reading it removes no other. */
export function downloadedCell(cell: string): string {
  return ESCAPED.test(cell) ? `'${cell}` : cell;
}

function originalCell(cell: string): string {
  const rest = cell.slice(1);
  const isNumber = rest.startsWith('-') && isDecimal(rest);
  return ESCAPED.test(cell) && !isNumber ? rest : cell;
}
