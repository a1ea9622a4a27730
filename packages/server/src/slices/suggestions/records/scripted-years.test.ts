import type { Suggestion } from '@attain/contract/suggestions';
import type { Plan } from '@attain/domain/plans/plan';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../../../testing/start-test-context.ts';
import { ended, tieredPlan } from '../../payouts/paid-workspace.fixture.ts';

const today = '2024-05-06';
let ctx: TestContext;
let tenant: TestTenant;

beforeAll(async () => {
  ctx = await startTestContext({ clock: { now: () => new Date(), today: () => today } });
  tenant = await ctx.newTenant({
    administrator: { participantId: null },
    finance: { participantId: null },
    viewer: { participantId: null },
  });
});
afterAll(() => ctx?.stop());

const sql = (text: string, values: unknown[] = []) =>
  ctx.ctx.db.owner.query(text, [tenant.tenantId, ...values]);

/** Paid on target, with a cap, so that only the accelerator is to be looked at. */
const planOf = (name: string, accelerator: string | null): Plan => ({
  ...tieredPlan,
  name,
  acceleratorReading: 'first-dollar',
  components: [
    {
      ...tieredPlan.components[0]!,
      id: name.toLowerCase(),
      name,
      weight: 100,
      rate: { kind: 'target' },
      cap: '2x',
      accelerator,
    },
  ],
});

/** People from one number to another with a target, and three deals a quarter that reach the percent of `p` and `q`. */
async function company(of: { ids: [number, number]; quarters: number; percent: string }) {
  const { ids, quarters, percent } = of;
  await sql(
    `INSERT INTO participants (tenant_id, id, name, hired_on, currency, target_variable_annual)
     SELECT $1, 'p' || p, 'Payee ' || p, '2020-01-01', 'USD', 40000 FROM generate_series($2::int, $3::int) p`,
    ids,
  );
  const quarter = `(DATE '2022-01-01' + q * interval '3 months')`;
  const of4 = `generate_series($2::int, $3::int) p, generate_series(9 - $4::int, 8) q`;
  await sql(
    `INSERT INTO quotas (tenant_id, participant_id, unit, from_date, to_date, amount)
     SELECT $1, 'p' || p, '$', ${quarter}::date, (${quarter} + interval '3 months' - interval '1 day')::date, 30000 FROM ${of4}`,
    [...ids, quarters],
  );
  await sql(
    `INSERT INTO deals (tenant_id, id, date, amount, currency, participant_id, kind)
     SELECT $1, 'd' || p || '-' || q || '-' || m, (${quarter} + m * interval '1 month' + interval '14 days')::date,
            100 * (${percent}), 'USD', 'p' || p, 'sale' FROM ${of4}, generate_series(0, 2) m`,
    [...ids, quarters],
  );
}

async function activated(document: Plan, ids: [number, number]): Promise<string> {
  const admin = tenant.as('administrator');
  const made = await admin.post('/api/plans', { name: document.name, type: document.type, document });
  const { id, documentHash } = made.body;
  const active = await admin.post(`/api/plans/${id}/activate`, { documentHash });
  expect(active.status, JSON.stringify(active.body)).toBe(200);
  await sql(
    `INSERT INTO plan_assignments (tenant_id, plan_id, participant_id, from_date, created_by)
     SELECT $1, $2, 'p' || p, '2022-01-01', (SELECT user_id FROM memberships WHERE tenant_id = $1 LIMIT 1) FROM generate_series($3::int, $4::int) p`,
    [id, ...ids],
  );
  return id;
}

async function analysed(planId: string): Promise<Suggestion[]> {
  const admin = tenant.as('administrator');
  expect((await admin.post(`/api/plans/${planId}/analyses`, {})).status).toBe(202);
  const newest = async () => (await admin.get(`/api/plans/${planId}/analyses/newest`)).body.analysis;
  await expect
    .poll(async () => (await newest()).status, { interval: 100, timeout: 120_000 })
    .not.toMatch(/queued|running/);
  expect(await newest()).toMatchObject({ status: 'completed', problem: null });
  return (await tenant.as('finance').get('/api/suggestions', { planId, status: 'open', limit: 50 })).body
    .rows;
}

test('[SGR-119] [SGR-117] a year above its budget gets a change by the engine, and a draw that is not recovered an exposure', async () => {
  // one quarter in six ends just above the threshold, and none just below
  const percent = 'CASE WHEN (p + q) % 6 = 0 THEN 103 ELSE 72 + (7 * p + 13 * q) % 24 END';
  await company({ ids: [1, 24], quarters: 9, percent });
  const planId = await activated(planOf('Bookings', '>100% @ 1.5x'), [1, 24]);
  const [admin, finance] = [tenant.as('administrator'), tenant.as('finance')];
  await admin.post('/api/draws', {
    participantId: 'p1',
    currency: 'USD',
    kind: 'recoverable',
    amount: '30000',
    per: 'period',
    from: '2023-10-01',
    reason: 'Agreed with sales.',
  });
  for (let q = 0; q < 9; q += 1) {
    const period = `${2022 + Math.floor(q / 4)}-Q${(q % 4) + 1}`;
    const ordered = await admin.post('/api/calculations', { planId, period });
    expect(ordered.status, JSON.stringify(ordered.body)).toBe(202);
    expect((await ended(admin, ordered.body.id)).status).toBe('completed');
  }
  for (const period of ['2023-Q4', '2024-Q1']) {
    const run = (await admin.post('/api/payments', { period })).body;
    const status = async () => (await admin.get(`/api/payments/${run.id}`)).body.status;
    await expect.poll(status, { timeout: 60_000 }).toBe('calculated');
    for (const [who, move] of [
      [finance, 'approve'],
      [admin, 'post'],
    ] as const) {
      const moved = await who.post(`/api/payments/${run.id}/${move}`);
      expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    }
  }
  const rows = await analysed(planId);
  const budget = rows.find(({ analyser }) => analyser === 'bring-under-budget');
  expect(budget).toMatchObject({
    title: 'Bring 2024 under budget with 1 suggestion',
    impactType: 'positive',
    changes: [{ component: 'bookings' }],
  });
  const why = (await finance.get(`/api/suggestions/${budget?.id}/explanation`)).body;
  expect(JSON.stringify(why)).toContain('Cost of 2024 against its budget');
  // its figure is that of the suggestion it is made of: one figure everywhere
  const part = rows.find(({ analyser }) => analyser === 'tighten-accelerator');
  expect(budget?.projectedSavings).toBe(part?.projectedSavings);
  const draw = rows.find(({ analyser }) => analyser === 'end-draw');
  expect(draw).toMatchObject({ title: 'End 1 draw that is not being recovered', projectedSavings: null });
  expect(draw?.impact).toContain('This is an exposure, not a saving.');
  const seen = (await tenant.as('viewer').get('/api/suggestions', { planId, limit: 50 })).body.rows ?? [];
  expect(JSON.stringify(seen)).not.toContain('end-draw');
});

test('[SGR-120] attainment in two heaps is a finding that proposes nothing', async () => {
  await company({
    ids: [101, 144],
    quarters: 4,
    percent: 'CASE WHEN p % 2 = 0 THEN 55 ELSE 135 END + (p + q) % 5',
  });
  const planId = await activated(planOf('Heaps', null), [101, 144]);
  const rows = await analysed(planId);
  expect(rows.find(({ analyser }) => analyser === 'review-concentration')).toMatchObject({
    changes: [],
    projectedSavings: null,
    impactType: 'other',
  });
});
