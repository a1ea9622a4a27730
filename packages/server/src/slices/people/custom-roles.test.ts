import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { sharedTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { approveAll, join, newPerson } from './people.fixture.ts';

let ctx: TestContext;
let tenant: TestTenant;
const nobody = { participantId: null };

beforeAll(async () => {
  ctx = await sharedTestContext();
  tenant = await ctx.newTenant({ administrator: nobody, 'tenant-admin': nobody, auditor: nobody });
});
afterAll(() => ctx?.stop());

const admin = () => tenant.as('administrator');
const second = () => tenant.as('tenant-admin');
const may = (permission: string, scope = 'tenant') => ({ permission, scope });
let made = 0;
const createRole = async (...cells: object[]) => {
  made += 1;
  const answer = await admin().post('/api/roles', { name: `Role ${made}`, cells });
  expect(answer.status).toBe(201);
  return answer.body as { id: string; name: string };
};
const member = async () => {
  const who = await join(ctx, await admin().post('/api/people/invitations', newPerson('viewer')));
  return { who, id: (await who.get('/api/auth/me')).body.user.id as string };
};
const give = (by: Client, id: string, roles: readonly string[], customRoles: readonly object[]) =>
  by.post(`/api/people/${id}/roles`, { roles: roles.map((role) => ({ role })), customRoles });
const lastAct = async (action: string) =>
  (await admin().get('/api/audit', { action, limit: 1 })).body.rows[0];

describe('[ACCESS-30] [POLICY-26] [POLICY-30] custom roles', () => {
  test('are given and taken like built-in ones, and their permissions hold at the next request', async () => {
    const role = await createRole(may('read:deals'), may('read:payouts', 'own'));
    const { who, id } = await member();
    expect((await who.get('/api/deals')).status).toBe(403);
    const given = await give(admin(), id, ['viewer'], [{ id: role.id }]);
    expect(given.body.customRoles).toEqual([{ id: role.id, name: role.name, from: null, to: null }]);
    expect((await who.get('/api/deals')).status).toBe(200);
    const me = (await who.get('/api/auth/me')).body;
    expect([me.roles, me.customRoles]).toEqual([['viewer'], [role.name]]);
    expect(me.permissions).toContainEqual(may('read:payouts', 'own'));
    expect((await lastAct('member.roles-changed')).reason).toBe(`viewer,${role.id}`);
    // roles changed without naming custom ones leave them
    expect(
      (await admin().post(`/api/people/${id}/roles`, { roles: [{ role: 'auditor' }] })).body.customRoles,
    ).toHaveLength(1);
    await give(admin(), id, ['viewer'], []);
    expect((await who.get('/api/deals')).status).toBe(403);
  });

  test('hold between their days only', async () => {
    const role = await createRole(may('read:deals'));
    const { who, id } = await member();
    await give(admin(), id, ['viewer'], [{ id: role.id, from: '2020-01-01', to: '2020-12-31' }]);
    expect((await who.get('/api/deals')).status).toBe(403);
    await give(admin(), id, [], [{ id: role.id, from: '2020-01-01', to: '2999-12-31' }]);
    expect((await who.get('/api/deals')).status).toBe(200);
  });

  test('[ACCESS-19] reach API tokens as far as the token does', async () => {
    const role = await createRole(may('read:deals'), may('read:quotas'));
    const { who, id } = await member();
    await give(admin(), id, ['viewer'], [{ id: role.id }]);
    const { token } = (await who.post('/api/auth/tokens', { name: 'x', scopes: ['read:deals'], days: 1 }))
      .body;
    const call = async (path: string) =>
      (await fetch(`${ctx.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await call('/deals'), await call('/quotas')]).toEqual([200, 403]);
    await give(admin(), id, ['viewer'], []);
    expect(await call('/deals')).toBe(403);
  });

  test('[ACCESS-20] that approve or manage wait for a second administrator, who sees what changes', async () => {
    const role = await createRole(may('approve:payments'), may('read:payments'));
    const { who, id } = await member();
    const asked = await give(admin(), id, ['viewer'], [{ id: role.id }]);
    expect(asked.body.customRoles).toEqual([]);
    const request = (await second().get(`/api/approvals/${asked.body.approvalId}`)).body;
    expect(request.summary).toContain(`${role.name} for`);
    expect(request.facts.figures).toContainEqual(
      expect.objectContaining({ label: role.name, before: 'No access', after: 'No end date' }),
    );
    expect((await who.get('/api/payments')).status).toBe(403);
    await approveAll(second());
    expect((await who.get('/api/payments')).status).toBe(200);
    // it counts among those who may approve payments
    const { kinds } = (await who.get('/api/approval-rules')).body;
    expect(kinds.find(({ kind }: { kind: string }) => kind === 'payment-run').deciders).toBe(2);
  });

  test('whose permissions changed while they waited are not given', async () => {
    const role = await createRole(may('approve:payments'));
    const { id } = await member();
    const { approvalId } = (await give(admin(), id, ['viewer'], [{ id: role.id }])).body;
    const { hash } = (await second().get(`/api/approvals/${approvalId}`)).body;
    const wider = { name: role.name, cells: [may('approve:payments'), may('read:payouts')] };
    expect((await admin().post(`/api/roles/${role.id}`, wider)).status).toBe(200);
    const decided = await second().post(`/api/approvals/${approvalId}/decide`, { decision: 'approve', hash });
    expect(decided.status).toBe(409);
  });

  test('[ACCESS-27] are not combined against separation of duties', async () => {
    const pays = await createRole(may('make:payments'));
    const { id } = await member();
    const clash = await give(admin(), id, ['plan-designer'], [{ id: pays.id }]);
    expect([clash.status, clash.body.issues[0].rule]).toEqual([400, 'ACCESS-27']);
    const both = await admin().post('/api/roles', {
      name: 'Both',
      cells: [may('edit:plans'), may('make:payments')],
    });
    expect([both.status, both.body.issues[0].rule]).toEqual([400, 'ACCESS-27']);
    const harmless = await createRole(may('read:deals'));
    await give(admin(), id, ['plan-designer'], [{ id: harmless.id }]);
    const change = await admin().post(`/api/roles/${harmless.id}`, {
      name: harmless.name,
      cells: [may('make:payments')],
    });
    expect([change.status, change.body.error]).toEqual([409, expect.stringContaining("can't be combined")]);
  });

  test('[ACCESS-43] excepted for a member gain nothing, since no one accepted more', async () => {
    const role = await createRole(may('make:payments'));
    const { id } = await member();
    await give(admin(), id, ['plan-designer'], []);
    const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await ctx.ctx.db.owner.query(
      `INSERT INTO duty_exceptions (tenant_id, id, user_id, approval_id, roles, names, duty, reason, until)
       VALUES ($1, gen_random_uuid(), $2, gen_random_uuid(), $3, '{Plan Designer,Pay}', 'plans-and-pay', 'Leave', $4)`,
      [tenant.tenantId, id, ['plan-designer', role.id], until],
    );
    const held = { id: role.id, from: null, to: until };
    expect((await give(admin(), id, ['plan-designer'], [held])).body.customRoles).toMatchObject([held]);
    const change = (...cells: object[]) =>
      admin().post(`/api/roles/${role.id}`, { name: role.name, cells: [may('make:payments'), ...cells] });
    expect((await change()).status).toBe(200);
    const wider = await change(may('adjust:payments'));
    expect([wider.status, wider.body.error]).toEqual([409, expect.stringContaining('Create another role')]);
  });

  test('change for everyone who holds them, gain nothing privileged while held, and are deleted once unheld', async () => {
    const role = await createRole(may('read:deals'));
    const { who, id } = await member();
    await give(admin(), id, ['viewer'], [{ id: role.id }]);
    const change = (...cells: object[]) => admin().post(`/api/roles/${role.id}`, { name: 'Renamed', cells });
    expect((await change(may('read:quotas'))).body).toMatchObject({
      id: role.id,
      name: 'Renamed',
      members: 1,
    });
    expect([(await who.get('/api/deals')).status, (await who.get('/api/quotas')).status]).toEqual([403, 200]);
    expect((await change(may('approve:results'))).status).toBe(409);
    expect((await admin().post(`/api/roles/${role.id}/remove`)).status).toBe(409);
    await give(admin(), id, ['viewer'], []);
    expect((await admin().post(`/api/roles/${role.id}/remove`)).status).toBe(200);
    expect((await give(admin(), id, ['viewer'], [{ id: role.id }])).status).toBe(400);
    for (const step of ['created', 'changed', 'removed'])
      expect((await lastAct(`role.${step}`)).object.type).toBe('role');
  });

  test('have a name of their own, cells of the table, and are managed by those who manage people', async () => {
    const { name } = await createRole(may('read:deals'));
    const reject = async (body: object) => (await admin().post('/api/roles', body)).body.issues?.[0]?.path;
    expect(await reject({ name: name.toUpperCase(), cells: [may('read:deals')] })).toBe('name');
    expect(await reject({ name: 'Finance', cells: [may('read:deals')] })).toBe('name');
    expect(await reject({ name: 'Other', cells: [] })).toBe('cells');
    expect(await reject({ name: 'Other', cells: [may('manage:people', 'own')] })).toBe('cells');
    expect((await tenant.as('auditor').get('/api/roles')).status).toBe(200);
    expect((await tenant.as('auditor').post('/api/roles', { name: 'X', cells: [] })).status).toBe(403);
  });
});
