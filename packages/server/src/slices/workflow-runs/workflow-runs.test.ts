import { EMPTY_WORKFLOW, type Workflow, type WorkflowNode } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

const node = (id: string, type: string, config: WorkflowNode['config'] = {}): WorkflowNode => ({
  id,
  type,
  title: id,
  position: { x: 0, y: 0 },
  config,
});
const link = (from: string, to: string, port = 'out', into = 'in') => ({
  id: `${from}_${port}-${to}`,
  from: { node: from, port },
  to: { node: to, port: into },
});

/** Adds up, decides, asks a person for large amounts. */
const approvalFlow: Workflow = {
  ...EMPTY_WORKFLOW,
  name: 'Approve large bonuses',
  nodes: [
    node('begin', 'start'),
    node('sum', 'calculator', { formula: 'input.base + input.bonus' }),
    node('ask', 'approval', { title: 'Pay {{ input }}?', queue: 'finance' }),
    node('paid', 'end', { result: 'nodes.sum' }),
    node('rejected', 'end', { result: '"rejected"' }),
  ],
  edges: [
    link('begin', 'sum'),
    link('sum', 'ask'),
    link('ask', 'paid', 'approved'),
    link('ask', 'rejected', 'rejected'),
  ],
};

async function people() {
  const nobody = { participantId: null };
  const tenant = await ctx.newTenant({
    'agent-developer': nobody,
    'agent-operator': nobody,
    finance: nobody,
    manager: nobody,
    viewer: nobody,
  });
  return { tenant, dev: tenant.as('agent-developer'), finance: tenant.as('finance') };
}

async function publish(dev: Client, workflow: Workflow): Promise<string> {
  const made = await dev.post('/api/workflows', { name: workflow.name, document: workflow });
  expect(made.body).toMatchObject({ problems: [] });
  const { id, documentHash } = made.body;
  expect((await dev.post(`/api/workflows/${id}/versions`, { documentHash })).status).toBe(200);
  return id;
}

async function ended(client: Client, id: string) {
  for (;;) {
    const run = await client.get(`/api/workflow-runs/${id}`);
    expect(run.status).toBe(200);
    if (['completed', 'failed', 'cancelled'].includes(run.body.status)) return run.body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The log of a run, read line by line. */
async function pagesOfLog(client: Client, run: string) {
  const lines = [];
  for (let cursor: string | undefined; ; ) {
    const page = await client.get(`/api/workflow-runs/${run}/log`, {
      limit: 1,
      ...(cursor ? { cursor } : {}),
    });
    lines.push(...page.body.rows);
    if (page.body.nextCursor === null) return lines;
    cursor = page.body.nextCursor;
  }
}

describe('a run of a workflow', () => {
  it('[RUNS-25] parks for a person, who decides in the Action Center, and goes on to its end', async () => {
    const { dev, finance } = await people();
    const id = await publish(dev, approvalFlow);
    const started = await dev.post(`/api/workflows/${id}/runs`, {
      input: { base: 1000.1, bonus: '250.05' },
    });
    expect(started.status).toBe(201);
    expect(started.body).toMatchObject({ status: 'waiting', trigger: 'manual', version: 1, workflowId: id });
    expect(started.body.waitingFor).toContain('finance');
    const tasks = await finance.get('/api/tasks');
    expect(tasks.body.rows).toMatchObject([
      { title: 'Pay 1250.15?', status: 'pending', queue: 'finance', decisions: ['approved', 'rejected'] },
    ]);
    const taskId = tasks.body.rows[0].id;
    const wrong = await finance.post(`/api/tasks/${taskId}/decide`, { decision: 'perhaps' });
    expect(wrong.status).toBe(400);
    const decided = await finance.post(`/api/tasks/${taskId}/decide`, {
      decision: 'approved',
      comment: 'fine',
    });
    expect(decided.body).toMatchObject({
      status: 'completed',
      result: { decision: 'approved', comment: 'fine' },
    });
    const run = await ended(dev, started.body.id);
    expect(run).toMatchObject({ status: 'completed', output: 1250.15, progress: 100 });
    const states = Object.fromEntries(
      run.steps.map((one: { node: string; status: string }) => [one.node, one.status]),
    );
    expect(states).toMatchObject({ sum: 'success', ask: 'success', paid: 'success', rejected: 'skipped' });
    const again = await finance.post(`/api/tasks/${taskId}/decide`, { decision: 'rejected' });
    expect(again.status).toBe(409);
    const log = await dev.get(`/api/workflow-runs/${started.body.id}/log`);
    expect(log.body.rows.at(-1)).toMatchObject({ message: 'The run is completed.', level: 'info' });
    expect(log.body.rows).toContainEqual({
      seq: expect.any(Number),
      timestamp: expect.any(String),
      level: 'debug',
      nodeId: 'ask',
      nodeName: 'ask',
      message: '“ask” returned an object with decision, values, comment, continued by approved.',
    });
    expect(await pagesOfLog(dev, started.body.id)).toEqual(log.body.rows);
  });

  it('[NODES-13] writes of a step into its log what its log level asks for, on pages of any size', async () => {
    const { dev } = await people();
    const levels = ['DEBUG', 'INFO', 'ERROR'];
    const notifying = levels.map((logLevel) =>
      node(logLevel, 'notification', { to: 'finance', title: 'Hello', logLevel }),
    );
    const nodes = [node('begin', 'start'), ...notifying, node('finish', 'end')];
    const edges = nodes.slice(1).map(({ id }, at) => link(nodes[at]?.id ?? '', id));
    const id = await publish(dev, { ...EMPTY_WORKFLOW, name: 'Tells three times', nodes, edges });
    const { id: run } = (await dev.post(`/api/workflows/${id}/runs`, { input: {} })).body;
    expect(await ended(dev, run)).toMatchObject({ status: 'completed' });
    const { rows } = (await dev.get(`/api/workflow-runs/${run}/log`)).body;
    const linesOf = (of: string) => rows.filter(({ nodeId }: { nodeId?: string }) => nodeId === of).length;
    expect(levels.map(linesOf)).toEqual([4, 2, 0]);
    expect(await pagesOfLog(dev, run)).toEqual(rows);
  });

  it('[I11] starts once for one key, keeps its version when a new one is published, and is listed', async () => {
    const { dev } = await people();
    const id = await publish(dev, approvalFlow);
    const body = { input: { base: 1, bonus: 1 }, key: 'invoice-7' };
    const first = await dev.post(`/api/workflows/${id}/runs`, body);
    const second = await dev.post(`/api/workflows/${id}/runs`, body);
    expect(second.body.id).toBe(first.body.id);
    const document = { ...approvalFlow, description: 'second' };
    const saved = await dev.put(`/api/workflows/${id}`, { revision: 1, document });
    await dev.post(`/api/workflows/${id}/versions`, { documentHash: saved.body.documentHash });
    const run = await dev.get(`/api/workflow-runs/${first.body.id}`);
    expect(run.body).toMatchObject({ version: 1, document: { description: '' } });
    const list = await dev.get('/api/workflow-runs', { status: 'running', workflowId: id });
    expect(list.body.rows).toMatchObject([{ id: first.body.id, workflowName: approvalFlow.name }]);
    expect((await dev.get('/api/workflow-runs', { status: 'failed' })).body.rows).toEqual([]);
  });

  it('[RUNS-27] [I1] [I12] is cancelled with a reason; its task is withdrawn, and an ended run stays as it ended', async () => {
    const { dev, finance } = await people();
    const id = await publish(dev, approvalFlow);
    const { body } = await dev.post(`/api/workflows/${id}/runs`, { input: { base: 1, bonus: 1 } });
    const cancelled = await dev.post(`/api/workflow-runs/${body.id}/cancel`, { reason: 'wrong input' });
    expect(cancelled.body.status).toBe('cancelled');
    expect((await finance.get('/api/tasks')).body.rows).toEqual([]);
    expect((await finance.get('/api/tasks', { status: 'done' })).body.rows).toMatchObject([
      { status: 'withdrawn' },
    ]);
    expect((await dev.post(`/api/workflow-runs/${body.id}/cancel`)).status).toBe(409);
    const read = await dev.get(`/api/workflow-runs/${body.id}`);
    expect(read.body.cancelReason).toBe('wrong input');
    const anew = await dev.post(`/api/workflow-runs/${body.id}/rerun`);
    expect(anew.body).toMatchObject({ status: 'waiting', version: 1 });
  });

  it('waits for a timer without a process, and for a signal that came early', async () => {
    const { dev } = await people();
    const id = await publish(dev, {
      ...EMPTY_WORKFLOW,
      name: 'Timer and signal',
      nodes: [
        node('begin', 'start'),
        node('sleep', 'wait', { mode: 'duration', seconds: 1 }),
        node('bell', 'wait', { mode: 'signal', signal: 'go' }),
        node('finish', 'end', { result: 'nodes.bell' }),
      ],
      edges: [link('begin', 'sleep'), link('sleep', 'bell'), link('bell', 'finish')],
    });
    const { body } = await dev.post(`/api/workflows/${id}/runs`, {});
    expect(body.status).toBe('waiting');
    const early = await dev.post(`/api/workflow-runs/${body.id}/signals/go`, { value: 'early' });
    expect(early.status).toBe(200);
    expect((await dev.post(`/api/workflow-runs/${body.id}/signals/nothing`)).status).toBe(404);
    expect(await ended(dev, body.id)).toMatchObject({ status: 'completed', output: 'early' });
  });

  it('a step that cannot be done leaves by its error port, or fails the run with the reason', async () => {
    const { dev } = await people();
    const calculate = node('pay', 'calculate_pay', { plan: 'No such plan', period: '"2024-Q1"', retries: 0 });
    const failing: Workflow = {
      ...EMPTY_WORKFLOW,
      name: 'Fails',
      nodes: [node('begin', 'start'), calculate, node('finish', 'end')],
      edges: [link('begin', 'pay'), link('pay', 'finish')],
    };
    const id = await publish(dev, failing);
    const { body } = await dev.post(`/api/workflows/${id}/runs`, {});
    const run = await ended(dev, body.id);
    expect(run.status).toBe('failed');
    // the developer may start workflows, but not calculate pay: the step has their rights and no more
    expect(run.error).toContain('run calculations');
    const caught = await publish(dev, {
      ...failing,
      name: 'Catches',
      edges: [link('begin', 'pay'), link('pay', 'finish', 'error')],
    });
    const second = await dev.post(`/api/workflows/${caught}/runs`, {});
    expect(await ended(dev, second.body.id)).toMatchObject({ status: 'completed' });
  });

  it('is tried again from the step that failed; what came before stands, and its time is not spent again', async () => {
    const { dev, finance } = await people();
    const id = await publish(dev, {
      ...approvalFlow,
      name: 'Fails late',
      nodes: [
        ...approvalFlow.nodes.filter((one) => one.id !== 'paid'),
        node('pay', 'calculate_pay', { plan: 'No such plan', period: '"2024-Q1"', retries: 0 }),
        node('paid', 'end', {}),
      ],
      edges: [
        link('begin', 'sum'),
        link('sum', 'ask'),
        link('ask', 'pay', 'approved'),
        link('pay', 'paid'),
        link('ask', 'rejected', 'rejected'),
      ],
    });
    const { body } = await dev.post(`/api/workflows/${id}/runs`, { input: { base: 1, bonus: 1 } });
    expect((await dev.post(`/api/workflow-runs/${body.id}/retry`, { node: 'pay' })).status).toBe(409);
    const [task] = (await finance.get('/api/tasks')).body.rows;
    await finance.post(`/api/tasks/${task.id}/decide`, { decision: 'approved' });
    expect((await ended(dev, body.id)).status).toBe('failed');
    const again = await dev.post(`/api/workflow-runs/${body.id}/retry`, { node: 'pay' });
    expect(again.status).toBe(201);
    const second = await ended(dev, again.body.id);
    const states = Object.fromEntries(
      second.steps.map((one: { node: string; status: string }) => [one.node, one.status]),
    );
    expect(states).toMatchObject({ ask: 'success', pay: 'error' });
    // nobody is asked a second time
    expect((await finance.get('/api/tasks')).body.rows).toEqual([]);
    expect((await dev.post(`/api/workflow-runs/${body.id}/retry`, { node: 'nowhere' })).status).toBe(409);
  });

  it('a sub-workflow tells the run that waits for it', async () => {
    const { dev } = await people();
    const inner = await publish(dev, {
      ...EMPTY_WORKFLOW,
      name: 'Inner',
      nodes: [node('begin', 'start'), node('finish', 'end', { result: 'input.n' })],
      edges: [link('begin', 'finish')],
    });
    const outer = await publish(dev, {
      ...EMPTY_WORKFLOW,
      name: 'Outer',
      nodes: [
        node('begin', 'start'),
        node('child', 'sub_workflow', { workflow: inner, input: 'input' }),
        node('finish', 'end', { result: 'nodes.child' }),
      ],
      edges: [link('begin', 'child'), link('child', 'finish')],
    });
    const { body } = await dev.post(`/api/workflows/${outer}/runs`, { input: { n: 7 } });
    expect(await ended(dev, body.id)).toMatchObject({ status: 'completed', output: 7 });
  });
});

describe('who may', () => {
  it('[I17] a viewer starts nothing, a manager sees only the tasks that are theirs, another workspace sees none of it', async () => {
    const { dev, tenant } = await people();
    const id = await publish(dev, approvalFlow);
    const { body } = await dev.post(`/api/workflows/${id}/runs`, { input: { base: 1, bonus: 1 } });
    expect((await tenant.as('viewer').post(`/api/workflows/${id}/runs`, {})).status).toBe(403);
    const manager = tenant.as('manager');
    expect((await manager.get('/api/tasks')).body.rows).toEqual([]);
    expect((await manager.get('/api/tasks', { whose: 'all' })).status).toBe(403);
    const other = await people();
    expect((await other.dev.get(`/api/workflow-runs/${body.id}`)).status).toBe(404);
    expect((await other.dev.post(`/api/workflow-runs/${body.id}/cancel`)).status).toBe(404);
  });
});
