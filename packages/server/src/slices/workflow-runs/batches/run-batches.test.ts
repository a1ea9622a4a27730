import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunBatch } from '@attain/contract/run-batches';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishNode } from '../../../activities/one-node.fixture.ts';
import { systemActor } from '../../../base/actor.ts';
import { newId } from '../../../base/ids.ts';
import type { Client } from '../../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../../testing/start-test-context.ts';
import { retryFailed } from '../retry-run.ts';

const unpaid = { participantId: null };
/** More than the job handles at once. */
const many = 23;

let ctx: TestContext;
let target: Server;
let origin: string;
let works = false;
/** From this call on the target works. */
let worksFrom = Infinity;
let calls = 0;
let tenant: TestTenant;
let dev: Client;

beforeAll(async () => {
  target = createServer((_, response) => {
    calls += 1;
    response.writeHead(works || calls >= worksFrom ? 200 : 400).end('answer');
  });
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
  worksFrom = Infinity;
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
const call = () => ({ name: 'Call', type: 'api_call', config: { url: `${origin}/x`, retries: 0 } });
const failing = (count: number) => runs('api_call', call().config, { count, status: 'failed' });
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

  it('[GOV-16] are retried as the client that ordered it: policies see its address, which goes with the end', async () => {
    const workflowId = await failing(1);
    const admin = tenant.as('administrator');
    const { id } = (
      await admin.post('/api/policies', {
        ...{ name: 'Not from here', type: 'security', priority: 'medium' },
        appliesTo: [{ kind: 'workspace', id: '' }],
        rule: { effect: 'deny', actions: ['run'], conditions: [], exceptRoles: ['administrator'] },
        limits: { addresses: { within: true, networks: ['127.0.0.0/8', '::1'] } },
      })
    ).body;
    const active = await admin.post(`/api/policies/${id}/status`, { status: 'active' });
    expect(active.body).toMatchObject({ status: 'active', approvalId: null });
    expect(await batch('retry', { workflowId })).toMatchObject({
      succeeded: 0,
      skipped: 1,
      problems: [{ message: expect.stringContaining('Policy “Not from here”') }],
    });
    const { rows } = await ctx.ctx.db.owner.query(
      'SELECT client_address FROM run_batches WHERE tenant_id = $1',
      [tenant.tenantId],
    );
    expect(rows).toEqual([{ client_address: '' }]);
  });

  it('are cancelled if they are in progress, and ended ones stay', async () => {
    const ended = await failing(2);
    const workflowId = await waiting(2);
    expect((await estimate('cancel', { status: 'failed' })).body.count).toBe(0);
    expect((await estimate('cancel', {})).body.count).toBe(2);
    expect(await batch('cancel', {})).toMatchObject({ status: 'completed', succeeded: 2, skipped: 0 });
    expect(await counted({ workflowId }, 'cancelled')).toBe(2);
    expect(await counted({ workflowId: ended }, 'failed')).toBe(2);
    expect(await batch('retry', { workflowId })).toMatchObject({ succeeded: 2, skipped: 0 });
  });

  it('are not retried twice: a run that another one started only if that one completed', async () => {
    const inner = await publishNode(dev, call());
    const sub = { workflow: inner, retries: 0 };
    await runs('sub_workflow', sub, { count: 1, status: 'failed' });
    const caught = await publishNode(dev, {
      name: 'Caught',
      type: 'sub_workflow',
      config: sub,
      port: 'error',
    });
    await dev.post(`/api/workflows/${caught}/runs`, {});
    await expect.poll(() => counted({ workflowId: caught }, 'completed'), { timeout: 60_000 }).toBe(1);
    // one whose first attempt failed, and whose second did not
    calls = 0;
    worksFrom = 2;
    const again = { ...sub, retries: 1 };
    const repeated = await runs('sub_workflow', again, { count: 1, status: 'completed' });
    worksFrom = Infinity;
    expect((await estimate('retry', {})).body.count).toBe(2);
    const unresolved = () => counted({ workflowId: inner, status: 'dead-letter' }, 'failed');
    expect(await unresolved()).toBe(2);
    works = true;
    calls = 0;
    expect(await batch('retry', {})).toMatchObject({ succeeded: 2, skipped: 0 });
    await expect.poll(() => counted({ workflowId: inner }, 'completed'), { timeout: 60_000 }).toBe(3);
    expect([calls, await unresolved(), await counted({ workflowId: repeated }, 'completed')]).toEqual([
      2, 0, 1,
    ]);
  });

  it('[WF-44] include one whose error was caught, even if the run that started it failed later', async () => {
    const sub = { workflow: await publishNode(dev, call()), retries: 0 };
    const later = await publishNode(dev, {
      name: 'Later',
      type: 'sub_workflow',
      config: sub,
      port: 'error',
      next: { type: 'api_call', config: call().config },
    });
    await dev.post(`/api/workflows/${later}/runs`, {});
    await expect.poll(() => counted({ workflowId: later }, 'failed'), { timeout: 60_000 }).toBe(1);
    // but not if a run further above repeats both
    await runs('sub_workflow', { ...sub, workflow: later }, { count: 1, status: 'failed' });
    expect(await counted({ status: 'dead-letter' }, 'failed')).toBe(5);
    works = true;
    calls = 0;
    expect(await batch('retry', {})).toMatchObject({
      succeeded: 3,
      skipped: 1,
      problems: [{ message: expect.stringContaining('Retry that run') }],
    });
    await expect.poll(() => counted({}, 'completed'), { timeout: 60_000 }).toBe(5);
    expect([calls, await counted({ status: 'dead-letter' }, 'failed')]).toEqual([3, 0]);
  });

  it('are retried once, also by two at the same moment', async () => {
    const workflowId = await failing(1);
    const { body } = await dev.get('/api/workflow-runs', { workflowId });
    const { body: me } = await dev.get('/api/auth/me');
    const actor = { ...systemActor(tenant.tenantId, me.user.id, 'test'), roles: me.roles };
    const both = await Promise.allSettled([1, 2].map(() => retryFailed(ctx.ctx, actor, body.rows[0].id)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
    expect((await dev.get('/api/workflow-runs', { workflowId })).body.rows).toHaveLength(2);
  });

  it('are found behind many whose values are hidden; those can’t be retried, and twenty reasons are kept', async () => {
    const own = await failing(1);
    const { owner } = ctx.ctx.db;
    const mark = `UPDATE agent_executions SET parameters = '"needle"' WHERE tenant_id = $1 AND workflow_id = $2`;
    await owner.query(mark, [tenant.tenantId, own]);
    const hidden = await publishNode(dev, {
      name: 'Hidden',
      type: 'explain_pay',
      config: { calculation: '"c"', payee: '"p"' },
    });
    await tenant.as('administrator').post(`/api/workflows/${hidden}/runs`, {});
    await expect.poll(() => counted({ workflowId: hidden }, 'failed'), { timeout: 60_000 }).toBe(1);
    await owner.query(mark, [tenant.tenantId, hidden]);
    const copy = (count: number) =>
      owner.query(
        `INSERT INTO agent_executions SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).*
           FROM agent_executions r, generate_series(1, $3) WHERE r.tenant_id = $1 AND r.workflow_id = $2 LIMIT $3`,
        [tenant.tenantId, hidden, count],
      );
    await copy(2101);
    expect((await estimate('retry', { value: 'needle' })).body).toMatchObject({ count: 1, more: false });
    const { rows, nextCursor } = (await dev.get('/api/workflow-runs', { value: 'needle' })).body;
    expect(rows).toEqual([]);
    const next = await dev.get('/api/workflow-runs', { value: 'needle', cursor: nextCursor });
    expect(next.body).toMatchObject({ rows: [{ workflowId: own }], nextCursor: null });
    // behind more than are looked at for an estimate, it is found by the batch
    await copy(8000);
    expect((await estimate('retry', { value: 'needle' })).body).toMatchObject({ count: 0, more: true });
    works = true;
    expect(await batch('retry', { value: 'needle' })).toMatchObject({ succeeded: 1, skipped: 0 });
    await owner.query(
      `DELETE FROM agent_executions WHERE ctid IN (SELECT ctid FROM agent_executions WHERE tenant_id = $1 AND workflow_id = $2 LIMIT 10077)`,
      [tenant.tenantId, hidden],
    );
    const skipped = await batch('retry', { workflowId: hidden });
    expect(skipped).toMatchObject({ status: 'completed', succeeded: 0, skipped: 25, error: null });
    expect(skipped.problems).toHaveLength(20);
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
    // one that fails says so
    await ctx.ctx.db.owner.query(
      `UPDATE run_batches SET filter = '{"from":"?"}', finished_at = NULL WHERE id = $1`,
      [id],
    );
    await ctx.ctx.db.owner.query(
      `UPDATE jobs SET status = 'queued', cancel_requested = false WHERE subject_id = $1`,
      [id],
    );
    await ctx.ctx.jobs.order('run-batch', { tenantId: tenant.tenantId, id });
    await expect
      .poll(async () => (await dev.get(`/api/run-batches/${id}`)).body, { timeout: 60_000 })
      .toMatchObject({
        status: 'failed',
        error: expect.stringContaining('internal error'),
      });
  });
});
