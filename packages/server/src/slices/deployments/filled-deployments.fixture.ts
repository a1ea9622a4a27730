import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** Two failed deployments and two releases of an agent’s version, and a second agent with a workflow. */
export async function fillDeployments(
  { admin, sql }: PaidWorkspace,
  { name, agentId, agentVersion }: { name: string; agentId: string; agentVersion: string },
): Promise<{ deploymentId: string; restorePointId: string; releaseId: string }> {
  const { body: workflow } = await admin.post('/api/workflows', { name: `${name} spare` });
  await admin.post('/api/agents', { name: `${name} spare`, workflowId: workflow.id });
  await sql(
    `INSERT INTO pipeline_executions (tenant_id, name, agent_id, environment, strategy, agent_version, stages, stages_total,
       status, errors, created_by)
     SELECT $1, $2, $3, 'staging', 'auto-rollback', $4, '[]', 0, 'failed', '["Stopped"]', created_by
       FROM agent_versions, generate_series(1, 2) WHERE tenant_id = $1 AND hash = $4`,
    [name, agentId, agentVersion],
  );
  await sql(
    `INSERT INTO rollback_checkpoints (tenant_id, description, type, user_id, module_state, system_state, hash, environment)
     SELECT $1, $2, 'manual', created_by, '[]', '{}', $3, 'staging' FROM agent_versions, generate_series(1, 2)
      WHERE tenant_id = $1 AND hash = $3`,
    [name, agentVersion],
  );
  await sql(
    `INSERT INTO rollback_operations (tenant_id, initiated_by, status, affected_modules, backup_checkpoint_id, progress_percent,
       estimated_duration, environment, reason)
     SELECT $1, user_id, 'completed', '[]', id, 100, 1, 'staging', $2 FROM rollback_checkpoints WHERE tenant_id = $1`,
    [name],
  );
  await sql(
    `INSERT INTO agent_releases (tenant_id, agent_id, agent_version, version, candidate, status, notes, created_by)
     SELECT $1, $2, $3, version, n, CASE n WHEN 1 THEN 'closed' ELSE 'open' END, $4, created_by
       FROM agent_versions, generate_series(1, 2) n WHERE tenant_id = $1 AND hash = $3`,
    [agentId, agentVersion, name],
  );
  const releases = await admin.get(`/api/agents/${agentId}/releases`);
  const { body } = await admin.get('/api/deployments');
  const points = await admin.get('/api/restore-points');
  return {
    deploymentId: body.rows[0].id,
    restorePointId: points.body.rows[0].id,
    releaseId: releases.body.rows[0].id,
  };
}

/** Fields that are right for a deployment or an environment. */
export const rightDeployment = {
  environment: 'prod',
  strategy: 'auto-rollback',
  stickyBy: [],
  decision: 'promote',
  agents: null,
  replaces: null,
  revision: 7,
  autoDeploy: false,
  needsApproval: 'always',
  frozenFrom: null,
  frozenUntil: null,
  freezeReason: '',
  target: 99.9,
  status: 'failed',
};
