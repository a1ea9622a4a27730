import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishNode } from '../../../activities/one-node.fixture.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../../testing/start-test-context.ts';

let ctx: TestContext;
let tenant: TestTenant;
let target: Server;
let origin: string;
const calls: string[] = [];
const person = { participantId: null };

/** Answers only what is called for the second time; the first call of an address is never answered. */
beforeAll(async () => {
  target = createServer((request, response) => {
    const path = request.url ?? '';
    calls.push(path);
    if (calls.filter((one) => one === path).length > 1)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"paid":true}');
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_HOSTS: origin } });
  tenant = await ctx.newTenant({
    administrator: person,
    'agent-developer': person,
    'agent-operator': person,
    finance: person,
  });
});
afterAll(async () => {
  await ctx?.stop();
  target?.closeAllConnections();
  target?.close();
});

async function start(path: string, config: JsonObject = {}) {
  const id = await publishNode(tenant.as('agent-developer'), {
    name: `Call ${path}`.replaceAll(/[^a-z0-9 ]/gi, ''),
    type: 'api_call',
    config: {
      method: 'POST',
      url: `${origin}${path}`,
      body: 'input',
      timeoutSeconds: 1,
      headers: [
        { name: 'x-api-key', value: '"very-secret"' },
        { name: 'accept-language', value: '"de"' },
      ],
      ...config,
    },
  });
  const run = await tenant
    .as('agent-operator')
    .post(`/api/workflows/${id}/runs`, { input: { amount: '7.00' } });
  return run.body.id as string;
}

async function until(runId: string, status: string) {
  for (;;) {
    const { body } = await tenant.as('agent-operator').get(`/api/workflow-runs/${runId}`);
    if (body.status === status) return body;
    expect(['running', 'waiting']).toContain(body.status);
    await setTimeout(50);
  }
}

const decide = (task: string, answer: JsonObject) =>
  tenant.as('agent-operator').post(`/api/tasks/${task}/decide`, answer);

async function taskOf(runId: string) {
  await until(runId, 'waiting');
  const { body } = await tenant.as('agent-operator').get('/api/tasks', { runId });
  expect(body.rows).toHaveLength(1);
  return body.rows[0];
}

it('[WF-62] a call nobody knows the outcome of becomes a task that shows what was sent; success goes on with the given output', async () => {
  const runId = await start('/orders?token=very-secret&page=2');
  const task = await taskOf(runId);
  expect(task).toMatchObject({
    type: 'unknown_outcome',
    queue: 'agent-operator',
    title: 'Did “API Call” succeed?',
    decisions: ['succeeded', 'failed', 'retry'],
    input: {
      sent: {
        method: 'POST',
        url: `${origin}/orders?token=hidden&page=2`,
        body: { amount: '7.00' },
        headers: [
          { name: 'x-api-key', value: 'hidden' },
          { name: 'accept-language', value: 'de' },
        ],
      },
      sentAt: expect.stringMatching(/^\d{4}-/),
      attempt: 1,
      idempotencyKey: `${runId}/it@`,
      error: { code: 'TIMEOUT' },
    },
  });
  for (const role of ['agent-operator', 'administrator'] as const) {
    const { body } = await tenant.as(role).get('/api/notices');
    expect(body.rows.find((one: { runId: string }) => one.runId === runId)).toMatchObject({
      title: task.title,
    });
  }
  const foreign = await tenant.as('finance').post(`/api/tasks/${task.id}/decide`, { decision: 'succeeded' });
  expect(foreign.status).toBe(403);
  expect((await decide(task.id, { decision: 'approved' })).status).toBe(400);
  const answer = { decision: 'succeeded', output: { receipt: 12 }, comment: 'It is in the bank’s list' };
  expect((await decide(task.id, answer)).body.status).toBe('completed');
  expect(await until(runId, 'completed')).toMatchObject({ output: { receipt: 12 } });
  expect(calls.filter((path) => path.startsWith('/orders'))).toHaveLength(1);
  const log = await tenant.as('administrator').get('/api/audit', { limit: 3 });
  expect(JSON.stringify(log.body)).toContain('task.decided');
});

it('[WF-62] or it failed, and the run fails with the error there was', async () => {
  const runId = await start('/failed');
  const task = await taskOf(runId);
  await decide(task.id, { decision: 'failed' });
  expect((await until(runId, 'failed')).error).toContain('timed out');
});

it('[WF-62] or it is sent again with the same key, and asked about again where that has no answer either', async () => {
  const runId = await start('/again');
  const task = await taskOf(runId);
  expect((await decide(task.id, { decision: 'retry' })).body).toMatchObject({ status: 'completed' });
  expect(await until(runId, 'completed')).toMatchObject({ output: { status: 200, body: { paid: true } } });
  expect((await decide(task.id, { decision: 'retry' })).status).toBe(409);
  const list = await tenant.as('agent-operator').get('/api/tasks', { runId, whose: 'all' });
  expect(list.body.rows).toEqual([]);
});

it('[WF-62] cancelling the run takes the question back', async () => {
  const runId = await start('/cancelled');
  const task = await taskOf(runId);
  await tenant.as('agent-operator').post(`/api/workflow-runs/${runId}/cancel`, {});
  expect((await tenant.as('agent-operator').get(`/api/tasks/${task.id}`)).body.status).toBe('withdrawn');
});

it('[WF-26] a call that does no harm twice is retried after a time-out, without asking anybody', async () => {
  const reading = await start('/reading', { method: 'GET' });
  const keyed = await start('/keyed', { repeatable: 'honours-idempotency-key' });
  for (const runId of [reading, keyed])
    expect(await until(runId, 'completed')).toMatchObject({ output: { body: { paid: true } } });
});
