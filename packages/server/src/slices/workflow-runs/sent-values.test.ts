import { EMPTY_WORKFLOW, type Workflow, type WorkflowNode } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTarget, type Target } from '../../security-tests/runs/target.fixture.ts';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';

let ctx: TestContext;
let target: Target;
let dev: Client;
let viewer: Client;
let parent: string;
let child: string;

const drawn = (name: string, type: string, config: WorkflowNode['config']): Workflow => {
  const node = (id: string, of: string, settings: WorkflowNode['config']): WorkflowNode => {
    return { id, type: of, title: id, position: { x: 0, y: 0 }, config: settings };
  };
  const link = (from: string, to: string) => ({
    id: from,
    from: { node: from, port: 'out' },
    to: { node: to, port: 'in' },
  });
  return {
    ...EMPTY_WORKFLOW,
    name,
    nodes: [
      node('begin', 'start', {}),
      node('it', type, config),
      node('finish', 'end', {}),
      // never reached, and yet only users who may read payouts see the values
      node('read', 'database_read', { database: 'attain', query: 'payouts' }),
      node('failed', 'end', {}),
    ],
    edges: [
      link('begin', 'it'),
      link('it', 'finish'),
      { id: 'error', from: { node: 'it', port: 'error' }, to: { node: 'read', port: 'in' } },
      link('read', 'failed'),
    ],
  };
};

async function publish(document: Workflow): Promise<string> {
  const { body } = await dev.post('/api/workflows', { name: document.name, document });
  expect(body.problems).toEqual([]);
  await dev.post(`/api/workflows/${body.id}/versions`, { documentHash: body.documentHash });
  return body.id;
}

async function ended(id: string) {
  for (;;) {
    const { body } = await dev.get(`/api/workflow-runs/${id}`);
    if (body.endedAt !== null) return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

beforeAll(async () => {
  target = await startTarget();
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_HOSTS: target.origin } });
  const nobody = { participantId: null };
  const tenant = await ctx.newTenant({ 'agent-developer': nobody, viewer: nobody });
  dev = tenant.as('agent-developer');
  viewer = tenant.as('viewer');
  await publish(
    drawn('Inner', 'api_call', {
      method: 'POST',
      url: `${target.origin}/pay?for={{ input.who }}`,
      headers: [{ name: 'X-Api-Key', value: '"hidden-key"' }],
      body: '{"amount": input.amount}',
    }),
  );
  const outer = await publish(drawn('Outer', 'sub_workflow', { workflow: 'inner', input: 'input' }));
  const input = { who: 'needle-7', amount: '5.00' };
  parent = (await dev.post(`/api/workflows/${outer}/runs`, { input })).body.id;
  await ended(parent);
});
afterAll(async () => {
  target?.close();
  await ctx?.stop();
});

const found = async (by: Client, filter: Record<string, string>) =>
  (await by.get('/api/workflow-runs', filter)).body.rows.map(({ id }: { id: string }) => id);
const stepOf = (run: { steps: { node: string }[] }) => run.steps.find(({ node }) => node === 'it');

describe('a run', () => {
  it('[WF-92] shows what a step really sent, without secrets, and the runs above and below it', async () => {
    const outer = await ended(parent);
    expect(outer.parentRunId).toBeNull();
    child = (stepOf(outer) as unknown as { childRunId: string }).childRunId;
    const inner = await ended(child);
    expect(inner.parentRunId).toBe(parent);
    expect(stepOf(inner)).toMatchObject({
      sent: {
        method: 'POST',
        url: `${target.origin}/pay?for=needle-7`,
        headers: [{ name: 'X-Api-Key', value: '•••' }],
        body: { amount: '5.00' },
      },
    });
    expect(JSON.stringify(inner.steps)).not.toContain('hidden-key');
    const hidden = await viewer.get(`/api/workflow-runs/${child}`);
    expect(stepOf(hidden.body)).toMatchObject({ sent: null });
  });

  it('[WF-93] is found by trigger, time and value, by value only for users who see it', async () => {
    expect(await found(dev, { trigger: 'manual' })).toEqual([parent]);
    expect(await found(dev, { trigger: 'sub-workflow', workflowId: 'inner' })).toEqual([child]);
    const soon = new Date(Date.now() + 60_000).toISOString();
    expect([await found(dev, { from: soon }), await found(dev, { to: soon })]).toEqual([[], [child, parent]]);
    expect(await found(dev, { value: 'needle-7' })).toEqual([child, parent]);
    expect(await found(dev, { value: 'NEEDLE-7', limit: '1' })).toEqual([child]);
    expect(await found(dev, { value: 'needle-8' })).toEqual([]);
    expect((await found(viewer, {})).length).toBe(2);
    expect(await found(viewer, { value: 'needle-7' })).toEqual([]);
  });
});
