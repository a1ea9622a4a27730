import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { migrate } from '../db/migrate.ts';
import { resumeJobs } from '../jobs/resume-jobs.ts';
import { calculationJob } from '../slices/calculations/calculation-job.ts';
import { type PaidWorkspace, paidWorkspace } from '../slices/payouts/paid-workspace.fixture.ts';
import { setupCode } from '../slices/people/setup-workspace.ts';
import type { Answer, Client } from '../testing/client.ts';
import { client } from '../testing/client.ts';
import { settled } from '../testing/settled.ts';
import { startTestContext, type TestContext } from '../testing/start-test-context.ts';
import { validPlan } from '../testing/valid-plan.ts';

let ctx: TestContext;
let work: PaidWorkspace;
let admin: Client;

beforeAll(async () => {
  ctx = await startTestContext();
  work = await paidWorkspace(ctx);
  admin = work.admin;
});
afterAll(() => ctx?.stop());

const atOnce = <T>(times: number, act: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, n) => act(n)));

/** How many got each status; whoever was refused was told why in words. */
function tally(answers: readonly Answer[]): Record<number, number> {
  for (const answer of answers.filter(({ status }) => status >= 400))
    expect(answer.body.error, JSON.stringify(answer.body)).toMatch(/[a-z]{3,} .+\.$/);
  return Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, some]) => [status, some.length]),
  );
}

async function entriesOf(objectId: string, action: string): Promise<number> {
  return (await admin.get('/api/audit', { objectId, action })).body.total;
}

async function draft(name: string) {
  const made = await admin.post('/api/plans', { name, type: 'bonus-plan', document: validPlan({ name }) });
  return made.body as { id: string; revision: number; documentHash: string };
}

describe('plans', () => {
  test('twenty saves of one revision: one is stored, nineteen are told who was faster', async () => {
    const plan = await draft('Saved by twenty');
    const answers = await atOnce(20, (n) =>
      admin.put(`/api/plans/${plan.id}`, {
        revision: plan.revision,
        document: validPlan({ name: 'Saved by twenty', currency: n % 2 ? 'USD' : 'EUR' }),
      }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(await entriesOf(plan.id, 'plan.saved')).toBe(1);
  });

  test('twenty activations at once: one counts, and the log has one', async () => {
    const plan = await draft('Activated by twenty');
    const answers = await atOnce(20, () =>
      admin.post(`/api/plans/${plan.id}/activate`, { documentHash: plan.documentHash }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(await entriesOf(plan.id, 'plan.activated')).toBe(1);
  });

  test('saving, activating and resting all at once leaves at most one active version, and an entry for each success', async () => {
    const plan = await draft('Storm');
    await admin.post(`/api/plans/${plan.id}/activate`, { documentHash: plan.documentHash });
    const answers = await atOnce(45, async (n) => {
      if (n % 3 === 0) return admin.post(`/api/plans/${plan.id}/deactivate`);
      const { body } = await admin.get(`/api/plans/${plan.id}`);
      if (n % 3 === 1)
        return admin.post(`/api/plans/${plan.id}/activate`, { documentHash: body.documentHash });
      const document = validPlan({ name: 'Storm', currency: n % 2 ? 'USD' : 'EUR' });
      return admin.put(`/api/plans/${plan.id}`, { revision: body.revision, document });
    });
    const counts = tally(answers);
    expect(Object.keys(counts).every((status) => ['200', '409'].includes(status))).toBe(true);
    const { rows } = await ctx.ctx.db.owner.query<{ status: string }>(
      'SELECT status FROM plan_versions WHERE plan_id = $1',
      [plan.id],
    );
    expect(rows.filter((row) => row.status === 'Active').length).toBeLessThanOrEqual(1);
    // made and first activated, then one for each that was answered with success
    expect(await entriesOf(plan.id, 'plan')).toBe(2 + (counts[200] ?? 0));
  });
});

describe('imports', () => {
  const deals = (amount: string) =>
    `id,date,amount,currency,participant\nraced,2024-02-02,${amount},USD,ann\n`;
  const send = (content: string, key: string = newId()) => {
    const form = new FormData();
    form.set('kind', 'deals');
    form.set('file', new Blob([content]), 'raced.csv');
    return admin.send('/api/imports/upload', {
      method: 'POST',
      body: form,
      headers: { 'idempotency-key': key },
    });
  };
  const dryRun = async (content: string): Promise<string> => {
    const { body } = await send(content);
    await admin.post(`/api/imports/${body.id}/check`, { mapping: body.mapping });
    await settled(admin, `/api/imports/${body.id}`, ['checked']);
    return body.id;
  };
  const files = () => readdirSync(join(ctx.ctx.settings.dataDir, 'uploads')).length;

  test('an upload sent again with its key is taken once; another file under that key is refused', async () => {
    const key = newId();
    const first = await send(deals('1'), key);
    const kept = files();
    const again = await send(deals('1'), key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(tally([await send(deals('2'), key)])).toEqual({ 422: 1 });
    expect(files()).toBe(kept);
    expect(existsSync(join(ctx.ctx.settings.dataDir, 'uploads', `${first.body.id}.import`))).toBe(true);
  });

  test('ten dry runs, then ten commits of one import: one each is taken, the rows come in once', async () => {
    const { body } = await send(deals('100.00'));
    const checks = await atOnce(10, () =>
      admin.post(`/api/imports/${body.id}/check`, { mapping: body.mapping }),
    );
    expect(tally(checks)[200]).toBeGreaterThanOrEqual(1);
    await settled(admin, `/api/imports/${body.id}`, ['checked']);
    const commits = await atOnce(10, () => admin.post(`/api/imports/${body.id}/commit`));
    expect(tally(commits)).toEqual({ 200: 1, 409: 9 });
    await settled(admin, `/api/imports/${body.id}`, ['committed']);
    expect(await entriesOf(body.id, 'import.committed')).toBe(1);
  });

  test('two imports of the same deal committed at once both come in, one after the other, and the earlier is kept as history', async () => {
    const [one, two] = [await dryRun(deals('200.00')), await dryRun(deals('300.00'))];
    const commits = await Promise.all([one, two].map((id) => admin.post(`/api/imports/${id}/commit`)));
    expect(tally(commits)).toEqual({ 200: 2 });
    for (const id of [one, two]) await settled(admin, `/api/imports/${id}`, ['committed']);
    const { body } = await admin.get('/api/deals/raced');
    const seen = [
      body.amount,
      ...body.history.map((was: { before: { amount: string } }) => was.before.amount),
    ];
    expect(seen.map(Number).sort()).toEqual([100, 200, 300]);
    expect([one, two]).toContain(body.provenance.importId);
  });

  test('a commit and a cancel at once: the import is in or it is not, and it says which', async () => {
    for (const amount of ['401.00', '402.00', '403.00', '404.00']) {
      const id = await dryRun(deals(amount));
      const [commit, cancel] = await Promise.all([
        admin.post(`/api/imports/${id}/commit`),
        admin.post(`/api/imports/${id}/cancel`),
      ]);
      tally([commit, cancel].filter((answer) => answer !== undefined));
      const end = await settled(admin, `/api/imports/${id}`, ['committed', 'cancelled']);
      const { body } = await admin.get('/api/deals/raced');
      expect(body.amount === amount || body.amount === Number(amount).toString()).toBe(
        end.body.status === 'committed',
      );
    }
  });
});

describe('calculations', () => {
  test('twenty orders at once: one is taken; twenty cancels: it ends once', async () => {
    const answers = await atOnce(20, () =>
      admin.post('/api/calculations', { planId: work.planId, period: '2024-Q1' }),
    );
    const taken = answers.filter(({ status }) => status === 202);
    expect(Object.keys(tally(answers)).sort()).toEqual(['202', '409']);
    for (const { body } of taken) {
      tally(await atOnce(20, () => admin.post(`/api/calculations/${body.id}/cancel`)));
      const end = await settled(admin, `/api/calculations/${body.id}`, [
        'completed',
        'unchanged',
        'cancelled',
      ]);
      const finished = await entriesOf(body.id, `calculation.${end.body.status}`);
      expect(end.body.status === 'cancelled' ? finished >= 1 : finished === 1).toBe(true);
      const { rows } = await ctx.ctx.db.owner.query('SELECT 1 FROM payout_lines WHERE run_id = $1', [
        body.id,
      ]);
      expect(rows.length > 0).toBe(end.body.status === 'completed');
    }
  });

  test('a run that cannot be paid, given to four workers at once, fails once and says so once', async () => {
    const unpayable = await paidWorkspace(ctx);
    await unpayable.addDeal({ id: 'foreign', amount: '10.00', currency: 'CHF', participantId: 'ann' });
    const { body } = await unpayable.admin.post('/api/calculations', {
      planId: unpayable.planId,
      period: '2024-Q1',
    });
    const order = { tenantId: unpayable.tenant.tenantId, id: body.id };
    await atOnce(3, () => calculationJob.run(ctx.ctx, order));
    await settled(unpayable.admin, `/api/calculations/${body.id}`, ['failed']);
    const entries = await unpayable.admin.get('/api/audit', { objectId: body.id });
    expect(entries.body.rows.map((row: { action: string }) => row.action)).toEqual([
      'calculation.failed',
      'calculation.ordered',
    ]);
  });

  test('an order that was answered and that the queue never heard of is found; one it knows of is not given twice', async () => {
    const { owner } = ctx.ctx.db;
    const id = newId();
    const last = await work.calculate();
    await owner.query(
      `INSERT INTO calculation_runs (tenant_id, id, plan_id, plan_version, period_key, period_from, period_to, status, engine_version, currency, created_by)
       SELECT tenant_id, $2, plan_id, plan_version, period_key, period_from, period_to, 'queued', engine_version, currency, created_by FROM calculation_runs WHERE id = $1`,
      [last.id, id],
    );
    await owner.query(
      `INSERT INTO jobs SELECT (jsonb_populate_record(j, jsonb_build_object('subject_id', $2::uuid, 'status', 'queued'))).* FROM jobs j WHERE subject_id = $1`,
      [last.id, id],
    );
    expect(await resumeJobs(owner, ctx.ctx.jobs, 'forgotten')).toBe(1);
    expect(await resumeJobs(owner, ctx.ctx.jobs, 'forgotten')).toBe(0);
    await settled(admin, `/api/calculations/${id}`, ['completed', 'unchanged']);
  });
});

describe('beginnings', () => {
  test('ten people with the setup code at once make one workspace, and nobody makes a second later', async () => {
    const empty = await startTestContext();
    try {
      const code = await setupCode(empty.ctx);
      const set = (n: number) =>
        client(empty.url, '', '').post('/api/auth/setup', {
          code,
          workspace: `Workspace ${n}`,
          username: n % 2 ? 'same' : `person-${n}`,
          displayName: 'Person',
          password: 'Quite-a-long-pass-phrase-71',
        });
      expect(tally(await atOnce(10, set))).toEqual({ 201: 1, 409: 9 });
      expect(tally([await set(99)])).toEqual({ 409: 1 });
      const { rows } = await empty.ctx.db.owner.query('SELECT count(*)::int AS count FROM tenants');
      expect(rows).toEqual([{ count: 1 }]);
      expect(await setupCode(empty.ctx)).toBeNull();
    } finally {
      await empty.stop();
    }
  });

  test('an Attain that starts beside a busy one waits for no table, and still mends a lock somebody took off', async () => {
    const ownerUrl = String(ctx.ctx.db.owner.options.connectionString);
    const busy = new pg.Client({ connectionString: ownerUrl });
    busy.on('error', () => undefined);
    await busy.connect();
    try {
      await busy.query('BEGIN');
      await busy.query('LOCK TABLE deals, plan_versions, audit_staged IN ROW EXCLUSIVE MODE');
      const hasty = new URL(ownerUrl);
      // whoever needs one of these tables would wait for ever
      hasty.searchParams.set('options', '-c lock_timeout=15000');
      await migrate(hasty.toString());
    } finally {
      await busy.query('ROLLBACK');
    }
    const unlocked = async () =>
      (
        await busy.query(
          `SELECT relname FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
             AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id') AND relname <> 'sessions'
             AND NOT (relrowsecurity AND relforcerowsecurity AND EXISTS (SELECT 1 FROM pg_policies p WHERE p.tablename = relname AND policyname = 'tenant_isolation'))`,
        )
      ).rows;
    expect(await unlocked()).toEqual([]);
    await busy.query('ALTER TABLE deals NO FORCE ROW LEVEL SECURITY');
    await busy.query('DROP POLICY tenant_isolation ON quotas');
    expect(await unlocked()).toHaveLength(2);
    await migrate(ownerUrl);
    expect(await unlocked()).toEqual([]);
    await busy.end();
  });
});
