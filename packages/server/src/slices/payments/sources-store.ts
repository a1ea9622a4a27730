import type { NewestCalculation } from '@attain/domain/payments/payable-periods';
import type { Hold } from '@attain/domain/payments/payment';
import type { TenantTx } from '../../db/database.ts';
import { placesOfDeals } from '../calculations/deal-places.ts';

/** A calculation that is paid, or by its difference to the version that was paid before. */
export interface PaymentSource {
  readonly calculationId: string;
  readonly planId: string;
  readonly periodKey: string;
  /** `from..to`. */
  readonly days: string;
  readonly originalId: string | null;
}

/**
 * The newest version of every period of every plan, with the version that posted payments have paid. Days identify a
 * period: after a calendar change, a key can have other days.
 */
export async function selectNewest(tx: TenantTx): Promise<NewestCalculation[]> {
  const result = await tx.client.query<NewestCalculation>(
    `WITH paid AS (
       SELECT DISTINCT ON (o.plan_id, o.period_from, o.period_to) o.plan_id, o.period_from, o.period_to, o.id
         FROM payment_sources s JOIN payment_runs r ON r.id = s.payment_run_id JOIN calculation_runs o ON o.id = s.calculation_id
        WHERE r.posted_at IS NOT NULL ORDER BY o.plan_id, o.period_from, o.period_to, r.period_to DESC
     )
     SELECT DISTINCT ON (c.plan_id, c.period_from, c.period_to) c.id, c.plan_id AS "planId", v.document->>'name' AS "planName", v.document->'calendar' AS calendar,
            json_build_object('key', c.period_key, 'from', c.period_from, 'to', c.period_to) AS period, p.id AS "paidId",
            to_char(greatest(c.created_at, (SELECT max(u.created_at) FROM calculation_runs u WHERE u.same_as = c.id)) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') AS "calculatedAt"
       FROM calculation_runs c JOIN plan_versions v ON v.plan_id = c.plan_id AND v.version = c.plan_version
       LEFT JOIN paid p ON p.plan_id = c.plan_id AND p.period_from = c.period_from AND p.period_to = c.period_to
      WHERE c.status = 'completed' ORDER BY c.plan_id, c.period_from, c.period_to, c.version DESC`,
  );
  return result.rows;
}

/** The first day of the payments that were posted first; null: none were. */
export async function selectFirstDay(tx: TenantTx): Promise<string | null> {
  const result = await tx.client.query<{ day: string | null }>(
    'SELECT min(period_from)::text AS day FROM payment_runs WHERE posted_at IS NOT NULL',
  );
  return result.rows[0]?.day ?? null;
}

/** Keeps what a run pays. */
export async function insertSources(
  tx: TenantTx,
  runId: string,
  sources: readonly PaymentSource[],
): Promise<void> {
  await tx.client.query(
    `INSERT INTO payment_sources (tenant_id, payment_run_id, calculation_id, plan_id, period_key, original_id)
     SELECT $1, $2, s.calculation_id, s.plan_id, s.period_key, s.original_id
       FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::uuid[]) s(calculation_id, plan_id, period_key, original_id)`,
    [
      tx.tenantId,
      runId,
      sources.map(({ calculationId }) => calculationId),
      sources.map(({ planId }) => planId),
      sources.map(({ periodKey }) => periodKey),
      sources.map(({ originalId }) => originalId),
    ],
  );
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

/** Earnings of single deals in these calculations; only deals on hold are read. */
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
       FROM payout_credits_by_deal c
       JOIN unnest($2::text[], $3::int[], $4::int[]) AS w (deal_id, bucket, hash) USING (bucket, hash, deal_id)
      WHERE c.run_id = ANY($1) GROUP BY run_id, participant_id, component_id, deal_id`,
    [runIds, ...placesOfDeals(dealIds)],
  );
  return result.rows;
}

/** Holds that are not ended, as far as earlier payments know. */
export async function selectOpenHolds(tx: TenantTx, runId: string): Promise<Hold[]> {
  const result = await tx.client.query<Hold>(
    `SELECT h.id, h.participant_id AS "participantId", h.plan_id AS "planId", h.component_id AS "componentId", h.deal_id AS "dealId",
            h.period_key AS "periodKey", h.percent::text, h.reason, h.release_event AS "releaseEvent", h.release_on AS "releaseOn"
       FROM holds h WHERE NOT EXISTS (SELECT 1 FROM hold_releases e WHERE e.hold_id = h.id AND e.percent = 100
             AND e.payment_run_id IS NOT NULL AND e.payment_run_id <> $1)
          AND NOT EXISTS (SELECT 1 FROM payment_runs d WHERE d.posted_at IS NOT NULL AND d.period_to >= h.release_on AND d.id <> $1) ORDER BY h.id`,
    [runId],
  );
  return result.rows;
}

/** The plans and periods whose calculations a payment run takes in. */
export async function selectPaidPeriods(tx: TenantTx, id: string) {
  const result = await tx.client.query<{ planId: string; period: { from: string; to: string } }>(
    `SELECT DISTINCT c.plan_id AS "planId", jsonb_build_object('from', c.period_from, 'to', c.period_to) AS period
       FROM payment_sources s JOIN calculation_runs c ON c.tenant_id = s.tenant_id AND c.id = s.calculation_id
      WHERE s.tenant_id = $1 AND s.payment_run_id = $2`,
    [tx.tenantId, id],
  );
  return result.rows;
}
