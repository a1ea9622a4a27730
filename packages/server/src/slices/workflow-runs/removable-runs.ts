import type pg from 'pg';
import { holdTurn } from '../../db/turns.ts';

/** A workspace that keeps ended runs only so many days, and who said so. */
export interface KeepingWorkspace {
  readonly tenantId: string;
  readonly keptDays: number;
  readonly setBy: string;
}

/** A run that is over, and the end of its journal’s hash chain. */
export interface RemovableRun {
  readonly id: string;
  readonly journalHead: string;
}

/** The workspaces that do not keep ended runs for ever. */
export async function selectKeeping(owner: pg.Pool): Promise<KeepingWorkspace[]> {
  const result = await owner.query<KeepingWorkspace>(
    `SELECT id AS "tenantId", runs_kept_days AS "keptDays", runs_kept_set_by AS "setBy" FROM tenants
      WHERE runs_kept_days IS NOT NULL ORDER BY id`,
  );
  return result.rows;
}

/**
 * Runs of a workspace that ended before a moment, oldest first, locked until the transaction ends. Excluded are runs
 * still needed (WF-49): running ones; failed ones that were not retried; those started by a running run; those with
 * unread notices; sources of a suggestion or dispute; and the last completed run of a workflow with all later ones. Of runs of
 * drafts, failed and last ones are not kept.
 */
export async function lockRemovable(
  client: pg.ClientBase,
  of: { readonly tenantId: string; readonly endedBefore: Date; readonly max: number },
): Promise<RemovableRun[]> {
  const nothingIn = (table: string, where: string) =>
    `NOT EXISTS (SELECT 1 FROM ${table} x WHERE x.tenant_id = r.tenant_id AND ${where})`;
  const result = await client.query<RemovableRun>(
    `SELECT r.id, r.journal_head AS "journalHead" FROM agent_executions r
      WHERE r.tenant_id = $1 AND r.status IN ('completed', 'failed', 'cancelled') AND r.created_at < $2 AND r.end_time < $2
        AND (r.status <> 'failed' OR r.tried_again_as IS NOT NULL OR r.is_draft)
        AND (r.is_draft OR EXISTS (SELECT 1 FROM agent_executions n WHERE n.tenant_id = r.tenant_id AND n.workflow_id = r.workflow_id
              AND n.status = 'completed' AND NOT n.is_draft AND (n.created_at, n.id) > (r.created_at, r.id)))
        AND ${nothingIn('agent_executions', 'x.id = r.parent_run_id AND x.end_time IS NULL')}
        AND ${nothingIn('notices', 'x.run_id = r.id AND x.read_at IS NULL')}
        AND ${nothingIn('suggestions', 'x.workflow_run_id = r.id')}
        AND ${nothingIn('disputes', 'x.workflow_run_id = r.id')}
      ORDER BY r.created_at, r.id LIMIT $3 FOR UPDATE OF r SKIP LOCKED`,
    [of.tenantId, of.endedBefore, of.max],
  );
  return result.rows;
}

/** Takes runs away with all that was only theirs: journal, values, tasks, read notices, and files that no other run or dispute has. */
export async function deleteRuns(
  client: pg.ClientBase,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  const files = await client.query<{ hash: string }>(
    'SELECT DISTINCT content_hash AS hash FROM stored_files WHERE tenant_id = $1 AND run_id = ANY($2)',
    [tenantId, ids],
  );
  const drafts = await client.query<{ workflow: string; version: number }>(
    `WITH gone AS (DELETE FROM agent_executions WHERE tenant_id = $1 AND id = ANY($2) RETURNING workflow_id, workflow_version)
     SELECT DISTINCT workflow_id AS workflow, workflow_version AS version FROM gone WHERE workflow_version < 0`,
    [tenantId, ids],
  );
  await forgetDrafts(client, tenantId, drafts.rows);
  await forgetLogs(client, tenantId, ids);
  if (files.rows.length === 0) return;
  const hashes = files.rows.map(({ hash }) => hash);
  // A value that a step is about to store again is in use: it stays, and is removed with that run.
  const unused = await client.query<{ hash: string }>(
    `SELECT content_hash AS hash FROM file_contents WHERE tenant_id = $1 AND content_hash = ANY($2) FOR UPDATE SKIP LOCKED`,
    [tenantId, hashes],
  );
  await client.query(
    `DELETE FROM file_contents c WHERE c.tenant_id = $1 AND c.content_hash = ANY($2)
        AND NOT EXISTS (SELECT 1 FROM stored_files f WHERE f.tenant_id = $1 AND f.content_hash = c.content_hash)
        AND NOT EXISTS (SELECT 1 FROM dispute_files d WHERE d.tenant_id = $1 AND d.content_hash = c.content_hash)`,
    [tenantId, unused.rows.map(({ hash }) => hash)],
  );
}

/** Takes drafts away that no run needs anymore. */
async function forgetDrafts(
  client: pg.ClientBase,
  tenantId: string,
  drafts: readonly { readonly workflow: string; readonly version: number }[],
): Promise<void> {
  if (drafts.length === 0) return;
  await client.query(
    `DELETE FROM workflow_versions v USING unnest($2::text[], $3::int[]) AS d(workflow, version)
      WHERE v.tenant_id = $1 AND v.workflow_id = d.workflow AND v.version = d.version AND NOT EXISTS (
        SELECT 1 FROM agent_executions r WHERE r.tenant_id = $1 AND r.workflow_id = d.workflow AND r.workflow_version = d.version)`,
    [tenantId, drafts.map(({ workflow }) => workflow), drafts.map(({ version }) => version)],
  );
}

/** Takes postings of the log index away whose runs are all gone, with the shapes and texts that only they had. */
async function forgetLogs(client: pg.ClientBase, tenantId: string, ids: readonly string[]): Promise<void> {
  await holdTurn({ client: client as pg.PoolClient }, 'log-index', tenantId);
  const gone = await client.query<{ shape: string }>(
    `DELETE FROM log_postings p WHERE p.tenant_id = $1 AND p.run_ids && $2::uuid[]
        AND NOT EXISTS (SELECT 1 FROM agent_executions r WHERE r.tenant_id = $1 AND r.id = ANY(p.run_ids)) RETURNING shape`,
    [tenantId, ids],
  );
  const shapes = [...new Set(gone.rows.map(({ shape }) => shape))];
  if (shapes.length === 0) return;
  const texts = await client.query<{ id: string }>(
    `DELETE FROM log_shape_texts s WHERE s.tenant_id = $1 AND s.shape = ANY($2)
        AND NOT EXISTS (SELECT 1 FROM log_postings p WHERE p.tenant_id = $1 AND p.shape = s.shape) RETURNING text_id AS id`,
    [tenantId, shapes],
  );
  await client.query(
    `DELETE FROM log_texts t WHERE t.tenant_id = $1 AND t.text_id = ANY($2)
        AND NOT EXISTS (SELECT 1 FROM log_shape_texts s WHERE s.tenant_id = $1 AND s.text_id = t.text_id)`,
    [tenantId, texts.rows.map(({ id }) => id)],
  );
}
