import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { EMPTY_WORKFLOW, type Workflow, type WorkflowNode } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { removeOldRuns } from '../workflow-runs/remove-runs.ts';

let ctx: TestContext;
let target: Server;
let origin: string;
/** How the target answers a path: a status for each call in turn, the last for all later ones. */
const answers = new Map<string, number[]>();
const nobody = { participantId: null };

beforeAll(async () => {
  target = createServer((request, response) => {
    const left = answers.get(request.url ?? '') ?? [200];
    const status = (left.length > 1 ? left.shift() : left[0]) ?? 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_HOSTS: origin } });
});
afterAll(async () => {
  await ctx?.stop();
  target?.close();
});

function workspace() {
  return ctx.newTenant({
    administrator: nobody,
    'agent-developer': nobody,
    'plan-designer': nobody,
    'comp-admin': nobody,
    'sales-rep': nobody,
  });
}

const node = (id: string, type: string, config: JsonObject = {}): WorkflowNode => ({
  id,
  type,
  title: id,
  config,
  position: { x: 0, y: 0 },
});

async function publish(tenant: TestTenant, name: string, nodes: readonly WorkflowNode[], links?: string[]) {
  const chain = nodes.slice(1).map((to, at) => `${nodes[at]?.id}.out > ${to.id}.in`);
  const end = (text = '') => ({ node: text.split('.')[0] ?? '', port: text.split('.')[1] ?? '' });
  const edges = (links ?? chain).map((link, at) => {
    const [from, to] = link.split(' > ');
    return { id: `e${at}`, from: end(from), to: end(to) };
  });
  const document: Workflow = { ...EMPTY_WORKFLOW, name, nodes, edges };
  const dev = tenant.as('agent-developer');
  const made = await dev.post('/api/workflows', { name, document });
  expect(made.body).toMatchObject({ problems: [] });
  const { id, documentHash } = made.body;
  expect((await dev.post(`/api/workflows/${id}/versions`, { documentHash })).status).toBe(200);
  return id as string;
}

async function ended(tenant: TestTenant, workflowId: string, input: object = {}) {
  const started = await tenant.as('agent-developer').post(`/api/workflows/${workflowId}/runs`, { input });
  expect(started.status).toBe(201);
  for (;;) {
    const { body } = await tenant.as('administrator').get(`/api/workflow-runs/${started.body.id}`);
    if (['completed', 'failed', 'cancelled'].includes(body.status)) return body;
    await setTimeout(30);
  }
}

const call = (path: string, more: JsonObject = {}) =>
  node('call', 'api_call', { method: 'POST', url: `${origin}${path}`, retries: 0, ...more });
type Row = { title: string; kind: string; depth: number; attempt: number; status: string; runId: string };
const outline = (spans: Row[]) =>
  spans.map(({ title, kind, depth, attempt, status }) => `${depth} ${kind} ${title} #${attempt} ${status}`);

describe('a trace', () => {
  it('[OBS-09] [OBS-10] [TEL-1] nests loops, attempts and the runs of sub-workflows', async () => {
    const tenant = await workspace();
    const inner = await publish(tenant, 'Inner', [
      node('begin', 'start'),
      call('/inner'),
      node('over', 'end'),
    ]);
    answers.set('/flaky', [503, 200]);
    const outer = await publish(
      tenant,
      'Outer',
      [
        node('begin', 'start'),
        node('each', 'loop', { over: 'input.list' }),
        node('child', 'sub_workflow', { workflow: inner, retries: 0 }),
        call('/flaky', { retries: 1, backoffSeconds: 1 }),
        node('finish', 'end'),
      ],
      [
        'begin.out > each.in',
        'each.each > child.in',
        'child.out > each.next',
        'each.done > call.in',
        'call.out > finish.in',
      ],
    );
    const run = await ended(tenant, outer, { list: [1, 2] });
    const { status, body } = await tenant.as('administrator').get(`/api/traces/${run.id}`);
    expect(status).toBe(200);
    expect(outline(body.spans)).toEqual([
      '0 run Outer #1 success',
      '1 step begin #1 success',
      '1 loop each #1 success',
      ...[0, 1].flatMap(() => [
        '2 turn each #1 success',
        '3 step child #1 success',
        '4 run Inner #1 success',
        '5 step begin #1 success',
        '5 step call #1 success',
        '5 step over #1 success',
      ]),
      '1 step call #1 error',
      '1 step call #2 success',
      '1 step finish #1 success',
    ]);
    expect(body).toMatchObject({
      id: run.id,
      operation: 'Outer',
      status: 'success',
      duration: run.durationMs,
      trigger: 'manual',
      usual: null,
      isCut: false,
      errors: [
        { code: expect.any(String), message: expect.any(String), spanId: expect.stringContaining('call@#1') },
      ],
    });
    expect(new Set(body.spans.map(({ runId }: Row) => runId)).size).toBe(3);
    const [first, second] = body.spans.filter(({ title, depth }: Row) => title === 'call' && depth === 1);
    // the pause before the second attempt is no work of either
    const pause = second.start - first.start - first.duration;
    expect(pause).toBeGreaterThan(0);
    expect(body.waited).toBeGreaterThanOrEqual(pause);
    expect(body.worked + body.waited).toBe(body.duration);
  });

  it('shows only runs that the reader may see, and costs only to people who may see costs', async () => {
    const tenant = await workspace();
    const id = await publish(tenant, 'Plain', [node('begin', 'start'), node('finish', 'end')]);
    const run = await ended(tenant, id);
    const read = (role: 'sales-rep' | 'plan-designer' | 'comp-admin') =>
      tenant.as(role).get(`/api/traces/${run.id}`);
    expect((await read('sales-rep')).status).toBe(403);
    expect((await read('plan-designer')).status).toBe(404);
    expect((await read('comp-admin')).status).toBe(200);
    const own = await tenant.as('plan-designer').get('/api/traces');
    expect(own.body.rows).toEqual([]);
    expect((await tenant.as('plan-designer').get('/api/measures')).body.totals.runs).toBe(0);
    const sql = `INSERT INTO usage_records (tenant_id, record_id, at, run_id, node_id, workflow_id, workflow_version, environment,
        connection, kind, provider, model, prompt_tokens, completion_tokens, cost, currency, usable)
      VALUES ($1, $2, now(), $3, 'begin', $4, 1, 'dev', 'words', 'llm', 'words', 'w-1', 1200, 300, 0.0121, 'USD', true)`;
    await ctx.ctx.db.owner.query(sql, [tenant.tenantId, `${run.id}/begin@#1/1`, run.id, id]);
    const costly = await tenant.as('administrator').get(`/api/traces/${run.id}`);
    expect(costly.body).toMatchObject({ tokens: 1500, cost: '0.0121', currency: 'USD', unpriced: 0 });
    expect(costly.body.spans[1]).toMatchObject({ node: 'begin', tokens: 1500, cost: '0.0121' });
    expect((await read('comp-admin')).body).toMatchObject({ tokens: 1500, cost: null });
    const list = await tenant.as('comp-admin').get('/api/traces');
    expect(list.body.rows).toMatchObject([{ id: run.id, cost: null, status: 'success', operation: 'Plain' }]);
  });

  it('[FIN-13] adds up costs of several currencies at stored rates, and says what has none', async () => {
    const tenant = await workspace();
    const id = await publish(tenant, 'Plain', [node('begin', 'start'), node('finish', 'end')]);
    const run = await ended(tenant, id);
    const used = (call: number, cost: string | null, currency: string | null) =>
      ctx.ctx.db.owner.query(
        `INSERT INTO usage_records (tenant_id, record_id, at, run_id, node_id, workflow_id, workflow_version, environment,
            connection, kind, provider, prompt_tokens, completion_tokens, cost, currency, usable)
          VALUES ($1, $2, now(), $3, 'begin', $4, 1, 'dev', 'words', 'llm', 'words', 100, 10, $5, $6, true)`,
        [tenant.tenantId, `${run.id}/begin@#1/${call}`, run.id, id, cost, currency],
      );
    await used(1, '0.5', 'USD');
    await used(2, '2', 'EUR');
    await used(3, '1', 'GBP');
    await used(4, null, null);
    await ctx.ctx.db.owner.query(
      `INSERT INTO exchange_rates (tenant_id, from_currency, to_currency, date, rate, source)
       VALUES ($1, 'EUR', 'USD', '2020-01-01', '1.1', 'ECB')`,
      [tenant.tenantId],
    );
    const as = (role: 'administrator' | 'comp-admin') => tenant.as(role);
    const others = [{ currency: 'GBP', cost: '1', message: expect.stringContaining('from GBP to USD') }];
    const latest = { rate: '1.1', date: '2020-01-01', source: 'ECB' };
    const converted = [{ currency: 'EUR', cost: '2', converted: '2.2', rates: 1, latest }];
    const { body: trace } = await as('administrator').get(`/api/traces/${run.id}`);
    expect(trace).toMatchObject({ cost: '2.7', tokens: 440, unpriced: 1, converted, others });
    expect(trace.spans[1]).toMatchObject({ node: 'begin', cost: '2.7' });
    const { body: list } = await as('administrator').get('/api/traces');
    expect(list.rows).toMatchObject([{ cost: '2.7', others }]);
    const { body: figures } = await as('administrator').get('/api/measures');
    expect(figures).toMatchObject({ totals: { cost: '2.7' }, converted, others });
    expect(figures.workflows).toMatchObject([{ workflowId: id, cost: '2.7' }]);
    expect(figures.buckets.filter(({ cost }: { cost: string | null }) => cost !== null)).toMatchObject([
      { cost: '2.7' },
    ]);
    const hidden = { converted: [], others: [] };
    expect((await as('comp-admin').get(`/api/traces/${run.id}`)).body).toMatchObject({
      cost: null,
      ...hidden,
    });
    expect((await as('comp-admin').get('/api/traces')).body.rows).toMatchObject([{ cost: null, others: [] }]);
    expect((await as('comp-admin').get('/api/measures')).body).toMatchObject({
      totals: { cost: null },
      ...hidden,
    });
  });

  it('is listed by status, error code, workflow and duration, page by page', async () => {
    const tenant = await workspace();
    answers.set('/down', [422]);
    const good = await publish(tenant, 'Good', [node('begin', 'start'), node('finish', 'end')]);
    const bad = await publish(tenant, 'Bad', [node('begin', 'start'), call('/down'), node('finish', 'end')]);
    const failed = await ended(tenant, bad);
    const fine = [await ended(tenant, good), await ended(tenant, good)];
    const list = async (query: Record<string, string | number>) =>
      (await tenant.as('administrator').get('/api/traces', query)).body;
    const ids = async (query: Record<string, string | number>) =>
      (await list(query)).rows.map(({ id }: { id: string }) => id);
    const [newest, older] = [fine[1]?.id, fine[0]?.id];
    expect(await ids({})).toEqual([newest, older, failed.id]);
    expect(await ids({ status: 'error' })).toEqual([failed.id]);
    expect(await ids({ status: 'timeout' })).toEqual([]);
    expect(await ids({ workflowId: good })).toEqual([newest, older]);
    const code = (await list({ status: 'error' })).rows[0].error.code;
    expect(await ids({ code })).toEqual([failed.id]);
    expect(await ids({ minDuration: 3_600_000 })).toEqual([]);
    const page = await list({ limit: 2 });
    expect(await ids({ limit: 2, cursor: page.nextCursor })).toEqual([failed.id]);
  });
});

describe('figures', () => {
  it('[OBS-11] [TEL-5] count runs, success, durations and errors of a range, against the one before', async () => {
    const tenant = await workspace();
    answers.set('/gone', [422]);
    const good = await publish(tenant, 'Good', [node('begin', 'start'), node('finish', 'end')]);
    const bad = await publish(tenant, 'Bad', [node('begin', 'start'), call('/gone'), node('finish', 'end')]);
    const runs = [await ended(tenant, good), await ended(tenant, good), await ended(tenant, good)];
    const failed = await ended(tenant, bad);
    const set = (id: string, at: string, duration: number) =>
      ctx.ctx.db.owner.query(
        `UPDATE agent_executions SET created_at = $2, start_time = $2, duration = $3 WHERE id = $1`,
        [id, at, duration],
      );
    await set(runs[0]?.id, '2026-03-01T10:30:00Z', 1_000);
    await set(runs[1]?.id, '2026-03-02T00:00:00Z', 100);
    await set(runs[2]?.id, '2026-03-02T10:30:00Z', 300);
    await set(failed.id, '2026-03-02T23:59:59Z', 500);
    const range = { from: '2026-03-02T00:00:00Z', to: '2026-03-03T00:00:00Z' };
    const { body } = await tenant.as('administrator').get('/api/measures', range);
    expect(body.totals).toEqual({
      runs: 3,
      completed: 2,
      failed: 1,
      cancelled: 0,
      open: 0,
      successRate: '66.7',
      p50: 300,
      p95: 480,
      cost: null,
    });
    const metric = (name: string) => body.metrics.find((one: { name: string }) => one.name === name);
    expect(metric('runs')).toMatchObject({ value: '3', unit: 'count', trend: 'up', change: '200.0' });
    expect(metric('success-rate')).toMatchObject({
      value: '66.7',
      unit: 'percent',
      trend: 'down',
      change: '-33.3',
    });
    expect(metric('p95')).toMatchObject({ value: '480', unit: 'ms', change: '-52.0' });
    expect(metric('cost')).toMatchObject({ value: null, unit: 'USD', trend: 'flat', change: null });
    expect(body.buckets).toHaveLength(48);
    expect(body.buckets[0]).toMatchObject({ start: '2026-03-02T00:00:00.000Z', runs: 1, p50: 100 });
    expect(body.buckets[47]).toMatchObject({ runs: 1, failed: 1, successRate: '0.0' });
    expect(body.workflows).toMatchObject([
      { workflowId: good, name: 'Good', runs: 2, successRate: '100.0' },
      { workflowId: bad, name: 'Bad', runs: 1, failed: 1, agentId: null },
    ]);
    expect(body.errors).toEqual([{ code: expect.any(String), message: failed.error, runs: 1 }]);
    const one = await tenant.as('administrator').get('/api/measures', { ...range, workflowId: bad });
    expect(one.body.totals).toMatchObject({ runs: 1, failed: 1, p50: 500 });
  });

  it('explain a wrong range and an unknown workflow', async () => {
    const tenant = await workspace();
    const read = (query: Record<string, string>) => tenant.as('administrator').get('/api/measures', query);
    const wrong = await read({ from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' });
    expect(wrong).toMatchObject({ status: 400, body: { error: '“from” must be before “to”.' } });
    expect((await read({ from: '2020-01-01T00:00:00Z' })).status).toBe(400);
    expect((await read({ workflowId: 'nothing' })).status).toBe(404);
    const empty = await read({});
    expect(empty.body).toMatchObject({
      totals: { runs: 0, successRate: null, p50: null },
      workflows: [],
      errors: [],
    });
  });
});

/** Waits until every ended run of the workspace is in the index of logs. */
async function indexed(tenant: TestTenant): Promise<void> {
  const waiting = 'SELECT 1 FROM run_ends WHERE tenant_id = $1';
  await expect
    .poll(async () => (await ctx.ctx.db.owner.query(waiting, [tenant.tenantId])).rowCount, {
      timeout: 10_000,
    })
    .toBe(0);
}

type Line = { seq: number; level: string; message: string; nodeName?: string };

describe('the search of logs', () => {
  it('[OBS-02] [OBS-03] [OBS-04] [OBS-12] [TEL-6] finds what reading every log finds, before and after a run is indexed', async () => {
    const tenant = await workspace();
    answers.set('/missing', [404]);
    const pay = await publish(tenant, 'Pay Check', [node('begin', 'start'), node('finish', 'end')]);
    const bad = await publish(tenant, 'Late 42', [
      node('begin', 'start'),
      call('/missing'),
      node('finish', 'end'),
    ]);
    const runs = [await ended(tenant, pay), await ended(tenant, bad), await ended(tenant, pay)];
    const admin = tenant.as('administrator');
    const order = ['error', 'warn', 'info', 'debug'];
    const lines: { id: string; level: string; message: string; source: string }[] = [];
    for (const run of runs.toReversed()) {
      const { body } = await admin.get(`/api/workflow-runs/${run.id}/log`, { limit: 1000 });
      for (const { seq, level, message, nodeName } of (body.rows as Line[]).toReversed()) {
        const source = nodeName === undefined ? run.workflowName : `${run.workflowName} · ${nodeName}`;
        lines.push({ id: `${run.id}:${seq}`, level, message, source });
      }
    }
    const searches = [
      '',
      'PAY',
      'pay check',
      'run started',
      '40',
      '404',
      'ate 42',
      'late 4',
      '“call”',
      '100%',
      'nowhere',
    ];
    for (const phase of ['fresh', 'indexed']) {
      if (phase === 'indexed') await indexed(tenant);
      for (const search of searches)
        for (const level of ['error', 'info', 'debug'] as const) {
          const wanted = search.toLowerCase();
          const expected = lines.filter(
            (line) =>
              order.indexOf(line.level) <= order.indexOf(level) &&
              (line.message.toLowerCase().includes(wanted) || line.source.toLowerCase().includes(wanted)),
          );
          const { body } = await admin.get('/api/logs', { search, level, limit: 1000 });
          const found = body.rows.map(({ id }: { id: string }) => id);
          expect({ phase, search, level, found }).toEqual({
            phase,
            search,
            level,
            found: expected.map(({ id }) => id),
          });
        }
    }
    const one = await admin.get('/api/logs', { search: 'failed', workflowId: bad, level: 'error', limit: 1 });
    expect(one.body.rows).toMatchObject([
      {
        level: 'error',
        source: 'Late 42',
        timestamp: expect.any(String),
        metadata: { runId: runs[1]?.id, workflowId: bad, version: 1, node: null },
      },
    ]);
    expect(one.body.nextCursor).not.toBeNull();
    const next = await admin.get('/api/logs', {
      search: 'failed',
      workflowId: bad,
      level: 'error',
      limit: 1,
      cursor: one.body.nextCursor,
    });
    expect(next.body.rows).toMatchObject([{ source: 'Late 42 · call' }]);
    const csv = (await admin.get('/api/logs/export', { search: 'pay check' })).body.text.trim().split('\r\n');
    expect(csv).toHaveLength(
      1 + lines.filter(({ level, source }) => level === 'info' && source.startsWith('Pay')).length,
    );
    const jsonl = (
      await admin.get('/api/logs/export', { search: 'pay check', as: 'jsonl' })
    ).body.text.trim();
    expect(JSON.parse(jsonl.split('\n')[0])).toMatchObject({ source: expect.stringContaining('Pay Check') });
  });

  it('shows lines of one’s own runs only, and forgets texts with the last of their runs', async () => {
    const tenant = await workspace();
    const id = await publish(tenant, 'Gone', [node('begin', 'start'), node('finish', 'end')]);
    await ended(tenant, id);
    await indexed(tenant);
    expect((await tenant.as('plan-designer').get('/api/logs', { search: 'gone' })).body.rows).toEqual([]);
    expect((await tenant.as('sales-rep').get('/api/logs')).status).toBe(403);
    const { owner } = ctx.ctx.db;
    const counts = async () => {
      const of = (table: string) => `(SELECT count(*)::int FROM ${table} WHERE tenant_id = $1) AS ${table}`;
      const tables = ['log_texts', 'log_shape_texts', 'log_postings'].map(of).join(', ');
      return (await owner.query(`SELECT ${tables}`, [tenant.tenantId])).rows[0];
    };
    const first = await counts();
    expect(first).toMatchObject({ log_postings: 1 });
    const kept = await ended(tenant, id);
    await indexed(tenant);
    // the same texts: only a posting more
    expect(await counts()).toEqual({ ...first, log_postings: 2 });
    await owner.query('UPDATE tenants SET runs_kept_days = 1, runs_kept_set_by = $2 WHERE id = $1', [
      tenant.tenantId,
      (await tenant.as('administrator').get('/api/auth/me')).body.user.id,
    ]);
    await owner.query(
      `UPDATE agent_executions SET created_at = created_at - interval '9 days', end_time = end_time - interval '9 days'
        WHERE tenant_id = $1 AND id <> $2`,
      [tenant.tenantId, kept.id],
    );
    await removeOldRuns(ctx.ctx);
    expect(await counts()).toEqual(first);
  });
});
