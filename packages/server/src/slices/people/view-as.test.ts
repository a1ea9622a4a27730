import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';

let ctx: TestContext;
let tenant: TestTenant;
const nobody = { participantId: null };

beforeAll(async () => {
  ctx = await startTestContext();
  tenant = await ctx.newTenant({ administrator: nobody, 'tenant-admin': nobody, 'sales-rep': nobody });
});
afterAll(() => ctx?.stop());

const admin = () => tenant.as('administrator');
const permissionsOf = async (who = admin()) => (await who.get('/api/auth/me')).body.permissions;

test('[ACCESS-38] an administrator sees exactly what a role may, changes nothing meanwhile, and is in the log', async () => {
  const own = await permissionsOf();
  expect((await admin().post('/api/auth/view', { role: 'sales-rep' })).status).toBe(200);
  const me = (await admin().get('/api/auth/me')).body;
  expect(me).toMatchObject({ viewingAs: 'sales-rep', roles: ['sales-rep'], participantId: null });
  expect(me.permissions).toEqual(await permissionsOf(tenant.as('sales-rep')));
  expect((await admin().get('/api/people')).status).toBe(403);
  for (const [path, body] of [
    ['/api/plans', { name: 'x', type: 'bonus-plan' }],
    ['/api/auth/view', { role: 'finance' }],
    ['/api/auth/sessions/end-others', {}],
  ] as const) {
    const answer = await admin().post(path, body);
    expect(answer).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('nothing can be changed') },
    });
  }
  expect((await admin().put('/api/auth/preferences', { mode: 'manual' })).status).toBe(403);
  expect((await admin().post('/api/auth/view/end', {})).status).toBe(200);
  expect(await permissionsOf()).toEqual(own);
  expect((await admin().post('/api/auth/view/end', {})).status).toBe(409);
  const log = await admin().get('/api/audit', { limit: 50 });
  const actions = log.body.rows.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(['session.view-begun', 'session.view-ended']));
});

test('[ACCESS-38] no one else views as a role, and no role gives more than its viewer has', async () => {
  const other = await tenant.as('tenant-admin').post('/api/auth/view', { role: 'finance' });
  expect(other).toMatchObject({ status: 403 });
  expect((await tenant.as('sales-rep').post('/api/auth/view', { role: 'viewer' })).status).toBe(403);
  const unknown = await admin().post('/api/auth/view', { role: 'sales-rep', participantId: 'nobody' });
  expect(unknown).toMatchObject({ status: 400, body: { issues: [{ path: 'participantId' }] } });
});
