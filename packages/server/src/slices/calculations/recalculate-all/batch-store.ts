import type { RecalculateAll, RecalculatedOne } from '@attain/contract/recalculate-all';
import type { Period } from '@attain/domain/base/period';
import { found } from '../../../base/api-error.ts';
import { isoMoment } from '../../../base/sql-text.ts';
import type { TenantTx } from '../../../db/database.ts';
import { joinJob } from '../../../jobs/job-store.ts';
import { dueOf, type RunInOrder, selectRunsInOrder } from '../recalculations/runs-in-order.ts';

const columns = `b.id, b.status, b.up_to AS "upTo", json_build_object('done', jsonb_array_length(b.results), 'total', greatest(j.total, jsonb_array_length(b.results))) AS progress,
  b.results AS calculations, coalesce(u.display_name, 'Attain') AS "createdBy", ${isoMoment('b.created_at')} AS "createdAt", ${isoMoment('b.finished_at')} AS "finishedAt"`;
const from = `recalculation_batches b LEFT JOIN users u ON u.id = b.created_by ${joinJob('recalculation', 'b')}`;

/** One recalculation of all that is out of date, or null. */
export async function selectBatch(tx: TenantTx, id: string): Promise<RecalculateAll | null> {
  const result = await tx.client.query<RecalculateAll>(`SELECT ${columns} FROM ${from} WHERE b.id = $1`, [
    id,
  ]);
  return result.rows[0] ?? null;
}

/** The one that has not ended; null: none. */
export async function selectOpenBatch(tx: TenantTx): Promise<RecalculateAll | null> {
  const result = await tx.client.query<RecalculateAll>(
    `SELECT ${columns} FROM ${from} WHERE b.status IN ('queued', 'running') ORDER BY b.created_at LIMIT 1`,
  );
  return result.rows[0] ?? null;
}

export interface PlanPeriod {
  readonly planId: string;
  readonly period: Period;
}

/** The one that has not ended, else the newest that calculated one of these periods; null: neither. */
export async function selectBatchOf(
  tx: TenantTx,
  periods: readonly PlanPeriod[],
): Promise<RecalculateAll | null> {
  const wanted = periods.map(({ planId, period: { from: first, to } }) => ({
    planId,
    period: { from: first, to },
  }));
  const result = await tx.client.query<RecalculateAll>(
    `SELECT ${columns} FROM ${from} WHERE b.status IN ('queued', 'running')
        OR EXISTS (SELECT 1 FROM jsonb_array_elements($1::jsonb) w WHERE b.results @> jsonb_build_array(w))
      ORDER BY (b.finished_at IS NULL) DESC, b.created_at DESC LIMIT 1`,
    [JSON.stringify(wanted)],
  );
  return result.rows[0] ?? null;
}

/**
 * Calculations to redo, in order. `upTo`: only the newest run of this one's period and those it builds on, else
 * NOT_FOUND.
 */
export async function selectDue(tx: TenantTx, upTo: string | null): Promise<RunInOrder[]> {
  if (upTo === null) return dueOf(await selectRunsInOrder(tx, null));
  const newest = await tx.client.query<{ id: string }>(
    `SELECT n.id FROM calculation_runs r JOIN calculation_runs n USING (tenant_id, plan_id, period_from, period_to)
      WHERE r.id = $1 AND n.status = 'completed' ORDER BY n.version DESC LIMIT 1`,
    [upTo],
  );
  const { id } = found(newest.rows[0], 'calculation');
  return dueOf(await selectRunsInOrder(tx, [id]));
}

/** Adds what became of one calculation. */
export async function addResult(tx: TenantTx, batchId: string, result: RecalculatedOne): Promise<void> {
  await tx.client.query('UPDATE recalculation_batches SET results = results || $2::jsonb WHERE id = $1', [
    batchId,
    JSON.stringify([result]),
  ]);
}
