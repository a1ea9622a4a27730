import type { Suggestion } from '@attain/contract/suggestions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestContext, type TestContext } from '../../../testing/start-test-context.ts';
import { type PaidWorkspace, paidWorkspace, tieredPlan } from '../../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
/** In the first quarter, three weeks before its end. */
let today = '2024-03-10';
const clock = { now: () => new Date(), today: () => today };

beforeAll(async () => {
  ctx = await startTestContext({ clock });
});
afterAll(() => ctx?.stop());

/** Analyzes the plan. */
async function ended({ planId, admin }: PaidWorkspace) {
  const started = await admin.post(`/api/plans/${planId}/analyses`, {});
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  const newest = async () => (await admin.get(`/api/plans/${planId}/analyses/newest`)).body.analysis;
  await expect.poll(async () => (await newest()).status, { interval: 100 }).not.toMatch(/queued|running/);
  return newest();
}

/** Analyzes the plan and waits until evidence is packed. */
async function analysed(workspace: PaidWorkspace) {
  const newest = await ended(workspace);
  await expect
    .poll(async () => {
      const packed = await ctx.ctx.db.owner.query(
        'SELECT count(*)::int AS missing FROM suggestions WHERE tenant_id = $1 AND pack_id IS NULL',
        [workspace.tenant.tenantId],
      );
      return packed.rows[0].missing;
    })
    .toBe(0);
  return newest;
}

type Role = Parameters<PaidWorkspace['tenant']['as']>[0];
const openFor = async ({ tenant, planId }: PaidWorkspace, role: Role): Promise<Suggestion[]> =>
  (await tenant.as(role).get('/api/suggestions', { planId, status: 'open', limit: 50 })).body.rows;

describe('what records show', () => {
  test('[SGR-121] the payee and the manager are told of the next tier, with what it pays; a workspace reader is not', async () => {
    const workspace = await paidWorkspace(ctx);
    today = '2024-02-15';
    const { looked } = await analysed(workspace);
    expect(looked).toContainEqual({
      analyser: 'next-tier',
      key: 'next-tier',
      outcome: 'suggested',
      message: 'It found 1.',
    });
    const [own] = await openFor(workspace, 'sales-rep');
    // 93,000 of 100,000: the rest at 2%
    expect(own).toMatchObject({
      analyser: 'next-tier',
      participantId: 'ann',
      title: '7,000 more credit reaches the next tier of Bookings',
      impact: '$140.00 more pay in 2024-Q1.',
      impactType: 'positive',
      changes: [],
      projectedSavings: null,
    });
    expect((await openFor(workspace, 'manager')).map(({ id }) => id)).toEqual([own?.id]);
    // what was found about the plan is for its designers
    const checks = await workspace.tenant.as('manager').get(`/api/plans/${workspace.planId}/analyses/newest`);
    expect(checks.body.analysis).toMatchObject({ status: 'completed', found: 0, looked: [] });
    for (const role of ['finance', 'plan-designer', 'administrator'] as const)
      expect([role, await openFor(workspace, role)]).toEqual([role, []]);
    const why = await workspace.tenant.as('sales-rep').get(`/api/suggestions/${own?.id}/explanation`);
    expect([why.status, why.body.provenance?.analyser]).toEqual([200, 'next-tier']);
    expect((await workspace.tenant.as('finance').get(`/api/suggestions/${own?.id}`)).status).toBe(404);
    // nothing changed: the same suggestion stays
    await analysed(workspace);
    expect((await openFor(workspace, 'sales-rep')).map(({ uuid }) => uuid)).toEqual([own?.uuid]);
    // ten days before the end are too few
    today = '2024-03-25';
    await analysed(workspace);
    expect(await openFor(workspace, 'sales-rep')).toEqual([]);
  });

  test('[SGR-122] a deal that misses one field is shown with its gain, not while it is disputed', async () => {
    const [bookings, bikes] = tieredPlan.components;
    const filter = [{ field: 'product', in: ['Bikes', 'Core'] }] as const;
    const workspace = await paidWorkspace(ctx, {
      ...tieredPlan,
      components: [{ ...bookings!, filter }, bikes!],
    });
    today = '2024-03-25';
    await workspace.addDeal({
      id: 'd9',
      date: '2024-03-05',
      amount: '1000.00',
      participantId: 'ann',
      product: 'Bike',
    });
    await analysed(workspace);
    const found = await openFor(workspace, 'sales-rep');
    const d9 = found.find(({ title }) => title.includes('d9'));
    // 2% of the tier reached, and 2% of the bonus
    expect(d9).toMatchObject({
      participantId: 'ann',
      description: 'Bike bonus would count it, but it has the product Bike, not Bikes.',
      impact: 'It would pay $40.00 more in 2024-Q1.',
    });
    expect(await openFor(workspace, 'finance')).toEqual([]);
  });

  test('[SGR-118] missing records and deals without a plan are one finding that names no one', async () => {
    const workspace = await paidWorkspace(ctx);
    today = '2024-04-02';
    await workspace.addDeal({
      id: 'chf',
      date: '2024-03-05',
      amount: '500.00',
      currency: 'CHF',
      participantId: 'cid',
    });
    await workspace.sql(
      `UPDATE plan_assignments SET to_date = '2024-02-29' WHERE tenant_id = $1 AND participant_id = 'bob'`,
    );
    await analysed(workspace);
    const [found] = await openFor(workspace, 'finance');
    expect(found).toMatchObject({ analyser: 'complete-records', title: 'Complete the records of 1 payee' });
    expect(found?.reasoning).toContain('1 payee can’t be paid: an exchange rate is missing.');
    expect(found?.reasoning).toContain('1 deal is on days on which the payee has no plan.');
    expect(found?.impact).toMatch(/^Deals of .*500\.00.* are not in anyone’s pay\.$/);
    expect(found?.missingIn).toEqual(['exchange-rates', 'assignments']);
    expect(JSON.stringify(found)).not.toMatch(/Żółć|Bob/);
    expect(await openFor(workspace, 'sales-rep')).toEqual([]);
    // the people concerned: Bob, whom Mia leads, and then Ann
    expect(await openFor(workspace, 'manager')).toMatchObject([
      { analyser: 'own-records', participantId: 'bob' },
    ]);
    await workspace.sql(
      `UPDATE plan_assignments SET to_date = '2024-02-29' WHERE tenant_id = $1 AND participant_id = 'ann'`,
    );
    await analysed(workspace);
    expect(await openFor(workspace, 'sales-rep')).toMatchObject([
      {
        analyser: 'own-records',
        participantId: 'ann',
        title: 'Records for this pay are missing',
        reasoning: expect.stringContaining('Deals are on days without a plan.'),
        missingIn: [],
      },
    ]);
    expect((await openFor(workspace, 'finance')).map(({ analyser }) => analyser)).toEqual([
      'complete-records',
    ]);
  });

  test('[SGR-118] every payee learns what is missing, however many they are', async () => {
    const workspace = await paidWorkspace(ctx);
    today = '2024-04-02';
    const people = `SELECT 'p' || n AS id, n FROM generate_series(1, 201) n`;
    await workspace.sql(
      `INSERT INTO participants (tenant_id, id, name, title, hired_on)
       SELECT $1, id, 'New Example', 'Account Executive', '2020-01-01' FROM (${people}) p`,
    );
    await workspace.sql(
      `INSERT INTO plan_assignments (tenant_id, plan_id, participant_id, from_date, to_date, created_by)
       SELECT $1, $2, id, '2024-01-01', '2024-01-31', $2 FROM (${people}) p`,
      [workspace.planId],
    );
    await workspace.sql(
      `INSERT INTO deals (tenant_id, id, date, amount, currency, participant_id, kind, import_id, import_line, source_text)
       SELECT $1, 'deal ' || id, '2024-02-01', 10, 'USD', id, 'sale', $2, 1000 + n, 'x' FROM (${people}) p`,
      [workspace.importId],
    );
    expect((await ended(workspace)).looked).toContainEqual({
      analyser: 'own-records',
      key: 'own-records',
      outcome: 'suggested',
      message: 'It found 201.',
    });
    const stored = await ctx.ctx.db.owner.query(
      `SELECT count(*)::int AS count FROM suggestions WHERE tenant_id = $1 AND analyser = 'own-records'`,
      [workspace.tenant.tenantId],
    );
    expect(stored.rows[0].count).toBe(201);
  });
});
