import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunBatch } from '@attain/contract/run-batches';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishNode } from '../../../activities/one-node.fixture.ts';
import { newId } from '../../../base/ids.ts';
import type { Client } from '../../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../../testing/start-test-context.ts';

const unpaid = { participantId: null };
/** More than the job handles at once. */
const many = 23;

let ctx: TestContext;
let target: Server;
let origin: string;
let works = false;
let tenant: TestTenant;
let dev: Client;

beforeAll(async () => {
  target = createServer((_, response) => response.writeHead(works ? 200 : 400).end('answer'));
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_HOSTS: origin } });
});
afterAll(async () => {
  await ctx?.stop();
  target?.close();
});
beforeEach(async () => {
  works = false;
  tenant = await ctx.newTenant({ 'agent-developer': unpaid, administrator: unpaid });
  dev = tenant.as('agent-developer');
});

/** Starts runs of a workflow with one node and returns its id once they have that status. */
async function runs(type: string, config: object, { count, status }: { count: number; status: string }) {
  const id = await publishNode(dev, { name: `Flow ${newId()}`, type, config: config as never });
  await Promise.all(Array.from({ length: count }, () => dev.post(`/api/workflows/${id}/runs`, {})));
  await expect
    .poll(() => counted({ workflowId: id }, status), { timeout: 60_000, interval: 100 })
    .toBe(count);
  return id;
}
const failing = (count: number) =>
  runs('api_call', { url: `${origin}/x`, retries: 0 }, { count, status: 'failed' });
const waiting = (count: number) =>
  runs('wait', { mode: 'signal', signal: 'go' }, { count, status: 'waiting' });

async function counted(filter: Record<string, string>, status: string): Promise<number> {
  const { body } = await dev.get('/api/workflow-runs', { ...filter, limit: 200 });
  return body.rows.filter((run: { status: string }) => run.status === status).length;
}

const estimate = (act: string, filter: Record<string, string>) =>
  dev.get('/api/run-batches/estimate', { act, ...filter });

async function batch(act: string, filter: object): Promise<RunBatch> {
  const ordered = await dev.post('/api/run-batches', { act, filter });
  expect(ordered).toMatchObject({ status: 202, body: { act } });
  for (;;) {
    const { body } = await dev.get(`/api/run-batches/${ordered.body.id}`);
    if (body.finishedAt !== null) return body;
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

describe('[WF-97] runs that a filter matches', () => {
  it('are counted, then retried from the step that failed, once and no others', async () => {
    const workflowId = await failing(many);
    const other = await failing(1);
    expect((await estimate('retry', { workflowId, status: 'failed' })).body).toEqual({
      count: many,
      more: false,
      underWay: null,
    });
    works = true;
    expect(await batch('retry', { workflowId, status: 'failed' })).toMatchObject({
      status: 'completed',
      progress: { done: many, total: many },
      succeeded: many,
      skipped: 0,
      problems: [],
    });
    await expect.poll(() => counted({ workflowId }, 'completed'), { timeout: 60_000 }).toBe(many);
    expect((await estimate('retry', { workflowId })).body.count).toBe(0);
    expect(await dev.post('/api/run-batches', { act: 'retry', filter: { workflowId } })).toMatchObject({
      status: 400,
      body: { error: 'No run matches that can be retried.' },
    });
    expect(await counted({ workflowId: other, status: 'dead-letter' }, 'failed')).toBe(1);
    const log = await tenant.as('administrator').get('/api/audit', { action: 'workflow-run.retried' });
    expect(log.body.rows).toHaveLength(many);
  });

  it('are those of the moment of the order: what fails again is left for the next batch', async () => {
    const workflowId = await failing(3);
    expect(await batch('retry', { workflowId })).toMatchObject({ status: 'completed', succeeded: 3 });
    await expect.poll(() => counted({ workflowId }, 'failed'), { timeout: 60_000 }).toBe(6);
    expect((await estimate('retry', { workflowId })).body.count).toBe(3);
  });

  it('are cancelled if they are in progress, and ended ones stay', async () => {
    const ended = await failing(2);
    const workflowId = await waiting(2);
    expect((await estimate('cancel', { status: 'failed' })).body.count).toBe(0);
    expect((await estimate('cancel', {})).body.count).toBe(2);
    expect(await batch('cancel', {})).toMatchObject({ status: 'completed', succeeded: 2, skipped: 0 });
    expect(await counted({ workflowId }, 'cancelled')).toBe(2);
    expect(await counted({ workflowId: ended }, 'failed')).toBe(2);
  });

  it('are handled by one batch at a time, which can be stopped while it waits', async () => {
    const workflowId = await waiting(1);
    const id = newId();
    await ctx.ctx.db.owner.query(
      `INSERT INTO run_batches (tenant_id, id, act, filter, status, created_by)
       SELECT $1, $2, 'cancel', '{}', 'queued', user_id FROM memberships WHERE tenant_id = $1 LIMIT 1`,
      [tenant.tenantId, id],
    );
    await ctx.ctx.db.owner.query(
      `INSERT INTO jobs (tenant_id, kind, subject_id, status, done, total, cancel_requested, attempts)
       VALUES ($1, 'run-batch', $2, 'queued', 0, 1, false, 0)`,
      [tenant.tenantId, id],
    );
    expect((await estimate('cancel', {})).body).toMatchObject({ count: 1, underWay: { id } });
    expect((await dev.post('/api/run-batches', { act: 'cancel' })).status).toBe(409);
    expect(await dev.post(`/api/run-batches/${id}/cancel`)).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    });
    expect((await dev.post(`/api/run-batches/${id}/cancel`)).status).toBe(409);
    expect(await counted({ workflowId }, 'waiting')).toBe(1);
  });
});
