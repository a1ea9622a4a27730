import { afterAll, beforeAll, expect, test } from 'vitest';
import { settled } from '../../testing/settled.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { paying, planOf } from '../calculations/term-workspace.fixture.ts';
import { paidWorkspace } from '../payouts/paid-workspace.fixture.ts';
import { emptyTest } from './simulated-plan.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

const path = '/api/plan-health';

test('[MEAS-6] [MEAS-7] a plan has its cost, attainment, newest check, tests and missing quotas', async () => {
  const workspace = await paidWorkspace(ctx);
  const { admin, planId } = workspace;
  const before = (await admin.get(path)).body.plans;
  expect(before).toMatchObject([
    { planId, isActive: true, results: null, check: null, tests: { count: 0, failing: 0 } },
  ]);

  const run = await workspace.calculate();
  const check = await admin.post('/api/simulations', { kind: 'lint', planId, span: '2024-Q1' });
  await settled(admin, `/api/simulations/${check.body.id}`, ['completed']);
  for (const total of ['0.00', '1.00'])
    await admin.post(`/api/plans/${planId}/tests`, {
      test: { ...emptyTest, name: total, expect: { total } },
    });

  const { body } = await admin.get(path);
  const [plan] = body.plans;
  const lines = (await admin.get(`/api/calculations/${run.id}/payouts`)).body.rows;
  const sum = (of: string) =>
    lines.reduce((all: number, line: Record<string, string>) => all + Number(line[of] ?? 0), 0);
  expect(plan.results).toMatchObject({
    from: '2024-01-01',
    to: '2024-03-31',
    periods: 1,
    newestRunId: run.id,
  });
  expect(Number(plan.results.costPerUnit)).toBeCloseTo(sum('amount') / sum('credited'), 4);
  expect(plan.results.bands.map(({ band }: { band: string }) => band)).toEqual([
    '0',
    '50',
    '80',
    '100',
    '120',
  ]);
  expect(plan.check).toMatchObject({ simulationId: check.body.id, version: 1 });
  expect(plan.tests).toEqual({ count: 2, failing: 1 });
  expect(body.withheld).toBeNull();

  // few payees: a designer sees that there are results, and no figure that shows one person's pay
  const designer = (await workspace.tenant.as('plan-designer').get(path)).body;
  expect(designer.plans[0].results).toMatchObject({ costPerUnit: null, correlation: null, bands: [] });
  expect(designer.withheld).toContain('fewer than');
  expect((await workspace.tenant.as('sales-rep').get(path)).status).toBe(403);
});

test('[MEAS-6] [MEAS-7] [ACCESS-10] counted deals are no money and have their own quotas; each figure is of its own payees', async () => {
  const spiff = { from: '2024-01-01', to: '2024-03-31', fund: null, participants: ['ann', 'bob'] };
  const plan = planOf([
    paying({ id: 'wins', name: 'Wins', measure: { unit: '$', of: 'deals' }, rate: { kind: 'icr' } }),
    paying({ id: 'spiff', name: 'SPIFF', weight: 0, rate: { kind: 'flat', ratePercent: '1' }, spiff }),
  ]);
  const { admin, tenant, planId, sql, calculate } = await paidWorkspace(ctx, plan);
  await sql(
    `INSERT INTO participants (tenant_id, id, name, hired_on) VALUES ($1, 'eve', 'Eve Example', '2020-01-01')`,
  );
  await sql(
    `INSERT INTO plan_assignments (tenant_id, plan_id, participant_id, from_date, created_by) VALUES ($1, $2, 'eve', '2024-01-01', $2)`,
    [planId],
  );
  await sql(`UPDATE participants SET target_variable_annual = 40000 WHERE tenant_id = $1`);
  await sql(
    `INSERT INTO quotas (tenant_id, participant_id, unit, from_date, to_date, amount)
     SELECT $1, id, 'Count', '2024-01-01', '2024-03-31', 10 FROM participants WHERE tenant_id = $1`,
  );
  const run = await calculate();
  expect(run.status).toBe('completed');
  const [found] = (await admin.get(path)).body.plans;
  expect(found.results).toMatchObject({ payees: 5, costPerUnit: '0.01' });
  expect(found.withoutQuota).toMatchObject({ count: 0 });
  // five payees, of whom two have money lines
  const seen = (await tenant.as('plan-designer').get(path)).body;
  expect(seen.plans[0].results).toMatchObject({ payees: 5, costPerUnit: null });
  expect(seen.plans[0].results.bands).not.toEqual([]);
  expect(seen.withheld).toContain('fewer than');
});
