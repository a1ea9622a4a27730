import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { anId } from '../../base/cursor.ts';
import { csvOf } from '../../base/table-file.ts';
import { type StoredImport, selectBadRows } from './imports-store.ts';
import { ADDED_HEADERS, ownHeaders } from './mapping.ts';
import { readableImport } from './read-import.ts';
import { cutText, type Delimiter } from './reading/delimited-text.ts';
import { DEFAULT_LIMITS } from './reading/limits.ts';

/**
 * The rows with errors as a file: the columns of the file, then what is wrong and the line. Corrected, it can be imported as it
 * is. Throws NOT_FOUND if there are none.
 */
export async function downloadBadRows(
  ctx: AppContext,
  actor: Actor,
  id: string,
): Promise<{ fileName: string; contentType: string; body: string }> {
  found(anId(id) || null, 'import');
  return ctx.read(actor, async (tx) => {
    const stored = await readableImport(tx, actor, id);
    const rows = await selectBadRows(tx, id);
    found(rows[0] ?? null, 'row with errors');
    const headers = ownHeaders(stored.preview);
    const cellsOf = rowReader(stored);
    const body = rows.map(({ line, source, problems }) => {
      const cells = cellsOf(source);
      const blank = headers.slice(cells.length).map(() => '');
      // cells that no column has stay, behind the reason
      return [
        ...cells.slice(0, headers.length),
        ...blank,
        problems,
        String(line),
        ...cells.slice(headers.length),
      ];
    });
    return {
      fileName: `${stored.fileName.replace(/\.[^.]*$/, '')}-errors.csv`,
      contentType: 'text/csv; charset=utf-8',
      body: csvOf([[...headers, ...ADDED_HEADERS], ...body]),
    };
  });
}

/** The cells of a row as it is kept: of a spreadsheet as a CSV line. */
function rowReader({ preview, fileName }: StoredImport): (source: string) => readonly string[] {
  const delimiter = (preview.delimiter ?? ',') as Delimiter;
  const shape = { encoding: 'utf-8', delimiter, limits: DEFAULT_LIMITS, fileName } as const;
  return (source) => cutText(`${source}\n`, shape, false)[0] ?? [];
}
