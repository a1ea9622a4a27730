import type { TenantTx } from '../../db/database.ts';
import type { StoredCost } from '../records/cost-conversions.ts';

/** Which runs are counted: those started in a stretch of time; null: no condition. */
export interface MeasuredRuns {
  readonly from: string;
  readonly to: string;
  readonly workflowId: string | null;
  readonly startedBy: string | null;
}

/** What some runs come to. */
export interface RunCounts {
  readonly runs: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Of completed and failed runs, ms; null without one. */
  readonly p50: number | null;
  readonly p95: number | null;
}

/** One group: all runs (both null), those of a bucket, or those of a workflow. */
export type CountedRuns = RunCounts & { readonly bucket: number | null; readonly workflowId: string | null };

const measured = `r.tenant_id = $1 AND NOT r.is_draft AND r.created_at >= $2::timestamptz AND r.created_at < $3::timestamptz
  AND ($4::text IS NULL OR r.workflow_id = $4) AND ($5::uuid IS NULL OR r.started_by = $5)`;
const given = (tx: TenantTx, { from, to, workflowId, startedBy }: MeasuredRuns) => [
  tx.tenantId,
  from,
  to,
  workflowId,
  startedBy,
];
/** Which multiple of the bucket’s length since 1970 a run began in. */
const bucketSql = 'floor(extract(epoch FROM r.created_at)::float8 * 1000 / $6::float8)::float8';
const percentile = (share: string) =>
  `round(percentile_cont(${share}) WITHIN GROUP (ORDER BY r.duration) FILTER (WHERE r.status IN ('completed', 'failed')))::float8`;

/** Counts and durations of runs: of all, by bucket and by workflow, in one reading. */
export async function countRuns(
  tx: TenantTx,
  runs: MeasuredRuns,
  bucketMs: number,
): Promise<readonly CountedRuns[]> {
  const result = await tx.client.query<CountedRuns>(
    `SELECT ${bucketSql} AS bucket, r.workflow_id AS "workflowId", count(*)::int AS runs,
            (count(*) FILTER (WHERE r.status = 'completed'))::int AS completed,
            (count(*) FILTER (WHERE r.status = 'failed'))::int AS failed,
            (count(*) FILTER (WHERE r.status = 'cancelled'))::int AS cancelled,
            ${percentile('0.5')} AS p50, ${percentile('0.95')} AS p95
       FROM agent_executions r WHERE ${measured} GROUP BY GROUPING SETS ((), (1), (2))`,
    [...given(tx, runs), bucketMs],
  );
  return result.rows;
}

/** What calls of these runs cost in one currency on one day. */
export type RunCosts = StoredCost & {
  readonly bucket: number | null;
  readonly workflowId: string | null;
  readonly tokens: number | null;
};

/** Cost and tokens of the calls of runs, by currency and day: of all, by bucket and by workflow. */
export async function sumCosts(
  tx: TenantTx,
  runs: MeasuredRuns,
  bucketMs: number,
): Promise<readonly RunCosts[]> {
  const result = await tx.client.query<RunCosts>(
    `SELECT ${bucketSql} AS bucket, r.workflow_id AS "workflowId", u.currency, to_char(u.at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
            sum(u.cost)::text AS cost, sum(u.prompt_tokens + u.completion_tokens)::float8 AS tokens
       FROM usage_records u JOIN agent_executions r ON r.tenant_id = u.tenant_id AND r.id = u.run_id
      WHERE u.tenant_id = $1 AND u.at >= $2::timestamptz AND ${measured} GROUP BY GROUPING SETS ((3, 4), (1, 3, 4), (2, 3, 4))`,
    [...given(tx, runs), bucketMs],
  );
  return result.rows;
}

/** Failed runs by error code with the newest message, most frequent first. */
export async function countErrors(tx: TenantTx, runs: MeasuredRuns, limit: number) {
  const result = await tx.client.query<{ code: string; message: string; runs: number }>(
    `SELECT coalesce(r.error_details->>'code', 'UNKNOWN') AS code, count(*)::int AS runs,
            coalesce((array_agg(r.error_details->>'message' ORDER BY r.created_at DESC, r.id DESC))[1], '') AS message
       FROM agent_executions r WHERE ${measured} AND r.status = 'failed' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $6`,
    [...given(tx, runs), limit],
  );
  return result.rows;
}

/** A workflow with its agent. */
export interface NamedWorkflow {
  readonly workflowId: string;
  readonly name: string;
  readonly agentId: string | null;
  readonly agentName: string | null;
}

/** Names of workflows and of the agents that own them. */
export async function selectNames(tx: TenantTx, workflowIds: readonly string[]): Promise<NamedWorkflow[]> {
  const result = await tx.client.query<NamedWorkflow>(
    `SELECT w.workflow_id AS "workflowId", w.name, a.agent_id AS "agentId", a.name AS "agentName"
       FROM workflow_definitions w LEFT JOIN agent_registry a ON a.tenant_id = w.tenant_id AND a.workflow_id = w.workflow_id
      WHERE w.tenant_id = $1 AND w.workflow_id = ANY($2)`,
    [tx.tenantId, workflowIds],
  );
  return result.rows;
}
