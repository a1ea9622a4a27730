import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { prepareWorkflow } from '@attain/domain/workflows/prepare-workflow';
import { pendingRun } from '@attain/domain/workflows/steps/run-state';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { loadKeys } from '../../base/keys.ts';
import { readSettings } from '../../base/settings.ts';
import { advanceEvents } from '../../runs/engine/advance-events.ts';
import { openComputeThread } from '../../runs/engine/computing/open-thread.ts';
import { startRun } from '../../slices/workflow-runs/start-run.ts';
import type { Client } from '../../testing/client.ts';
import { newDatabase, startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { createWorker } from '../../worker.ts';
import { workflowActivities } from '../../workflow-activities.ts';
import { brokenJournals, drawn, publishAll } from './sample-runs.fixture.ts';

/** Filters a list by another for each of its items: 15,000 looks a turn. */
const heavy = drawn(
  'Computes much',
  {
    begin: ['start'],
    again: ['loop', { over: 'run.input.items', limit: 10_000 }],
    body: ['calculator', { formula: 'size(run.input.q.filter(a, run.input.j.exists(b, b == -1)))' }],
    finish: ['end'],
  },
  ['begin.out > again.in', 'again.each > body.in', 'body.out > again.next', 'again.done > finish.in'],
);
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const inputOf = (turns: number) => ({ items: numbers(turns), q: numbers(150), j: numbers(100) });

let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

async function publish(admin: Client): Promise<string> {
  const made = await admin.post('/api/workflows', { name: heavy.name, document: heavy });
  expect(made.body).toMatchObject({ problems: [] });
  const { id, documentHash } = made.body;
  expect((await admin.post(`/api/workflows/${id}/versions`, { documentHash })).status).toBe(200);
  return id;
}

async function newWorkspace() {
  const admin = (await ctx.newTenant()).as('administrator');
  const workflowId = await publish(admin);
  const start = (turns: number) => admin.post(`/api/workflows/${workflowId}/runs`, { input: inputOf(turns) });
  const statusOf = async (id: string): Promise<string> =>
    (await admin.get(`/api/workflow-runs/${id}`)).body.status;
  const ended = async (id: string) => {
    while ((await statusOf(id)) === 'running') await setTimeout(20);
    return (await admin.get(`/api/workflow-runs/${id}`)).body;
  };
  return { admin, start, statusOf, ended };
}

describe('[WF-28] a run that computes much', () => {
  test('is answered before it computes, and others are answered while it does', async () => {
    const { admin, start, statusOf, ended } = await newWorkspace();
    const { status, body } = await start(100);
    expect({ status, run: body.status }).toEqual({ status: 201, run: 'running' });
    let answered = 0;
    while ((await statusOf(body.id)) === 'running') {
      expect((await admin.get('/healthz')).status).toBe(200);
      answered += 1;
    }
    expect(answered).toBeGreaterThan(3);
    expect(await ended(body.id)).toMatchObject({
      status: 'completed',
      output: Array(100).fill(0),
      journal: { intact: true },
    });
  });

  test('does not wait behind all runs of another workspace', async () => {
    const [busy, other] = [await newWorkspace(), await newWorkspace()];
    const many = await Promise.all(numbers(12).map(() => busy.start(300)));
    const one = await other.start(10);
    expect(await other.ended(one.body.id)).toMatchObject({ status: 'completed' });
    const left = await Promise.all(many.map(({ body }) => busy.statusOf(body.id)));
    expect(left).toContain('running');
    for (const { body } of many)
      await busy.admin.post(`/api/workflow-runs/${body.id}/cancel`, { reason: 'Enough was seen.' });
  });

  test('is refused when the person has too many of them, and goes on again after they are cancelled', async () => {
    const { admin, start, statusOf, ended } = await newWorkspace();
    const answers = await Promise.all(numbers(30).map(() => start(5_000)));
    const rejected = answers.filter(({ status }) => status === 429);
    const started = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect(rejected.length + started.length).toBe(30);
    const over = (await Promise.all(started.map(statusOf))).filter((status) => status !== 'running');
    expect(started.length).toBeLessThanOrEqual(20 + over.length);
    expect(rejected[0]?.body).toMatchObject({
      code: 'THROTTLED',
      error:
        'You have 20 runs that are still computing. Wait until one of them has ended, then start this one.',
    });
    // a light run is not held up by that
    expect((await start(0)).body.status).toBe('completed');
    for (const id of started) {
      expect((await admin.post(`/api/workflow-runs/${id}/cancel`, { reason: 'Too slow.' })).status).toBe(200);
      expect(await statusOf(id)).toBe('cancelled');
    }
    const again = await start(20);
    expect(await ended(again.body.id)).toMatchObject({ status: 'completed' });
    for (const id of started) expect(await statusOf(id)).toBe('cancelled');
  });
});

test('[WF-28] what is computed for a cancelled run is given up', async () => {
  const prepared = prepareWorkflow(heavy);
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.problems));
  const event = {
    id: 'start',
    atMs: 0,
    kind: 'start',
    run: newId(),
    input: inputOf(10_000),
  } as const;
  const { entries: journal } = advanceEvents(prepared.value, pendingRun(), [event]);
  const giveUp = new AbortController();
  const thread = openComputeThread();
  const next = { id: 'continue/1', atMs: 0, kind: 'continue', worked: 0 } as const;
  const task = { workflow: heavy, contracts: {}, isDraft: false, journal, event: next };
  const computed = thread.compute(task, giveUp.signal);
  giveUp.abort();
  expect(await computed).toBeNull();
  await thread.stop();
});

test('[I4] [I6] [I16] a run whose process died while it computed is taken over and ends once', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'attain-heavy-'));
  const { url: ownerUrl, drop } = await newDatabase(inject('ownerUrl'));
  const open = () =>
    createWorker({
      ownerUrl,
      clock: systemClock,
      appVersion: 'test',
      keys: loadKeys(dataDir, {}),
      settings: readSettings({ ATTAIN_DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
      log: pino({ level: 'silent' }),
    });
  // one that never began to work, as if it had died after the commit, and two others
  const works = [await open(), await open(), await open()] as const;
  const [dead, ...living] = works;
  const actor = await publishAll(dead.ctx, [heavy]);
  const { rows } = await dead.ctx.db.owner.query<{ id: string }>(
    'SELECT workflow_id AS id FROM workflow_versions',
  );
  const [{ id: workflowId = '' } = {}] = rows;
  const run = await startRun(dead.ctx, actor, {
    workflowId,
    input: inputOf(100),
    variables: {},
    trigger: 'manual',
  });
  expect(run.status).toBe('running');
  const lines = async () =>
    (
      await dead.ctx.db.owner.query(
        `SELECT status, (SELECT count(*)::int FROM run_inbox WHERE run_id = r.id) AS inbox,
                (SELECT count(*)::int FROM run_journal j WHERE j.run_id = r.id AND j.key = 'ended') AS ends FROM agent_executions r`,
      )
    ).rows;
  expect(await lines()).toEqual([{ status: 'running', inbox: 1, ends: 0 }]);
  await dead.ctx.db.owner.query(`UPDATE run_inbox SET created_at = created_at - interval '1 minute'`);
  for (const { ctx } of living) ctx.runs.start(workflowActivities(ctx), []);
  while ((await lines())[0].status === 'running') await setTimeout(20);
  expect(await lines()).toEqual([{ status: 'completed', inbox: 0, ends: 1 }]);
  expect(await brokenJournals(dead.ctx)).toEqual([]);
  for (const one of works) await one.close();
  await drop();
  rmSync(dataDir, { recursive: true, force: true });
});
