import type { Held } from '@attain/domain/access/permissions';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import type { WorkflowSettings } from '@attain/domain/workflows/workflow';
import type pg from 'pg';
import { isoMoment } from '../../../base/sql-text.ts';
import type { TenantTx } from '../../../db/database.ts';

/** How many failures one look takes. */
const atOnce = 50;

/** A run that failed, with what its version says about that. */
export interface Failure {
  readonly runId: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly version: number;
  readonly startKey: string | null;
  /** Whether an event about another failure started it. */
  readonly isAboutFailure: boolean;
  readonly startedAt: string | null;
  readonly failedAt: string;
  readonly error: JsonObject;
  readonly settings: WorkflowSettings;
  /** Who published the version; null when they have left. */
  readonly publisher: string | null;
  readonly publisherRoles: readonly Held[];
}

const columns = `f.run_id AS "runId", f.workflow_id AS "workflowId", w.name AS "workflowName", r.workflow_version AS version,
  r.start_key AS "startKey", coalesce(r.parameters->'event'->>'action' = 'workflow-run.failed', false) AS "isAboutFailure",
  ${isoMoment('r.start_time')} AS "startedAt", ${isoMoment('f.failed_at')} AS "failedAt", coalesce(r.error_details, '{}'::jsonb) AS error,
  v.document->'settings' AS settings, m.user_id AS publisher, coalesce(m.roles, '{}') AS "publisherRoles"`;
const joined = `run_failures f JOIN agent_executions r ON r.tenant_id = f.tenant_id AND r.id = f.run_id
  JOIN workflow_definitions w ON w.tenant_id = f.tenant_id AND w.workflow_id = f.workflow_id
  JOIN workflow_versions v ON v.tenant_id = f.tenant_id AND v.workflow_id = f.workflow_id AND v.version = r.workflow_version
  LEFT JOIN active_members m ON m.tenant_id = f.tenant_id AND m.user_id = v.created_by`;

/** That a failure is not handled yet, or no one was notified of it. */
export const failuresAreOpen = `EXISTS (SELECT 1 FROM run_failures WHERE handled_at IS NULL)
  OR EXISTS (SELECT 1 FROM run_failures WHERE notified_at IS NULL AND handled_at IS NOT NULL)`;

/** Failures of all workspaces that are not handled, the oldest first. */
export async function unhandledFailures(
  owner: pg.Pool,
): Promise<readonly { readonly tenantId: string; readonly runId: string }[]> {
  const result = await owner.query<{ tenantId: string; runId: string }>({
    name: 'unhandled-failures',
    text: `SELECT tenant_id AS "tenantId", run_id AS "runId" FROM run_failures WHERE handled_at IS NULL ORDER BY failed_at LIMIT $1`,
    values: [atOnce],
  });
  return result.rows;
}

/** The failure, locked; null when another process has handled it. */
export async function lockUnhandled(tx: TenantTx, runId: string): Promise<Failure | null> {
  const result = await tx.client.query<Failure>(
    `SELECT ${columns} FROM ${joined} WHERE f.run_id = $1 AND f.handled_at IS NULL FOR UPDATE OF f`,
    [runId],
  );
  return result.rows[0] ?? null;
}

export async function markHandled(
  tx: TenantTx,
  runId: string,
  { now, problem }: { readonly now: Date; readonly problem: string | null },
): Promise<void> {
  await tx.client.query('UPDATE run_failures SET handled_at = $2, problem = $3 WHERE run_id = $1', [
    runId,
    now,
    problem,
  ]);
}

/** Whether an event trigger of the workspace waits for failures. */
export async function hasFailureTrigger(tx: TenantTx): Promise<boolean> {
  const result = await tx.client.query(
    `SELECT 1 FROM workflow_triggers WHERE kind = 'event' AND is_enabled AND event = 'workflow-run.failed' LIMIT 1`,
  );
  return result.rowCount === 1;
}

/** How many runs of a workflow failures have started since a moment. */
export async function countErrorRuns(tx: TenantTx, workflowId: string, since: Date): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM agent_executions
      WHERE workflow_id = $1 AND created_at >= $2 AND start_key LIKE 'failure/%'`,
    [workflowId, since],
  );
  return result.rows[0]?.count ?? 0;
}

/** Workflows of all workspaces with failures to tell of, unless that was done after `since`. */
export async function unnotifiedWorkflows(
  owner: pg.Pool,
  since: Date,
): Promise<readonly { readonly tenantId: string; readonly workflowId: string }[]> {
  const result = await owner.query<{ tenantId: string; workflowId: string }>({
    name: 'unnotified-workflows',
    text: `SELECT DISTINCT f.tenant_id AS "tenantId", f.workflow_id AS "workflowId" FROM run_failures f
            WHERE f.notified_at IS NULL AND f.handled_at IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM run_failures g WHERE g.tenant_id = f.tenant_id AND g.workflow_id = f.workflow_id
                               AND g.notified_at > $1) LIMIT $2`,
    values: [since, atOnce],
  });
  return result.rows;
}

/** Marks the handled failures of a workflow as notified; how many they were, the newest, and their problems. */
export async function takeUnnotified(
  tx: TenantTx,
  workflowId: string,
  now: Date,
): Promise<{ readonly count: number; readonly newest: Failure; readonly problem: string | null } | null> {
  const taken = await tx.client.query<{ runId: string; problem: string | null }>(
    `WITH due AS (SELECT run_id FROM run_failures WHERE workflow_id = $1 AND notified_at IS NULL AND handled_at IS NOT NULL
                   ORDER BY run_id FOR UPDATE SKIP LOCKED)
     UPDATE run_failures f SET notified_at = $2 FROM due WHERE f.run_id = due.run_id
     RETURNING f.run_id AS "runId", f.problem`,
    [workflowId, now],
  );
  const ids = taken.rows.map(({ runId }) => runId);
  const found = await tx.client.query<Failure>(
    `SELECT ${columns} FROM ${joined} WHERE f.run_id = ANY($1) ORDER BY f.failed_at DESC, f.run_id DESC LIMIT 1`,
    [ids],
  );
  const [newest] = found.rows;
  if (newest === undefined) return null;
  const problem = taken.rows.find((row) => row.problem !== null)?.problem ?? null;
  return { count: ids.length, newest, problem };
}
