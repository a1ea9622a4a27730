import type { Plan } from '@attain/domain/plans/plan';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { resumeJobs } from '../../jobs/resume-jobs.ts';
import { insertRecords } from '../../testing/insert-records.ts';
import { settled } from '../../testing/settled.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { validPlan } from '../../testing/valid-plan.ts';
import { simulationJob } from './simulation-job.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

const nobody = { participantId: null };

/** A draft that pays 5 % instead of 2.5 % on one of the two components. */
function dearer(): Plan {
  const [first, second] = validPlan().components;
  return validPlan({ components: [{ ...first!, rate: { kind: 'flat', ratePercent: '5' } }, second!] });
}

/** A draft of which one component goes on from period to period: everything a year of it pays is calculated together. */
function yearToDate(): Plan {
  const [first, second] = validPlan().components;
  return validPlan({
    components: [{ ...first!, window: { kind: 'year-to-date', settle: 'deduct' } }, second!],
  });
}

/** A workspace with three sellers, a year of deals of all but the last, and an active plan that all are on. */
async function workspace(people = ['ann', 'ben', 'cid']): Promise<{ tenant: TestTenant; planId: string }> {
  const tenant = await ctx.newTenant({
    administrator: nobody,
    'plan-designer': nobody,
    finance: nobody,
    viewer: nobody,
    'sales-rep': { participantId: 'ann' },
  });
  const months = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'));
  await insertRecords(ctx.ctx.db, tenant.tenantId, {
    participants: people.map((id) => ({ id, name: `Seller ${id}` })),
    deals: people.slice(0, -1).flatMap((id, who) =>
      months.map((month, i) => ({
        id: `${id}-${month}`,
        date: `2024-${month}-15`,
        amount: String((who + 1) * 1000 + i * 100),
        participantId: id,
      })),
    ),
  });
  const admin = tenant.as('administrator');
  const document = validPlan();
  const made = await admin.post('/api/plans', { name: document.name, type: document.type, document });
  const { id: planId, documentHash } = made.body;
  expect((await admin.post(`/api/plans/${planId}/activate`, { documentHash })).status).toBe(200);
  await admin.post('/api/assignments', { planId, everybody: true, from: '2024-01-01' });
  return { tenant, planId };
}

async function completed(tenant: TestTenant, order: object) {
  const finance = tenant.as('finance');
  const started = await finance.post('/api/simulations', order);
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  return settled(finance, `/api/simulations/${started.body.id}`, ['completed']);
}

describe('[SIM-2] a draft replayed over last year', () => {
  it('[CONF-COMP-04] says what it would have cost, who wins and loses, and hands out every payee', async () => {
    const { tenant, planId } = await workspace();
    const { body } = await completed(tenant, { kind: 'replay', planId, document: dearer() });
    // ann 18,600, ben 30,600: 5 % of both components against 7.5 %
    expect(body).toMatchObject({
      kind: 'replay',
      span: { from: '2024-01-01', to: '2024-12-31' },
      draft: { planId, version: null },
      baseline: { planId, version: 1 },
      lint: null,
      monteCarlo: null,
      progress: { total: 3 },
    });
    expect(body.replay).toMatchObject({
      currency: 'USD',
      baseline: { cost: '2460.00', costPerDollar: '0.05' },
      draft: { cost: '3690.00' },
      change: '1230.00',
      changePercent: '50',
      winners: 2,
      losers: 0,
      same: 1,
    });
    const finance = tenant.as('finance');
    const path = `/api/simulations/${body.id}/payees`;
    const first = await finance.get(path, { sort: '-delta', limit: 2 });
    expect(first.body.rows.map((row: { participantId: string }) => row.participantId)).toEqual([
      'ben',
      'ann',
    ]);
    expect(first.body.rows[0]).toMatchObject({
      participantName: 'Seller ben',
      before: '1530.00',
      after: '2295.00',
      delta: '765.00',
      outcome: 'wins',
    });
    const next = await finance.get(path, { sort: '-delta', limit: 2, cursor: first.body.nextCursor });
    expect(next.body).toMatchObject({ rows: [{ participantId: 'cid', outcome: 'same' }], nextCursor: null });
    expect((await finance.get(path, { search: 'Seller c' })).body.rows).toHaveLength(1);
    expect((await finance.get(path, { outcome: 'wins' })).body.rows).toHaveLength(2);
  });

  it('is the same again, by hash, and is listed with everything it was made of', async () => {
    const { tenant, planId } = await workspace();
    const order = { kind: 'replay', planId, document: dearer(), span: '2024-Q2' };
    const once = await completed(tenant, order);
    const twice = await completed(tenant, order);
    expect(twice.body.id).not.toBe(once.body.id);
    expect(twice.body.inputHash).toBe(once.body.inputHash);
    expect(twice.body.resultHash).toBe(once.body.resultHash);
    const list = await tenant.as('viewer').get('/api/simulations');
    expect(list.status).toBe(403);
    const page = await tenant.as('finance').get('/api/simulations', { limit: 1, kind: 'replay' });
    expect(page.body.rows[0].id).toBe(twice.body.id);
    const rest = await tenant.as('finance').get('/api/simulations', { cursor: page.body.nextCursor });
    expect(rest.body.rows.map((row: { id: string }) => row.id)).toEqual([once.body.id]);
  });

  it('[ACCESS-10] a designer sees no amounts of fewer than five payees, whole or as a difference', async () => {
    const few = await workspace();
    const order = { kind: 'replay', planId: few.planId, document: dearer() };
    const { body } = await completed(few.tenant, order);
    const designer = few.tenant.as('plan-designer');
    const seen = await designer.get(`/api/simulations/${body.id}`);
    expect(seen.body).toMatchObject({ status: 'completed', replay: null });
    expect(seen.body.withheld).toMatch(/^Amounts of fewer than 5 payees/);
    const [listed] = (await designer.get('/api/simulations')).body.rows;
    expect(listed).toEqual(seen.body);
    const lint = await designer.post(`/api/plans/${few.planId}/lint`, { document: dearer() });
    expect(lint.body.looked.total).toBeNull();
    expect(lint.body.findings.filter(({ stake }: { stake: unknown }) => stake !== null)).toEqual([]);
    expect(lint.body.withheld).toBe(seen.body.withheld);

    const many = await workspace(['ann', 'ben', 'cid', 'dan', 'eve', 'fay']);
    const designing = many.tenant.as('plan-designer');
    const replayed = async (document: Plan) => {
      const made = await completed(many.tenant, { kind: 'replay', planId: many.planId, document });
      return (await designing.get(`/api/simulations/${made.body.id}`)).body;
    };
    const shown = await replayed(dearer());
    expect(shown.replay).toMatchObject({ winners: 5 });
    expect(shown.withheld).toBeUndefined();
    // a cap that only the best seller reaches: the difference is theirs
    const [first, second] = validPlan().components;
    const capped = validPlan({
      components: [{ ...first!, limits: [{ kind: 'amount', atMost: '400.00', excess: 'lost' }] }, second!],
    });
    const hidden = await replayed(capped);
    expect(hidden.replay).toBeNull();
    expect(hidden.withheld).toBe(seen.body.withheld);
  });

  it('[ACCESS-4] a designer sees the sums, not who wins', async () => {
    const { tenant, planId } = await workspace();
    const { body } = await completed(tenant, { kind: 'replay', planId, document: dearer() });
    expect((await tenant.as('plan-designer').get(`/api/simulations/${body.id}/payees`)).status).toBe(403);
    expect((await tenant.as('sales-rep').get(`/api/simulations/${body.id}`)).status).toBe(403);
    const elsewhere = await ctx.newTenant({ finance: nobody });
    expect((await elsewhere.as('finance').get(`/api/simulations/${body.id}`)).status).toBe(404);
    expect((await elsewhere.as('finance').get(`/api/simulations/${body.id}/payees`)).status).toBe(404);
  });

  it('[SIM-1] [MEASURE-3] [QUOTA-9] looks back as far as windows measure, and asks nobody for quotas of days before they came', async () => {
    const { tenant, planId } = await workspace();
    const late = { id: 'late', date: '2025-02-10', amount: '10', participantId: 'ann' };
    await insertRecords(ctx.ctx.db, tenant.tenantId, { deals: [late] });
    const yearly = await completed(tenant, { kind: 'replay', planId, document: yearToDate() });
    expect(yearly.body).toMatchObject({
      span: { from: '2024-01-01', to: '2025-03-31' },
      replay: { unpaid: 0, payees: 3 },
    });
    const [first, second] = validPlan().components;
    const window = { kind: 'rolling', periods: 2, settle: 'rate-only' } as const;
    const rolling = validPlan({ components: [{ ...first!, window }, second!] });
    const replayed = await completed(tenant, { kind: 'replay', planId, document: rolling, span: '2024-Q2' });
    expect(replayed.body.replay).toMatchObject({ unpaid: 0, payees: 3 });
    const quotas = ['ann', 'ben', 'cid', 'zoe'].flatMap((participantId) => {
      const third = { participantId, from: '2024-07-01', to: '2024-09-30', amount: '1000' };
      const second = { ...third, from: '2024-04-01', to: '2024-06-30' };
      return participantId === 'zoe' ? [third] : [second, third];
    });
    await insertRecords(ctx.ctx.db, tenant.tenantId, {
      participants: [{ id: 'zoe', name: 'Zoe' }],
      quotas,
    });
    const joined = { planId, participantIds: ['zoe'], from: '2024-07-01' };
    expect((await tenant.as('administrator').post('/api/assignments', joined)).status).toBe(201);
    const tiers = [{ from: '0', to: null, ratePercent: '1' }];
    const rate = { kind: 'marginal', thresholds: 'percent-of-quota', per: 'period', tiers } as const;
    const document = validPlan({ undefinedAttainment: 'refuse', components: [{ ...first!, rate }, second!] });
    const span = '2024-04-01..2024-09-30';
    const asked = await completed(tenant, { kind: 'replay', planId, document, span });
    expect(asked.body.replay).toMatchObject({ unpaid: 0, payees: 4 });
  });

  it('refuses what cannot be compared, with the reason', async () => {
    const { tenant, planId } = await workspace();
    const designer = tenant.as('plan-designer');
    const start = async (order: object) => {
      const { status, body } = await designer.post('/api/simulations', { kind: 'replay', planId, ...order });
      return `${status} ${body.code} ${body.issues?.[0]?.rule ?? ''}`.trim();
    };
    expect(await start({ document: validPlan({ currency: 'EUR' }) })).toBe('400 BAD_INPUT SIM-2');
    expect(await start({ document: validPlan({ components: [] }) })).toBe('422 PLAN_INVALID PLAN-4');
    expect(await start({ span: '2024-Q9' })).toBe('400 BAD_INPUT BASE-6');
    expect(await start({ span: '2019' })).toBe('422 NOT_CALCULABLE');
    expect(await start({ version: 7 })).toBe('404 NOT_FOUND');
    expect(await start({ planId: newId() })).toBe('404 NOT_FOUND');
    expect(await start({ scenarios: 3 })).toBe('400 BAD_INPUT BASE-9');
    expect((await tenant.as('viewer').post('/api/simulations', { kind: 'lint', planId })).status).toBe(403);
  });
});

describe('[SIM-5] [SIM-7] [SIM-8] Monte Carlo', () => {
  it('[ASSIST-ENT-32] gives savings, risk and confidence, the same for the same seed', async () => {
    const { tenant, planId } = await workspace();
    const order = { kind: 'monte-carlo', planId, document: dearer(), scenarios: 40, seed: 'one' };
    const { body } = await completed(tenant, order);
    expect(body.monteCarlo).toMatchObject({ scenarios: 40, seed: 'one', months: 12, payees: 3, winners: 2 });
    const { baseline, draft, projectedSavings, riskScore, confidence } = body.monteCarlo;
    expect((Number(baseline.mean) - Number(draft.mean)).toFixed(2)).toBe(projectedSavings);
    expect(Number(projectedSavings)).toBeLessThan(0);
    for (const score of [riskScore, confidence]) expect(score >= 0 && score <= 100).toBe(true);
    const again = await completed(tenant, order);
    expect(again.body.resultHash).toBe(body.resultHash);
    const other = await completed(tenant, { ...order, seed: 'two' });
    expect(other.body.monteCarlo.baseline).not.toEqual(baseline);
    const payees = await tenant.as('finance').get(`/api/simulations/${body.id}/payees`);
    expect(payees.body.rows[2]).toMatchObject({
      participantId: 'cid',
      losesInPercent: '0',
      pointBefore: null,
    });
  });

  it('can be stopped, and then leaves nothing; one that was killed is done again', async () => {
    const { tenant, planId } = await workspace();
    const designer = tenant.as('plan-designer');
    // a year of forty people, thousands of times: it is stopped long before it would end
    const crowd = await workspace(Array.from({ length: 40 }, (_, at) => `seller-${at}`));
    const other = crowd.tenant.as('plan-designer');
    const order = { planId: crowd.planId, document: yearToDate(), scenarios: 5000 };
    const started = await other.post('/api/simulations', { kind: 'monte-carlo', ...order });
    const stopped = await other.post(`/api/simulations/${started.body.id}/cancel`);
    expect(stopped.status).toBe(200);
    const ended = await settled(other, `/api/simulations/${started.body.id}`, ['cancelled']);
    expect(ended.body).toMatchObject({ monteCarlo: null, resultHash: null });
    expect(await other.post(`/api/simulations/${started.body.id}/cancel`)).toMatchObject({ status: 409 });

    const { body } = await completed(tenant, { kind: 'replay', planId, document: dearer() });
    ctx.rewindsRowsOf(tenant.tenantId);
    const { owner } = ctx.ctx.db;
    await owner.query(`UPDATE simulations SET status = 'running', result = NULL WHERE id = $1`, [body.id]);
    await owner.query(`UPDATE jobs SET status = 'running' WHERE subject_id = $1`, [body.id]);
    await ctx.ctx.db.owner.query('DELETE FROM simulation_payees WHERE simulation_id = $1', [body.id]);
    expect(await resumeJobs(ctx.ctx.db.owner, ctx.ctx.jobs)).toBeGreaterThan(0);
    const resumed = await settled(designer, `/api/simulations/${body.id}`, ['completed']);
    expect(resumed.body.resultHash).toBe(body.resultHash);
    // an order that comes twice finds it ended
    await simulationJob.run(ctx.ctx, { tenantId: tenant.tenantId, id: body.id });
    expect((await designer.get(`/api/simulations/${body.id}`)).body).toEqual(resumed.body);
  });
});

describe('[LINT-8] findings over the workspace’s own records', () => {
  it('at once for a draft, and in the background over everybody', async () => {
    const { tenant, planId } = await workspace();
    const designer = tenant.as('plan-designer');
    const lint = await tenant.as('finance').post(`/api/plans/${planId}/lint`, { document: dearer() });
    expect(lint.status).toBe(200);
    expect(lint.body).toMatchObject({ payeesOf: 3, looked: { payees: 3, total: '3690.00' } });
    const double = lint.body.findings.find(({ rule }: { rule: string }) => rule === 'LINT-8');
    // each deal pays 5 % and 2.5 %: the smaller is 2.5 % of 49,200
    expect(double).toMatchObject({ severity: 'warning', stake: { amount: '1230.00', payees: 2 } });
    const { body } = await completed(tenant, { kind: 'lint', planId, document: dearer() });
    expect(body.lint.findings).toEqual(lint.body.findings);
    expect(body).toMatchObject({ baseline: null, replay: null });
    expect((await tenant.as('viewer').post(`/api/plans/${planId}/lint`)).status).toBe(403);
    expect((await designer.post(`/api/plans/${newId()}/lint`)).status).toBe(404);
    const draft = await designer.post('/api/plans', {
      name: 'Next year',
      type: 'bonus-plan',
      document: dearer(),
    });
    const alone = await designer.post(`/api/plans/${draft.body.id}/lint`);
    expect(alone.body).toMatchObject({ payeesOf: 0, looked: { total: '0.00' } });
    const onThem = await tenant.as('finance').post(`/api/plans/${draft.body.id}/lint`, { peopleOf: planId });
    expect(onThem.body).toMatchObject({ payeesOf: 3, looked: { total: '3690.00' } });
    const whole = await completed(tenant, { kind: 'lint', planId: draft.body.id, baselinePlanId: planId });
    expect(whole.body.lint.findings).toEqual(onThem.body.findings);
    const nowhere = { kind: 'lint', planId: draft.body.id };
    expect(await designer.post('/api/simulations', nowhere)).toMatchObject({ status: 422 });
    const [first, second] = validPlan().components;
    const approved = validPlan({ components: [{ ...first!, approval: 'required' }, second!] });
    const unapproved = await tenant.as('finance').post(`/api/plans/${planId}/lint`, { document: approved });
    expect(unapproved.body).toMatchObject({ payeesOf: 3, looked: { payees: 3, total: '1230.00' } });
    const yearly = await completed(tenant, { kind: 'replay', planId, document: yearToDate() });
    expect(yearly.body.replay).toMatchObject({ unpaid: 0, change: '0.00' });
  });
});

describe('downloads', () => {
  it('every payee as CSV and XLSX, formulas escaped, amounts digit by digit', async () => {
    const { tenant, planId } = await workspace();
    const { body } = await completed(tenant, { kind: 'replay', planId, document: dearer() });
    const finance = tenant.as('finance');
    const csv = await finance.get(`/api/simulations/${body.id}/payees.csv`);
    expect(csv.headers.get('content-type')).toContain('text/csv');
    const rows: Record<string, string>[] = parse(csv.body, { columns: true, bom: true });
    expect(rows.map((row) => row.Delta)).toEqual(['465.00', '765.00', '0.00']);
    const response = await fetch(`${ctx.url}/api/simulations/${body.id}/payees.xlsx`, {
      headers: { cookie: finance.cookie, 'x-session-token': finance.token },
    });
    const book = await readXlsx(new Uint8Array(await response.arrayBuffer()));
    expect(book.sheets[0]?.rows[1]?.slice(0, 3)).toEqual(['ann', 'Seller ann', 'wins']);
    expect(book.sheets[0]?.rows.map((row) => row[5])).toEqual(['Delta', 465, 765, 0]);
    expect((await tenant.as('plan-designer').get(`/api/simulations/${body.id}/payees.csv`)).status).toBe(403);
    expect((await finance.get(`/api/simulations/${newId()}/payees.csv`)).status).toBe(404);
  });
});

describe('[SIM-9] what would I earn if', () => {
  it('pays one payee with further deals by the plan that pays, and hands out the inputs', async () => {
    const { tenant, planId } = await workspace();
    await publishYear(tenant.tenantId, planId);
    const rep = tenant.as('sales-rep');
    const ask = { planId, participantId: 'ann', furtherDeals: [{ amount: '1000' }] };
    const { status, body } = await rep.post('/api/what-if', ask);
    expect(status, JSON.stringify(body)).toBe(200);
    // October to December: 1,900 + 2,000 + 2,100 at 5 %
    expect(body).toMatchObject({ currency: 'USD', before: '300.00', after: '350.00', delta: '50.00' });
    expect(body.lines).toMatchObject([
      { componentId: 'acv-bookings', before: '150.00', after: '175.00', delta: '25.00' },
      { componentId: 'services' },
    ]);
    expect(body.input).toMatchObject({ payeeIds: ['ann'], period: { key: '2024-Q4' } });
    expect(body.input.deals).toHaveLength(3);
    const spring = await rep.post('/api/what-if', { ...ask, period: '2024-Q2', furtherDeals: [] });
    expect(spring.body).toMatchObject({ delta: '0.00' });
  });

  it('says what each open opportunity would add, those that add most first', async () => {
    const { tenant, planId } = await workspace();
    await publishYear(tenant.tenantId, planId);
    await ctx.ctx.db.owner.query(
      `INSERT INTO opportunities (tenant_id, id, participant_id, stage, status, amount, currency, expected_on)
       VALUES ($1, 'small', 'ann', 'Proposal', 'open', 200, NULL, '2024-11-30'), ($1, 'large', 'ann', 'Proposal', 'open', 1000, 'USD', '2025-02-01'),
              ($1, 'free', 'ann', 'Proposal', 'open', 0, NULL, NULL), ($1, 'foreign', 'ann', 'Proposal', 'open', 500, 'CHF', NULL), ($1, 'unknown', 'ann', 'Discovery', 'open', NULL, NULL, NULL),
              ($1, 'won', 'ann', 'Won', 'won', 900, 'USD', '2024-12-01'), ($1, 'other', 'ben', 'Proposal', 'open', 900, 'USD', '2024-12-01')`,
      [tenant.tenantId],
    );
    const rep = tenant.as('sales-rep');
    const { status, body } = await rep.get('/api/what-if/open-deals', { planId, participantId: 'ann' });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ period: { key: '2024-Q4' }, currency: 'USD', total: 5 });
    expect(body.rows).toMatchObject([
      { id: 'large', adds: '50.00', message: null },
      { id: 'small', adds: '10.00', currency: 'USD', message: null },
      { id: 'free', adds: '0.00', message: 'It counts in ACV Bookings, and pay stays the same.' },
      { id: 'foreign', adds: null, message: expect.stringContaining('CHF') },
      { id: 'unknown', adds: null, message: 'It has no amount.' },
    ]);
    const ofBen = { planId, participantId: 'ben' };
    expect((await rep.get('/api/what-if/open-deals', ofBen)).status).toBe(404);
    expect((await tenant.as('plan-designer').get('/api/what-if/open-deals', ofBen)).status).toBe(403);
  });

  it('reaches as far as the person may read pay, and says why it cannot answer', async () => {
    const { tenant, planId } = await workspace();
    await publishYear(tenant.tenantId, planId);
    const rep = tenant.as('sales-rep');
    expect((await rep.post('/api/what-if', { planId, participantId: 'ben' })).status).toBe(404);
    expect((await tenant.as('finance').post('/api/what-if', { planId, participantId: 'ben' })).status).toBe(
      200,
    );
    expect(
      (await tenant.as('plan-designer').post('/api/what-if', { planId, participantId: 'ben' })).status,
    ).toBe(403);
    const outside = { planId, participantId: 'ann', furtherDeals: [{ amount: '1', date: '2020-01-01' }] };
    const rejected = await rep.post('/api/what-if', outside);
    expect(rejected).toMatchObject({ status: 422, body: { issues: [{ rule: 'SIM-9' }] } });
    const bad = { planId, participantId: 'ann', furtherDeals: [{ amount: '1e5' }] };
    expect((await rep.post('/api/what-if', bad)).status).toBe(400);
    const misspelt = await rep.post('/api/what-if', { planId, participantId: 'ann', deals: [] });
    expect([misspelt.status, JSON.stringify(misspelt.body)]).toEqual([400, expect.stringContaining('deals')]);
  });
});

/** Payees see the results of each quarter of 2024. */
async function publishYear(tenantId: string, planId: string): Promise<void> {
  await ctx.ctx.db.owner.query(
    `INSERT INTO publications (tenant_id, plan_id, period_from, period_to, audience, published_by, published_at)
     SELECT $1, $2, q, (q + interval '3 months')::date - 1, 'payees', $1, now()
       FROM generate_series('2024-01-01'::date, '2024-10-01', interval '3 months') q`,
    [tenantId, planId],
  );
}

describe('[DEP-1] [DEP-2] [DEP-3] what depends on one changed record', () => {
  it('names the lines a late deal reaches, before it is imported, and nobody else’s', async () => {
    const { tenant, planId } = await workspace();
    const late = { id: 'late', date: '2024-05-02', amount: '500', currency: 'USD', participantId: 'ann' };
    const change = { of: 'deal', before: null, after: late };
    const designer = tenant.as('plan-designer');
    const { status, body } = await designer.post('/api/what-depends', { planId, change, span: '2024' });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      total: 2,
      lines: [
        { participantId: 'ann', componentId: 'acv-bookings', period: { key: '2024-Q2' } },
        { participantId: 'ann', componentId: 'services', message: 'Deal late of 2024-05-02 counts here.' },
      ],
    });
    const moved = { of: 'deal', before: late, after: { ...late, date: '2024-08-02' } };
    const both = await designer.post('/api/what-depends', { planId, change: moved, span: '2024' });
    expect(both.body.total).toBe(4);
    const rate = {
      of: 'exchange-rate',
      before: null,
      after: { from: 'EUR', to: 'USD', date: '2024-01-01', rate: '1.1' },
    };
    expect((await designer.post('/api/what-depends', { planId, change: rate })).body.total).toBe(0);
    expect((await tenant.as('sales-rep').post('/api/what-depends', { planId, change })).status).toBe(403);
    expect((await designer.post('/api/what-depends', { planId, change: { of: 'weather' } })).status).toBe(
      400,
    );
  });
});
