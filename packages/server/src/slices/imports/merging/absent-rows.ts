import type { ImportSummary } from '@attain/contract/imports';
import { ApiError } from '../../../base/api-error.ts';
import { creditedSql } from '../../../db/credited-deals.ts';
import type { TenantTx } from '../../../db/database.ts';
import { dealBefore } from '../../records/deal-before.ts';
import type { StoredImport } from '../imports-store.ts';
import { profileFor } from '../profiles/profile-store.ts';
import { countUnclear, isInBadRows, isReversedInBadRows } from './bad-rows.ts';
import { STAGED } from './staging.ts';
import { sumTotals } from './sum-totals.ts';
import { columnOf, fieldOf, keyText, sameKey, sameRow, type Target, targetOf } from './targets.ts';

/** The temporary table of the stored rows that the file of a snapshot no longer has, as they are. */
const ABSENT = 'absent_rows';
/** Lines of `import_changes` from here on are rows that are not in the file. */
export const ABSENT_LINE = 2 ** 30;

export type Removal = NonNullable<ImportSummary['removal']>;

/** The table of a kind that can be a snapshot, and the day by which its rows belong to months. */
function snapshotTarget(kind: StoredImport['kind']): (Target & { readonly snapshotDay: string }) | null {
  const target = targetOf(kind);
  const { snapshotDay } = target ?? {};
  return target === null || snapshotDay === undefined ? null : { ...target, snapshotDay };
}

/**
 * Finds what a snapshot removes: rows that files of the same profile stored, of the months in the file or of any day, and that
 * the file no longer has, not even with errors. Deals that others need stay. Null: the mapping is no snapshot.
 */
export async function findAbsent(tx: TenantTx, stored: StoredImport): Promise<Removal | null> {
  const { kind, mapping } = stored;
  const target = snapshotTarget(kind);
  if (mapping.snapshot === undefined || target === null) return null;
  const { of: scope, maxPercent } = mapping.snapshot;
  const days = scope === 'months' ? await monthsOf(tx, target) : { from: null, to: null };
  if (scope === 'months' && days.from === null)
    return { rows: 0, of: 0, kept: 0, ...days, totals: [], maxPercent, exceeds: false };
  const unclear = await countUnclear(tx, kind);
  const values = [kind, await profileFor(tx, stored), days.from, days.to, tx.tenantId];
  const inScope = `${target.table} t JOIN imports i ON i.tenant_id = t.tenant_id AND i.id = t.import_id
    WHERE t.tenant_id = $5 AND i.kind = $1 AND i.preview->>'profileName' = $2
      AND ($3::date IS NULL OR t.${target.snapshotDay} >= $3) AND ($4::date IS NULL OR t.${target.snapshotDay} <= $4)`;
  const counted = await tx.client.query<{ rows: number }>(
    `SELECT count(*)::int AS rows FROM ${inScope}`,
    values,
  );
  await tx.client.query(
    `CREATE TEMPORARY TABLE ${ABSENT} ON COMMIT DROP AS SELECT * FROM ${target.table} WITH NO DATA`,
  );
  await tx.client.query(
    `INSERT INTO ${ABSENT} SELECT t.* FROM ${inScope} AND NOT EXISTS (SELECT 1 FROM ${STAGED} s WHERE ${sameKey(target)})
        AND $6 = 0 AND NOT ${isInBadRows(target)}`,
    [...values, unclear],
  );
  const kept = kind === 'deals' ? await keepNeeded(tx) : 0;
  const gone = await tx.client.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${ABSENT}`);
  const [{ rows: of }, { rows }] = [counted.rows[0] ?? { rows: 0 }, gone.rows[0] ?? { rows: 0 }];
  const totals = await sumTotals(tx, kind, {
    table: ABSENT,
    columnOf: (field) => columnOf(target, field),
  });
  const more = unclear > 0 ? { unclear } : {};
  return { rows, of, kept, ...days, totals, ...more, maxPercent, exceeds: rows * 100 > of * maxPercent };
}

/** Throws CONFLICT over the limit of a snapshot: half a file would remove what the other half has. */
export function mustBeFew(removal: Removal | null | undefined): void {
  if (removal?.exceeds)
    throw new ApiError(
      'CONFLICT',
      `${removal.rows} of ${removal.of} records would be removed, more than the ${removal.maxPercent}% this snapshot may remove. Nothing was imported; raise the limit in the mapping if the file is complete.`,
    );
}

/** The first and the last day of the months in the file; null without rows. */
async function monthsOf(tx: TenantTx, target: Target & { snapshotDay: string }) {
  const field = fieldOf(target, target.snapshotDay);
  const result = await tx.client.query<{ from: string | null; to: string | null }>(
    `SELECT date_trunc('month', min(s."${field}"))::date AS "from",
            (date_trunc('month', max(s."${field}")) + interval '1 month - 1 day')::date AS "to" FROM ${STAGED} s`,
  );
  return result.rows[0] ?? { from: null, to: null };
}

/** Deals that stay: another one that stays reverses them, or their customer paid for them. */
async function keepNeeded(tx: TenantTx): Promise<number> {
  let kept = 0;
  // each deal that stays can need another one
  for (;;) {
    const more = await tx.client.query(
      `DELETE FROM ${ABSENT} a WHERE EXISTS (SELECT 1 FROM cash_receipts r WHERE r.tenant_id = a.tenant_id AND r.deal_id = a.id)
          OR EXISTS (SELECT 1 FROM deals d WHERE d.tenant_id = a.tenant_id AND d.reverses_id = a.id AND d.id NOT IN (SELECT id FROM ${ABSENT}))
          OR EXISTS (SELECT 1 FROM ${STAGED} s WHERE s.reverses = a.id) OR ${isReversedInBadRows('a.id')}`,
    );
    if (!more.rowCount) return kept;
    kept += more.rowCount;
  }
}

/** The days of the removed rows, to be added to those an import touches. */
export async function absentDays(
  tx: TenantTx,
  target: Target,
): Promise<{ from: string | null; to: string | null }> {
  const { snapshotDay = '', lastDay = snapshotDay } = target;
  const result = await tx.client.query<{ from: string | null; to: string | null }>(
    `SELECT min(${snapshotDay})::date AS "from", max(${lastDay})::date AS "to" FROM ${ABSENT}`,
  );
  return result.rows[0] ?? { from: null, to: null };
}

/** SQL of the people whom the removed rows of a kind touch, as `noteTouched` takes it; null: no one. */
export function touchedByAbsent(kind: StoredImport['kind']): string | null {
  if (kind === 'quotas')
    return `SELECT participant_id, component_id, false AS of_deals, from_date, to_date FROM ${ABSENT}`;
  if (kind !== 'deals') return null;
  return `SELECT payee AS participant_id, '' AS component_id, true AS of_deals, min(day) AS from_date, max(day) AS to_date
       FROM (${creditedSql({ read: 'd.date AS day', from: ABSENT })}) credited GROUP BY payee, date_trunc('month', day)`;
}

/** Writes down every row that would be removed, behind the lines of the file. */
export async function storeAbsent(tx: TenantTx, importId: string, target: Target): Promise<void> {
  const fields = target.columns.map(
    ({ field, column }) =>
      `jsonb_build_object('field', '${field}', 'before', t.${column}::text, 'after', NULL)`,
  );
  await tx.client.query(
    `INSERT INTO import_changes (tenant_id, import_id, line, key, changes)
     SELECT $1, $2, ${ABSENT_LINE} + row_number() OVER (ORDER BY ${keyText(target)}), ${keyText(target)},
            (SELECT jsonb_agg(c) FROM unnest(ARRAY[${fields.join(', ')}]) c WHERE c->>'before' NOT IN ('', '{}', '[]'))
       FROM ${ABSENT} t`,
    [tx.tenantId, importId],
  );
}

/** Removes the absent rows; they are kept so that the import can be undone. */
export async function removeAbsent(tx: TenantTx, importId: string, target: Target): Promise<void> {
  await tx.client.query(
    `INSERT INTO import_images (tenant_id, import_id, "of", before) SELECT $1, $2, $3, to_jsonb(t) FROM ${ABSENT} t`,
    [tx.tenantId, importId, target.table],
  );
  if (target.table === 'deals')
    await tx.client.query(
      `INSERT INTO deal_history (tenant_id, deal_id, replaced_by, before, import_id)
       SELECT t.tenant_id, t.id, $1, ${dealBefore}, t.import_id FROM ${ABSENT} t`,
      [importId],
    );
  await tx.client.query(
    `DELETE FROM ${target.table} t USING ${ABSENT} a WHERE t.tenant_id = a.tenant_id AND ${sameRow(target, 't', 'a')}`,
  );
}
