import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { ended, paidWorkspace } from '../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

test('the payee, and no one else, says once that a published statement looks right; the result stays as it is', async () => {
  const paid = await paidWorkspace(ctx);
  const { body: ordered } = await paid.admin.post('/api/calculations', {
    planId: paid.planId,
    period: '2024-Q1',
  });
  const run = await ended(paid.admin, ordered.id);
  const [rep, manager] = [paid.tenant.as('sales-rep'), paid.tenant.as('manager')];
  const path = `/api/statements/${run.id}/ann`;
  expect((await rep.post(`${path}/acknowledge`)).status).toBe(404);
  const published = await paid.admin.post(`/api/calculations/${run.id}/publish`, { audience: 'payees' });
  expect(published.status).toBe(200);

  expect((await rep.get(path)).body.acknowledgedAt).toBeNull();
  expect((await manager.post(`${path}/acknowledge`)).status).toBe(403);
  expect((await paid.admin.post(`${path}/acknowledge`)).status).toBe(403);
  expect((await rep.post(`/api/statements/${run.id}/bob/acknowledge`)).status).toBe(404);
  const before = (await paid.admin.get(path)).body;
  const answer = await rep.post(`${path}/acknowledge`);
  expect([answer.status, typeof answer.body.acknowledgedAt]).toEqual([200, 'string']);
  expect((await rep.post(`${path}/acknowledge`)).status).toBe(409);

  const after = (await paid.admin.get(path)).body;
  expect(after).toEqual({ ...before, acknowledgedAt: answer.body.acknowledgedAt });
  const { body: list } = await paid.admin.get('/api/statements', { runId: run.id });
  const marks = list.rows.map((row: { participantId: string; acknowledgedAt: string | null }) => [
    row.participantId,
    row.acknowledgedAt !== null,
  ]);
  expect(Object.fromEntries(marks)).toMatchObject({ ann: true, bob: false });
  const { body: log } = await paid.admin.get('/api/audit', { action: 'statement.acknowledged' });
  expect(log.rows).toHaveLength(1);
});
