import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { ended, type PaidWorkspace, paidWorkspace } from '../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
let workspace: PaidWorkspace;
let runId: string;

beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());
beforeEach(async () => {
  workspace = await paidWorkspace(ctx);
  const { admin, planId } = workspace;
  const ordered = await admin.post('/api/calculations', { planId, period: '2024-Q1' });
  runId = (await ended(admin, ordered.body.id)).id;
});

const publish = (audience: string) =>
  workspace.tenant.as('finance').post(`/api/calculations/${runId}/publish`, { audience });
const statements = async (role: 'manager' | 'sales-rep' | 'finance') =>
  (await workspace.tenant.as(role).get('/api/statements')).body.rows.map(
    (row: { participantId: string }) => row.participantId,
  );
const noticesOfRep = async () =>
  (await workspace.tenant.as('sales-rep').get('/api/notices')).body.rows.map(
    ({ title }: { title: string }) => title,
  );

describe('publication', () => {
  test('[ACCESS-28] managers see results from the preview on, payees once they are published', async () => {
    expect(await statements('finance')).toHaveLength(4);
    expect([await statements('manager'), await statements('sales-rep')]).toEqual([[], []]);
    expect((await publish('managers')).body.published).toMatchObject({ audience: 'managers' });
    expect(await statements('manager')).toEqual(['ann', 'bob', 'mia']);
    expect(await statements('sales-rep')).toEqual([]);
    const line = `/api/statements/${runId}/ann`;
    expect((await workspace.tenant.as('sales-rep').get(line)).status).toBe(404);
    expect((await publish('payees')).status).toBe(200);
    expect(await statements('sales-rep')).toEqual(['ann']);
    expect((await workspace.tenant.as('sales-rep').get(line)).status).toBe(200);
  });

  test('[ACCESS-29] publishing only widens, needs results, and is not for those who read only', async () => {
    expect((await publish('payees')).status).toBe(200);
    expect((await publish('managers')).body.code).toBe('CONFLICT');
    expect((await publish('payees')).body.code).toBe('CONFLICT');
    const other = workspace.tenant.as('plan-designer');
    expect((await other.post(`/api/calculations/${runId}/publish`)).status).toBe(403);
    await workspace.sql(`UPDATE calculation_runs SET status = 'failed' WHERE tenant_id = $1`);
    await workspace.sql('DELETE FROM publications WHERE tenant_id = $1');
    expect((await publish('payees')).body.code).toBe('CONFLICT');
  });

  test('[ACCESS-28] payees are notified when results are published, and of changes after that', async () => {
    expect(await noticesOfRep()).toEqual([]);
    await publish('managers');
    expect(await noticesOfRep()).toEqual([]);
    await publish('payees');
    expect(await noticesOfRep()).toEqual(['Your statement for 2024-Q1 is ready']);
    await workspace.addDeal({ id: 'd7', amount: '9000.00', participantId: 'ann' });
    await workspace.calculate();
    expect(await noticesOfRep()).toEqual([
      'Your statement for 2024-Q1 changed',
      'Your statement for 2024-Q1 is ready',
    ]);
  });

  test('[ACCESS-28] after the last day, a standing shows attainment and no pay until it is published', async () => {
    const standing = async () =>
      (await workspace.tenant.as('sales-rep').get('/api/standings', { planId: workspace.planId })).body;
    const before = await standing();
    expect(before.payHidden).toContain('published');
    expect(before.rows[0]).toMatchObject({ amount: null, message: null, nextTier: null });
    expect(before.rows[0].attainmentPercent).not.toBeNull();
    await publish('payees');
    const after = await standing();
    expect([after.payHidden, typeof after.rows[0].amount]).toEqual([null, 'string']);
  });
});
