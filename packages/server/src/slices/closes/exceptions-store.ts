import type { TenantTx } from '../../db/database.ts';

export interface Cleared {
  readonly planId: string;
  readonly rule: string;
  readonly participantId: string;
  readonly componentId: string;
  readonly figures: string;
  readonly reason: string;
  readonly by: string;
  readonly at: string;
}

/** The exceptions of these plans' periods that were cleared. */
export async function selectCleared(
  tx: TenantTx,
  periods: readonly { readonly planId: string; readonly from: string }[],
): Promise<Cleared[]> {
  const result = await tx.client.query<Omit<Cleared, 'at'> & { at: Date }>(
    `SELECT c.plan_id AS "planId", c.rule, c.participant_id AS "participantId", c.component_id AS "componentId", c.figures, c.reason,
            coalesce(w.display_name, c.cleared_by::text) AS by, c.cleared_at AS at
       FROM exceptions_cleared c JOIN unnest($2::uuid[], $3::date[]) AS p(plan_id, first) ON p.plan_id = c.plan_id AND p.first = c.period_from
       LEFT JOIN workspace_people w ON w.id = c.cleared_by
      WHERE c.tenant_id = $1`,
    [tx.tenantId, periods.map(({ planId }) => planId), periods.map(({ from }) => from)],
  );
  return result.rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}

export async function insertCleared(
  tx: TenantTx,
  one: Omit<Cleared, 'by'> & { readonly periodFrom: string; readonly clearedBy: string },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO exceptions_cleared (tenant_id, plan_id, period_from, rule, participant_id, component_id, figures, reason, cleared_by, cleared_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      tx.tenantId,
      one.planId,
      one.periodFrom,
      one.rule,
      one.participantId,
      one.componentId,
      one.figures,
      one.reason,
      one.clearedBy,
      one.at,
    ],
  );
}
