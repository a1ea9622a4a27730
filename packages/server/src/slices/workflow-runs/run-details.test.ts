import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { EMPTY_WORKFLOW, type Workflow, type WorkflowNode } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSharedSettings } from '../../db/shared-settings.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';

let ctx: TestContext;
let tenant: TestTenant;
let target: Server;
let origin: string;
let calls = 0;
const person = { participantId: null };

/** Refuses the first two calls for good and takes the third. */
beforeAll(async () => {
  target = createServer((_request, response) => {
    calls += 1;
    response.writeHead(calls > 2 ? 200 : 422, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_HOSTS: origin } });
  tenant = await ctx.newTenant({
    administrator: person,
    'agent-developer': person,
    'plan-designer': person,
    auditor: person,
  });
});
afterAll(async () => {
  await ctx?.stop();
  target?.close();
});

const node = (id: string, type: string, config: JsonObject = {}): WorkflowNode => ({
  id,
  type,
  title: id,
  config,
  position: { x: 0, y: 0 },
});

async function publish(name: string, nodes: readonly WorkflowNode[]): Promise<string> {
  const edges = nodes.slice(1).map((to, at) => ({
    id: `e${at}`,
    from: { node: nodes[at]?.id ?? '', port: 'out' },
    to: { node: to.id, port: 'in' },
  }));
  const document: Workflow = { ...EMPTY_WORKFLOW, name, nodes, edges };
  const dev = tenant.as('agent-developer');
  const made = await dev.post('/api/workflows', { name, document });
  expect(made.body).toMatchObject({ problems: [] });
  const { id, documentHash } = made.body;
  expect((await dev.post(`/api/workflows/${id}/versions`, { documentHash })).status).toBe(200);
  return id;
}

async function ended(id: string) {
  for (;;) {
    const { body } = await tenant.as('administrator').get(`/api/workflow-runs/${id}`);
    if (['completed', 'failed'].includes(body.status)) return body;
    await setTimeout(50);
  }
}

it('[WF-26] a sub-workflow is run again as often as its step says, each time as a run of its own', async () => {
  const inner = await publish('Inner', [
    node('begin', 'start'),
    node('call', 'api_call', { method: 'POST', url: `${origin}/x`, retries: 0 }),
    node('finish', 'end'),
  ]);
  const outer = await publish('Outer', [
    node('begin', 'start'),
    node('child', 'sub_workflow', { workflow: inner, retries: 2 }),
    node('finish', 'end'),
  ]);
  const run = await tenant.as('agent-developer').post(`/api/workflows/${outer}/runs`, {});
  expect(await ended(run.body.id)).toMatchObject({ status: 'completed' });
  const children = await tenant.as('administrator').get('/api/workflow-runs', { workflowId: inner });
  const statuses = children.body.rows.map(({ status }: { status: string }) => status);
  expect(statuses.sort()).toEqual(['completed', 'failed', 'failed']);
});

it('[WF-64] a confidential output is kept from people who may not read all runs, the starter included', async () => {
  const id = await publish('Confidential', [
    node('begin', 'start'),
    node('sum', 'calculator', { formula: '12 * 12' }),
    node('out', 'output', { name: 'pay', secret: true }),
  ]);
  const { rows } = await ctx.ctx.db.owner.query<{ user_id: string }>(
    'SELECT m.user_id FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.username = $1',
    [tenant.usernameOf('plan-designer')],
  );
  const run = await tenant.as('agent-developer').post(`/api/workflows/${id}/runs`, {});
  expect(await ended(run.body.id)).toMatchObject({ output: { pay: 144 }, withheld: null });
  await ctx.ctx.db.owner.query('UPDATE agent_executions SET started_by = $2 WHERE id = $1', [
    run.body.id,
    rows[0]?.user_id,
  ]);
  const own = await tenant.as('plan-designer').get(`/api/workflow-runs/${run.body.id}`);
  expect(own.body).toMatchObject({
    mine: true,
    output: null,
    withheld: expect.stringContaining('confidential'),
  });
  expect(JSON.stringify(own.body.steps)).not.toContain('144');
  const file = await tenant.as('plan-designer').get(`/api/workflow-runs/${run.body.id}/values/run/out`);
  expect(file.status).toBe(403);
  expect((await tenant.as('auditor').get(`/api/workflow-runs/${run.body.id}`)).body.output).toEqual({
    pay: 144,
  });
});

it('a run counts nodes and executions apart, and says which steps have times of their own', async () => {
  const link = (from: string, port: string, to: string, into = 'in') => ({
    id: `${from}-${to}`,
    from: { node: from, port },
    to: { node: to, port: into },
  });
  const document: Workflow = {
    ...EMPTY_WORKFLOW,
    name: 'Loops',
    nodes: [
      node('begin', 'start'),
      node('each', 'loop', { over: '[1, 2, 3]' }),
      node('sum', 'calculator', { formula: '1 + 1' }),
      node('finish', 'end'),
    ],
    edges: [
      link('begin', 'out', 'each'),
      link('each', 'each', 'sum'),
      link('sum', 'out', 'each', 'next'),
      link('each', 'done', 'finish'),
    ],
  };
  const dev = tenant.as('agent-developer');
  const made = await dev.post('/api/workflows', { name: document.name, document });
  expect(made.body).toMatchObject({ problems: [] });
  const { id, documentHash } = made.body;
  await dev.post(`/api/workflows/${id}/versions`, { documentHash });
  const run = await dev.post(`/api/workflows/${id}/runs`, {});
  const { counts, steps } = await ended(run.body.id);
  expect(counts).toEqual({ nodes: 4, nodesExecuted: 4, executions: 6 });
  expect(steps.every(({ isTimed }: { isTimed: boolean }) => !isTimed)).toBe(true);
});

it('runs are found by a part of their workflow’s name and by the beginning of their id, page by page', async () => {
  const id = await publish('Needle_100%', [node('begin', 'start'), node('finish', 'end')]);
  const dev = tenant.as('agent-developer');
  const made: string[] = [];
  for (let n = 0; n < 3; n += 1) made.push((await dev.post(`/api/workflows/${id}/runs`, {})).body.id);
  const found = async (search: string, more: Record<string, unknown> = {}) =>
    (await dev.get('/api/workflow-runs', { search, ...more })).body;
  const ids = (page: { rows: { id: string }[] }) => page.rows.map((row) => row.id);
  expect(ids(await found('eedle_100%'))).toEqual([...made].reverse());
  expect(ids(await found('needleX100'))).toEqual([]);
  const first = await found('needle', { limit: 2 });
  expect(ids(await found('needle', { limit: 2, cursor: first.nextCursor }))).toEqual([made[0]]);
  expect(ids(await found(made[1]?.toUpperCase() ?? ''))).toEqual([made[1]]);
  expect(ids(await found(made[1]?.slice(0, 13) ?? ''))).toContain(made[1]);
  expect(ids(await found('needle', { status: 'failed' }))).toEqual([]);
  expect(ids(await found('0000-not-there'))).toEqual([]);
});

it('a full disk is answered 503, and the process is not ready for a while', async () => {
  const { owner } = ctx.ctx.db;
  await owner.query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`);
  await owner.query('CREATE TRIGGER full_disk BEFORE INSERT ON audit_staged EXECUTE FUNCTION full_disk()');
  const document = {
    ...EMPTY_WORKFLOW,
    name: 'Nowhere to go',
    nodes: [node('begin', 'start'), node('z', 'end')],
  };
  const answer = await tenant.as('agent-developer').post('/api/workflows', { name: document.name, document });
  expect([answer.status, answer.body.code]).toEqual([503, 'UNAVAILABLE']);
  expect(answer.body.error).toContain('disk is full');
  expect((await fetch(`${ctx.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${ctx.url}/healthz`)).status).toBe(200);
  await owner.query('DROP TRIGGER full_disk ON audit_staged');
});

it('a serving process publishes what steps may reach, for the workers beside it', async () => {
  expect(await readSharedSettings(ctx.ctx.db.owner)).toEqual({
    allowedHosts: ctx.ctx.settings.allowedHosts,
    allowedDatabases: [],
    allowedMailServers: [],
    sqliteDir: null,
    dropFolder: null,
  });
  expect(ctx.ctx.settings.allowedHosts).toHaveLength(1);
});
