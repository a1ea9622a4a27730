import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Plan } from '@attain/domain/plans/plan';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { importJob } from '../../job-list.ts';
import { builtChild } from '../../testing/built-server.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { assignPlan } from '../assignments/assign-plan.ts';
import { calculationJob } from '../calculations/calculation-job.ts';
import { readCalculation } from '../calculations/read-calculations.ts';
import { startCalculation } from '../calculations/start-calculation.ts';
import { activatePlan } from '../plans/activate-plan.ts';
import { createPlan } from '../plans/create-plan.ts';
import { savePlan } from '../plans/save-plan.ts';
import { commitImport } from './commit-import.ts';
import { checked, committed, HEAD, imported, importer, PEOPLE, rowsIn, upload } from './imports.fixture.ts';
import { readImport } from './read-import.ts';

let attain: TestContext;
let idle: AppContext;
let actor: Actor;
const ctx = () => idle;

beforeAll(async () => {
  attain = await startTestContext();
  // what is ordered or found undone, as once a minute somebody looks for it, is done by this test alone
  await attain.ctx.jobs.stop();
  const nothing = async () => {};
  const jobs = { order: nothing, start: nothing, stop: nothing, stopping: new AbortController().signal };
  idle = { ...attain.ctx, jobs };
});
afterAll(() => attain?.stop());
beforeEach(async () => {
  actor = importer((await attain.newTenant({})).tenantId);
  await imported(ctx(), actor, { kind: 'participants', content: PEOPLE });
});

const ROWS = 20_000;
const many = () =>
  HEAD + Array.from({ length: ROWS }, (_, i) => `M${i},2024-01-31,5.25,USD,ann,,`).join('\n');
const dealCount = async () =>
  (await rowsIn(ctx(), actor, 'SELECT count(*)::int AS count FROM deals'))[0].count;

async function readyToCommit(): Promise<string> {
  const { id } = await upload(ctx(), actor, 'deals', many());
  await checked(ctx(), actor, id);
  await commitImport(ctx(), actor, id);
  return id;
}

/**
 * Holds up the storing of rows at the last one: somebody else is about to store a deal of the same id. `reached` resolves
 * when a commit stands before it with all the others stored, `release` takes the deal back.
 */
async function holdUp(): Promise<{ reached(): Promise<void>; release(): Promise<void> }> {
  const stored = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const holding = ctx().db.within(actor.tenantId, async ({ client }) => {
    await client.query(
      `INSERT INTO deals (tenant_id, id, date, amount, currency, participant_id) VALUES ($1, $2, '2024-01-31', 1, 'USD', 'ann')`,
      [actor.tenantId, `M${ROWS - 1}`],
    );
    stored.resolve();
    await done.promise;
    throw new Error('taken back');
  });
  const takenBack = expect(holding).rejects.toThrow('taken back');
  await Promise.race([stored.promise, holding]);
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO deals%'`;
  return {
    // as the login itself: an owner that is no superuser sees no other's statements
    reached: async () => {
      while ((await ctx().db.app.query(waiting)).rowCount === 0) await setTimeout(10);
    },
    release: async () => {
      done.resolve();
      await takenBack;
    },
  };
}

test('a process killed with -9 in the middle of a commit leaves nothing half done; the next one does it once', async () => {
  const id = await readyToCommit();
  const held = await holdUp();
  const ownerUrl = String(ctx().db.owner.options.connectionString);
  const script = builtChild('job-in-child');
  const child = spawn(
    process.execPath,
    [script, ownerUrl, ctx().settings.dataDir, 'import', actor.tenantId, id],
    {
      stdio: 'inherit',
    },
  );
  const gone = once(child, 'exit');
  await held.reached();
  child.kill('SIGKILL');
  await gone;
  await held.release();
  expect(await dealCount()).toBe(0);
  expect((await readImport(ctx(), actor, id)).status).toBe('committing');
  await importJob.run(ctx(), { tenantId: actor.tenantId, id });
  expect((await readImport(ctx(), actor, id)).status).toBe('committed');
  expect(await dealCount()).toBe(ROWS);
});

test('a database connection lost in the middle of a commit stores nothing; the commit is done when the database is back', async () => {
  const id = await readyToCommit();
  const held = await holdUp();
  const running = importJob.run(ctx(), { tenantId: actor.tenantId, id });
  running.catch(() => undefined);
  await held.reached();
  // as the login itself: an owner that is no superuser sees no other's statements
  await ctx().db.app.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'attain' AND query LIKE 'INSERT INTO deals%' AND datname = current_database()`,
  );
  await expect(running).rejects.toThrow();
  await held.release();
  expect((await readImport(ctx(), actor, id)).status).toBe('committing');
  expect(await dealCount()).toBe(0);
  await importJob.run(ctx(), { tenantId: actor.tenantId, id });
  expect(await readImport(ctx(), actor, id)).toMatchObject({ status: 'committed', error: null });
  expect(await dealCount()).toBe(ROWS);
});

test('a late batch is told before the commit which calculations it makes stale, and afterwards they are', async () => {
  await imported(ctx(), actor, { kind: 'deals', content: `${HEAD}D1,2024-01-31,1000,USD,ann,,\n` });
  const plan = await createPlan(ctx(), actor, { name: 'Flat', type: 'sales-commission' });
  const component = {
    id: 'sales',
    name: 'Sales',
    status: 'Active',
    measure: { unit: '$', of: 'amount' },
    filter: [],
    weight: 100,
    rate: { kind: 'flat', ratePercent: '3' },
    cap: null,
    accelerator: null,
    gate: null,
  } as const;
  const saved = await savePlan(ctx(), actor, {
    id: plan.id,
    revision: plan.revision,
    document: { ...(plan.document as Plan), components: [component] },
  });
  await activatePlan(ctx(), actor, {
    id: plan.id,
    documentHash: saved.documentHash,
    projectEffect: async () => null,
  });
  await assignPlan(ctx(), actor, {
    planId: plan.id,
    participantIds: ['ann'],
    everybody: false,
    from: '2024-01-01',
    to: null,
  });
  const { id: runId } = await startCalculation(ctx(), actor, { planId: plan.id, period: '2024-Q1' });
  await calculationJob.run(ctx(), { tenantId: actor.tenantId, id: runId });
  const late = await upload(ctx(), actor, 'deals', `${HEAD}D2,2024-03-15,500,USD,ann,,\n`);
  const dry = await checked(ctx(), actor, late.id);
  expect(dry.summary?.stale).toEqual([{ runId, planName: 'Flat', periodKey: '2024-Q1', version: 1 }]);
  await committed(ctx(), actor, late.id);
  const run = await readCalculation(ctx(), actor, runId);
  expect(JSON.stringify(run)).toContain(late.id);
  const later = await upload(ctx(), actor, 'deals', `${HEAD}D3,2024-04-01,500,USD,ann,,\n`, 'later.csv');
  expect((await checked(ctx(), actor, later.id)).summary?.stale).toEqual([]);
});
