import type { TraceRow } from '@attain/contract/telemetry';
import type { JournalEntry } from '@attain/domain/workflows/journal';
import type pg from 'pg';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import type { StoredCost } from '../records/cost-conversions.ts';

/** The currency of the workspace, in which costs are added up. */
export async function selectCurrency(tx: TenantTx): Promise<string> {
  const result = await tx.client.query<{ currency: string }>('SELECT currency FROM tenants WHERE id = $1', [
    tx.tenantId,
  ]);
  return result.rows[0]?.currency ?? 'USD';
}

/** A run below another one, and the step that waits for it. */
export interface ChildRun {
  readonly id: string;
  readonly workflowId: string;
  readonly version: number;
  readonly documentHash: string;
  readonly trigger: string;
  readonly createdMs: number;
  readonly parentRunId: string;
  readonly parentStep: { readonly node: string; readonly iteration: string; readonly attempt: number };
}

/** Runs that a run started, and those that they did, oldest first; null in `startedBy`: whoever started them. */
export async function selectChildren(
  tx: TenantTx,
  of: { readonly runId: string; readonly startedBy: string | null; readonly limit: number },
): Promise<ChildRun[]> {
  const result = await tx.client.query<ChildRun>(
    `WITH RECURSIVE below AS (
       SELECT r.* FROM agent_executions r WHERE r.tenant_id = $1 AND r.parent_run_id = $2
       UNION ALL SELECT r.* FROM agent_executions r JOIN below b ON r.tenant_id = $1 AND r.parent_run_id = b.id)
     SELECT id, workflow_id AS "workflowId", workflow_version AS version, document_hash AS "documentHash", execution_type AS trigger,
            extract(epoch FROM created_at)::float8 * 1000 AS "createdMs", parent_run_id AS "parentRunId", parent_step AS "parentStep"
       FROM below WHERE $3::uuid IS NULL OR started_by = $3 ORDER BY created_at, id LIMIT $4`,
    [tx.tenantId, of.runId, of.startedBy, of.limit],
  );
  return result.rows;
}

/** The lines of a run's journal; of large values only the beginning. */
export async function selectEntries(tx: TenantTx, runId: string): Promise<JournalEntry[]> {
  const result = await tx.client.query<{ entry: JournalEntry }>(
    'SELECT entry FROM run_lines WHERE tenant_id = $1 AND run_id = $2 ORDER BY seq',
    [tx.tenantId, runId],
  );
  return result.rows.map(({ entry }) => entry);
}

const dayOf = (usage: string) => `to_char(${usage}.at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;

/** The calls of one attempt in one currency on one day, added up. */
export interface AttemptUsage extends StoredCost {
  readonly attemptId: string;
  readonly tokens: number | null;
  readonly calls: number;
}

/** Calls of runs by attempt of a step, currency and day. */
export async function sumByAttempt(tx: TenantTx, runIds: readonly string[]): Promise<AttemptUsage[]> {
  const result = await tx.client.query<AttemptUsage>(
    `SELECT regexp_replace(x.record_id, '/[0-9]+$', '') AS "attemptId", x.currency, ${dayOf('x')} AS day,
            sum(x.prompt_tokens + x.completion_tokens)::float8 AS tokens, sum(x.cost)::text AS cost, count(*)::int AS calls
       FROM usage_records x WHERE x.tenant_id = $1 AND x.run_id = ANY($2) GROUP BY 1, 2, 3`,
    [tx.tenantId, runIds],
  );
  return result.rows;
}

/** Costs of calls of runs by run, currency and day. */
export async function sumByRun(tx: TenantTx, runIds: readonly string[]) {
  const result = await tx.client.query<StoredCost & { readonly runId: string }>(
    `SELECT x.run_id AS "runId", x.currency, ${dayOf('x')} AS day, sum(x.cost)::text AS cost
       FROM usage_records x WHERE x.tenant_id = $1 AND x.run_id = ANY($2) AND x.currency IS NOT NULL GROUP BY 1, 2, 3`,
    [tx.tenantId, runIds],
  );
  return result.rows;
}

/** How long completed runs of a workflow took in the 30 days before a moment; null with fewer than five. */
export async function selectUsual(tx: TenantTx, of: { workflowId: string; before: string; runId: string }) {
  const result = await tx.client.query<{ runs: number; p50: number; p95: number }>(
    `SELECT count(*)::int AS runs, round(percentile_cont(0.5) WITHIN GROUP (ORDER BY duration))::float8 AS p50,
            round(percentile_cont(0.95) WITHIN GROUP (ORDER BY duration))::float8 AS p95
       FROM agent_executions WHERE tenant_id = $1 AND workflow_id = $2 AND status = 'completed' AND NOT is_draft
        AND created_at < $3::timestamptz AND created_at >= $3::timestamptz - interval '30 days' AND id <> $4`,
    [tx.tenantId, of.workflowId, of.before, of.runId],
  );
  const [row] = result.rows;
  return row === undefined || row.runs < 5 ? null : row;
}

/** Codes of failures that are timeouts. */
const timeouts = `('TIMEOUT', 'DEADLINE', 'EXPIRED')`;

/** Which traces are listed; null: no condition. */
export interface TraceFilter {
  readonly from: string;
  readonly to: string;
  readonly workflowId: string | null;
  readonly startedBy: string | null;
  readonly status: 'success' | 'error' | 'timeout' | 'running' | null;
  readonly code: string | null;
  readonly minDuration: number | null;
}

/** A row of the list of traces, without its cost. */
type StoredTrace = Omit<TraceRow, 'cost' | 'others'>;

/** One page of traces, newest first, one row more than asked; `createdAt` is what a cursor names. */
export async function selectTraces(
  tx: TenantTx,
  filter: TraceFilter,
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<(StoredTrace & { createdAt: string })[]> {
  const result = await tx.client.query<
    StoredTrace & { createdAt: string; code: string | null; message: string }
  >(
    `SELECT r.id, ${isoMoment('r.created_at')} AS "createdAt", ${isoMoment('coalesce(r.start_time, r.created_at)')} AS timestamp,
            r.duration::float8 AS duration, w.name AS operation, r.workflow_id AS "workflowId", a.name AS "agentName",
            r.workflow_version AS version, r.environment, r.execution_type AS trigger, u.tokens, ${statusSql} AS status,
            CASE WHEN r.status = 'cancelled' THEN 'CANCELLED' ELSE r.error_details->>'code' END AS code,
            coalesce(r.error_details->>'message', 'The run was canceled.') AS message
       FROM agent_executions r JOIN workflow_definitions w ON w.tenant_id = r.tenant_id AND w.workflow_id = r.workflow_id
       LEFT JOIN agent_registry a ON a.tenant_id = r.tenant_id AND a.workflow_id = r.workflow_id
      CROSS JOIN LATERAL (SELECT sum(x.prompt_tokens + x.completion_tokens)::float8 AS tokens
        FROM usage_records x WHERE x.tenant_id = r.tenant_id AND x.run_id = r.id) u
      WHERE r.tenant_id = $1 AND NOT r.is_draft AND r.created_at >= $2 AND r.created_at < $3
        AND ($4::timestamptz IS NULL OR (r.created_at, r.id) < ($4, $5::uuid))
        AND ($6::text IS NULL OR r.workflow_id = $6) AND ($7::uuid IS NULL OR r.started_by = $7)
        AND ($8::text IS NULL OR ${statusSql} = $8 OR ($8 = 'running' AND r.end_time IS NULL))
        AND ($9::text IS NULL OR r.error_details->>'code' = $9) AND ($10::bigint IS NULL OR r.duration >= $10)
      ORDER BY r.created_at DESC, r.id DESC LIMIT $11`,
    [
      tx.tenantId,
      filter.from,
      filter.to,
      page.after?.[0] ?? null,
      page.after?.[1] ?? null,
      filter.workflowId,
      filter.startedBy,
      filter.status,
      filter.code,
      filter.minDuration,
      page.limit + 1,
    ],
  );
  return result.rows.map(({ code, message, ...row }) => ({
    ...row,
    error: code === null ? null : { code, message },
  }));
}

const statusSql = `CASE WHEN r.end_time IS NULL THEN NULL WHEN r.status = 'completed' THEN 'success'
  WHEN r.error_details->>'code' IN ${timeouts} THEN 'timeout' ELSE 'error' END`;

/** A trace that is due for export. */
export interface DueTrace {
  readonly tenantId: string;
  readonly id: string;
  readonly tries: number;
}

/** That a trace is to be exported. */
export const tracesAreDue = 'EXISTS (SELECT 1 FROM trace_exports WHERE due_at <= now())';

/** Traces that are due, taken by this process for a minute. */
export async function takeDueTraces(owner: pg.Pool): Promise<DueTrace[]> {
  const result = await owner.query<DueTrace>(
    `WITH due AS (SELECT tenant_id, run_id FROM trace_exports WHERE due_at <= now() ORDER BY due_at LIMIT 20 FOR UPDATE SKIP LOCKED)
     UPDATE trace_exports e SET due_at = now() + interval '1 minute', tries = e.tries + 1
       FROM due WHERE e.tenant_id = due.tenant_id AND e.run_id = due.run_id
     RETURNING e.tenant_id AS "tenantId", e.run_id AS id, e.tries`,
  );
  return result.rows;
}

/** Takes a trace out of the queue: it is exported, or given up. */
export async function forgetTrace(tx: TenantTx, runId: string): Promise<void> {
  await tx.client.query('DELETE FROM trace_exports WHERE tenant_id = $1 AND run_id = $2', [
    tx.tenantId,
    runId,
  ]);
}

/** Leaves a trace in the queue for later. */
export async function putOffTrace(tx: TenantTx, runId: string, seconds: number): Promise<void> {
  await tx.client.query(
    'UPDATE trace_exports SET due_at = now() + make_interval(secs => $3) WHERE tenant_id = $1 AND run_id = $2',
    [tx.tenantId, runId, seconds],
  );
}

/** A run as its exported trace names it; null: none of that id. */
export async function selectTracedRun(tx: TenantTx, id: string) {
  const result = await tx.client.query<
    Omit<ChildRun, 'parentRunId' | 'parentStep'> & {
      workflowName: string;
      agentName: string | null;
      traceParent: string | null;
    }
  >(
    `SELECT r.id, r.workflow_id AS "workflowId", r.workflow_version AS version, r.document_hash AS "documentHash", r.execution_type AS trigger,
            extract(epoch FROM r.created_at)::float8 * 1000 AS "createdMs", w.name AS "workflowName", a.name AS "agentName",
            r.trace_parent AS "traceParent"
       FROM agent_executions r JOIN workflow_definitions w ON w.tenant_id = r.tenant_id AND w.workflow_id = r.workflow_id
       LEFT JOIN agent_registry a ON a.tenant_id = r.tenant_id AND a.workflow_id = r.workflow_id
      WHERE r.tenant_id = $1 AND r.id = $2`,
    [tx.tenantId, id],
  );
  return result.rows[0] ?? null;
}
