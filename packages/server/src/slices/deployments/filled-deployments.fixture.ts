import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** Two failed deployments of an agent’s version, and a second agent with a workflow. */
export async function fillDeployments(
  { admin, sql }: PaidWorkspace,
  { name, agentId, agentVersion }: { name: string; agentId: string; agentVersion: string },
): Promise<{ deploymentId: string }> {
  const { body: workflow } = await admin.post('/api/workflows', { name: `${name} spare` });
  await admin.post('/api/agents', { name: `${name} spare`, workflowId: workflow.id });
  await sql(
    `INSERT INTO pipeline_executions (tenant_id, name, agent_id, environment, strategy, agent_version, stages, stages_total,
       status, errors, created_by)
     SELECT $1, $2, $3, 'staging', 'all-at-once', $4, '[]', 0, 'failed', '["Stopped"]', created_by
       FROM agent_versions, generate_series(1, 2) WHERE tenant_id = $1 AND hash = $4`,
    [name, agentId, agentVersion],
  );
  const { body } = await admin.get('/api/deployments');
  return { deploymentId: body.rows[0].id };
}

/** Fields that are right for a deployment or an environment. */
export const rightDeployment = {
  environment: 'prod',
  strategy: 'all-at-once',
  replaces: null,
  revision: 7,
  autoDeploy: false,
  needsApproval: 'always',
  frozenFrom: null,
  frozenUntil: null,
  freezeReason: '',
  status: 'failed',
};
