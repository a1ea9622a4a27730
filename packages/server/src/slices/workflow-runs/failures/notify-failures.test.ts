import { EMPTY_WORKFLOW, type WorkflowNode, type WorkflowSettings } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../../testing/start-test-context.ts';
import { fireEvents } from '../triggers/fire-events.ts';
import { notifyFailures } from './notify-failures.ts';

let ctx: TestContext;
let tenant: TestTenant;
let dev: Client;
/** How far the clock is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  const now = () => new Date(Date.now() + aheadMs);
  ctx = await startTestContext({ clock: { now, today: () => now().toISOString().slice(0, 10) } });
  const nobody = { participantId: null };
  tenant = await ctx.newTenant({ 'agent-developer': nobody, 'agent-operator': nobody });
  dev = tenant.as('agent-developer');
});
afterAll(() => ctx?.stop());

const node = (id: string, type: string, config: WorkflowNode['config'] = {}): WorkflowNode => ({
  id,
  type,
  title: id,
  config,
  position: { x: 0, y: 0 },
});
const failing = [
  node('begin', 'start'),
  node('divide', 'calculator', { formula: '1 / 0' }),
  node('finish', 'end'),
];

async function publish(
  name: string,
  nodes: readonly WorkflowNode[],
  settings: Partial<WorkflowSettings> = {},
): Promise<string> {
  const edges = nodes.slice(1).map((to, at) => ({
    id: `e${at}`,
    from: { node: nodes[at]?.id ?? '', port: 'out' },
    to: { node: to.id, port: 'in' },
  }));
  const document = {
    ...EMPTY_WORKFLOW,
    name,
    nodes,
    edges,
    settings: { deadlineMinutes: null, ...settings },
  };
  const saved = await dev.post('/api/workflows', { name, document });
  expect(saved.body).toMatchObject({ problems: [] });
  const { id, documentHash } = saved.body;
  expect((await dev.post(`/api/workflows/${id}/versions`, { documentHash })).status).toBe(200);
  return id;
}
const run = async (workflowId: string) => {
  const started = await dev.post(`/api/workflows/${workflowId}/runs`, { input: {} });
  expect(started.body).toMatchObject({ status: 'failed' });
  return started.body.id as string;
};
const look = () => Promise.all([1, 2, 3].map(() => notifyFailures(ctx.ctx)));
const noticesOf = async (client: Client, name: string) =>
  (await client.get('/api/notices', { limit: 100 })).body.rows.filter(({ title }: { title: string }) =>
    title.includes(name),
  );
const runsOf = async (workflowId: string) => (await dev.get('/api/workflow-runs', { workflowId })).body.rows;

it('[WF-87] a failure notifies the publisher once, with the error and the run; more of them come together after an hour', async () => {
  const id = await publish('Divides', failing);
  const first = await run(id);
  await look();
  expect(await noticesOf(dev, 'Divides')).toMatchObject([
    { title: '“Divides” failed', severity: 'error', runId: first, message: expect.stringContaining('zero') },
  ]);
  for (const _ of [1, 2, 3]) await run(id);
  await look();
  expect(await noticesOf(dev, 'Divides')).toHaveLength(1);
  aheadMs += 3_700_000;
  await look();
  await look();
  expect((await noticesOf(dev, 'Divides')).map(({ title }: { title: string }) => title).toSorted()).toEqual([
    '“Divides” failed',
    '“Divides” failed 3 times',
  ]);
});

it('[WF-87] the users and roles that the workflow names are notified instead, and a mail that can’t leave is said', async () => {
  const settings = { notifyOnFailure: 'agent-operator, nobody.here', mailOnFailure: 'ops@example.com' };
  await run(await publish('Named', failing, settings));
  await look();
  const [notice] = await noticesOf(tenant.as('agent-operator'), 'Named');
  expect(notice.message).toContain('No user or role is called nobody.here.');
  // this workspace has no mail server
  expect(await noticesOf(dev, 'Named')).toMatchObject([
    { title: 'No mail about “Named”', severity: 'warning' },
  ]);
});

it('[WF-87] the error workflow runs once for each failure, and its own failure starts nothing more', async () => {
  const handler = await publish('Handles', [
    node('begin', 'start'),
    node('finish', 'end', { result: 'input' }),
  ]);
  const id = await publish('Guarded', failing, { errorWorkflow: handler });
  const failed = [await run(id), await run(id)];
  await look();
  await look();
  const handled = await runsOf(handler);
  expect(handled).toHaveLength(2);
  const outputs = await Promise.all(
    handled.map(
      async ({ id: one }: { id: string }) => (await dev.get(`/api/workflow-runs/${one}`)).body.output,
    ),
  );
  expect(outputs.map(({ run: about }) => about.id).toSorted()).toEqual(failed.toSorted());
  expect(outputs[0]).toMatchObject({
    run: { workflow: id, name: 'Guarded', version: 1 },
    error: { code: 'EXPRESSION', step: { node: 'divide' } },
  });
  const broken = await publish('Breaks too', failing);
  await run(await publish('Twice unlucky', failing, { errorWorkflow: broken }));
  await look();
  await look();
  expect(await runsOf(broken)).toHaveLength(1);
  expect(await noticesOf(dev, 'Breaks too')).toHaveLength(1);
  await run(await publish('Lost', failing, { errorWorkflow: 'no-such-workflow' }));
  await look();
  const [lost] = await noticesOf(dev, 'Lost');
  expect(lost.message).toContain('The error workflow did not start: No workflow “no-such-workflow”');
});

it('[WF-87] [WF-42] a failure is an event that starts workflows, and theirs is none', async () => {
  const listener = await publish('Listens', [...failing.slice(0, 2), node('finish', 'end')]);
  const made = await dev.post(`/api/workflows/${listener}/triggers`, {
    name: 'Failures',
    when: { kind: 'event', event: 'workflow-run.failed' },
  });
  expect(made.status).toBe(201);
  const failed = await run(await publish('Alone', failing));
  await look();
  await fireEvents(ctx.ctx);
  await look();
  await fireEvents(ctx.ctx);
  const runs = await runsOf(listener);
  expect(runs).toHaveLength(1);
  expect((await dev.get(`/api/workflow-runs/${runs[0].id}`)).body.input.event).toMatchObject({
    action: 'workflow-run.failed',
    object: { type: 'workflow-run', id: failed },
  });
});
