import type { CheckedLine } from '@attain/domain/closes/exceptions';
import type { TenantTx } from '../../db/database.ts';

/** The results of a plan's period, and those of up to six periods before it. */
export interface ResultsOf {
  readonly planId: string;
  /** The run that stores the lines. */
  readonly runId: string;
  readonly from: string;
  readonly to: string;
}

/** By run, the newest results of up to six earlier periods of its plan, newest first. */
export async function selectEarlierRuns(
  tx: TenantTx,
  results: readonly ResultsOf[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const result = await tx.client.query<{ runId: string; earlier: string }>(
    `WITH newest AS MATERIALIZED (
       SELECT DISTINCT ON (plan_id, period_from, period_to) plan_id, period_from, period_to, coalesce(same_as, id) AS id FROM calculation_runs
        WHERE tenant_id = $1 AND plan_id = ANY($2::uuid[]) AND status IN ('completed', 'unchanged')
        ORDER BY plan_id, period_from, period_to, created_at DESC)
     SELECT r.run_id AS "runId", e.id AS earlier FROM unnest($2::uuid[], $3::uuid[], $4::date[]) AS r(plan_id, run_id, first)
      CROSS JOIN LATERAL (SELECT n.id, n.period_from FROM newest n WHERE n.plan_id = r.plan_id AND n.period_to < r.first
                           ORDER BY n.period_from DESC LIMIT 6) e
      ORDER BY r.run_id, e.period_from DESC`,
    [tx.tenantId, ...columnsOf(results).slice(0, 3)],
  );
  return new Map(
    [...Map.groupBy(result.rows, ({ runId }) => runId)].map(([runId, rows]) => [
      runId,
      rows.map(({ earlier }) => earlier),
    ]),
  );
}

const columnsOf = (results: readonly ResultsOf[]) => [
  results.map(({ planId }) => planId),
  results.map(({ runId }) => runId),
  results.map(({ from }) => from),
  results.map(({ to }) => to),
];

/** The lines of calculations as exceptions look at them. */
export async function selectCheckedLines(tx: TenantTx, runIds: readonly string[]) {
  const result = await tx.client.query<CheckedLine & { runId: string; participantName: string }>(
    `SELECT run_id AS "runId", participant_id AS "participantId", participant_name AS "participantName", component_id AS "componentId",
            credited::text, attainment_percent::text AS "attainmentPercent", target::text, amount::text
       FROM payout_lines WHERE tenant_id = $1 AND run_id = ANY($2::uuid[])`,
    [tx.tenantId, runIds],
  );
  return result.rows;
}

/** Participants of a plan with deals of their own in the period and no line in the calculation (EXC-7). */
export async function selectWithoutLine(tx: TenantTx, results: readonly ResultsOf[]) {
  // few are without a line, so that their deals are looked for last
  const result = await tx.client.query<{ runId: string; id: string; name: string }>(
    `WITH paid AS MATERIALIZED (
       SELECT DISTINCT run_id, participant_id FROM payout_lines WHERE tenant_id = $1 AND run_id = ANY($3::uuid[])
     ), missing AS MATERIALIZED (
       SELECT r.run_id, a.participant_id, greatest(r.first, a.from_date) AS first, least(r.last, a.to_date) AS last
         FROM unnest($2::uuid[], $3::uuid[], $4::date[], $5::date[]) AS r(plan_id, run_id, first, last)
         JOIN plan_assignments a ON a.tenant_id = $1 AND a.plan_id = r.plan_id AND a.from_date <= r.last AND (a.to_date IS NULL OR a.to_date >= r.first)
        WHERE (r.run_id, a.participant_id) NOT IN (SELECT run_id, participant_id FROM paid))
     SELECT DISTINCT m.run_id AS "runId", p.id, p.name FROM missing m JOIN participants p ON p.tenant_id = $1 AND p.id = m.participant_id
      CROSS JOIN LATERAL (SELECT 1 FROM deals d WHERE d.tenant_id = $1 AND d.participant_id = m.participant_id
                            AND d.date BETWEEN m.first AND m.last LIMIT 1) sold
      ORDER BY m.run_id, p.id LIMIT 200`,
    [tx.tenantId, ...columnsOf(results)],
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
