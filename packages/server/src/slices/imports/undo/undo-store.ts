import pg from 'pg';
import type { TenantTx } from '../../../db/database.ts';
import { dealBefore } from '../../records/deal-before.ts';
import { writeSegments } from '../../records/ledger/write-segments.ts';
import type { StoredImport } from '../imports-store.ts';
import { isMerged, targets } from '../merging/targets.ts';

/** Stores the undoing as an import of its own, so that what read the records becomes out of date as by any other. */
export async function insertUndoing(
  tx: TenantTx,
  { id }: StoredImport,
  undoing: { id: string; contentHash: string; createdBy: string },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO imports (tenant_id, id, kind, file_name, content_hash, byte_count, status, commit_seq, touched_from, touched_to,
       reached_plans, rate_pairs, undoes, created_by, committed_at)
     SELECT tenant_id, $2, kind, left('Undo of ' || file_name, 255), $3, 0, 'committed',
       CASE WHEN commit_seq IS NOT NULL THEN (SELECT coalesce(max(o.commit_seq), 0) + 1 FROM imports o) END,
       touched_from, touched_to, reached_plans, rate_pairs, id, $4, now() FROM imports WHERE id = $1`,
    [id, undoing.id, undoing.contentHash, undoing.createdBy],
  );
  await tx.client.query(
    `INSERT INTO record_reach (tenant_id, source_id, participant_id, component_id, of_team, of_deals, from_date, to_date)
     SELECT tenant_id, $2, participant_id, component_id, of_team, of_deals, from_date, to_date FROM record_reach WHERE source_id = $1
     ON CONFLICT DO NOTHING`,
    [id, undoing.id],
  );
}

/** Removes the rows that the import added, and puts those it changed back as they were, to the byte. */
export async function restoreRows(tx: TenantTx, stored: StoredImport, undoId: string): Promise<void> {
  if (!isMerged(stored.kind)) return;
  const target = targets[stored.kind];
  if (target.table === 'deals') {
    await tx.client.query(
      `INSERT INTO deal_history (tenant_id, deal_id, replaced_by, before, import_id)
       SELECT t.tenant_id, t.id, $2, ${dealBefore}, t.import_id FROM deals t WHERE t.import_id = $1`,
      [stored.id, undoId],
    );
  }
  // links first: they refer to the participants
  for (const table of [...target.links.map((link) => link.table), target.table]) {
    await restoreTable(tx, stored.id, table);
  }
  if (target.table === 'deals') await writeSegments(tx);
}

async function restoreTable(tx: TenantTx, importId: string, table: string): Promise<void> {
  const columns = await tx.client.query<{ name: string; key: boolean }>(
    `SELECT a.attname AS name, coalesce(a.attnum = ANY (i.indkey), false) AS key
       FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
      WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    [table],
  );
  const all = columns.rows.map(({ name }) => pg.escapeIdentifier(name));
  const keys = columns.rows.filter(({ key }) => key).map(({ name }) => pg.escapeIdentifier(name));
  const rest = columns.rows.filter(({ key }) => !key).map(({ name }) => pg.escapeIdentifier(name));
  const images = `SELECT r.* FROM import_images m CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, m.before) r
    WHERE m.import_id = $1 AND m."of" = $2`;
  await tx.client.query(
    `DELETE FROM ${table} t WHERE t.import_id = $1
        AND NOT EXISTS (SELECT 1 FROM (${images}) r WHERE ${keys.map((key) => `r.${key} = t.${key}`).join(' AND ')})`,
    [importId, table],
  );
  await tx.client.query(
    `INSERT INTO ${table} (${all.join(', ')}) SELECT ${all.join(', ')} FROM (${images}) r
     ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${rest.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [importId, table],
  );
}
