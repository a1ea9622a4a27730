import type { Period } from '@attain/domain/base/period';
import type { Hold } from '@attain/domain/payments/payment';
import type { TenantTx } from '../../db/database.ts';

/** A calculation that is paid, or by its difference to the version that was paid before. */
export interface PaymentSource {
  readonly calculationId: string;
  readonly planId: string;
  readonly periodKey: string;
  readonly originalId: string | null;
}

/**
 * Chooses what is paid, and keeps it: of each plan the newest version of every period that ends in this one, and of periods
 * that were paid before a newer version, by its difference (PAYM-13).
 */
export async function chooseSources(
  tx: TenantTx,
  run: { id: string; period: Period },
): Promise<PaymentSource[]> {
  const result = await tx.client.query<PaymentSource>(
    `WITH newest AS (
       SELECT DISTINCT ON (plan_id, period_key) id, plan_id, period_key, period_to FROM calculation_runs
        WHERE status = 'completed' ORDER BY plan_id, period_key, version DESC
     ), paid AS (
       SELECT DISTINCT ON (s.plan_id, s.period_key) s.plan_id, s.period_key, s.calculation_id
         FROM payment_sources s JOIN payment_runs r ON r.id = s.payment_run_id
        WHERE r.posted_at IS NOT NULL ORDER BY s.plan_id, s.period_key, r.period_to DESC
     )
     INSERT INTO payment_sources (tenant_id, payment_run_id, calculation_id, plan_id, period_key, original_id)
     SELECT $1, $2, n.id, n.plan_id, n.period_key, p.calculation_id
       FROM newest n LEFT JOIN paid p ON p.plan_id = n.plan_id AND p.period_key = n.period_key
      WHERE CASE WHEN p.calculation_id IS NULL THEN n.period_to BETWEEN $3 AND $4 ELSE p.calculation_id <> n.id END
     RETURNING calculation_id AS "calculationId", plan_id AS "planId", period_key AS "periodKey", original_id AS "originalId"`,
    [tx.tenantId, run.id, run.period.from, run.period.to],
  );
  return result.rows;
}

/** One stored payout line, as far as paying it goes. */
export interface PaidLine {
  readonly runId: string;
  readonly participantId: string;
  readonly participantName: string;
  readonly componentId: string;
  readonly componentName: string;
  readonly currency: string;
  readonly amount: string;
}

/** Every line of these calculations, in their order. */
export async function selectPaidLines(tx: TenantTx, runIds: readonly string[]): Promise<PaidLine[]> {
  const result = await tx.client.query<PaidLine>(
    `SELECT run_id AS "runId", participant_id AS "participantId", participant_name AS "participantName",
            component_id AS "componentId", component_name AS "componentName", currency, amount::text
       FROM payout_lines WHERE run_id = ANY($1) ORDER BY run_id, seq`,
    [runIds],
  );
  return result.rows;
}

/** What single deals earned in these calculations; only deals that are on hold are asked for. */
export async function selectDealsOnHold(tx: TenantTx, runIds: readonly string[], dealIds: readonly string[]) {
  if (dealIds.length === 0) return [];
  const result = await tx.client.query<{
    runId: string;
    participantId: string;
    componentId: string;
    dealId: string;
    earned: string;
  }>(
    `SELECT run_id AS "runId", participant_id AS "participantId", component_id AS "componentId", deal_id AS "dealId", sum(earned)::text AS earned
       FROM payout_credits WHERE deal_id = ANY($2) AND run_id = ANY($1)
      GROUP BY run_id, participant_id, component_id, deal_id`,
    [runIds, dealIds],
  );
  return result.rows;
}

/** Holds that are not ended, as far as earlier payments know. */
export async function selectOpenHolds(tx: TenantTx, runId: string): Promise<Hold[]> {
  const result = await tx.client.query<Hold>(
    `SELECT h.id, h.participant_id AS "participantId", h.plan_id AS "planId", h.component_id AS "componentId", h.deal_id AS "dealId",
            h.period_key AS "periodKey", h.percent::text, h.reason
       FROM holds h WHERE NOT EXISTS (SELECT 1 FROM hold_releases e WHERE e.hold_id = h.id AND e.percent = 100
             AND e.payment_run_id IS NOT NULL AND e.payment_run_id <> $1) ORDER BY h.id`,
    [runId],
  );
  return result.rows;
}
