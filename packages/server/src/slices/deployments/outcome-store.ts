import { shortWindow } from '@attain/domain/base/burn-rate';
import type { Outcome, Prior } from '@attain/domain/deployments/evidence-test';
import type { TenantTx } from '../../db/database.ts';
import type { StoredDeployment } from './deployment-store.ts';

interface Watched {
  readonly deployment: StoredDeployment;
  readonly workflowId: string;
  /** When the version began to get runs. */
  readonly since: string;
}

/** From where on a run is slow, expensive or unsure; null: it can’t be. */
export interface Limits {
  readonly slowMs: number | null;
  readonly cost: number | null;
  readonly trust: number;
}

/** One run as its metrics see it: `r` is the run, `$1` … `$3` are the limits. */
const bad = `jsonb_build_array(r.status = 'failed',
    coalesce(r.status = 'completed' AND r.duration > $1::float8, false),
    coalesce((SELECT sum(u.cost) FROM usage_records u WHERE u.run_id = r.id) > $2::numeric, false),
    coalesce(r.status = 'completed' AND r.confidence < $3::numeric, false)) AS bad`;
const ended = `r.status IN ('completed', 'failed') AND r.parent_run_id IS NULL`;

/** A quarter more than 95 % of the stable version’s runs of the week before. */
export async function selectLimits(
  tx: TenantTx,
  { deployment, workflowId, since }: Watched,
): Promise<Limits> {
  const { rows } = await tx.client.query<Limits>(
    `WITH before AS (
       SELECT r.duration, (SELECT sum(u.cost) FROM usage_records u WHERE u.run_id = r.id) AS cost FROM agent_executions r
        WHERE r.workflow_id = $1 AND r.agent_version = $2 AND r.environment = $3 AND r.status = 'completed' AND r.parent_run_id IS NULL
          AND r.created_at BETWEEN $4::timestamptz - interval '7 days' AND $4)
     SELECT (SELECT 1.25 * percentile_cont(0.95) WITHIN GROUP (ORDER BY duration) FROM before)::float8 AS "slowMs",
            (SELECT 1.25 * percentile_cont(0.95) WITHIN GROUP (ORDER BY cost) FROM before WHERE cost > 0)::float8 AS cost,
            (SELECT trust_threshold::float8 FROM agent_registry WHERE agent_id = $5) AS trust`,
    [workflowId, deployment.replaces, deployment.environment, since, deployment.agentId],
  );
  return rows[0] ?? { slowMs: null, cost: null, trust: 0 };
}

/** The stable version’s last 200 outcomes before: where its running rates begin. */
export async function selectPriors(
  tx: TenantTx,
  { deployment, workflowId, since }: Watched,
  limits: Limits,
): Promise<Prior[]> {
  const { rows } = await tx.client.query<{ bad: boolean[] }>(
    `SELECT ${bad} FROM agent_executions r
      WHERE r.workflow_id = $4 AND r.agent_version = $5 AND r.environment = $6 AND ${ended} AND r.created_at < $7
      ORDER BY r.end_time DESC, r.id LIMIT 200`,
    [...numbersOf(limits), workflowId, deployment.replaces, deployment.environment, since],
  );
  return [0, 1, 2, 3].map((metric) => ({
    outcomes: rows.length,
    bad: rows.filter((row) => row.bad[metric]).length,
  }));
}

/**
 * The first outcome of each subject in the order of their end. Without a canary the runs of the new version are compared
 * with those of the week before it.
 */
export async function selectOutcomes(
  tx: TenantTx,
  { deployment, workflowId, since }: Watched,
  limits: Limits,
): Promise<Outcome[]> {
  const isCanary = deployment.strategy === 'canary';
  const { rows } = await tx.client.query<Outcome>(
    `WITH ours AS (
       SELECT DISTINCT ON (r.agent_version, coalesce(r.subject, r.id::text)) r.*
         FROM agent_executions r
        WHERE r.workflow_id = $4 AND r.agent_version = ANY($5) AND r.environment = $6 AND ${ended}
          AND r.created_at >= $7::timestamptz - CASE WHEN $8 THEN interval '0' ELSE interval '7 days' END
        ORDER BY r.agent_version, coalesce(r.subject, r.id::text), r.end_time, r.id)
     SELECT r.agent_version = $9 AS "isCanary", ${bad} FROM ours r ORDER BY r.end_time, r.id LIMIT 20000`,
    [
      ...[...numbersOf(limits), workflowId, [deployment.agentVersion, deployment.replaces]],
      ...[deployment.environment, since, isCanary, deployment.agentVersion],
    ],
  );
  return rows;
}

/** How many runs of the new version ended in the last minutes, and how many of them failed; `short`: in the last twelfth. */
export async function selectEnded(
  tx: TenantTx,
  { deployment, workflowId, since }: Watched,
  { minutes, now }: { readonly minutes: number; readonly now: string },
): Promise<{ long: { runs: number; failed: number }; short: { runs: number; failed: number } }> {
  const { rows } = await tx.client.query<Record<'runs' | 'failed' | 'shortRuns' | 'shortFailed', number>>(
    `SELECT count(*)::int AS runs, (count(*) FILTER (WHERE r.status = 'failed'))::int AS failed,
            (count(*) FILTER (WHERE r.end_time >= $6))::int AS "shortRuns",
            (count(*) FILTER (WHERE r.end_time >= $6 AND r.status = 'failed'))::int AS "shortFailed"
       FROM agent_executions r
      WHERE r.workflow_id = $1 AND r.agent_version = $2 AND r.environment = $3 AND ${ended} AND r.created_at >= $4 AND r.end_time >= $5`,
    [
      ...[workflowId, deployment.agentVersion, deployment.environment, since],
      ...[minutesBefore(now, minutes), minutesBefore(now, shortWindow(minutes))],
    ],
  );
  const { runs = 0, failed = 0, shortRuns = 0, shortFailed = 0 } = rows[0] ?? {};
  return { long: { runs, failed }, short: { runs: shortRuns, failed: shortFailed } };
}

function minutesBefore(moment: string, minutes: number): string {
  return new Date(Date.parse(moment) - minutes * 60_000).toISOString();
}

function numbersOf({ slowMs, cost, trust }: Limits): [number | null, number | null, number] {
  return [slowMs, cost, trust];
}
