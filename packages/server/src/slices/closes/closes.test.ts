import type { Close } from '@attain/contract/closes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { checked, committed, HEAD, importer, upload } from '../imports/imports.fixture.ts';
import type { KindName } from '../imports/kinds/kind.ts';
import { stateTotals } from '../imports/state-totals.ts';
import { ended, type PaidWorkspace, paidWorkspace, tieredPlan } from '../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
let workspace: PaidWorkspace;

beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());
beforeEach(async () => {
  workspace = await paidWorkspace(ctx);
});

const march = async (role: 'finance' | 'viewer' | 'plan-designer' = 'finance'): Promise<Close> =>
  (await workspace.tenant.as(role).get('/api/closes/2024-03')).body;
const states = ({ steps }: Close) => Object.fromEntries(steps.map(({ step, state }) => [step, state]));
const finance = () => workspace.tenant.as('finance');

async function calculateAll(): Promise<Close> {
  const answer = await finance().post('/api/closes/2024-03/calculate');
  expect([answer.status, answer.body]).toEqual([202, { started: 1, notStarted: [] }]);
  const [period] = (await march()).periods;
  await ended(workspace.admin, period!.run!.id);
  return march();
}

describe('the close of a month', () => {
  test('[CLOSE-1] [CLOSE-3] holds the periods that end in it, and is loaded by an import after it', async () => {
    const importedOn = (day: string) =>
      workspace.sql(`UPDATE imports SET committed_at = $2 WHERE tenant_id = $1`, [day]);
    await importedOn('2024-03-20');
    const { body: newest } = await finance().get('/api/closes');
    expect(newest).toMatchObject({
      month: '2024-03',
      from: '2024-03-01',
      to: '2024-03-31',
      months: ['2024-03'],
    });
    const close = await march();
    expect(close.periods).toMatchObject([
      { planName: 'Field sales', period: { key: '2024-Q1' }, payees: 4, calculation: 'none', run: null },
    ]);
    expect(states(close)).toMatchObject({ load: 'open', calculate: 'waiting', publish: 'waiting' });
    // every deal was stored today, long after February was due: months before have none by this working day
    const deals = { count: 3, usual: 2, sameDay: null, lastLoaded: '2024-03-20' };
    expect(close.deals).toEqual(deals);
    await importedOn('2024-04-02');
    expect(states(await march()).load).toBe('done');
    expect((await finance().get('/api/closes/2024-02')).status).toBe(404);
  });

  test('[CLOSE-24] lists imports of the month whose control totals differ or were not entered, with the reason', async () => {
    const totals = async () =>
      (await march()).findings
        .filter(({ kind }) => kind === 'totals')
        .map(({ blocks, count, message }) => [blocks, count, message]);
    const actor = importer(workspace.tenant.tenantId);
    const store = async (kind: KindName, content: string, stated: string | null, reason: string | null) => {
      const { id } = await upload(ctx.ctx, actor, kind, content, `${kind}.csv`);
      await checked(ctx.ctx, actor, id, (mapping) => ({
        ...mapping,
        controls: [{ column: null, from: 'person' }],
      }));
      if (stated !== null) await stateTotals(ctx.ctx, actor, { id, stated: [stated], reason });
      const { status, summary } = await committed(ctx.ctx, actor, id);
      return [status, summary?.unchanged];
    };
    const deals = `${HEAD}m1,2024-03-05,10,USD,ann,,Bikes\n`;
    const reason = 'One is late';
    expect(await store('deals', deals, '1', null)).toEqual(['committed', 0]);
    expect(await totals()).toEqual([]);
    // its only row is stored already
    expect(await store('deals', deals, '2', reason)).toEqual(['committed', 1]);
    const differs = [false, 1, 'deals.csv. Rows: 1 in the file, 2 stated. Confirmed: “One is late”'];
    expect(await totals()).toEqual([differs]);
    // of another month, though it was stored on the same day
    await store('deals', `${HEAD}f1,2024-02-05,10,USD,ann,,Bikes\n`, null, null);
    expect(await totals()).toEqual([differs]);
    // more imports with equal totals than are read at a time
    await workspace.sql(
      `INSERT INTO imports (tenant_id, id, kind, file_name, content_hash, byte_count, status, created_by, committed_at, touched_from, touched_to, summary, control)
       SELECT tenant_id, gen_random_uuid(), kind, file_name, content_hash, byte_count, status, created_by, now(), touched_from, touched_to, summary, control
         FROM imports, generate_series(1, 100) WHERE tenant_id = $1 AND control->'stated'->>0 = '1'`,
    );
    expect(await totals()).toEqual([differs]);
    // rows without days count on the day on which they are stored
    await store('participants', 'id,name\ndee,Dee Day\n', null, null);
    expect(await totals()).toEqual([differs]);
    const storedOn = (kind: KindName, day: string) =>
      workspace.sql('UPDATE imports SET committed_at = $3 WHERE tenant_id = $1 AND kind = $2', [kind, day]);
    await storedOn('participants', '2024-03-20');
    const people = [false, 1, 'participants.csv. Rows: no control total was entered.'];
    expect(await totals()).toContainEqual(people);
    // and those without an end until then
    await store('territories', 'participant,territory,from\nann,West,2024-02-01\n', null, null);
    await storedOn('territories', '2024-02-20');
    expect(await totals()).toHaveLength(2);
    await storedOn('territories', '2024-04-02');
    expect(await totals()).toHaveLength(3);
  });

  test('[CLOSE-15] deals are compared with those stored by the same working day of the months before', async () => {
    await workspace.sql(`UPDATE deals SET created_at = date + 1 WHERE tenant_id = $1`);
    const { sameDay } = (await march()).deals;
    expect(sameDay).toEqual({ workingDay: expect.any(Number), isAfter: true, usual: 2, months: 2 });
    expect(sameDay!.workingDay).toBeGreaterThan(500);
    // January was loaded today, so it says nothing of what is usual by this day
    await workspace.sql(`UPDATE deals SET created_at = now() WHERE tenant_id = $1 AND date < '2024-02-01'`);
    expect((await march()).deals.sameDay).toMatchObject({ usual: 2, months: 1 });
  });

  test('[CLOSE-4] [CLOSE-6] one act calculates everything, one act publishes it', async () => {
    const soon = await finance().post('/api/closes/2024-03/publish');
    expect([soon.status, soon.body.error]).toEqual([
      409,
      '1 calculation not up to date: Field sales 2024-Q1. Calculate all first.',
    ]);
    const calculated = await calculateAll();
    expect(states(calculated)).toMatchObject({ calculate: 'done', publish: 'waiting' });
    expect(calculated.totals).toEqual([{ currency: 'USD', amount: calculated.periods[0]!.run!.total }]);
    const preview = await finance().post('/api/closes/2024-03/publish', { audience: 'managers' });
    expect(preview.body.periods[0].published).toBe('managers');
    const published = await finance().post('/api/closes/2024-03/publish');
    expect(states(published.body)).toMatchObject({ publish: 'done', disputes: 'done' });
    const statements = await workspace.tenant.as('sales-rep').get('/api/statements');
    expect(statements.body.rows).toHaveLength(1);
    expect((await finance().post('/api/closes/2024-03/publish')).status).toBe(409);
    const { body: log } = await workspace.admin.get('/api/audit', { action: 'calculation.published' });
    expect(log.rows).toHaveLength(2);
  });

  test('[CLOSE-6] the results of several plans are published in one act', async () => {
    const second = { ...tieredPlan, name: 'Second plan' };
    const { body: made } = await workspace.admin.post('/api/plans', {
      name: second.name,
      type: second.type,
      document: second,
    });
    await workspace.admin.post(`/api/plans/${made.id}/activate`, { documentHash: made.documentHash });
    const given = { planId: made.id, everybody: true, from: '2024-01-01' };
    expect((await workspace.admin.post('/api/assignments', given)).status).toBe(201);
    expect((await finance().post('/api/closes/2024-03/calculate')).body).toMatchObject({ started: 2 });
    for (const { run } of (await march()).periods) await ended(workspace.admin, run!.id);
    const published = await finance().post('/api/closes/2024-03/publish');
    expect([published.status, published.body.error]).toEqual([200, undefined]);
    expect(published.body.periods.map((one: { published: string }) => one.published)).toEqual([
      'payees',
      'payees',
    ]);
    const { body: log } = await workspace.admin.get('/api/audit', { action: 'calculation.published' });
    expect(log.rows).toHaveLength(1);
  });

  test('[CLOSE-5] [CLOSE-16] a late deal blocks its pay until everything is recalculated', async () => {
    const before = await calculateAll();
    await workspace.importDeals('id,date,amount,currency,participant\nd9,2024-03-09,5000,USD,ann\n');
    const late = await march();
    expect(states(late)).toMatchObject({ fix: 'blocked', calculate: 'blocked' });
    expect(late.findings[0]).toMatchObject({
      kind: 'outdated',
      blocks: true,
      planName: 'Field sales',
      periodKey: '2024-Q1',
      amounts: [{ currency: 'USD', amount: before.periods[0]!.run!.total }],
    });
    expect([before.blockedPay, late.blockedPay]).toEqual([[], before.totals]);
    const again = await finance().post('/api/closes/2024-03/calculate');
    expect(again.body).toEqual({ started: 1, notStarted: [] });
    await expect.poll(async () => states(await march()).calculate, { timeout: 20_000 }).toBe('done');
  });

  test('[CLOSE-5] a calculation that fails is a blocker with its first problem', async () => {
    await workspace.sql('DELETE FROM exchange_rates WHERE tenant_id = $1');
    const failed = await calculateAll();
    expect(failed.findings[0]).toMatchObject({ kind: 'failed', blocks: true, count: expect.any(Number) });
    expect(failed.findings[0]!.message).toContain('EUR');
    expect([failed.blockedPay, failed.findings[0]!.amounts]).toEqual([[], []]);
    expect(failed.periods[0]!.calculation).toBe('failed');
  });

  test('[CLOSE-22] calculations that run are on the close with their progress, and the reason of one that failed', async () => {
    const lock = await ctx.ctx.db.owner.connect();
    try {
      await lock.query('BEGIN; LOCK TABLE payout_lines IN SHARE MODE');
      await finance().post('/api/closes/2024-03/calculate');
      await expect.poll(async () => (await march()).periods[0]!.run?.status).toBe('running');
      const { calculation, run } = (await march('viewer')).periods[0]!;
      expect([calculation, run!.problem]).toEqual(['running', null]);
      expect(run!.progress.done).toEqual(expect.any(Number));
      expect((await finance().post(`/api/calculations/${run!.id}/cancel`)).status).toBe(200);
    } finally {
      await lock.query('ROLLBACK');
      lock.release();
    }
    await expect.poll(async () => (await march()).periods[0]!.calculation).toBe('none');
    await workspace.sql('DELETE FROM exchange_rates WHERE tenant_id = $1');
    const { problem, status } = (await calculateAll()).periods[0]!.run!;
    expect([status, problem]).toEqual(['failed', expect.stringContaining('EUR')]);
  });

  test('[CLOSE-22] a recalculation of its periods is on the close until the next one, with what became of each', async () => {
    expect((await calculateAll()).recalculation).toBeNull();
    await workspace.importDeals('id,date,amount,currency,participant\nd9,2024-03-09,5000,USD,ann\n');
    await finance().post('/api/closes/2024-03/calculate');
    expect((await march()).recalculation).toMatchObject({ createdBy: expect.any(String) });
    await expect
      .poll(async () => (await march()).recalculation?.status, { timeout: 20_000 })
      .toBe('completed');
    const one = { planName: 'Field sales', period: { key: '2024-Q1' }, status: 'completed', reason: null };
    expect((await march()).recalculation?.calculations).toMatchObject([one]);
  });

  test('[CLOSE-7] deals of people on no plan are listed with their sum, and block nothing', async () => {
    await workspace.sql(`INSERT INTO participants (tenant_id, id, name) VALUES ($1, 'zoe', 'Zoe Example')`);
    await workspace.addDeal({ id: 'd8', amount: '1250.50', participantId: 'zoe', date: '2024-03-05' });
    await workspace.addDeal({ id: 'd9', amount: '99', participantId: 'ann', date: '2024-03-05' });
    const close = await calculateAll();
    const uncredited = {
      kind: 'uncredited',
      blocks: false,
      count: 1,
      amounts: [{ currency: 'USD', amount: '1250.50' }],
    };
    expect(close.findings).toMatchObject([uncredited]);
    expect(states(close).fix).toBe('done');
    expect((await march('viewer')).findings).toMatchObject([{ kind: 'uncredited', count: 1, amounts: [] }]);
  });

  test('[CLOSE-4] payment runs and disputes move the last steps', async () => {
    await calculateAll();
    await finance().post('/api/closes/2024-03/publish');
    const [{ run }] = (await march()).periods as [Close['periods'][number]];
    const dispute = {
      calculationId: run!.id,
      participantId: 'ann',
      category: 'amount',
      reason: 'Too little.',
    };
    const { body: opened } = await workspace.tenant.as('sales-rep').post('/api/disputes', dispute);
    expect((await march()).disputes).toEqual({ open: 1, all: 1 });
    expect(states(await march()).disputes).toBe('open');
    await workspace.tenant
      .as('sales-rep')
      .post(`/api/disputes/${opened.id}/withdraw`, { reason: 'Settled.' });
    expect((await march()).disputes).toEqual({ open: 0, all: 0 });
    const made = await finance().post('/api/payments', { period: '2024-Q1' });
    expect(made.status).toBe(202);
    await expect.poll(async () => states(await march()).pay, { timeout: 20_000 }).toBe('done');
    expect((await march()).periods[0]!.payment).toEqual({ id: made.body.id, stage: 'made' });
    expect((await workspace.admin.post(`/api/payments/${made.body.id}/approve`)).status).toBe(200);
    expect(states(await march())).toMatchObject({ approve: 'done', post: 'open' });
  });

  test('[ACCESS-10] totals over few payees stay hidden, and only finance may calculate or publish', async () => {
    await calculateAll();
    expect((await march('viewer')).totals).toBeNull();
    expect((await march('viewer')).blockedPay).toEqual([]);
    await workspace.importDeals('id,date,amount,currency,participant\nd9,2024-03-09,5000,USD,ann\n');
    expect((await march('viewer')).blockedPay).toBeNull();
    expect((await march('viewer')).periods[0]!.run!.total).toBeNull();
    const designer = workspace.tenant.as('plan-designer');
    for (const act of ['calculate', 'publish'])
      expect((await designer.post(`/api/closes/2024-03/${act}`)).status).toBe(403);
  });
});

describe('the periods of an import', () => {
  const imported = async (id: string) => finance().get(`/api/imports/${id}/periods`);

  test('after an import its plans and periods are calculated in one act, and again once a deal is late', async () => {
    const { body: imports } = await finance().get('/api/imports');
    const { id } = imports.rows.find((one: { kind: string }) => one.kind === 'deals');
    const before = await imported(id);
    expect(before.body.month).toBe('2024-03');
    expect(before.body.periods).toMatchObject([
      { planName: 'Field sales', period: { key: '2024-Q1' }, calculation: 'none', runId: null },
    ]);
    const started = await finance().post(`/api/imports/${id}/calculate`);
    expect([started.status, started.body]).toEqual([
      202,
      { started: 1, notStarted: [], runId: expect.any(String), month: '2024-03' },
    ]);
    await ended(workspace.admin, started.body.runId);
    expect((await imported(id)).body.periods).toMatchObject([{ calculation: 'current' }]);
    const again = await finance().post(`/api/imports/${id}/calculate`);
    expect([again.status, again.body.code]).toEqual([422, 'NOT_CALCULABLE']);

    await workspace.importDeals('id,date,amount,currency,participant\nd9,2024-03-09,5000,USD,ann\n');
    expect((await imported(id)).body.periods).toMatchObject([{ calculation: 'outdated' }]);
    const designer = workspace.tenant.as('plan-designer');
    expect((await designer.post(`/api/imports/${id}/calculate`)).status).toBe(403);
  });
});

test('each period of an import gets a calculation of its own', async () => {
  const days = ['2024-03-09', '2024-05-09'].map((day, at) => `e${at},${day},5000,USD,ann`);
  await workspace.importDeals(`id,date,amount,currency,participant\n${days.join('\n')}\n`);
  const { body: imports } = await finance().get('/api/imports');
  const path = `/api/imports/${imports.rows[0].id}`;
  const started = await finance().post(`${path}/calculate`);
  expect(started.body).toMatchObject({ started: 2, notStarted: [], runId: null });
  const { periods } = (await finance().get(`${path}/periods`)).body;
  expect(periods.map(({ period }: { period: { key: string } }) => period.key)).toEqual([
    '2024-Q1',
    '2024-Q2',
  ]);
  const runs = periods.map(({ runId }: { runId: string | null }) => runId);
  expect(new Set(runs).size).toBe(2);
  expect(runs).not.toContain(null);
});

test('quotas of an import concern every period they overlap that has begun', async () => {
  await workspace.sql(
    `INSERT INTO quotas (tenant_id, participant_id, unit, from_date, to_date, amount, import_id)
     VALUES ($1, 'bob', '$', '2024-05-01', '2024-12-31', 1, $2), ($1, 'bob', '$', '2098-01-01', '2098-12-31', 1, $2)`,
    [workspace.importId],
  );
  const { body } = await finance().get(`/api/imports/${workspace.importId}/periods`);
  const keys = body.periods.map(({ period }: { period: { key: string } }) => period.key);
  expect(keys).toEqual(['2024-Q1', '2024-Q2', '2024-Q3', '2024-Q4']);
});

describe('exceptions', () => {
  const path = '/api/closes/2024-03/exceptions';
  const exceptions = async () => (await finance().get(path)).body;

  test('[CLOSE-8] [EXC-7] what looks odd is a step; a word clears it, and it returns with other figures', async () => {
    await workspace.addDeal({ id: 'd8', amount: '-900000', participantId: 'ann', date: '2024-03-05' });
    const close = await calculateAll();
    const { rows, open, total } = await exceptions();
    expect(total).toBe(rows.length);
    expect([close.exceptions.open, close.exceptions.all]).toEqual([open, total]);
    const negative = rows.find(({ rule }: { rule: string }) => rule === 'EXC-4');
    expect(negative, JSON.stringify(rows)).toMatchObject({
      participantId: 'ann',
      planName: 'Field sales',
      periodKey: '2024-Q1',
      cleared: null,
    });
    expect(states(close).exceptions).toBe('open');
    const { planId, rule, participantId, componentId } = negative;
    const one = { planId, rule, participantId, componentId };
    const answer = await finance().post(`${path}/clear`, { ...one, reason: 'Returned in March.' });
    expect([answer.status, answer.body.cleared?.reason]).toEqual([200, 'Returned in March.']);
    const twice = await finance().post(`${path}/clear`, { ...one, reason: 'Again.' });
    expect(twice.status).toBe(409);
    expect((await exceptions()).open).toBe(open - 1);
    const unknown = { ...one, participantId: 'bob', reason: 'No such.' };
    expect((await finance().post(`${path}/clear`, unknown)).status).toBe(404);
    const { body: log } = await workspace.admin.get('/api/audit', {
      action: 'calculation.exception-cleared',
    });
    expect(log.rows).toHaveLength(1);

    await workspace.addDeal({ id: 'd9', amount: '-1000', participantId: 'ann', date: '2024-03-06' });
    const [{ run }] = (await march()).periods as [Close['periods'][number]];
    const again = await finance().post('/api/calculations', {
      planId,
      period: '2024-Q1',
    });
    await ended(workspace.admin, again.body.id);
    expect(again.body.id).not.toBe(run!.id);
    expect((await exceptions()).open).toBe(open);
    for (const role of ['viewer', 'plan-designer'] as const)
      expect((await workspace.tenant.as(role).get(path)).status).toBe(403);
  });

  test('[CLOSE-14] they are stored once calculated, and found again when earlier periods have other results', async () => {
    await workspace.addDeal({ id: 'd8', amount: '-900000', participantId: 'ann', date: '2024-03-05' });
    await calculateAll();
    const [{ planId, run }] = (await march()).periods as [Close['periods'][number]];
    const of = [workspace.tenant.tenantId, run!.id];
    const stored = async () => {
      const read = `SELECT jsonb_array_length(found) AS found FROM exception_checks WHERE tenant_id = $1 AND run_id = $2`;
      return (await ctx.ctx.db.owner.query<{ found: number }>(read, of)).rows[0]?.found;
    };
    const change = (set: string) =>
      workspace.sql(`UPDATE exception_checks SET ${set} WHERE tenant_id = $1 AND run_id = $2`, [run!.id]);
    const { total } = await exceptions();
    expect(total).toBeGreaterThan(0);
    await expect.poll(stored, { timeout: 20_000 }).toBe(total);
    // a stored check is used only with the results that it was compared with
    await change(`found = '[]'`);
    expect((await exceptions()).total).toBe(0);
    await change('earlier_runs = ARRAY[gen_random_uuid()]');
    expect((await exceptions()).total).toBe(total);
    const again = await finance().post('/api/calculations', { planId, period: '2024-Q1' });
    await ended(workspace.admin, again.body.id);
    await expect.poll(stored, { timeout: 20_000 }).toBe(total);
  });

  test('[EXC-7] deals without a line are found although the same results were checked before', async () => {
    await workspace.sql(
      `INSERT INTO participants (tenant_id, id, name, hired_on, left_on) VALUES ($1, 'dan', 'Dan Example', '2020-01-01', '2023-12-31')`,
    );
    await workspace.sql(
      `INSERT INTO plan_assignments (tenant_id, plan_id, participant_id, from_date, created_by) VALUES ($1, $2, 'dan', '2024-01-01', $2)`,
      [workspace.planId],
    );
    const [period] = (await calculateAll()).periods;
    const stored = 'SELECT FROM exception_checks WHERE tenant_id = $1 AND run_id = $2';
    const count = async () =>
      (await ctx.ctx.db.owner.query(stored, [workspace.tenant.tenantId, period!.run!.id])).rowCount;
    await expect.poll(count, { timeout: 20_000 }).toBe(1);
    const without = async () =>
      (await exceptions()).rows.filter(({ rule }: { rule: string }) => rule === 'EXC-7');
    expect(await without()).toEqual([]);
    await workspace.addDeal({ id: 'd8', amount: '3', participantId: 'dan', date: '2024-03-05' });
    expect(await without()).toMatchObject([{ participantId: 'dan', participantName: 'Dan Example' }]);
    await workspace.sql(`DELETE FROM deals WHERE tenant_id = $1 AND id = 'd8'`);
    expect(await without()).toEqual([]);
  });
});
