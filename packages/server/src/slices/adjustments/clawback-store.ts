import type { ClawbackRow } from '@attain/contract/adjustments';
import type { Audience } from '@attain/domain/access/publication';
import type { Clawback } from '@attain/domain/payments/payment';
import type { TenantTx } from '../../db/database.ts';
import { holdTurn } from '../../db/turns.ts';
import { isPublishedTo } from '../calculations/publications.ts';
import { type Reach, reachParameter, withinReach } from '../participants/visible-participants.ts';

const columns = `k.id, k.participant_id AS "participantId", p.name AS "participantName", k.currency, k.calculation_id AS "calculationId",
  o.period_key AS "periodKey", k.component_id AS "componentId", l.component_name AS "componentName", k.deal_id AS "dealId", k.earned::text, k.amount::text, k.formula, k.floor, k.reason,
  k.decided_on AS "decidedOn", k.payment_run_id AS "runId", coalesce(u.display_name, 'Attain') AS "createdBy", k.created_at AS "createdAt"`;

const source = `clawbacks k JOIN participants p ON p.id = k.participant_id JOIN calculation_runs o ON o.id = k.calculation_id
  JOIN payout_lines l ON l.run_id = k.calculation_id AND l.participant_id = k.participant_id AND l.component_id = k.component_id
  LEFT JOIN users u ON u.id = k.created_by`;

/** One page of clawbacks, newest first, one more than asked. */
export async function selectClawbackRows(
  tx: TenantTx,
  query: {
    reach: Reach;
    reader: Audience | null;
    participantId: string | null;
    after: readonly string[] | null;
    limit: number;
  },
): Promise<ClawbackRow[]> {
  const result = await tx.client.query<ClawbackRow>(
    `SELECT ${columns} FROM ${source}
      WHERE ${withinReach('$1', 'k.participant_id', { from: 'o.period_from', to: 'o.period_to' })} AND ${isPublishedTo('$6', 'o')} AND ($2::text IS NULL OR k.participant_id = $2)
        AND ($3::timestamptz IS NULL OR (k.created_at, k.id) < ($3, $4::uuid))
      ORDER BY k.created_at DESC, k.id DESC LIMIT $5`,
    [
      reachParameter(query.reach),
      query.participantId,
      query.after?.[0] ?? null,
      query.after?.[1] ?? null,
      query.limit + 1,
      query.reader,
    ],
  );
  return result.rows;
}

/** One clawback, or null. */
export async function selectClawbackRow(tx: TenantTx, id: string): Promise<ClawbackRow | null> {
  const result = await tx.client.query<ClawbackRow>(`SELECT ${columns} FROM ${source} WHERE k.id = $1`, [id]);
  return result.rows[0] ?? null;
}

/** SQL: what of deal $4 in line `l` of calculation `r` waits for its customer. */
const waiting = `(SELECT coalesce(-sum(p.amount), 0) FROM payment_lines p JOIN payment_runs q ON q.id = p.payment_run_id AND q.posted_at IS NOT NULL
   JOIN calculation_runs w ON w.id = (p.refers_to->>'runId')::uuid AND w.plan_id = r.plan_id AND w.period_from = r.period_from AND w.period_to = r.period_to
  WHERE p.kind IN ('held', 'released') AND p.participant_id = $2 AND p.currency = l.currency AND p.refers_to ? 'dealEarned'
    AND p.refers_to->>'componentId' = $3 AND p.refers_to->>'dealId' = $4)`;

/**
 * A line's pay or the earnings of one deal in it, the part that is held, and the part already clawed back, from this
 * version of the calculation or another. Locks clawbacks of the participant until the transaction ends.
 */
export async function lockPaid(
  tx: TenantTx,
  of: { calculationId: string; participantId: string; componentId: string; dealId: string | null },
) {
  await holdTurn(tx, 'clawbacks', `${tx.tenantId}/${of.participantId}`);
  const result = await tx.client.query<{
    earned: string;
    earnedOn: string;
    currency: string;
    alreadyTaken: string;
    lineLeft: string;
    posted: boolean;
    newerPaid: number | null;
  }>(
    `SELECT l.currency, coalesce(d.earned, l.amount)::text AS earned, coalesce(d.date, r.period_to)::text AS "earnedOn",
            CASE WHEN $4::text IS NULL THEN t.line ELSE t.deal END::text AS "alreadyTaken", least(l.amount - t.line - h.held,
              CASE WHEN $4::text IS NOT NULL THEN d.earned - t.deal - ${waiting} END)::text AS "lineLeft",
            EXISTS (SELECT 1 FROM payment_sources s JOIN payment_runs q ON q.id = s.payment_run_id
              WHERE s.calculation_id = $1 AND q.posted_at IS NOT NULL) AS posted,
            (SELECT max(n.version) FROM payment_sources s JOIN payment_runs q ON q.id = s.payment_run_id JOIN calculation_runs n ON n.id = s.calculation_id
              WHERE q.posted_at IS NOT NULL AND n.plan_id = r.plan_id AND n.period_from = r.period_from AND n.period_to = r.period_to AND n.version > r.version) AS "newerPaid"
       FROM payout_lines l JOIN calculation_runs r ON r.id = l.run_id
       LEFT JOIN LATERAL (SELECT sum(c.earned) AS earned, min(c.date) AS date FROM payout_credits c
         WHERE c.run_id = $1 AND c.participant_id = $2 AND c.component_id = $3 AND c.deal_id = $4) d ON true
       CROSS JOIN LATERAL (SELECT coalesce(sum(k.amount), 0) AS line, coalesce(sum(k.amount) FILTER (WHERE k.deal_id = $4), 0) AS deal
         FROM clawbacks k JOIN calculation_runs o ON o.id = k.calculation_id
        WHERE o.plan_id = r.plan_id AND o.period_from = r.period_from AND o.period_to = r.period_to AND k.participant_id = $2 AND k.component_id = $3) t
       CROSS JOIN LATERAL (SELECT coalesce(sum(least(e.of_line, e.open)), 0) AS held FROM (
         SELECT greatest(-sum(p.amount) FILTER (WHERE w.id IS NOT NULL), 0) AS of_line, greatest(-sum(p.amount), 0) AS open
           FROM payment_lines p JOIN payment_runs q ON q.id = p.payment_run_id
           LEFT JOIN calculation_runs w ON w.id = (p.refers_to->>'runId')::uuid AND w.plan_id = r.plan_id
             AND w.period_from = r.period_from AND w.period_to = r.period_to
          WHERE q.posted_at IS NOT NULL AND p.kind IN ('held', 'released') AND p.participant_id = $2 AND p.currency = l.currency
            AND p.refers_to->>'componentId' = $3 GROUP BY p.refers_to->>'holdId') e) h
      WHERE l.run_id = $1 AND l.participant_id = $2 AND l.component_id = $3 AND ($4::text IS NULL OR d.earned IS NOT NULL)`,
    [of.calculationId, of.participantId, of.componentId, of.dealId],
  );
  return result.rows[0] ?? null;
}

/** Stores a decided clawback; the next payment run takes it. */
export async function insertClawback(
  tx: TenantTx,
  clawback: Omit<Clawback, 'original'> & {
    original: Pick<Clawback['original'], 'runId' | 'componentId' | 'dealId'>;
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
