import { EMPTY_WORKFLOW, type Workflow } from '@attain/domain/workflows/workflow';
import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** What there is of workflows, to be asked for by its id. */
export interface WorkflowThings {
  readonly workflowId: string;
  readonly workflowRunId: string;
  readonly taskId: string;
}

const base = { title: '', position: { x: 0, y: 0 } };

/** Asks somebody, then ends. */
const asking: Omit<Workflow, 'name'> = {
  ...EMPTY_WORKFLOW,
  nodes: [
    { ...base, id: 'begin', type: 'start', config: {} },
    { ...base, id: 'ask', type: 'approval', config: { title: 'Agree?' } },
    { ...base, id: 'yes', type: 'end', config: {} },
    { ...base, id: 'no', type: 'end', config: {} },
  ],
  edges: [
    { id: 'a', from: { node: 'begin', port: 'out' }, to: { node: 'ask', port: 'in' } },
    { id: 'b', from: { node: 'ask', port: 'approved' }, to: { node: 'yes', port: 'in' } },
    { id: 'c', from: { node: 'ask', port: 'rejected' }, to: { node: 'no', port: 'in' } },
  ],
};

/** Two workflows, two runs of one of them that wait for somebody, and so two tasks. */
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
  await made(`/api/workflows/${id}/runs`, {});
  const run = await made(`/api/workflows/${id}/runs`, {});
  const tasks = await paid.admin.get('/api/tasks', { runId: run.id });
  return { workflowId: id, workflowRunId: run.id, taskId: tasks.body.rows[0].id };
}
