import type { Recalculation, StatedChange } from '@attain/contract/recalculations';
import type { Period } from '@attain/domain/base/period';
import type { TenantTx } from '../../../db/database.ts';
import { tryTurn } from '../../../db/turns.ts';
import { dealBefore } from '../../records/deal-before.ts';

/** A change that was tried on a run, and whether it was taken in since. */
export interface TriedChange {
  readonly runId: string;
  readonly stated: StatedChange;
  /** The record at the time of the preview. */
  readonly recordBefore: Readonly<Record<string, unknown>> | null;
  readonly change: Recalculation['change'];
  readonly reason: string;
  readonly acceptedOn: string | null;
}

export async function selectTried(
  tx: TenantTx,
  wanted: { runId: string; recalculationId: string },
): Promise<TriedChange | null> {
  const result = await tx.client.query<TriedChange>(
    `SELECT c.run_id AS "runId", c.stated, c.record_before AS "recordBefore", c.change, c.reason, to_char(x.created_at, 'YYYY-MM-DD') AS "acceptedOn"
       FROM recalculations c LEFT JOIN record_changes x ON x.id = c.id WHERE c.run_id = $1 AND c.id = $2`,
    [wanted.runId, wanted.recalculationId],
  );
  return result.rows[0] ?? null;
}

/** Keeps imports and other changes by hand away until the end of the transaction. False while an import is taken in. */
export async function holdRecords(tx: TenantTx): Promise<boolean> {
  return tryTurn(tx, 'records', tx.tenantId);
}

/** Locks the plan against concurrent assignments. */
export async function holdPlan(tx: TenantTx, planId: string): Promise<void> {
  await tx.client.query('SELECT 1 FROM plans WHERE id = $1 FOR UPDATE', [planId]);
}

/** The period of the posted payments that have paid a plan's period; null: it is open. */
export async function selectClosedBy(
  tx: TenantTx,
  { planId, period }: { planId: string; period: Period },
): Promise<string | null> {
  const result = await tx.client.query<{ key: string }>(
    `SELECT r.period_key AS key FROM payment_sources s JOIN payment_runs r ON r.id = s.payment_run_id
       JOIN calculation_runs c ON c.id = s.calculation_id
      WHERE s.plan_id = $1 AND c.period_from = $2 AND c.period_to = $3 AND r.posted_at IS NOT NULL ORDER BY r.period_to DESC LIMIT 1`,
    [planId, period.from, period.to],
  );
  return result.rows[0]?.key ?? null;
}

/** Keeps what a deal is before a change replaces it, so that an old payout line can still show its source row. */
export async function keepDealHistory(tx: TenantTx, dealId: string, changeId: string): Promise<void> {
  await tx.client.query(
    `INSERT INTO deal_history (tenant_id, deal_id, replaced_by, before, import_id)
     SELECT t.tenant_id, t.id, $2, ${dealBefore}, t.import_id FROM deals t WHERE t.id = $1`,
    [dealId, changeId],
  );
}
