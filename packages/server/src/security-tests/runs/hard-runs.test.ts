import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Workflow } from '@attain/domain/workflows/workflow';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertInbox, lockRun } from '../../runs/engine/run-store.ts';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { createWorker } from '../../worker.ts';
import { countRows, parkMore, readsOf } from './parked.fixture.ts';
import { brokenJournals, drawn, sampleWorkflows } from './sample-runs.fixture.ts';
import { startTarget, type Target } from './target.fixture.ts';

let ctx: TestContext;
let owner: pg.Pool;
let admin: Client;
let target: Target;
/** Answers with 50 MB, with what is no text, or never. */
let difficult: Server;

beforeAll(async () => {
  target = await startTarget();
  difficult = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/huge') response.end(Buffer.alloc(50_000_000, 'x'));
    if (request.url === '/large') response.end(JSON.stringify({ text: 'y'.repeat(3_000_000) }));
    if (request.url === '/zero') response.end('{"name":"\\u0000"}');
    if (request.url === '/deep') response.end(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
  });
  await new Promise<void>((listening) => difficult.listen(0, '127.0.0.1', listening));
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_HOSTS: `${target.origin},${difficultOrigin()}` } });
  owner = ctx.ctx.db.owner;
  admin = (await ctx.newTenant()).as('administrator');
});
afterAll(async () => {
  await ctx?.stop();
  difficult?.closeAllConnections();
  difficult?.close();
  target?.close();
});

const difficultOrigin = () => `http://127.0.0.1:${(difficult.address() as AddressInfo).port}`;

async function publish(document: Workflow): Promise<string> {
  const made = await admin.post('/api/workflows', { name: document.name, document });
  expect(made.body).toMatchObject({ problems: [] });
  const { id, documentHash } = made.body;
  expect((await admin.post(`/api/workflows/${id}/versions`, { documentHash })).status).toBe(200);
  return id;
}

async function start(workflowId: string, input: unknown = {}): Promise<string> {
  const started = await admin.post(`/api/workflows/${workflowId}/runs`, { input });
  expect(started.status).toBe(201);
  return started.body.id;
}

/** The run once it has ended; what happens meanwhile is done again and again. */
async function ended(id: string, meanwhile: () => Promise<unknown> = async () => {}) {
  for (;;) {
    const { rows } = await owner.query<{ status: string }>(
      'SELECT status FROM agent_executions WHERE id = $1',
      [id],
    );
    if (['completed', 'failed', 'cancelled'].includes(rows[0]?.status ?? '')) break;
    await meanwhile();
    await setTimeout(50);
  }
  return (await admin.get(`/api/workflow-runs/${id}`)).body;
}

const count = async (sql: string, values: unknown[] = []) =>
  (await owner.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, values)).rows[0]?.n ?? 0;

/** A step between a start and an end. */
const only = (name: string, ...step: readonly [type: string, config: Workflow['nodes'][number]['config']]) =>
  drawn(name, { begin: ['start'], step, finish: ['end'] }, ['begin.out > step.in', 'step.out > finish.in']);

describe('what is too much', () => {
  test.each([
    ['50 MB', 'huge', 'ANSWER_TOO_LARGE'],
    ['no text', 'zero', 'OUTPUT_NOT_KEPT'],
    ['lists in lists in lists', 'deep', 'OUTPUT_NOT_KEPT'],
    ['nothing, ever', 'never', 'TIMEOUT'],
  ])('a target that answers %s fails the step with the reason', async (_what, path, code) => {
    const url = `${difficultOrigin()}/${path}`;
    const config = {
      method: 'GET',
      url,
      repeatable: 'honours-idempotency-key',
      timeoutSeconds: path === 'never' ? 1 : 30,
      retries: 0,
    };
    const run = await ended(await start(await publish(only(`Calls ${path}`, 'api_call', config))));
    expect(run).toMatchObject({ status: 'failed', error: expect.stringMatching(/\w/) });
    expect(run.steps.find((one: { node: string }) => one.node === 'step').error.code).toBe(code);
  });

  test('a loop that never ends is stopped by its limit', async () => {
    const id = await publish(
      drawn(
        'Endless',
        {
          begin: ['start'],
          again: ['loop', { while: 'true', limit: 3_000 }],
          body: ['calculator', { formula: '1' }],
          finish: ['end'],
        },
        ['begin.out > again.in', 'again.each > body.in', 'body.out > again.next', 'again.done > finish.in'],
      ),
    );
    const run = await ended(await start(id));
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('3000 iterations') });
  });

  test('a large value is shown by its beginning and its size, and is there whole', async () => {
    const id = await start(await publish(only('Large', 'formatter', { template: '{{ input.text }}' })), {
      text: 'x'.repeat(60_000),
    });
    const { steps, journal } = await ended(id);
    const step = steps.find((one: { node: string }) => one.node === 'step');
    expect(step.cut).toEqual({ input: 60_011, output: 60_002, sent: null });
    expect(step.output).toHaveLength(2_000);
    const whole = (await admin.get(`/api/workflow-runs/${id}`, { values: 'whole' })).body;
    expect(whole.steps.find((one: { node: string }) => one.node === 'step').output).toBe('x'.repeat(60_000));
    expect(journal).toMatchObject({ intact: true });
    expect(journal.characters).toBeGreaterThan(180_000);
  });
});

describe('[WF-47] a value that is too large for a journal', () => {
  let id: string;
  test('travels through the run whole, is stored once and shown by its beginning', async () => {
    const workflow = drawn(
      'Fetches much',
      {
        begin: ['start'],
        call: [
          'api_call',
          { method: 'GET', url: `${difficultOrigin()}/large`, repeatable: 'honours-idempotency-key' },
        ],
        pick: ['data_collection', { values: [{ name: 'all', value: 'nodes.call.body.text' }] }],
        again: ['merge', {}],
        finish: ['end'],
      },
      ['begin.out > call.in', 'call.out > pick.in', 'pick.out > again.in', 'again.out > finish.in'],
    );
    id = await start(await publish(workflow), 'z'.repeat(100_000));
    const run = await ended(id);
    expect(run).toMatchObject({ status: 'completed', cut: { input: 100_002, output: 3_000_010 } });
    expect(run.output).toHaveLength(2_000);
    expect(run.journal).toMatchObject({ intact: true });
    expect(run.journal.characters).toBeLessThan(20_000);
    expect(await count('run_values WHERE run_id = $1', [id])).toBe(2);
    const { rows } = (await admin.get(`/api/workflow-runs/${id}/log`)).body;
    const said = rows.map((line: { message: string }) => line.message).join(' ');
    expect(said).toContain('Input: a value of 100002 characters.');
    expect(said).not.toMatch(/yyy|zzz/);
  });

  test('is downloaded whole by who may see the values of the run, and by nobody else', async () => {
    const path = `/api/workflow-runs/${id}/values`;
    expect((await admin.get(`${path}/run/out`)).body).toEqual({ all: 'y'.repeat(3_000_000) });
    expect((await admin.get(`${path}/again@/in`)).body).toEqual({ all: 'y'.repeat(3_000_000) });
    expect((await admin.get(`${path}/nobody@/in`)).status).toBe(404);
    expect((await admin.get(`${path}/again@/up`)).status).toBe(404);
    expect((await (await ctx.newTenant()).as('administrator').get(`${path}/run/out`)).status).toBe(404);
  });

  test('goes with its run', async () => {
    await owner.query('DELETE FROM agent_executions WHERE id = $1', [id]);
    expect(await count('run_values')).toBe(0);
  });
});

describe('[WF-44] [I14] what can never be stored', () => {
  test('a poisoned step or timer holds nobody up, becomes a dead letter after five times, and is tried again from there', async () => {
    await owner.query(`CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.key = 'result/poison@' AND NEW.entry::jsonb->'result' ? 'output' THEN RAISE EXCEPTION 'poison'; END IF; RETURN NEW; END $$`);
    await owner.query(
      'CREATE TRIGGER poison BEFORE INSERT ON run_journal FOR EACH ROW EXECUTE FUNCTION refuse_poison()',
    );
    const poisoned = (name: string, ...poison: readonly [string, Workflow['nodes'][number]['config']]) =>
      drawn(name, { begin: ['start'], poison, finish: ['end'] }, [
        'begin.out > poison.in',
        'poison.out > finish.in',
      ]);
    const call = {
      method: 'POST',
      url: `${target.origin}/poison`,
      repeatable: 'honours-idempotency-key',
      retries: 0,
    };
    const rest = { mode: 'duration', seconds: 1 };
    const step = await start(await publish(poisoned('Poisoned step', 'api_call', call)));
    const timer = await start(await publish(poisoned('Poisoned timer', 'wait', rest)));
    const valid = await start(await publish(only('Sound timer', 'wait', rest)));
    expect(await ended(valid)).toMatchObject({ status: 'completed' });
    // time goes by: leases run out, and what was put off is due
    const later = async () => {
      await owner.query(
        `UPDATE run_effects SET leased_until = now() - interval '1 second' WHERE run_id = $1`,
        [step],
      );
      await owner.query('UPDATE run_timers SET due_at = now() WHERE run_id = $1 AND tries > 0', [timer]);
    };
    for (const id of [step, timer]) {
      const run = await ended(id, later);
      expect(run).toMatchObject({ status: 'failed', journal: { intact: true } });
      expect(
        await count(`agent_executions WHERE id = $1 AND error_details->>'code' = 'DEAD_LETTER'`, [id]),
      ).toBe(1);
      expect(await count('run_effects WHERE run_id = $1', [id])).toBe(0);
      expect(await count('run_timers WHERE run_id = $1', [id])).toBe(0);
    }
    const letters = async () =>
      (await admin.get('/api/workflow-runs', { status: 'dead-letter' })).body.rows.map(
        (row: { id: string }) => row.id,
      );
    expect(await letters()).toEqual(expect.arrayContaining([step, timer]));
    await owner.query('DROP TRIGGER poison ON run_journal');
    for (const id of [step, timer]) {
      const again = await admin.post(`/api/workflow-runs/${id}/retry`, { node: 'poison' });
      expect(again.status).toBe(201);
      expect(await ended(again.body.id)).toMatchObject({ status: 'completed' });
      expect((await admin.get(`/api/workflow-runs/${id}`)).body.triedAgainAs).toBe(again.body.id);
      expect(await letters()).not.toContain(id);
    }
  });
});

describe('[I15] transactions that are in each other\u2019s way', () => {
  test('a run that is moved can be referred to meanwhile, so that parent and child never wait for each other', async () => {
    const id = await start(await publish(only('Referred to', 'calculator', { formula: '1' })));
    await ended(id);
    const { rows } = await owner.query('SELECT tenant_id AS tenant FROM agent_executions WHERE id = $1', [
      id,
    ]);
    const { within } = ctx.ctx.db;
    await within(rows[0].tenant, async (tx) => {
      await lockRun(tx, id);
      await within(rows[0].tenant, async (child) => {
        await child.client.query(`SET LOCAL lock_timeout = '2s'`);
        await insertInbox(child, id, { id: 'late', kind: 'cancel', atMs: 0, by: 'Ada', reason: '' });
      });
    });
    expect(await count('run_inbox WHERE run_id = $1', [id])).toBe(1);
  });

  test.each(['40P01', '55P03', '40001'])('a known result survives the error %s', async (code) => {
    await owner.query(`CREATE SEQUENCE tries; GRANT USAGE ON SEQUENCE tries TO PUBLIC`);
    await owner.query(`CREATE FUNCTION be_in_the_way() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.key = 'result/step@' AND nextval('tries') < 4 THEN RAISE EXCEPTION 'in the way' USING ERRCODE = '${code}'; END IF; RETURN NEW; END $$`);
    await owner.query(
      'CREATE TRIGGER in_the_way BEFORE INSERT ON run_journal FOR EACH ROW EXECUTE FUNCTION be_in_the_way()',
    );
    const call = { method: 'POST', url: `${target.origin}/once`, retries: 0 };
    const id = await start(await publish(only(`In the way ${code}`, 'api_call', call)));
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    expect((await owner.query('SELECT last_value AS n FROM tries')).rows).toEqual([{ n: '4' }]);
    await owner.query(
      'DROP TRIGGER in_the_way ON run_journal; DROP FUNCTION be_in_the_way; DROP SEQUENCE tries',
    );
  });
});

test('[WF-118] a run that undoes its steps says so and can\u2019t be cancelled', async () => {
  const call = { method: 'POST', retries: 0, timeoutSeconds: 300 };
  const workflow = drawn(
    'Undoes',
    {
      begin: ['start'],
      first: ['api_call', { ...call, url: `${target.origin}/first` }],
      last: ['fail', { message: 'It was not to be.' }],
      undo: ['api_call', { ...call, url: `${difficultOrigin()}/never` }],
      finish: ['end'],
    },
    ['begin.out > first.in', 'first.out > last.in', 'first.out > finish.in'],
  );
  const nodes = workflow.nodes.map((node) => (node.id === 'first' ? { ...node, undoWith: 'undo' } : node));
  const id = await start(await publish({ ...workflow, nodes }));
  while ((await count(`run_effects WHERE run_id = $1 AND effect LIKE 'undo@%'`, [id])) === 0)
    await setTimeout(20);
  expect((await admin.get(`/api/workflow-runs/${id}`)).body).toMatchObject({
    status: 'running',
    isUndoing: true,
  });
  expect(await admin.post(`/api/workflow-runs/${id}/cancel`, { reason: 'late' })).toMatchObject({
    status: 409,
    body: { error: 'The run has failed and undoes its steps.', code: 'CONFLICT' },
  });
  const run = await ended(id, async () => difficult.closeAllConnections());
  expect(run).toMatchObject({ status: 'failed', error: 'It was not to be.', isUndoing: false });
  const { body: log } = await admin.get('/api/audit', { action: 'workflow-run.cancelled', objectId: id });
  expect(log.rows).toEqual([]);
  const undo = run.steps.find((one: { node: string }) => one.node === 'undo');
  expect(undo.error).toMatchObject({
    code: 'OUTCOME_UNKNOWN',
    message: expect.stringMatching(/^(?!The run was cancelled).* It may have taken effect/),
  });
});

test('[WF-44] [I15] who could give no sign of life because the database had ended has not lost its step', async () => {
  const config = { method: 'GET', url: `${difficultOrigin()}/never`, repeatable: 'honours-idempotency-key' };
  const id = await start(
    await publish(only('Held up', 'api_call', { ...config, retries: 0, timeoutSeconds: 300 })),
  );
  const held = 'run_effects WHERE run_id = $1 AND leased_until > now()';
  while ((await count(held, [id])) === 0) await setTimeout(50);
  /** Another process has performed it, whose lease ended at that moment; how often it counts as lost once it is taken over. */
  const lost = async (leasedUntil: string) => {
    await owner.query(
      `UPDATE run_effects SET holder = gen_random_uuid(), leased_until = ${leasedUntil} WHERE run_id = $1`,
      [id],
    );
    while ((await count(held, [id])) === 0) await setTimeout(50);
    return count('run_effects WHERE run_id = $1 AND tries = 1', [id]);
  };
  const started = 'SELECT pg_postmaster_start_time()';
  expect(await lost(`(${started}) - interval '1 second'`)).toBe(0);
  // the tests may have started it just now
  while ((await count(`(${started}) s(at) WHERE s.at < now() - interval '12 seconds'`)) === 0)
    await setTimeout(100);
  expect(await lost(`now() - interval '1 millisecond'`)).toBe(1);
  difficult.closeAllConnections();
  expect(await ended(id)).toMatchObject({ status: 'failed' });
});

describe('[I10] parked runs', () => {
  const parked = 2_000;

  test('cost nothing while they wait, however often everybody starts again; a decision resumes its run', async () => {
    const asks = drawn(
      'Parks',
      { begin: ['start'], ask: ['approval', { title: 'Go on?', queue: 'finance' }], finish: ['end'] },
      ['begin.out > ask.in', 'ask.approved > finish.in'],
    );
    await parkMore(owner, await start(await publish(asks)), parked - 1);
    await owner.query('ANALYZE agent_executions, run_journal, run_timers, human_approval_tasks');
    const jobs = () => count('pgboss.job');
    const rows = () => countRows(owner);
    const [jobsBefore, rowsBefore] = [await jobs(), await rows()];
    for (let restart = 0; restart < 2; restart += 1) {
      const { settings, keys, clock, log, appVersion } = ctx.ctx;
      const ownerUrl = String(owner.options.connectionString);
      const works = await createWorker({ ownerUrl, settings, keys, clock, log, appVersion });
      await works.start();
      await works.close();
    }
    let read = Number.POSITIVE_INFINITY;
    // a connection that rests tells of what it read before up to ten seconds late: that is not counted as read while they wait
    for (let spans = 0; spans < 6 && read >= parked / 10; spans += 1) {
      const before = await readsOf(owner);
      // several looks of every kind
      await setTimeout(2_500);
      read = (await readsOf(owner)) - before;
    }
    expect(read).toBeLessThan(parked / 10);
    // what happens once a minute may have been ordered meanwhile
    expect(await jobs()).toBeLessThan(jobsBefore + 10);
    expect(await rows()).toEqual(rowsBefore);
    const [task] = (await admin.get('/api/tasks', { whose: 'all', limit: 1 })).body.rows;
    expect((await admin.post(`/api/tasks/${task.id}/decide`, { decision: 'approved' })).status).toBe(200);
    expect(await ended(task.runId)).toMatchObject({ status: 'completed' });
  });
});

describe('[I15] connections that break', () => {
  test('during many runs lose none and double none', async () => {
    const ids: string[] = [];
    for (const document of sampleWorkflows(target.origin).slice(1, 3)) ids.push(await publish(document));
    target.forget();
    const runs = Array.from({ length: 24 }, (_, at) => ({
      workflowId: ids[at % 2] as string,
      key: `broken-${at}`,
    }));
    let answered = 0;
    let broken = 0;
    const breakAll = async () => {
      const { rows } = await owner
        .query<{ n: number }>(
          `SELECT count(pg_terminate_backend(pid))::int AS n FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'attain%'`,
        )
        .catch(() => ({ rows: [{ n: 0 }] }));
      broken += rows[0]?.n ?? 0;
    };
    const insist = async ({ workflowId, key }: (typeof runs)[number]): Promise<string> => {
      for (;;) {
        const answer = await admin
          .post(`/api/workflows/${workflowId}/runs`, { input: { n: 7 }, key })
          .catch(() => null);
        if (answer?.status === 201) {
          // in the middle of the starts and of the runs that began
          if (++answered % 3 === 0) await breakAll();
          return answer.body.id;
        }
        await setTimeout(50);
      }
    };
    const started = await Promise.all(runs.map(insist));
    for (let strikes = 0; strikes < 3 || broken <= 10; strikes += 1) {
      await breakAll();
      await setTimeout(300);
    }
    for (const id of started) expect(await ended(id)).toMatchObject({ status: 'completed' });
    expect(new Set(started).size).toBe(runs.length);
    expect(await count(`agent_executions WHERE start_key LIKE 'broken-%'`)).toBe(runs.length);
    expect(target.done.size).toBe(12 * 3);
    expect([...target.done.values()].filter((bodies) => bodies.size > 1)).toEqual([]);
    expect(await count('notices WHERE run_id = ANY($1)', [started])).toBe(12 * 3);
    expect(await count('run_effects WHERE run_id = ANY($1)', [started])).toBe(0);
  });

  test('[I16] after all of it every journal leads to the hash that is stored with its run', async () => {
    expect(await brokenJournals(ctx.ctx)).toEqual([]);
    const forge = async (statement: string) =>
      (await owner.query<{ id: string }>(statement)).rows[0]?.id ?? 'none is there';
    const ofRows = await forge(
      `UPDATE run_journal SET entry = jsonb_set(entry::jsonb, '{atMs}', '1')::json WHERE seq = 1 AND run_id =
        (SELECT id FROM agent_executions WHERE status = 'completed' AND whole_journal IS NULL LIMIT 1) RETURNING run_id AS id`,
    );
    const whole = await forge(
      `UPDATE agent_executions SET whole_journal = regexp_replace(whole_journal, '"atMs":\\d+', '"atMs":1') WHERE id =
        (SELECT id FROM agent_executions WHERE status = 'completed' AND whole_journal IS NOT NULL LIMIT 1) RETURNING id`,
    );
    expect((await brokenJournals(ctx.ctx)).sort()).toEqual([ofRows, whole].sort());
    for (const forged of [ofRows, whole])
      expect((await admin.get(`/api/workflow-runs/${forged}`)).body.journal).toMatchObject({ intact: false });
  });
});
