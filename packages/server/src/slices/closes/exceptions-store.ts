import type { CheckedLine } from '@attain/domain/closes/exceptions';
import type { TenantTx } from '../../db/database.ts';

/** The newest results of up to six periods of a plan before a day, newest first. */
export async function selectEarlierRuns(tx: TenantTx, planId: string, before: string): Promise<string[]> {
  const result = await tx.client.query<{ id: string }>(
    `SELECT id FROM (
       SELECT DISTINCT ON (period_from, period_to) coalesce(same_as, id) AS id, period_from FROM calculation_runs
        WHERE tenant_id = $1 AND plan_id = $2 AND period_to < $3 AND status IN ('completed', 'unchanged')
        ORDER BY period_from, period_to, created_at DESC) r
      ORDER BY period_from DESC LIMIT 6`,
    [tx.tenantId, planId, before],
  );
  return result.rows.map(({ id }) => id);
}

/** The lines of calculations as exceptions look at them. */
export async function selectCheckedLines(tx: TenantTx, runIds: readonly string[]) {
  const result = await tx.client.query<CheckedLine & { runId: string; participantName: string }>(
    `SELECT run_id AS "runId", participant_id AS "participantId", participant_name AS "participantName", component_id AS "componentId",
            credited::text, attainment_percent::text AS "attainmentPercent", target::text, amount::text
       FROM payout_lines WHERE run_id = ANY($1::uuid[])`,
    [runIds],
  );
  return result.rows;
}

/** Participants of a plan with deals of their own in the period and no line in the calculation (EXC-7). */
export async function selectWithoutLine(
  tx: TenantTx,
  of: { planId: string; runId: string; from: string; to: string },
) {
  const result = await tx.client.query<{ id: string; name: string }>(
    `SELECT p.id, p.name FROM participants p
      WHERE EXISTS (SELECT 1 FROM plan_assignments a JOIN deals d ON d.tenant_id = $1 AND d.participant_id = a.participant_id
                     WHERE a.tenant_id = $1 AND a.plan_id = $2 AND a.participant_id = p.id AND d.date BETWEEN $4 AND $5
                       AND a.from_date <= d.date AND (a.to_date IS NULL OR a.to_date >= d.date))
        AND NOT EXISTS (SELECT 1 FROM payout_lines l WHERE l.run_id = $3 AND l.participant_id = p.id)
      ORDER BY p.id LIMIT 200`,
    [tx.tenantId, of.planId, of.runId, of.from, of.to],
  );
  return result.rows;
}

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
