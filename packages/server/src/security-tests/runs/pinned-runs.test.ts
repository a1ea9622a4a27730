import { setTimeout } from 'node:timers/promises';
import type { Workflow } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { drawn } from './sample-runs.fixture.ts';

let ctx: TestContext;
let admin: Client;

beforeAll(async () => {
  ctx = await startTestContext();
  admin = (await ctx.newTenant()).as('administrator');
});
afterAll(() => ctx?.stop());

async function publish(document: Workflow): Promise<string> {
  const made = await admin.post('/api/workflows', { name: document.name, document });
  expect(made.body).toMatchObject({ problems: [] });
  await publishDraft(made.body.id, made.body.documentHash);
  return made.body.id;
}

async function publishDraft(id: string, documentHash: string): Promise<void> {
  expect((await admin.post(`/api/workflows/${id}/versions`, { documentHash })).status).toBe(200);
}

async function start(workflowId: string): Promise<string> {
  const started = await admin.post(`/api/workflows/${workflowId}/runs`, {});
  expect(started.status).toBe(201);
  return started.body.id;
}

async function ended(id: string) {
  for (;;) {
    const { body } = await admin.get(`/api/workflow-runs/${id}`);
    if (['completed', 'failed', 'cancelled'].includes(body.status)) return body;
    await setTimeout(50);
  }
}

test('[WF-45] [I11] what is published while a run waits changes neither it nor the sub-workflows it starts later', async () => {
  const returning = (what: string) =>
    drawn('Said', { begin: ['start'], finish: ['end', { result: `"${what}"` }] }, ['begin.out > finish.in']);
  const child = await publish(returning('before'));
  const asks = (result: string) =>
    drawn(
      'Asks, then starts',
      {
        begin: ['start'],
        ask: ['approval', { title: 'Go on?', queue: 'finance' }],
        child: ['sub_workflow', { workflow: child }],
        finish: ['end', { result }],
      },
      ['begin.out > ask.in', 'ask.approved > child.in', 'child.out > finish.in'],
    );
  const parent = await publish(asks('nodes.child'));
  const run = await start(parent);
  for (const [id, document] of [
    [child, returning('after')],
    [parent, asks('"another"')],
  ] as const) {
    const saved = await admin.put(`/api/workflows/${id}`, { revision: 1, document });
    await publishDraft(id, saved.body.documentHash);
  }
  const approve = async (runId: string) => {
    const [task] = (await admin.get('/api/tasks', { whose: 'all', runId })).body.rows;
    expect((await admin.post(`/api/tasks/${task.id}/decide`, { decision: 'approved' })).status).toBe(200);
  };
  await approve(run);
  expect(await ended(run)).toMatchObject({ status: 'completed', version: 1, output: 'before' });
  const fresh = await start(child);
  expect(await ended(fresh)).toMatchObject({ version: 2, output: 'after' });
});

test('[WF-45] a workflow that starts itself ends with the reason, and so do all that wait for it', async () => {
  const id = await publish(
    drawn('Itself', { begin: ['start'], again: ['sub_workflow', { workflow: 'itself' }], finish: ['end'] }, [
      'begin.out > again.in',
      'again.out > finish.in',
    ]),
  );
  const run = await ended(await start(id));
  expect(run).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('nested 20 levels deep'),
  });
  const { rows } = await ctx.ctx.db.owner.query<{ n: number; open: number }>(
    `SELECT count(*)::int AS n, count(*) FILTER (WHERE status <> 'failed')::int AS open FROM agent_executions WHERE workflow_id = $1`,
    [id],
  );
  expect(rows[0]).toEqual({ n: 20, open: 0 });
});

test('[I8] a signal before its wait, twice, after the time-out or after the end has one outcome, and the log says why', async () => {
  const waits = await publish(
    drawn(
      'Waits for both',
      {
        begin: ['start'],
        ask: ['approval', { title: 'Go on?', queue: 'finance' }],
        bell: ['wait', { mode: 'signal', signal: 'go' }],
        late: ['wait', { mode: 'signal', signal: 'late', seconds: 1 }],
        rest: ['wait', { mode: 'signal', signal: 'rest' }],
        finish: ['end', { result: 'nodes.bell' }],
      },
      [
        'begin.out > ask.in',
        'ask.approved > bell.in',
        'bell.out > late.in',
        'late.timeout > rest.in',
        'rest.out > finish.in',
      ],
    ),
  );
  const run = await start(waits);
  const signal = async (name: string, value: string, status = 200) =>
    expect((await admin.post(`/api/workflow-runs/${run}/signals/${name}`, { value })).status).toBe(status);
  await signal('go', 'first');
  await signal('go', 'second');
  const [task] = (await admin.get('/api/tasks', { whose: 'all', runId: run })).body.rows;
  await admin.post(`/api/tasks/${task.id}/decide`, { decision: 'approved' });
  await signal('go', 'third');
  for (let waiting = ''; !waiting.includes('rest'); await setTimeout(50))
    waiting = (await admin.get(`/api/workflow-runs/${run}`)).body.waitingFor ?? '';
  await signal('late', 'too late');
  await signal('rest', 'now');
  expect(await ended(run)).toMatchObject({ status: 'completed', output: 'first' });
  await signal('rest', 'after the end');
  const { rows } = await ctx.ctx.db.owner.query<{ kind: string; reason: string | null }>(
    `SELECT entry->>'kind' AS kind, entry->>'reason' AS reason FROM run_journal
      WHERE run_id = $1 AND entry->>'kind' IN ('kept', 'ignored') ORDER BY seq`,
    [run],
  );
  expect(rows.map(({ kind, reason }) => reason ?? kind)).toEqual([
    'kept',
    'already-kept',
    'already-answered',
    'already-answered',
    'run-has-ended',
  ]);
});
