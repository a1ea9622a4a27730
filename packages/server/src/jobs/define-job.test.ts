import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../app-context.ts';
import { systemActor } from '../base/actor.ts';
import { ApiError } from '../base/api-error.ts';
import { newId } from '../base/ids.ts';
import { builtChild } from '../testing/built-server.ts';
import { overtaken } from '../testing/overtaken.ts';
import { startTestContext, type TestContext } from '../testing/start-test-context.ts';
import { cancelJob } from './define-job.ts';
import { gate, gatedJob, steppedJob } from './gated-job.fixture.ts';
import { orderJob } from './job-store.ts';
import type { Jobs } from './queue.ts';
import { resumeJobs } from './resume-jobs.ts';

const job = gatedJob();
const stopping = new AbortController();

let attain: TestContext;
let ctx: AppContext;
let tenantId: string;
let id: string;
let holder: pg.PoolClient;

beforeAll(async () => {
  attain = await startTestContext();
  // no worker but the test itself
  await attain.ctx.jobs.stop();
  const nothing = async () => {};
  ctx = {
    ...attain.ctx,
    jobs: { order: nothing, start: nothing, stop: nothing, stopping: new AbortController().signal },
  };
  holder = await ctx.db.owner.connect();
});
afterAll(async () => {
  holder?.release();
  await attain?.stop();
});
beforeEach(async () => {
  ({ tenantId } = await attain.newTenant({}));
  id = newId();
});

const write = <T>(work: Parameters<AppContext['write']>[1]) =>
  ctx.write(systemActor(tenantId, id, 'test'), work) as Promise<T>;
const order = () =>
  write((tx) => {
    tx.record({ action: 'simulation.ordered', object: { type: 'simulation', id } });
    return orderJob(tx, 'simulation', id);
  });
const cancel = () =>
  write((tx) => {
    tx.record({ action: 'simulation.cancelled', object: { type: 'simulation', id } });
    return cancelJob(tx, job, id);
  });
const run = (by = job, context = ctx) => by.run(context, { tenantId, id });
const rows = async (sql: string) => (await ctx.db.owner.query(sql, [tenantId])).rows;
const stored = async () =>
  (await rows('SELECT id FROM participants WHERE tenant_id = $1 ORDER BY id')).map((row) => row.id);
const row = async () => (await rows('SELECT * FROM jobs WHERE tenant_id = $1'))[0];
const actions = async () => {
  await ctx.db.sequencer.settle(tenantId);
  const entries = await rows('SELECT body FROM audit_entries WHERE tenant_id = $1 ORDER BY leaf_index');
  return entries.flatMap(({ body }) => JSON.parse(body).action.match(/^simulation\.(.*)/)?.[1] ?? []);
};
const everything = ['row-1', 'row-2', 'row-3'];

/** Lets the job run up to its last row, then does `meanwhile` and opens the gate. */
async function atTheGate(running: () => Promise<unknown>, meanwhile: () => Promise<unknown>): Promise<void> {
  await holder.query('SELECT pg_advisory_lock($1)', [gate]);
  try {
    const ran = running();
    ran.catch(() => undefined);
    // progress is seen while the transaction is open
    await expect.poll(async () => (await row()).done, { timeout: 20_000 }).toBe('2');
    await meanwhile();
  } finally {
    await holder.query('SELECT pg_advisory_unlock($1)', [gate]);
  }
}

test('a job stores its work, its end and one entry in the log together; done again, it is left alone', async () => {
  await order();
  await run();
  expect(await stored()).toEqual(everything);
  expect(await row()).toMatchObject({ status: 'completed', done: '3', total: '3', attempts: 1, error: null });
  await run();
  expect(await actions()).toEqual(['ordered', 'completed']);
});

test('two workers with one order do it once', async () => {
  await order();
  let both: Promise<unknown> = Promise.resolve();
  await atTheGate(
    () => {
      both = Promise.all([run(), run()]);
      return both;
    },
    async () => expect.poll(async () => (await row()).attempts).toBe(2),
  );
  await both;
  expect(await stored()).toEqual(everything);
  expect(await actions()).toEqual(['ordered', 'completed']);
});

describe('a cancel', () => {
  test('ends a running job in the middle of a statement, and nothing of it is stored', async () => {
    await order();
    let running: Promise<void> = Promise.resolve();
    await atTheGate(
      () => {
        running = run();
        return running;
      },
      async () => {
        expect(await cancel()).toBe('requested');
        await running;
      },
    );
    expect(await stored()).toEqual(['cancelled']);
    expect(await row()).toMatchObject({ status: 'cancelled', error: null });
    expect(await actions()).toEqual(['ordered', 'cancelled', 'cancelled']);
    expect(await cancel()).toBeNull();
  });

  test('ends a job that waits at once', async () => {
    await order();
    expect(await cancel()).toBe('cancelled');
    await run();
    expect(await stored()).toEqual(['cancelled']);
    // its object can be worked on again
    await order();
    expect(await row()).toMatchObject({ status: 'queued', cancel_requested: false, attempts: 0 });
  });

  test('that comes as the work ends still counts', async () => {
    await order();
    await ctx.db.owner.query(`INSERT INTO participants (tenant_id, id, name) VALUES ($1, 'row-3', '')`, [
      tenantId,
    ]);
    await overtaken(
      ctx,
      {
        hold: ['DELETE FROM participants WHERE tenant_id = $1', [tenantId]],
        meanwhile: ['UPDATE jobs SET cancel_requested = true WHERE tenant_id = $1', [tenantId]],
      },
      () => run(),
    );
    expect(await stored()).toEqual(['cancelled']);
  });

  test('is obeyed by the next process when the one that worked has died', async () => {
    await order();
    await ctx.db.owner.query(
      `UPDATE jobs SET status = 'running', cancel_requested = true WHERE tenant_id = $1`,
      [tenantId],
    );
    await run();
    expect(await stored()).toEqual(['cancelled']);
  });
});

describe('a job stays open and is done again', () => {
  test('after kill -9, with nothing of it stored', async () => {
    await order();
    const script = builtChild('job-in-child');
    const ownerUrl = String(ctx.db.owner.options.connectionString);
    const args = [script, ownerUrl, ctx.settings.dataDir, 'gated', tenantId, id];
    let child: ChildProcess | undefined;
    await atTheGate(
      async () => {
        child = spawn(process.execPath, args, { stdio: 'inherit' });
      },
      async () => {
        if (child === undefined) throw new Error('The process was not started.');
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      },
    );
    expect(await stored()).toEqual([]);
    expect(await row()).toMatchObject({ status: 'running', attempts: 1 });
    await run();
    expect(await stored()).toEqual(everything);
    expect(await row()).toMatchObject({ status: 'completed', attempts: 2 });
  });

  test('after its connection was lost; the queue is told so', async () => {
    await order();
    let running: Promise<void> = Promise.resolve();
    await atTheGate(
      () => {
        running = run();
        return running;
      },
      async () => {
        await ctx.db.app.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_advisory_xact_lock($1)%' AND wait_event_type = 'Lock' AND datname = current_database()`,
        );
        await expect(running).rejects.toThrow();
      },
    );
    expect(await stored()).toEqual([]);
    expect(await row()).toMatchObject({ status: 'running' });
    await run();
    expect(await actions()).toEqual(['ordered', 'completed']);
  });

  test('after its process was stopped', async () => {
    await order();
    const jobs: Jobs = { ...ctx.jobs, stopping: stopping.signal };
    let running: Promise<void> = Promise.resolve();
    await atTheGate(
      () => {
        running = run(job, { ...ctx, jobs });
        return running;
      },
      async () => {
        stopping.abort();
        await running;
      },
    );
    expect(await stored()).toEqual([]);
    expect(await row()).toMatchObject({ status: 'running' });
    await run();
    expect(await stored()).toEqual(everything);
  });

  test('and is ordered again when the queue has forgotten it', async () => {
    await order();
    const ordered: unknown[] = [];
    const queue: Jobs = { ...ctx.jobs, order: async (...args) => void ordered.push(args) };
    await resumeJobs(ctx.db.owner, queue, 'forgotten');
    expect(ordered).toContainEqual(['simulation', { tenantId, id }]);
    await run();
    ordered.length = 0;
    await resumeJobs(ctx.db.owner, queue);
    expect(ordered).not.toContainEqual(['simulation', { tenantId, id }]);
  });
});

describe('a job that fails', () => {
  test('says what is wrong with the data in the words of the error', async () => {
    await order();
    await run(gatedJob({ throws: () => new ApiError('NOT_CALCULABLE', 'Quota is missing.') }));
    expect(await row()).toMatchObject({ status: 'failed', error: 'Quota is missing.' });
    expect(await stored()).toEqual(['failed']);
    expect(await actions()).toEqual(['ordered', 'failed']);
  });

  test('by a defect says nothing of the defect', async () => {
    await order();
    await run(gatedJob({ throws: () => new Error('undefined is not a function') }));
    expect(await row()).toMatchObject({ status: 'failed', error: 'It stopped. Try again.' });
  });
});

describe('a job of several transactions', () => {
  test('given to two workers does each step once and ends with one entry in the log', async () => {
    await order();
    let both: Promise<unknown> = Promise.resolve();
    await atTheGate(
      () => {
        both = Promise.all([run(steppedJob), run(steppedJob)]);
        return both;
      },
      async () => expect.poll(async () => (await row()).attempts).toBe(2),
    );
    await both;
    expect(await stored()).toEqual(['completed', ...everything]);
    expect(await row()).toMatchObject({ status: 'completed', done: '3', total: '3' });
    expect(await actions()).toEqual(['ordered', 'ended']);
  });

  test('keeps the steps that are done when it is cancelled', async () => {
    await order();
    let running: Promise<void> = Promise.resolve();
    await atTheGate(
      () => {
        running = run(steppedJob);
        return running;
      },
      async () => {
        expect(await cancel()).toBe('requested');
      },
    );
    await running;
    expect(await stored()).toEqual(['cancelled', ...everything]);
    expect(await actions()).toEqual(['ordered', 'cancelled', 'ended']);
  });
});

test('the job of an object that no longer exists is removed', async () => {
  await order();
  await ctx.db.owner.query(`INSERT INTO participants (tenant_id, id, name) VALUES ($1, 'gone', '')`, [
    tenantId,
  ]);
  await run();
  expect(await row()).toBeUndefined();
});

test('an object that is being worked on cannot be ordered twice', async () => {
  await order();
  await expect(order()).rejects.toThrow('already being worked on');
});
