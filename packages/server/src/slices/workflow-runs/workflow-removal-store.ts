import type pg from 'pg';

/** What keeps a workflow from being deleted. */
export interface WorkflowUse {
  readonly kind: 'run' | 'draft-run' | 'agent' | 'workflow';
  /** Name of the agent or workflow that uses it. */
  readonly by: string;
}

const starts = (nodes: string) =>
  `EXISTS (SELECT 1 FROM jsonb_array_elements(${nodes}) n WHERE n->>'type' = 'sub_workflow' AND n->'config'->>'workflow' = $2)`;

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
    `(SELECT 'run' AS kind, '' AS by FROM agent_executions WHERE tenant_id = $1 AND workflow_id = $2 AND NOT is_draft LIMIT 1)
     UNION ALL (SELECT 'draft-run', '' FROM agent_executions WHERE tenant_id = $1 AND workflow_id = $2 AND end_time IS NULL LIMIT 1)
     UNION ALL (SELECT 'agent', a.name FROM agent_registry a WHERE a.tenant_id = $1 AND (a.workflow_id = $2 OR EXISTS (
        SELECT 1 FROM agent_branches b WHERE b.tenant_id = $1 AND b.agent_id = a.agent_id AND b.workflow_id = $2)) LIMIT 1)
     UNION ALL (SELECT 'workflow', w.name FROM workflow_definitions w
       LEFT JOIN workflow_versions v ON v.tenant_id = $1 AND v.workflow_id = w.workflow_id AND v.version = w.version
      WHERE w.tenant_id = $1 AND w.workflow_id <> $2 AND ($2 IN (w.metadata->'settings'->>'errorWorkflow', v.document->'settings'->>'errorWorkflow')
        OR ${starts('w.nodes')} OR ${starts("v.document->'nodes'")}) ORDER BY w.name LIMIT 1)`,
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
