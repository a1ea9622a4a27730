import type { ClawbackRow } from '@attain/contract/adjustments';
import type { Clawback } from '@attain/domain/payments/payment';
import type { TenantTx } from '../../db/database.ts';
import { holdTurn } from '../../db/turns.ts';

const columns = `k.id, k.participant_id AS "participantId", p.name AS "participantName", k.currency, k.calculation_id AS "calculationId",
  k.component_id AS "componentId", k.deal_id AS "dealId", k.earned::text, k.amount::text, k.formula, k.floor, k.reason,
  k.decided_on AS "decidedOn", k.payment_run_id AS "runId", coalesce(u.display_name, 'Attain') AS "createdBy", k.created_at AS "createdAt"`;

const source = `clawbacks k JOIN participants p ON p.id = k.participant_id LEFT JOIN users u ON u.id = k.created_by`;

/** One page of clawbacks, newest first, one more than asked. */
export async function selectClawbackRows(
  tx: TenantTx,
  query: {
    visible: string[] | null;
    participantId: string | null;
    after: readonly string[] | null;
    limit: number;
  },
): Promise<ClawbackRow[]> {
  const result = await tx.client.query<ClawbackRow>(
    `SELECT ${columns} FROM ${source}
      WHERE ($1::text[] IS NULL OR k.participant_id = ANY($1)) AND ($2::text IS NULL OR k.participant_id = $2)
        AND ($3::timestamptz IS NULL OR (k.created_at, k.id) < ($3, $4::uuid))
      ORDER BY k.created_at DESC, k.id DESC LIMIT $5`,
    [query.visible, query.participantId, query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
  );
  return result.rows;
}

/** One clawback, or null. */
export async function selectClawbackRow(tx: TenantTx, id: string): Promise<ClawbackRow | null> {
  const result = await tx.client.query<ClawbackRow>(`SELECT ${columns} FROM ${source} WHERE k.id = $1`, [id]);
  return result.rows[0] ?? null;
}

/**
 * What a deal earned in a line, and what of it was taken back before, from this version of the calculation or another one; nobody
 * else takes anything back from the participant until the transaction ends.
 */
export async function lockPaidDeal(
  tx: TenantTx,
  of: { calculationId: string; participantId: string; componentId: string; dealId: string },
) {
  await holdTurn(tx, 'clawbacks', `${tx.tenantId}/${of.participantId}`);
  const result = await tx.client.query<{
    earned: string;
    earnedOn: string;
    currency: string;
    alreadyTaken: string;
    posted: boolean;
  }>(
    `SELECT sum(c.earned)::text AS earned, min(c.date)::text AS "earnedOn", l.currency,
            (SELECT coalesce(sum(k.amount), 0)::text FROM clawbacks k JOIN calculation_runs o ON o.id = k.calculation_id
              WHERE o.plan_id = r.plan_id AND o.period_key = r.period_key AND k.participant_id = $2 AND k.component_id = $3 AND k.deal_id = $4) AS "alreadyTaken",
            EXISTS (SELECT 1 FROM payment_sources s JOIN payment_runs q ON q.id = s.payment_run_id
              WHERE s.calculation_id = $1 AND q.posted_at IS NOT NULL) AS posted
       FROM payout_credits c JOIN payout_lines l ON l.run_id = c.run_id AND l.participant_id = c.participant_id AND l.component_id = c.component_id
       JOIN calculation_runs r ON r.id = c.run_id
      WHERE c.run_id = $1 AND c.participant_id = $2 AND c.component_id = $3 AND c.deal_id = $4
      GROUP BY l.currency, r.plan_id, r.period_key`,
    [of.calculationId, of.participantId, of.componentId, of.dealId],
  );
  return result.rows[0] ?? null;
}

/** Stores a decided clawback; the next payment run takes it. */
export async function insertClawback(
  tx: TenantTx,
  clawback: Omit<Clawback, 'original'> & {
    original: { runId: string; componentId: string; dealId: string };
    participantId: string;
    currency: string;
    earned: string;
    decidedOn: string;
    createdBy: string;
  },
): Promise<void> {
  const { original } = clawback;
  await tx.client.query(
    `INSERT INTO clawbacks (tenant_id, id, participant_id, currency, calculation_id, component_id, deal_id, earned, amount, formula, floor, reason, decided_on, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ...[tx.tenantId, clawback.id, clawback.participantId, clawback.currency],
      ...[original.runId, original.componentId, original.dealId, clawback.earned, clawback.amount],
      ...[clawback.formula, clawback.floor, clawback.reason, clawback.decidedOn, clawback.createdBy],
    ],
  );
}
