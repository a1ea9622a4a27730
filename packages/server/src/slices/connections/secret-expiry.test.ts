import { afterAll, beforeAll, expect, test } from 'vitest';
import { runMaintenance } from '../../maintenance.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { openConnection } from './open-connection.ts';

let now = Date.parse('2026-03-02T12:00:00Z');
const clock = { now: () => new Date(now), today: () => new Date(now).toISOString().slice(0, 10) };
const nobody = { participantId: null };
let ctx: TestContext;
let tenant: TestTenant;

beforeAll(async () => {
  ctx = await startTestContext({ clock });
  tenant = await ctx.newTenant({ administrator: nobody, viewer: nobody });
  await ctx.ctx.jobs.stop();
});
afterAll(() => ctx?.stop());

const admin = () => tenant.as('administrator');
const base = {
  kind: 'chat',
  name: 'Desk',
  address: 'https://chat.example.com/v1',
  authMethod: 'bearer',
  secret: 'a-token-of-the-desk',
};
const titles = async (): Promise<string[]> => {
  await runMaintenance(ctx.ctx);
  const { rows } = (await admin().get('/api/notices')).body;
  return rows.map(({ title }: { title: string }) => title);
};
const moveExpiry = (by: string) =>
  ctx.ctx.db.owner.query(
    'UPDATE credentials_vault SET expires_at = expires_at + $2::interval WHERE tenant_id = $1',
    [tenant.tenantId, by],
  );
const use = () =>
  openConnection(
    ctx.ctx,
    { tenantId: tenant.tenantId, kind: 'chat', name: 'desk' },
    async ({ secret }) => secret !== null,
  );

test('[CONN-10] the end of a secret is warned of once, two weeks before and when it has passed, and a new one replaces it', async () => {
  const past = await admin().post('/api/connections', { ...base, secretExpiresOn: '2026-03-01' });
  expect(past).toMatchObject({ status: 400, body: { issues: [{ path: 'secretExpiresOn' }] } });
  const made = await admin().post('/api/connections', { ...base, secretExpiresOn: '2030-03-31' });
  expect(made.body.secret).toMatchObject({ expiresOn: '2030-03-31' });
  expect(await titles()).toEqual([]);
  expect(await use()).toBe(true);
  now = Date.parse('2030-03-17T00:00:00Z');
  expect(await titles()).toEqual(['The secret of “Desk” expires soon']);
  expect(await titles()).toHaveLength(1);
  now = Date.parse('2030-04-01T00:00:00Z');
  expect(await titles()).toEqual(['The secret of “Desk” has expired', 'The secret of “Desk” expires soon']);
  await moveExpiry('-10 years'); // the database has a clock of its own
  await expect(use()).rejects.toThrow('missing or expired');
  await moveExpiry('10 years');
  const { secret: _, kind: __, ...fields } = base;
  const save = (more: object) => admin().put('/api/connections/desk', { ...fields, revision: 1, ...more });
  expect(await save({ secretExpiresOn: '2031-01-01' })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'secret', rule: 'CONN-10' }] },
  });
  const replaced = await save({ secret: 'another-token', secretExpiresOn: null });
  expect(replaced.body.secret).toMatchObject({ keyVersion: 2, expiresOn: null });
  expect(await use()).toBe(true);
  expect(await titles()).toHaveLength(2);
});
