import { EMPTY_WORKFLOW, type Workflow } from '@attain/domain/workflows/workflow';
import { newId } from '../../base/ids.ts';
import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** What there is of workflows, to be asked for by its id. */
export interface WorkflowThings {
  readonly workflowId: string;
  readonly workflowRunId: string;
  /** A batch that has ended. */
  readonly runBatchId: string;
  readonly triggerId: string;
  readonly taskId: string;
  readonly agentId: string;
  /** Hash of its newest version of two. */
  readonly agentVersion: string;
  readonly instanceId: string;
  readonly templateId: string;
  /** One of two merge requests, of the branch `second`. */
  readonly mergeRequestId: string;
  readonly noticeId: string;
}

const base = { title: '', position: { x: 0, y: 0 } };

/** Asks somebody, then ends. */
const asking: Omit<Workflow, 'name'> = {
  ...EMPTY_WORKFLOW,
  nodes: [
    { ...base, id: 'begin', type: 'start', config: {} },
    { ...base, id: 'ask', type: 'approval', config: { title: 'Agree?', queue: 'finance' } },
    { ...base, id: 'yes', type: 'end', config: {} },
    { ...base, id: 'no', type: 'end', config: {} },
  ],
  edges: [
    { id: 'a', from: { node: 'begin', port: 'out' }, to: { node: 'ask', port: 'in' } },
    { id: 'b', from: { node: 'ask', port: 'approved' }, to: { node: 'yes', port: 'in' } },
    { id: 'c', from: { node: 'ask', port: 'rejected' }, to: { node: 'no', port: 'in' } },
  ],
};

/** Two workflows, two runs of one of them that wait for somebody, so two tasks, and two notices for the administrator. */
export async function fillWorkflows(paid: PaidWorkspace, name: string): Promise<WorkflowThings> {
  const made = async (path: string, body: object) => {
    const answer = await paid.admin.post(path, body);
    if (answer.status !== 200 && answer.status !== 201)
      throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await made('/api/workflows', { name: `${name} idle` });
  const { id, documentHash } = await made('/api/workflows', { name, document: { ...asking, name } });
  await made(`/api/workflows/${id}/versions`, { documentHash });
  await made(`/api/workflows/${id}/triggers`, { name: 'Quiet', when: { kind: 'webhook' } });
  const trigger = await made(`/api/workflows/${id}/triggers`, { name: 'Silent', when: { kind: 'webhook' } });
  await made('/api/agents', { name: `${name} idle` });
  const agent = await made('/api/agents', { name, workflowId: id });
  const { agentId, ...form } = agent;
  await paid.admin.put(`/api/agents/${agentId}`, { ...form, description: 'Asks' });
  const version = await made(`/api/agents/${agentId}/versions`, { message: 'Described' });
  let mergeRequestId = '';
  for (const branch of ['first', 'second']) {
    const { revision, form: own } = await made(`/api/agents/${agentId}/branches`, { name: branch });
    await paid.admin.put(`/api/agents/${agentId}/branch-form`, {
      branch,
      revision,
      form: { ...own, description: branch },
    });
    await made(`/api/agents/${agentId}/commits`, { branch });
    const request = await made(`/api/agents/${agentId}/merge-requests`, { branch, title: name });
    mergeRequestId = request.id;
  }
  await paid.admin.put('/api/agent-instances', { agent: agentId, name: `${name} idle` });
  const instance = await paid.admin.put('/api/agent-instances', { agent: agentId, name });
  await made('/api/agent-templates', { agent: agentId, name: `${name} idle` });
  const template = await made('/api/agent-templates', { agent: agentId, name });
  await made(`/api/workflows/${id}/runs`, {});
  const run = await made(`/api/workflows/${id}/runs`, {});
  const tasks = await paid.admin.get('/api/tasks', { runId: run.id });
  await paid.sql(
    `INSERT INTO notices (tenant_id, id, user_id, title, message, severity, run_id, effect_key)
     SELECT $1, gen_random_uuid(), m.user_id, 'Told ' || n, '', 'info', $2, 'fixture' || n
       FROM generate_series(1, 2) n, memberships m WHERE m.tenant_id = $1 AND 'administrator' = ANY(m.roles)`,
    [run.id],
  );
  await paid.admin.put(`/api/workflows/${id}/tags`, { tags: ['first', 'second'] });
  const runBatchId = newId();
  await paid.sql(
    `INSERT INTO run_batches (tenant_id, id, act, filter, status, created_by, finished_at)
     SELECT $1, $2, 'cancel', '{}', 'completed', m.user_id, now() FROM memberships m WHERE m.tenant_id = $1 LIMIT 1`,
    [runBatchId],
  );
  const notices = await paid.admin.get('/api/notices');
  return {
    workflowId: id,
    workflowRunId: run.id,
    runBatchId,
    agentId,
    agentVersion: version.id,
    instanceId: instance.body.id,
    templateId: template.id,
    mergeRequestId,
    triggerId: trigger.id,
    taskId: tasks.body.rows[0].id,
    noticeId: notices.body.rows[0].id,
  };
}
