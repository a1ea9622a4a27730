import type { ImportSummary } from '@attain/contract/imports';
import { ApiError } from '../../../base/api-error.ts';
import { RowBuffer } from '../../../db/copying/copy-rows.ts';
import type { TenantTx } from '../../../db/database.ts';
import { type BadRow, MAX_LISTED, MAX_REASONS, OTHER_REASONS } from '../checking/row-batch.ts';
import { allKinds } from '../kinds/all-kinds.ts';
import type { KindName } from '../kinds/kind.ts';
import { countFound, FOUND } from './found-problems.ts';
import { reportFound } from './report-found.ts';
import { STAGED, stagedColumns } from './staging.ts';
import { sameKey, type Target } from './targets.ts';

/** The temporary table of the rows with errors: text, and the fields of the key where all of them could be read. */
const BAD = 'bad_rows';

const keysOf = (kind: KindName) => allKinds[kind].key.map((field) => `"${field}"`);
const columnsOf = (kind: KindName) => ['row_line', 'row_text', 'has_key', ...keysOf(kind)];

/** Gathers the rows with errors of this transaction. */
export async function createBad(tx: TenantTx, kind: KindName): Promise<void> {
  const columns = [
    'row_line int',
    'row_text text',
    'has_key boolean',
    ...stagedColumns(allKinds[kind], allKinds[kind].key),
  ];
  await tx.client.query(`CREATE TEMPORARY TABLE ${BAD} (${columns.join(', ')}) ON COMMIT DROP`);
}

/** Adds the rows with errors of one batch. */
export async function addBad(tx: TenantTx, kind: KindName, rows: readonly BadRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { key: fields } = allKinds[kind];
  const buffer = new RowBuffer(BAD, ['row_line', 'row_text', 'has_key', ...fields]);
  for (const { line, source, key } of rows)
    buffer.add([line, source, String(key !== null), ...(key ?? fields.map(() => null))]);
  await buffer.flush(tx.client);
}

/**
 * Takes the rows with errors out of the staged ones. Where they are skipped, rows of the same record and rows that need a skipped
 * one have errors as well. Throws CONFLICT if more are skipped than are listed.
 */
export async function takeOutBadRows(
  tx: TenantTx,
  kind: KindName,
  { skips, checkAgain }: { readonly skips: boolean; readonly checkAgain: () => Promise<void> },
): Promise<void> {
  for (let pass = 0; ; pass++) {
    const moved = await moveBadRows(tx, kind);
    if (!skips || (moved === 0 && pass > 0)) break;
    await reportTwins(tx, kind);
    const known = await tx.client.query<{ last: number }>(`SELECT max(n) AS last FROM ${FOUND}`);
    await checkAgain();
    await tx.client.query(`DELETE FROM ${FOUND} WHERE n > $1 AND severity = 'warning'`, [
      known.rows[0]?.last ?? 0,
    ]);
  }
  if (skips && (await countFound(tx)).badRows > MAX_LISTED)
    throw new ApiError(
      'CONFLICT',
      'More than 100,000 rows have errors, which is too many to skip. Correct the mapping or the file.',
    );
}

/** Moves the staged rows with errors; returns how many. */
async function moveBadRows(tx: TenantTx, kind: KindName): Promise<number> {
  const { key } = allKinds[kind];
  const moved = await tx.client.query(
    `WITH bad AS (
       SELECT line, bool_or(field = ANY ($1)) AS of_key FROM ${FOUND} WHERE severity = 'error' GROUP BY line
     ), gone AS (
       DELETE FROM ${STAGED} s USING bad WHERE bad.line = s.row_line RETURNING s.*, bad.of_key
     ) INSERT INTO ${BAD} (${columnsOf(kind).join(', ')})
       SELECT ${['row_line', 'row_text', 'of_key IS NOT TRUE', ...keysOf(kind)].join(', ')} FROM gone`,
    [key],
  );
  return moved.rowCount ?? 0;
}

/** Of rows for one record, no one knows which is right when another one has an error. */
async function reportTwins(tx: TenantTx, kind: KindName): Promise<void> {
  const { key, fields } = allKinds[kind];
  const names = key.map((name) => fields.find(({ field }) => field === name)?.label.toLowerCase() ?? name);
  await reportFound(tx, {
    from: `${STAGED} s WHERE ${isBad(kind, 's')}`,
    field: key[0] ?? '',
    column: null,
    value: `s."${key[0]}"::text`,
    reason: `'Another row with the same ${names.join(', ')} has an error.'`,
    fix: 'Keep one of the rows.',
  });
}

/** SQL: a staged row has the key of a row with errors. */
function isBad(kind: KindName, row: string): string {
  const same = keysOf(kind).map((key) => `b.${key} IS NOT DISTINCT FROM ${row}.${key}`);
  return `EXISTS (SELECT 1 FROM ${BAD} b WHERE b.has_key AND ${same.join(' AND ')})`;
}

/** SQL: the stored row `t` is that of a row with errors, so the file has it. */
export function isInBadRows(target: Target): string {
  return `EXISTS (SELECT 1 FROM ${BAD} s WHERE s.has_key AND ${sameKey(target)})`;
}

/** How many rows with errors could be the row of any record. */
export async function countUnclear(tx: TenantTx): Promise<number> {
  const result = await tx.client.query<{ rows: number }>(
    `SELECT count(*)::int AS rows FROM ${BAD} WHERE NOT has_key`,
  );
  return result.rows[0]?.rows ?? 0;
}

/** The first error of each row. */
const REASONS = `SELECT DISTINCT ON (line) line, concat_ws(': ', "column", reason) AS reason FROM ${FOUND} WHERE severity = 'error' ORDER BY line, n`;

/** Stores the rows with errors, each with its first error. */
export async function storeBadRows(tx: TenantTx, importId: string): Promise<void> {
  await tx.client.query(
    `INSERT INTO import_skips (tenant_id, import_id, line, reason, source, is_error)
     SELECT $1, $2, b.row_line, f.reason, b.row_text, true FROM ${BAD} b JOIN (${REASONS}) f ON f.line = b.row_line
      ORDER BY b.row_line LIMIT ${MAX_LISTED}`,
    [tx.tenantId, importId],
  );
}

/** The rows with errors by reason, most rows first; rare reasons are counted together. */
export async function countBadRows(tx: TenantTx): Promise<NonNullable<ImportSummary['skipped']>> {
  const result = await tx.client.query<{ reason: string; rows: number }>(
    `SELECT CASE WHEN place > ${MAX_REASONS} THEN '${OTHER_REASONS}' ELSE reason END AS reason, sum(rows)::int AS rows
       FROM (SELECT reason, count(*) AS rows, row_number() OVER (ORDER BY count(*) DESC, reason) AS place
               FROM (${REASONS}) f GROUP BY reason) counted GROUP BY 1 ORDER BY rows DESC, reason`,
  );
  return result.rows.map((row) => ({ ...row, isError: true }));
}

/** True if the rows with errors are those of the dry run, which stored its problems. */
export async function areBadRowsAsChecked(tx: TenantTx, importId: string): Promise<boolean> {
  const checked = `SELECT line FROM import_problems WHERE tenant_id = $1 AND import_id = $2 AND severity = 'error'`;
  const now = `SELECT line FROM ${FOUND} WHERE severity = 'error'`;
  const result = await tx.client.query(
    `(${checked} EXCEPT ${now}) UNION ALL (${now} EXCEPT ${checked}) LIMIT 1`,
    [tx.tenantId, importId],
  );
  return result.rowCount === 0;
}
