import type { ImportSummary } from '@attain/contract/imports';
import { ApiError } from '../../../base/api-error.ts';
import { RowBuffer } from '../../../db/copying/copy-rows.ts';
import type { TenantTx } from '../../../db/database.ts';
import {
  type BadRow,
  MAX_BAD_ROW,
  MAX_BAD_ROWS,
  MAX_LISTED,
  MAX_REASONS,
  OTHER_REASONS,
} from '../checking/row-batch.ts';
import { allKinds } from '../kinds/all-kinds.ts';
import type { KindName } from '../kinds/kind.ts';
import { countFound, FOUND } from './found-problems.ts';
import { reportFound } from './report-found.ts';
import { STAGED, stagedColumns } from './staging.ts';
import { sameKey, type Target } from './targets.ts';

/** The temporary table of the rows with errors: text, the fields of the key where all of them could be read, and what they need. */
const BAD = 'bad_rows';
/** Rows that need a skipped one are skipped as well, and so on; longer chains are not followed. */
const MAX_PASSES = 60;

/** The fields that are kept of a row with errors. */
const fieldsOf = (kind: KindName) => {
  const { key, needs } = allKinds[kind];
  return needs === undefined ? key : [...key, needs];
};
const quoted = (fields: readonly string[]) => fields.map((field) => `"${field}"`);

/** Gathers the rows with errors of this transaction. */
export async function createBad(tx: TenantTx, kind: KindName): Promise<void> {
  const columns = [
    ...['row_line int', 'row_text text', 'has_key boolean', 'pass int'],
    ...stagedColumns(allKinds[kind], fieldsOf(kind)),
  ];
  await tx.client.query(`CREATE TEMPORARY TABLE ${BAD} (${columns.join(', ')}) ON COMMIT DROP`);
}

/** Adds the rows with errors of one batch. */
export async function addBad(tx: TenantTx, kind: KindName, rows: readonly BadRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { key: fields, needs: needed } = allKinds[kind];
  const buffer = new RowBuffer(BAD, ['row_line', 'row_text', 'has_key', 'pass', ...fieldsOf(kind)]);
  for (const { line, source, key, needs } of rows) {
    const values = [...(key ?? fields.map(() => null)), ...(needed === undefined ? [] : [needs])];
    buffer.add([line, source, String(key !== null), 0, ...values]);
  }
  await buffer.flush(tx.client);
}

/**
 * Takes the rows with errors out of the staged ones. Where they are skipped, rows of the same record and rows that need a skipped
 * one have errors as well. Throws CONFLICT if more are skipped than are listed, or they need one another in long chains.
 */
export async function takeOutBadRows(
  tx: TenantTx,
  kind: KindName,
  { skips, checkAgain }: { readonly skips: boolean; readonly checkAgain: () => Promise<void> },
): Promise<void> {
  let bad = (await countFound(tx)).badRows;
  let after = 0;
  for (let pass = 0; ; pass++) {
    const moved = await moveBadRows(tx, kind, { after, pass });
    if (!skips || (moved === 0 && pass > 0)) return;
    if (pass > 0) bad += moved;
    if (bad > MAX_LISTED)
      throw new ApiError(
        'CONFLICT',
        'More than 100,000 rows have errors, which is too many to skip. Correct the mapping or the file.',
      );
    if (pass === MAX_PASSES)
      throw new ApiError(
        'CONFLICT',
        `Rows that need a skipped row are in chains of more than ${MAX_PASSES}. Correct the file.`,
      );
    await tx.client.query(`ANALYZE ${BAD}`);
    const known = await tx.client.query<{ last: number }>(`SELECT max(n) AS last FROM ${FOUND}`);
    after = known.rows[0]?.last ?? 0;
    await reportTwins(tx, kind, pass);
    if (kind === 'deals') await reportReturns(tx, pass);
    await checkAgain();
    await tx.client.query(`DELETE FROM ${FOUND} WHERE n > $1 AND severity = 'warning'`, [after]);
  }
}

/** Moves the staged rows with errors found after the last pass; returns how many. */
async function moveBadRows(
  tx: TenantTx,
  kind: KindName,
  { after, pass }: { readonly after: number; readonly pass: number },
): Promise<number> {
  const fields = quoted(fieldsOf(kind)).join(', ');
  const moved = await tx.client.query(
    `WITH bad AS (
       SELECT DISTINCT line FROM ${FOUND} WHERE severity = 'error' AND n > $1
     ), gone AS (
       DELETE FROM ${STAGED} s USING bad WHERE bad.line = s.row_line RETURNING s.*
     ) INSERT INTO ${BAD} (row_line, row_text, has_key, pass, ${fields}) SELECT row_line, row_text, true, $2, ${fields} FROM gone`,
    [after, pass],
  );
  return moved.rowCount ?? 0;
}

/** If one row of a record has an error, its other rows are skipped, too. */
async function reportTwins(tx: TenantTx, kind: KindName, pass: number): Promise<void> {
  const { key, fields } = allKinds[kind];
  const names = key.map((name) => fields.find(({ field }) => field === name)?.label.toLowerCase() ?? name);
  // one value that can be hashed, with blanks that equal blanks
  const keyOf = (row: string) => `jsonb_build_array(${quoted(key).map((field) => `${row}.${field}`)})`;
  await reportFound(tx, {
    from: `${STAGED} s WHERE ${keyOf('s')} IN (SELECT ${keyOf('b')} FROM ${BAD} b WHERE b.has_key AND b.pass = ${pass})`,
    field: key[0] ?? '',
    column: null,
    value: `s."${key[0]}"::text`,
    reason: `'Another row with the same ${names.join(', ')} has an error.'`,
    fix: 'Keep one of the rows.',
  });
}

/** A return is never stored before the deal it reverses, if that one is in the file. */
async function reportReturns(tx: TenantTx, pass: number): Promise<void> {
  await reportFound(tx, {
    from: `${STAGED} s WHERE s.reverses IN (SELECT b.id FROM ${BAD} b WHERE b.has_key AND b.pass = ${pass})
      AND NOT EXISTS (SELECT 1 FROM deals d WHERE d.id = s.reverses)`,
    field: 'reverses',
    column: null,
    value: 's.reverses',
    reason: `format('Deal %s, which it reverses, has an error.', s.reverses)`,
    fix: 'Correct the row of that deal.',
  });
}

/** SQL: the stored row `t` is that of a row with errors, so the file has it. */
export function isInBadRows(target: Target): string {
  return `EXISTS (SELECT 1 FROM ${BAD} s WHERE s.has_key AND ${sameKey(target)})`;
}

/** SQL: a row with errors reverses the deal with this id. */
export function isReversedInBadRows(id: string): string {
  return `EXISTS (SELECT 1 FROM ${BAD} b WHERE b.reverses = ${id})`;
}

/** How many rows with errors could be the row of any record: their key can't be read, or its participant is not found. */
export async function countUnclear(tx: TenantTx, kind: KindName): Promise<number> {
  const { key, fields } = allKinds[kind];
  const unknown = fields
    .filter(({ field, type }) => key.includes(field) && type === 'participant')
    .map(
      ({ field }) =>
        `OR NOT EXISTS (SELECT 1 FROM participants p WHERE p.tenant_id = $1 AND p.id = b."${field}")`,
    );
  const result = await tx.client.query<{ rows: number }>(
    `SELECT count(*)::int AS rows FROM ${BAD} b WHERE NOT b.has_key ${unknown.join(' ')}`,
    unknown.length > 0 ? [tx.tenantId] : [],
  );
  return result.rows[0]?.rows ?? 0;
}

/** The first error of each row. */
const REASONS = `SELECT DISTINCT ON (line) line, concat_ws(': ', "column", reason) AS reason FROM ${FOUND} WHERE severity = 'error' ORDER BY line, n`;

/** Stores the rows with errors, each with its first error. */
export async function storeBadRows(tx: TenantTx, importId: string): Promise<void> {
  await tx.client.query(
    `INSERT INTO import_skips (tenant_id, import_id, line, reason, source, is_error)
     SELECT $1, $2, b.row_line, f.reason, CASE WHEN b.chars > ${MAX_BAD_ROW} OR b.all_chars > ${MAX_BAD_ROWS} THEN '' ELSE b.row_text END, true
       FROM (SELECT row_line, row_text, length(row_text) AS chars, sum(CASE WHEN length(row_text) <= ${MAX_BAD_ROW} THEN length(row_text) ELSE 0 END) OVER (ORDER BY row_line) AS all_chars FROM ${BAD}) b
       JOIN (${REASONS}) f ON f.line = b.row_line
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
