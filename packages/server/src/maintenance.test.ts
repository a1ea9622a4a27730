import { afterAll, beforeAll, expect, test } from 'vitest';
import { runMaintenance } from './maintenance.ts';
import { startTestContext, type TestContext } from './testing/start-test-context.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
  // what is done once a minute is done here when this test says so, and only then
  await ctx.ctx.jobs.stop();
});
afterAll(() => ctx?.stop());

test('every minute the head of each grown log is signed, once a size', async () => {
  const tenant = await ctx.newTenant();
  await ctx.ctx.db.sequencer.settle(tenant.tenantId);
  const signed = async () => {
    const result = await ctx.ctx.db.owner.query<{ size: number }>(
      'SELECT size::int FROM audit_checkpoints WHERE tenant_id = $1 ORDER BY size',
      [tenant.tenantId],
    );
    return result.rows.map((row) => row.size);
  };
  await runMaintenance(ctx.ctx);
  const first = await signed();
  expect(first).toHaveLength(1);
  await runMaintenance(ctx.ctx);
  expect(await signed()).toEqual(first);
  await tenant.as('administrator').post('/api/auth/logout');
  await ctx.ctx.db.sequencer.settle(tenant.tenantId);
  await runMaintenance(ctx.ctx);
  expect(await signed()).toEqual([...first, (first[0] ?? 0) + 1]);
});

test('answers are kept for a retry at least a day, and sessions until they have run out', async () => {
  const tenant = await ctx.newTenant();
  const admin = tenant.as('administrator');
  const created = await admin.post(
    '/api/plans',
    { name: 'Kept', type: 'bonus-plan' },
    { 'idempotency-key': 'keep-me' },
  );
  expect(created.status).toBe(201);
  await ctx.ctx.db.owner.query(
    `UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE tenant_id = $1`,
    [tenant.tenantId],
  );
  await runMaintenance(ctx.ctx);
  const again = await admin.post(
    '/api/plans',
    { name: 'Kept', type: 'bonus-plan' },
    { 'idempotency-key': 'keep-me' },
  );
  expect(again.body.id).toBe(created.body.id);
  await ctx.ctx.db.owner.query(
    `UPDATE idempotency_keys SET created_at = now() - interval '49 hours' WHERE tenant_id = $1`,
    [tenant.tenantId],
  );
  await runMaintenance(ctx.ctx);
  const later = await admin.post(
    '/api/plans',
    { name: 'Kept', type: 'bonus-plan' },
    { 'idempotency-key': 'keep-me' },
  );
  expect(later.status).toBe(409);
  expect((await admin.get('/api/auth/me')).status).toBe(200);
});

test('[HOOK-7] deliveries and mails that are over are kept for 90 days, and those on their way for ever', async () => {
  const { tenantId } = await ctx.newTenant();
  const { owner } = ctx.ctx.db;
  await owner.query(
    `INSERT INTO webhooks (tenant_id, id, url, events, created_by) VALUES ($1, $1, 'https://x.example.com', '{}', $1)`,
    [tenantId],
  );
  for (const [state, days] of [
    ['delivered', 89],
    ['delivered', 91],
    ['failed', 91],
    ['pending', 91],
  ])
    await owner.query(
      `INSERT INTO webhook_deliveries (tenant_id, webhook_id, event, payload, state, created_at)
       VALUES ($1, $1, 'x', '{}', $2, now() - make_interval(days => $3))`,
      [tenantId, state, days],
    );
  for (const days of [89, 91, 0])
    await owner.query(
      `INSERT INTO mails (tenant_id, recipient, subject, message, path, effect_key, next_attempt_at, ended_at)
       VALUES ($1, 'a@example.com', 's', 'm', '/', $2::text, NULL, now() - make_interval(days => $2::int))`,
      [tenantId, days],
    );
  await runMaintenance(ctx.ctx);
  const left = await owner.query<{ state: string }>(
    'SELECT state FROM webhook_deliveries WHERE tenant_id = $1 ORDER BY state',
    [tenantId],
  );
  expect(left.rows.map(({ state }) => state)).toEqual(['delivered', 'pending']);
  const mails = await owner.query('SELECT 1 FROM mails WHERE tenant_id = $1', [tenantId]);
  expect(mails.rowCount).toBe(2);
});
