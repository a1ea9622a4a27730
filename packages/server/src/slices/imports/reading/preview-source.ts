import { columnNames } from './column-names.ts';
import { shownCell } from './formula-mark.ts';
import { type ColumnLook, hasHeader, lookAt } from './guess-shape.ts';
import type { Joiner } from './joiner.ts';
import type { Source } from './open-source.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** The head of a file, and what its columns look like: what a person and the mapping proposal need. */
export interface FilePreview {
  readonly format: string;
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly sheet: string | null;
  readonly sheets: readonly string[];
  readonly hasHeader: boolean;
  /** Header texts, or `Column 1` … when there is no header. */
  readonly headers: readonly string[];
  /** How many of the columns are in the file itself; the others come from second files. */
  readonly ownColumns: number;
  /** Positions in the file of columns that only a download of rows with errors has; the headers are without them. */
  readonly addedColumns?: readonly number[];
  /** The first 20 rows behind the header. */
  readonly rows: readonly (readonly string[])[];
  /** By column, the different values of the first 200 rows; empty for more than 12. */
  readonly values: readonly (readonly string[])[];
  readonly columns: readonly ColumnLook[];
  readonly rowsEstimated: number;
  readonly warnings: readonly string[];
}

const SHOWN_ROWS = 20;
const MAX_CELL = 500;
const MAX_VALUES = 12;
const MAX_VALUE = 100;

/** Describes a source by its first rows. */
export function previewSource(source: Source, header: boolean | null, joiner?: Joiner): FilePreview {
  const [first = []] = source.head;
  const named = header ?? source.header ?? hasHeader(source.head);
  const own = columnNames(first, named);
  const body = source.head
    .slice(named ? 1 : 0)
    .map((row) => own.map((_, at) => row[at] ?? ''))
    .map((row) => joiner?.join(row).cells ?? row);
  if (body.length === 0 && source.rowsEstimated <= 1) {
    throw new UnreadableFile(
      'EMPTY_FILE',
      'The file has a header but no rows. Choose a file with at least one row.',
    );
  }
  const headers = [...own, ...(joiner?.names() ?? [])];
  return {
    format: source.format === 'text' ? 'csv' : source.format,
    encoding: source.encoding,
    delimiter: source.delimiter,
    sheet: source.sheet,
    sheets: source.sheets,
    hasHeader: named,
    headers,
    ownColumns: own.length,
    ...(source.addedColumns && { addedColumns: source.addedColumns }),
    rows: body
      .slice(0, SHOWN_ROWS)
      .map((row) => row.map((cell) => shownCell(cell).slice(0, MAX_CELL).replaceAll('\0', '␀'))),
    values: headers.map((_, at) => someValues(body.map((row) => row[at] ?? ''))),
    columns: headers.map((_, at) => lookAt(body.map((row) => row[at] ?? ''))),
    rowsEstimated: Math.max(0, source.rowsEstimated - (named ? 1 : 0)),
    warnings: named
      ? source.warnings
      : [...source.warnings, 'The first row looks like data, so the columns are numbered.'],
  };
}

/** The different values of a column that has few, as first written. */
function someValues(cells: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const cell of cells) {
    const text = shownCell(cell).trim();
    if (text === '' || text.includes('\0')) continue;
    if (text.length > MAX_VALUE) return [];
    if (!found.has(text.toLowerCase())) found.set(text.toLowerCase(), text);
    if (found.size > MAX_VALUES) return [];
  }
  return [...found.values()];
}
