import { RowBuffer } from '../../../db/copying/copy-rows.ts';
import type { TenantTx } from '../../../db/database.ts';
import type { SkippedRow } from '../checking/row-batch.ts';
import type { RowProblem } from '../checking/row-problem.ts';

/** The temporary table that gathers the problems of a dry run, in the order they are found. */
export const FOUND = 'found_problems';

const COLUMNS = ['line', 'column', 'field', 'value', 'severity', 'reason', 'fix'] as const;

/** Gathers problems in this transaction, however many there are, without holding them in memory. */
export async function createFound(tx: TenantTx): Promise<void> {
  await tx.client.query(
    `CREATE TEMPORARY TABLE ${FOUND} (n int GENERATED ALWAYS AS IDENTITY, line int, "column" text, field text, value text,
       severity text, reason text, fix text) ON COMMIT DROP`,
  );
}

/** Adds the problems of one batch. */
export async function addFound(tx: TenantTx, problems: readonly RowProblem[]): Promise<void> {
  if (problems.length === 0) return;
  const buffer = new RowBuffer(FOUND, COLUMNS);
  for (const problem of problems) {
    buffer.add(COLUMNS.map((column) => problem[column]));
  }
  await buffer.flush(tx.client);
}

/** Stores the skipped rows of one batch. */
export async function addSkips(
  tx: TenantTx,
  importId: string,
  skipped: readonly SkippedRow[],
): Promise<void> {
  if (skipped.length === 0) return;
  const buffer = new RowBuffer('import_skips', ['tenant_id', 'import_id', 'line', 'reason', 'source']);
  for (const { line, reason, source } of skipped) buffer.add([tx.tenantId, importId, line, reason, source]);
  await buffer.flush(tx.client);
}

/** How many problems there are, and in how many rows there are errors. */
export interface FoundCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly badRows: number;
}

/** Counts what was found in this transaction so far. */
export async function countFound(tx: TenantTx): Promise<FoundCounts> {
  const result = await tx.client.query<FoundCounts>(
    `SELECT count(*) FILTER (WHERE severity = 'error')::int AS errors, count(*) FILTER (WHERE severity = 'warning')::int AS warnings,
            count(DISTINCT line) FILTER (WHERE severity = 'error')::int AS "badRows" FROM ${FOUND}`,
  );
  return result.rows[0] ?? { errors: 0, warnings: 0, badRows: 0 };
}

/** Puts the problems found in place of those of an earlier dry run, sorted by line. */
export async function storeFound(tx: TenantTx, importId: string): Promise<void> {
  await tx.client.query('DELETE FROM import_problems WHERE import_id = $1', [importId]);
  await tx.client.query(
    `INSERT INTO import_problems (tenant_id, import_id, seq, line, "column", field, value, severity, reason, fix)
     SELECT $1, $2, row_number() OVER (ORDER BY line, n), line, "column", field, value, severity, reason, fix FROM ${FOUND}`,
    [tx.tenantId, importId],
  );
}
