import type pg from 'pg';

/** What keeps a workflow from being deleted. */
export interface WorkflowUse {
  readonly kind: 'run' | 'draft-run' | 'agent' | 'workflow' | 'version' | 'draft-in-progress';
  /** Name of the agent or workflow that uses it. */
  readonly by: string;
  /** Of a version: its number. */
  readonly version: number | null;
}

/** That a document starts the workflow, as a sub-workflow or when a run fails. */
const starts = (nodes: string, settings: string) =>
  `(${settings}->>'errorWorkflow' = $2 OR EXISTS (SELECT 1 FROM jsonb_array_elements(${nodes}) n
     WHERE n->>'type' = 'sub_workflow' AND n->'config'->>'workflow' = $2))`;

/** The workflow with its versions, locked so that no run begins, and the first thing that uses it; null: unknown ID. */
export async function lockToRemove(
  client: pg.ClientBase,
  tenantId: string,
  id: string,
): Promise<{ name: string; documentHash: string; use: WorkflowUse | null } | null> {
  const key = [tenantId, id];
  const locked = await client.query<{ name: string; documentHash: string }>(
    'SELECT name, document_hash AS "documentHash" FROM workflow_definitions WHERE tenant_id = $1 AND workflow_id = $2 FOR UPDATE',
    key,
  );
  const [workflow] = locked.rows;
  if (workflow === undefined) return null;
  await client.query(
    'SELECT 1 FROM workflow_versions WHERE tenant_id = $1 AND workflow_id = $2 FOR UPDATE',
    key,
  );
  const uses = await client.query<WorkflowUse>(
    `(SELECT 'run' AS kind, '' AS by, NULL::int AS version FROM agent_executions WHERE tenant_id = $1 AND workflow_id = $2 AND NOT is_draft LIMIT 1)
     UNION ALL (SELECT 'draft-run', '', NULL FROM agent_executions WHERE tenant_id = $1 AND workflow_id = $2 AND end_time IS NULL LIMIT 1)
     UNION ALL (SELECT 'agent', a.name, NULL FROM agent_registry a WHERE a.tenant_id = $1 AND (a.workflow_id = $2 OR EXISTS (
        SELECT 1 FROM agent_branches b WHERE b.tenant_id = $1 AND b.agent_id = a.agent_id AND b.workflow_id = $2)) LIMIT 1)
     UNION ALL (SELECT 'workflow', w.name, NULL FROM workflow_definitions w
      WHERE w.tenant_id = $1 AND w.workflow_id <> $2 AND ${starts('w.nodes', "w.metadata->'settings'")} ORDER BY w.name LIMIT 1)
     UNION ALL (SELECT CASE WHEN v.version > 0 THEN 'version' ELSE 'draft-in-progress' END, w.name, v.version FROM workflow_versions v
       JOIN workflow_definitions w ON w.tenant_id = $1 AND w.workflow_id = v.workflow_id
      WHERE v.tenant_id = $1 AND v.workflow_id <> $2 AND ${starts("v.document->'nodes'", "v.document->'settings'")}
        AND (v.version > 0 OR EXISTS (SELECT 1 FROM agent_executions r WHERE r.tenant_id = $1 AND r.workflow_id = v.workflow_id
          AND r.workflow_version = v.version AND r.end_time IS NULL)) ORDER BY w.name, v.version DESC LIMIT 1)`,
    key,
  );
  return { ...workflow, use: uses.rows[0] ?? null };
}

/** Runs of drafts of a workflow. */
export async function draftRunsOf(client: pg.ClientBase, tenantId: string, id: string): Promise<string[]> {
  const runs = await client.query<{ id: string }>(
    'SELECT id FROM agent_executions WHERE tenant_id = $1 AND workflow_id = $2 AND is_draft',
    [tenantId, id],
  );
  return runs.rows.map((run) => run.id);
}

/** Takes a workflow away with its versions, triggers and suites, and the secrets of its webhooks. */
export async function deleteWorkflow(client: pg.ClientBase, tenantId: string, id: string): Promise<void> {
  await client.query(
    `DELETE FROM credentials_vault c USING workflow_triggers t
      WHERE t.tenant_id = $1 AND t.workflow_id = $2 AND c.tenant_id = $1 AND c.credential_id = t.id`,
    [tenantId, id],
  );
  await client.query('DELETE FROM workflow_definitions WHERE tenant_id = $1 AND workflow_id = $2', [
    tenantId,
    id,
  ]);
}
