import pg from 'pg';
import { counted } from '../../../base/figures-in-words.ts';
import { creditedSql } from '../../../db/credited-deals.ts';
import type { TenantTx } from '../../../db/database.ts';
import { whyBatchStays } from '../batches/batch-store.ts';
import type { StoredImport } from '../imports-store.ts';
import { isMerged, sameRow, targetOf, targets } from '../merging/targets.ts';

/** Kinds whose rows end and begin each other, so that they are undone in the reverse order only. */
const CHAINED = ['participants', 'reporting-lines', 'territories'];
/** What a change by hand calls the records of a kind. */
const BY_HAND: Readonly<Record<string, string>> = {
  deals: 'deal',
  quotas: 'quota',
  'exchange-rates': 'exchange-rate',
};

/** Why later work needs what the import stored; null: nothing does. */
export async function whyDependent(tx: TenantTx, stored: StoredImport): Promise<string | null> {
  if (stored.kind === 'plan-components') return 'Plan components are undone in the plan: discard its draft.';
  if (!isMerged(stored.kind)) return whyBatchStays(tx, stored.id);
  const { table } = targets[stored.kind];
  return (
    (await changedByImport(tx, stored, table)) ??
    (await changedByHand(tx, stored)) ??
    (await paid(tx, stored)) ??
    (await needed(tx, stored, table)) ??
    (await absentSince(tx, stored)) ??
    (await missing(tx, stored, table))
  );
}

async function changedByImport(tx: TenantTx, stored: StoredImport, table: string): Promise<string | null> {
  if (CHAINED.includes(stored.kind)) {
    const later = await tx.client.query<{ name: string }>(
      `SELECT i.file_name AS name FROM imports i WHERE i.kind = ANY ($2) AND i.status = 'committed' AND i.has_images
          AND i.committed_at > (SELECT o.committed_at FROM imports o WHERE o.id = $1)
          AND NOT EXISTS (SELECT 1 FROM imports u WHERE u.undoes = i.id) ORDER BY i.committed_at DESC LIMIT 1`,
      [stored.id, CHAINED],
    );
    const [last] = later.rows;
    if (last) return `“${last.name}” was imported later and may build on this. Undo that import first.`;
  }
  const kept = await tx.client.query<{ rows: number }>(
    `SELECT count(*)::int AS rows FROM ${table} WHERE import_id = $1`,
    [stored.id],
  );
  const wanted = (stored.summary?.added ?? 0) + (stored.summary?.changed ?? 0);
  const gone = wanted - (kept.rows[0]?.rows ?? 0);
  return gone === 0
    ? storedAgain(tx, stored)
    : `${gone} of its ${wanted} records were changed by a later import. Undo that import first.`;
}

/** Removed rows that came back since; putting them back would overwrite what they are now. */
async function storedAgain(tx: TenantTx, { id, kind, summary }: StoredImport): Promise<string | null> {
  const target = targetOf(kind);
  if (target === null || !summary?.removal?.rows) return null;
  const same = sameRow(target, 't', 'r');
  const back = await tx.client.query<{ rows: number }>(
    `SELECT count(*)::int AS rows FROM import_images m CROSS JOIN LATERAL jsonb_populate_record(NULL::${target.table}, m.before) r
       JOIN ${target.table} t ON t.tenant_id = m.tenant_id AND ${same}
      WHERE m.tenant_id = $3 AND m.import_id = $1 AND m."of" = $2 AND t.import_id IS DISTINCT FROM $1`,
    [id, target.table, tx.tenantId],
  );
  const rows = back.rows[0]?.rows ?? 0;
  return rows === 0
    ? null
    : `${counted(rows, 'record')} that it removed ${rows === 1 ? 'was' : 'were'} stored again later. Undo that import first.`;
}

/** A later snapshot of the same source that covers a removed row, and doesn't have it either. */
async function absentSince(tx: TenantTx, { id, kind, summary }: StoredImport): Promise<string | null> {
  const target = targetOf(kind);
  if (target?.snapshotDay === undefined || !summary?.removal?.rows) return null;
  const same = sameRow(target, 't', 'r');
  const later = await tx.client.query<{ name: string }>(
    `SELECT o.file_name AS name FROM imports i JOIN imports o ON o.tenant_id = i.tenant_id AND o.kind = i.kind AND o.status = 'committed'
        AND o.committed_at > i.committed_at AND o.preview->>'profileName' = i.preview->>'profileName' AND o.summary ? 'removal'
      WHERE i.tenant_id = $3 AND i.id = $1 AND NOT EXISTS (SELECT 1 FROM imports u WHERE u.tenant_id = i.tenant_id AND u.undoes = o.id) AND EXISTS (
        SELECT 1 FROM import_images m CROSS JOIN LATERAL jsonb_populate_record(NULL::${target.table}, m.before) r
         WHERE m.tenant_id = i.tenant_id AND m.import_id = i.id AND m."of" = $2
           AND NOT EXISTS (SELECT 1 FROM ${target.table} t WHERE t.tenant_id = m.tenant_id AND ${same})
           AND (o.mapping->'snapshot'->>'of' = 'all' OR r.${target.snapshotDay}
             BETWEEN (o.summary->'removal'->>'from')::date AND (o.summary->'removal'->>'to')::date))
      ORDER BY o.committed_at DESC LIMIT 1`,
    [id, target.table, tx.tenantId],
  );
  const [last] = later.rows;
  return last === undefined
    ? null
    : `“${last.name}” was imported later, and does not have the removed records either. Undo that import first.`;
}

/** What records that are put back refer to, by table. */
const REFERENCES: readonly { of: readonly string[]; column: string; to: string; name: string }[] = [
  { of: ['deals'], column: 'reverses_id', to: 'deals', name: 'Deal' },
  { of: ['cash_receipts'], column: 'deal_id', to: 'deals', name: 'Deal' },
  {
    of: ['deals', 'opportunities', 'quotas', 'parallel_pay'],
    column: 'participant_id',
    to: 'participants',
    name: 'Participant',
  },
];

/** A record that was removed since, and that one that is put back refers to. */
async function missing(tx: TenantTx, { id }: StoredImport, table: string): Promise<string | null> {
  for (const { of, column, to, name } of REFERENCES) {
    if (!of.includes(table)) continue;
    const result = await tx.client.query<{ id: string }>(
      `SELECT m.before->>'${column}' AS id FROM import_images m
        WHERE m.tenant_id = $4 AND m.import_id = $1 AND m."of" = $2 AND m.before->>'${column}' IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM ${to} t WHERE t.tenant_id = m.tenant_id AND t.id = m.before->>'${column}')
          AND NOT EXISTS (SELECT 1 FROM import_images o WHERE o.tenant_id = m.tenant_id AND o.import_id = $1 AND o."of" = $3 AND o.before->>'id' = m.before->>'${column}') LIMIT 1`,
      [id, table, to, tx.tenantId],
    );
    const [gone] = result.rows;
    if (gone) return whyMissing(name, gone.id);
  }
  return table === 'deals' ? missingShare(tx, id) : null;
}

/** The same of people whom the splits and overlays of deals name. */
async function missingShare(tx: TenantTx, id: string): Promise<string | null> {
  const kept = `(SELECT r.* FROM import_images m CROSS JOIN LATERAL jsonb_populate_record(NULL::deals, m.before) r
    WHERE m.tenant_id = $2 AND m.import_id = $1 AND m."of" = 'deals')`;
  const result = await tx.client.query<{ id: string }>(
    `SELECT c.payee AS id FROM (${creditedSql({ read: 'd.tenant_id', from: kept })}) c
      WHERE NOT EXISTS (SELECT 1 FROM participants t WHERE t.tenant_id = c.tenant_id AND t.id = c.payee) LIMIT 1`,
    [id, tx.tenantId],
  );
  const [gone] = result.rows;
  return gone === undefined ? null : whyMissing('Participant', gone.id);
}

const whyMissing = (name: string, id: string) =>
  `${name} ${id} was removed later, and the earlier records need it. Add it again first.`;

async function changedByHand(tx: TenantTx, stored: StoredImport): Promise<string | null> {
  const of = BY_HAND[stored.kind];
  if (of === undefined) return null;
  const result = await tx.client.query<{ name: string }>(
    `SELECT h.name FROM record_changes h JOIN imports i ON i.id = $1
      WHERE h."of" = $2 AND h.created_at > i.committed_at
        AND (i.touched_to IS NULL OR h.touched_from <= i.touched_to)
        AND coalesce(h.touched_to, 'infinity') >= coalesce(i.touched_from, '-infinity') LIMIT 1`,
    [stored.id, of],
  );
  const [change] = result.rows;
  return change === undefined
    ? null
    : `${change.name} was changed by hand later. Change the records by hand as well, or import a corrected file.`;
}

async function paid(tx: TenantTx, stored: StoredImport): Promise<string | null> {
  const result = await tx.client.query<{ period: string }>(
    `SELECT r.period_key AS period FROM payment_runs r JOIN payment_sources s ON s.payment_run_id = r.id
       JOIN calculation_runs c ON c.id = s.calculation_id JOIN imports i ON i.id = $1
      WHERE r.posted_at IS NOT NULL AND i.commit_seq <= coalesce(c.read_up_to_seq, 0)
        AND (i.touched_to IS NULL OR coalesce(c.read_from, c.period_from) <= i.touched_to)
        AND coalesce(c.read_to, c.period_to) >= coalesce(i.touched_from, '-infinity')
        AND (i.reached_plans IS NULL OR c.plan_id = ANY (i.reached_plans)) ORDER BY r.period_from LIMIT 1`,
    [stored.id],
  );
  const [run] = result.rows;
  return run === undefined
    ? null
    : `Payments of ${run.period} with these records are posted. Import a corrected file; the difference is paid next.`;
}

/** Records of other imports, or assignments, that need a record this one added. */
async function needed(tx: TenantTx, { id, kind }: StoredImport, table: string): Promise<string | null> {
  if (kind !== 'participants' && kind !== 'deals') return null;
  const added = `SELECT t.id FROM ${table} t WHERE t.import_id = $1 AND NOT EXISTS (
    SELECT 1 FROM import_images m WHERE m.import_id = $1 AND m."of" = '${table}' AND m.before->>'id' = t.id)`;
  if (kind === 'deals') {
    const result = await tx.client.query<{ id: string }>(
      `SELECT d.id FROM deals d WHERE d.import_id IS DISTINCT FROM $1 AND d.reverses_id IN (${added}) LIMIT 1`,
      [id],
    );
    const [deal] = result.rows;
    return deal
      ? `Deal ${deal.id} of another import reverses a deal of this one. Undo that import first.`
      : null;
  }
  const links = await tx.client.query<{ name: string; column: string; own: boolean }>(
    `SELECT c.conrelid::regclass::text AS name, a.attname AS "column",
            EXISTS (SELECT 1 FROM pg_attribute o WHERE o.attrelid = c.conrelid AND o.attname = 'import_id') AS own
       FROM pg_constraint c CROSS JOIN LATERAL unnest(c.conkey) AS k (n)
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.n
      WHERE c.contype = 'f' AND c.confrelid = 'participants'::regclass AND a.attname <> 'tenant_id'`,
  );
  for (const { name, column, own } of links.rows) {
    const other = own ? 'AND x.import_id IS DISTINCT FROM $1' : '';
    const result = await tx.client.query<{ id: string }>(
      `SELECT x.${pg.escapeIdentifier(column)} AS id FROM ${name} x WHERE x.${pg.escapeIdentifier(column)} IN (${added}) ${other} LIMIT 1`,
      [id],
    );
    const [row] = result.rows;
    if (row) return `Participant ${row.id} is used by ${name.replaceAll('_', ' ')}. Remove those first.`;
  }
  return null;
}
