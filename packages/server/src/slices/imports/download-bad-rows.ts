import { Readable } from 'node:stream';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { anId } from '../../base/cursor.ts';
import { csvOf } from '../../base/table-file.ts';
import { type StoredBadRow, type StoredImport, selectBadRows } from './imports-store.ts';
import { ownHeaders } from './mapping.ts';
import { readableImport } from './read-import.ts';
import { ADDED_HEADERS, downloadedCell, originalRow } from './reading/corrected-file.ts';
import { cutText, type Delimiter } from './reading/delimited-text.ts';
import { DEFAULT_LIMITS } from './reading/limits.ts';

/** Rows that are read at once. */
const PAGE = 500;

/**
 * The rows with errors as a file: the columns of the file, then what is wrong and the line. Corrected, it can be imported as it
 * is. Throws NOT_FOUND if there are none.
 */
export async function downloadBadRows(
  ctx: AppContext,
  actor: Actor,
  id: string,
): Promise<{ fileName: string; contentType: string; body: Readable }> {
  found(anId(id) || null, 'import');
  const { stored, first } = await ctx.read(actor, async (tx) => ({
    stored: await readableImport(tx, actor, id),
    first: await selectBadRows(tx, { id, after: 0, limit: PAGE }),
  }));
  found(first[0] ?? null, 'row with errors');
  const headers = ownHeaders(stored.preview);
  const cellsOf = rowReader(stored, headers.length);
  async function* pages() {
    yield csvOf([[...headers.map(downloadedCell), ...ADDED_HEADERS]]);
    let rows: readonly StoredBadRow[] = first;
    while (rows.length > 0) {
      // only the first line has the byte order mark
      yield csvOf(rows.map(cellsOf)).slice(1);
      const after = rows.at(-1)?.line ?? 0;
      rows = await ctx.read(actor, (tx) => selectBadRows(tx, { id, after, limit: PAGE }));
    }
  }
  return {
    fileName: `${stored.fileName.replace(/\.[^.]*$/, '')}-errors.csv`,
    contentType: 'text/csv; charset=utf-8',
    body: Readable.from(pages()),
  };
}

/** Reads a stored row, of a spreadsheet as a CSV line, into its cells, its errors and its line; cells beyond the columns come last. */
function rowReader({ preview, fileName }: StoredImport, width: number): (row: StoredBadRow) => string[] {
  const delimiter = (preview.delimiter ?? ',') as Delimiter;
  const shape = { encoding: 'utf-8', delimiter, limits: DEFAULT_LIMITS, fileName } as const;
  const added = preview.addedColumns ?? [];
  return ({ line, source, problems }) => {
    const blank = Array.from({ length: width }, () => '');
    if (source === '')
      return [...blank, `${problems} The row is too long to be kept. Correct it in its file.`, String(line)];
    const written = cutText(`${source}\n`, shape, false)[0] ?? [];
    const cells = (added.length > 0 ? originalRow(written, added) : written).map(downloadedCell);
    return [
      ...cells.slice(0, width),
      ...blank.slice(cells.length),
      problems,
      String(line),
      ...cells.slice(width),
    ];
  };
}
