import type { CheckedLine, PayException } from '@attain/domain/closes/exceptions';
import type { TenantTx } from '../../../db/database.ts';
import { newestResults } from '../../../db/newest-results.ts';

/** The stored results of a plan's period. */
export interface ResultsOf {
  readonly planId: string;
  readonly planVersion: number;
  /** The run that stores the lines. */
  readonly runId: string;
  readonly from: string;
  readonly to: string;
}

/** An exception with the name of its payee. */
export interface FoundInResults extends PayException {
  readonly participantName: string | null;
}

/** By run, the newest results of up to six earlier periods of its plan, newest first. */
export async function selectEarlierRuns(
  tx: TenantTx,
  results: readonly ResultsOf[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const result = await tx.client.query<{ runId: string; earlier: string }>(
    `WITH newest AS MATERIALIZED (${newestResults('c.plan_id = ANY($2::uuid[])')})
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

/** The newest results of the run's period and of those after it that may look back at it. */
export async function selectResultsSince(tx: TenantTx, runId: string): Promise<ResultsOf[]> {
  const result = await tx.client.query<ResultsOf>(
    `WITH newest AS (${newestResults('c.plan_id = (SELECT plan_id FROM calculation_runs WHERE tenant_id = $1 AND id = $2)')})
     SELECT n.plan_id AS "planId", n.plan_version AS "planVersion", n.id AS "runId", n.period_from::text AS "from", n.period_to::text AS "to"
       FROM newest n JOIN calculation_runs r ON r.tenant_id = $1 AND r.id = $2
      WHERE n.period_from >= r.period_from ORDER BY n.period_from, n.period_to LIMIT 20`,
    [tx.tenantId, runId],
  );
  return result.rows;
}

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

export interface StoredCheck {
  readonly runId: string;
  /** The results of earlier periods that the check compared with. */
  readonly earlier: readonly string[];
  readonly found: readonly FoundInResults[];
}

export async function selectChecks(tx: TenantTx, runIds: readonly string[]): Promise<StoredCheck[]> {
  const result = await tx.client.query<StoredCheck>(
    'SELECT run_id AS "runId", earlier_runs AS earlier, found FROM exception_checks WHERE tenant_id = $1 AND run_id = ANY($2::uuid[])',
    [tx.tenantId, runIds],
  );
  return result.rows;
}

/** Stores what was found, replacing an earlier check of the same results. */
export async function saveCheck(tx: TenantTx, { runId, earlier, found }: StoredCheck): Promise<void> {
  await tx.client.query(
    `INSERT INTO exception_checks (tenant_id, run_id, earlier_runs, found) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant_id, run_id) DO UPDATE SET earlier_runs = EXCLUDED.earlier_runs, found = EXCLUDED.found`,
    [tx.tenantId, runId, earlier, JSON.stringify(found)],
  );
}
