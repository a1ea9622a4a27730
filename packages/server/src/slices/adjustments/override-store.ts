import type { TenantTx } from '../../db/database.ts';

/** A payout line and what is known of overrides of it, in any version of its calculation. */
export interface OverridableLine {
  readonly currency: string;
  readonly periodTo: string;
  readonly amount: string;
  /** What posted overrides add to it. */
  readonly overridden: string;
  readonly hasOpen: boolean;
  readonly isNewest: boolean;
}

const sameLine = `FROM adjustments a JOIN calculation_runs o ON o.id = a.calculation_id LEFT JOIN payment_runs r ON r.id = a.payment_run_id
    JOIN attestation_records q ON q.id = a.approval_id
   WHERE o.plan_id = c.plan_id AND o.period_from = c.period_from AND o.period_to = c.period_to
     AND a.participant_id = l.participant_id AND a.component_id = l.component_id`;

/** One line of a completed calculation to override; null: there is no such line. */
export async function selectOverridable(
  tx: TenantTx,
  line: { calculationId: string; participantId: string; componentId: string },
): Promise<OverridableLine | null> {
  const result = await tx.client.query<OverridableLine>(
    `SELECT l.currency, c.period_to::text AS "periodTo", l.amount::text,
            (SELECT coalesce(sum(a.amount), 0)::text ${sameLine} AND r.posted_at IS NOT NULL) AS overridden,
            EXISTS (SELECT 1 ${sameLine} AND r.posted_at IS NULL
              AND (a.status = 'approved' OR (a.status = 'submitted' AND q.expires_at > now()))) AS "hasOpen",
            NOT EXISTS (SELECT 1 FROM calculation_runs n WHERE n.plan_id = c.plan_id AND n.period_from = c.period_from
              AND n.period_to = c.period_to AND n.status = 'completed' AND n.version > c.version) AS "isNewest"
       FROM calculation_runs c JOIN payout_lines l ON l.run_id = c.id
      WHERE c.id = (SELECT coalesce(same_as, id) FROM calculation_runs WHERE id = $1) AND c.status = 'completed'
        AND l.participant_id = $2 AND l.component_id = $3`,
    [line.calculationId, line.participantId, line.componentId],
  );
  return result.rows[0] ?? null;
}
