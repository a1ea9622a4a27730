import type { JsonValue } from '@attain/domain/workflows/json-value';
import type { TenantTx } from '../../../db/database.ts';
import type { StoredLine } from './journal-chain.ts';

/** Stores the large values of lines beside the journal of their run; one that the run has already stays. */
export async function insertValues(
  tx: TenantTx,
  runId: string,
  lines: readonly Pick<StoredLine, 'values'>[],
): Promise<void> {
  const values = lines.flatMap((line) => line.values);
  if (values.length === 0) return;
  const texts = new Map(values.map(({ hash, text }) => [hash, text]));
  await tx.client.query(
    `INSERT INTO run_values (tenant_id, run_id, content_hash, content)
     SELECT $1, $2, v.hash, v.text FROM unnest($3::text[], $4::text[]) AS v(hash, text) ON CONFLICT DO NOTHING`,
    [tx.tenantId, runId, [...texts.keys()], [...texts.values()]],
  );
}

/** Large values of a run by their hashes; each is there once, whatever how many lines hold it. */
export async function selectValues(
  tx: TenantTx,
  runId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, JsonValue>> {
  const result = await tx.client.query<{ hash: string; text: string }>(
    'SELECT content_hash AS hash, content AS text FROM run_values WHERE run_id = $1 AND content_hash = ANY($2)',
    [runId, hashes],
  );
  return new Map(result.rows.map(({ hash, text }) => [hash, JSON.parse(text)]));
}
