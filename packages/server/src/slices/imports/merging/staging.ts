import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { TenantTx } from '../../../db/database.ts';
import { allKinds } from '../kinds/all-kinds.ts';
import { type FieldType, type Kind, type KindName, OWN_FIELDS } from '../kinds/kind.ts';

/** The name of the temporary table that holds a file's good rows until the transaction ends. Nothing of it reaches the disk log. */
export const STAGED = 'staged_rows';

const SQL_TYPES: Partial<Record<FieldType, string>> = {
  date: 'date',
  number: 'numeric',
  positive: 'numeric',
  percent: 'numeric',
  weight: 'int',
  splits: 'jsonb',
  overlays: 'jsonb',
  months: 'int',
};

/** The columns of some fields of a kind in the staging table. */
export function stagedColumns(kind: Kind, fields: readonly string[]): string[] {
  return fields.map((field) => `"${field}" ${sqlTypeOf(kind, field)}`);
}

/** The SQL type in which a field is staged and compared. */
function sqlTypeOf(kind: Kind, field: string): string {
  if (field === OWN_FIELDS) return 'jsonb';
  const type = kind.fields.find((candidate) => candidate.field === field)?.type ?? 'text';
  return SQL_TYPES[type] ?? 'text';
}

/** Makes the staging table of this transaction: `row_line`, `row_text` and the kind's stored fields. */
export async function createStaging(tx: TenantTx, kindName: KindName): Promise<void> {
  const kind = allKinds[kindName];
  const columns = stagedColumns(kind, kind.stored);
  await tx.client.query(
    `CREATE TEMPORARY TABLE ${STAGED} (row_line int, row_text text, ${columns.join(', ')}) ON COMMIT DROP`,
  );
}

/** Sends one batch of COPY text into the staging table and gives its memory back; the batch is empty afterwards. */
export async function stage(tx: TenantTx, copy: Uint8Array<ArrayBuffer>): Promise<void> {
  if (copy.length === 0) return;
  await pipeline(Readable.from([copy]), tx.client.query(copyFrom(`COPY ${STAGED} FROM STDIN`)));
  // The server has responded, so these bytes are no longer needed; the collector would let hundreds of batches pile up.
  copy.buffer.transfer(0);
}

/** Updates planner statistics: autovacuum does not analyze temporary tables. */
export async function finishStaging(tx: TenantTx): Promise<void> {
  await tx.client.query(`ANALYZE ${STAGED}`);
}
