import type { TenantTx } from '../../db/database.ts';

/** An override whose line a newer version has changed. */
export interface ChangedOverride {
  readonly id: string;
  readonly participantName: string;
  readonly participantId: string;
  readonly componentId: string;
  readonly componentName: string;
  readonly currency: string;
  readonly createdBy: string;
  /** Of the version the override names, or of the one before a posted override's line changed; null: it had no such line. */
  readonly before: string | null;
  /** Null: the newer version has no such line. */
  readonly after: string | null;
  readonly isPosted: boolean;
  /** The version the override names. */
  readonly calculationId: string;
}

/** The overrides of lines that a calculation changes: open ones, and posted ones that the version before had left alone. */
export async function selectChangedOverrides(
  tx: TenantTx,
  run: { id: string; earlierId: string },
): Promise<ChangedOverride[]> {
  const result = await tx.client.query<ChangedOverride>(
    `SELECT a.id, p.name AS "participantName", a.participant_id AS "participantId", a.component_id AS "componentId", l.component_name AS "componentName", a.currency, a.created_by AS "createdBy",
            o.id AS "calculationId", b.amount::text AS before, n.amount::text AS after, r.posted_at IS NOT NULL AS "isPosted"
       FROM calculation_runs c JOIN calculation_runs o ON o.plan_id = c.plan_id AND o.period_from = c.period_from AND o.period_to = c.period_to
       JOIN adjustments a ON a.calculation_id = o.id JOIN participants p ON p.id = a.participant_id
       LEFT JOIN payment_runs r ON r.id = a.payment_run_id
       JOIN payout_lines l ON l.run_id = o.id AND l.participant_id = a.participant_id AND l.component_id = a.component_id
       LEFT JOIN payout_lines b ON b.run_id = CASE WHEN r.posted_at IS NULL THEN o.id ELSE $2::uuid END
         AND b.participant_id = a.participant_id AND b.component_id = a.component_id
       LEFT JOIN payout_lines n ON n.run_id = c.id AND n.participant_id = a.participant_id AND n.component_id = a.component_id
      WHERE c.id = $1 AND (r.posted_at IS NOT NULL OR a.status IN ('submitted', 'approved'))
        AND (b.amount, b.credited, b.quota, b.target, b.currency) IS DISTINCT FROM (n.amount, n.credited, n.quota, n.target, n.currency)
      ORDER BY a.id`,
    [run.id, run.earlierId],
  );
  return result.rows;
}

/** Voids an override that is not posted. */
export async function voidAdjustment(tx: TenantTx, id: string): Promise<void> {
  await tx.client.query(`UPDATE adjustments SET status = 'void', updated_at = now() WHERE id = $1`, [id]);
}
