import { statedRoles } from '@attain/domain/access/stated-permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { approveAll, join, newPerson } from './people.fixture.ts';

let ctx: TestContext;
let tenant: TestTenant;
const nobody = { participantId: null };

beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

const workspace = async () => {
  tenant = await ctx.newTenant({
    administrator: nobody,
    'tenant-admin': nobody,
    'agent-operator': nobody,
    viewer: nobody,
  });
  return tenant.as('administrator');
};
interface Shown {
  readonly id: string;
  readonly users: number;
  readonly stated: string[];
  readonly status: string;
}
const overview = async (): Promise<Shown[]> =>
  (await tenant.as('agent-operator').get('/api/role-overview')).body.rows;
const roleOf = async (id: string) => (await overview()).find((one) => one.id === id);
const off = { active: true, requireApproval: false, auditActions: false };
const settings = (id: string, change: object) =>
  tenant.as('administrator').post(`/api/roles/${id}/settings`, { ...off, ...change });

describe('roles and how they count', () => {
  test('[POLICY-24] [POLICY-25] [ACCESS-40] every role is listed with its permissions, and the members who hold it today', async () => {
    const admin = await workspace();
    const made = await admin.post('/api/roles', {
      name: 'Auditor of agents',
      cells: [{ permission: 'read:audit', scope: 'tenant' }],
    });
    const rows = await overview();
    expect(rows.at(-1)).toMatchObject({ id: made.body.id, isCustom: true, users: 0 });
    for (const { role, has } of statedRoles)
      expect(await roleOf(role)).toMatchObject({
        users: ['agent-operator', 'viewer'].includes(role) ? 1 : 0,
        stated: expect.arrayContaining([...has]),
      });
    await join(ctx, await admin.post('/api/people/invitations', newPerson('viewer')));
    expect(await roleOf('viewer')).toMatchObject({ users: 2 });
    // a custom role of the same permissions has the same names
    expect(rows.at(-1)?.stated).toEqual(['VIEW_AUDIT_LOGS']);
  });

  test('[POLICY-28] [POLICY-29] [POLICY-31] [ACCESS-41] a role that is off gives no permission from the next request on', async () => {
    await workspace();
    const viewer = tenant.as('viewer');
    expect((await viewer.get('/api/plans')).status).toBe(200);
    expect((await settings('viewer', { active: false })).body).toMatchObject({
      status: 'inactive',
      users: 1,
    });
    expect((await viewer.get('/api/plans')).status).toBe(403);
    expect((await settings('viewer', {})).body).toMatchObject({ status: 'active' });
    expect((await viewer.get('/api/plans')).status).toBe(200);
    const log = (await tenant.as('administrator').get('/api/audit', { action: 'role.switched' })).body.rows;
    expect(log.map(({ reason }: { reason: string }) => reason)).toHaveLength(2);
    // no one could switch it on again
    expect(await settings('administrator', { active: false })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('can’t be switched off') },
    });
    expect((await settings('no-such-role', {})).status).toBe(404);
    const denied = await tenant.as('viewer').post('/api/roles/viewer/settings', off);
    expect(denied.status).toBe(403);
  });

  test('[POLICY-38] the five stated roles are enforced: each does its work, and not that of another', async () => {
    const roles = [
      'administrator',
      'agent-developer',
      'agent-operator',
      'viewer',
      'compliance-officer',
    ] as const;
    const five = await ctx.newTenant(
      Object.fromEntries(roles.map((role) => [role, { participantId: null }])),
    );
    const status = async (role: (typeof roles)[number], path: string) =>
      path.startsWith('+')
        ? (await five.as(role).post(path.slice(1), { name: `By ${role}` })).status
        : (await five.as(role).get(path)).status;
    expect(await status('administrator', '/api/people')).toBe(200);
    expect(await status('agent-developer', '+/api/workflows')).toBe(201);
    expect(await status('agent-developer', '/api/audit')).toBe(403);
    expect(await status('agent-operator', '/api/workflow-runs')).toBe(200);
    expect(await status('agent-operator', '+/api/workflows')).toBe(403);
    expect(await status('viewer', '/api/agents')).toBe(200);
    expect(await status('viewer', '+/api/agents')).toBe(403);
    expect(await status('compliance-officer', '/api/audit')).toBe(200);
    expect(await status('compliance-officer', '+/api/agents')).toBe(403);
  });

  test('[POLICY-39] [ACCESS-41] a role that requires approval is given by two administrators', async () => {
    const admin = await workspace();
    await settings('agent-operator', { requireApproval: true });
    const who = await join(ctx, await admin.post('/api/people/invitations', newPerson('viewer')));
    const id = (await who.get('/api/auth/me')).body.user.id;
    const asked = await admin.post(`/api/people/${id}/roles`, { roles: [{ role: 'agent-operator' }] });
    expect(asked.body.roles).toMatchObject([{ role: 'viewer' }]);
    await approveAll(tenant.as('tenant-admin'));
    expect((await who.get('/api/auth/me')).body.roles).toEqual(['agent-operator']);
    const invited = await admin.post('/api/people/invitations', newPerson('agent-operator'));
    expect(invited.body.awaitsApproval).toBe(true);
  });

  test('[POLICY-28] [ACCESS-41] what an audited role reads is in the log', async () => {
    const admin = await workspace();
    await tenant.as('viewer').get('/api/plans');
    const reads = async () => (await admin.get('/api/audit', { action: 'access.read' })).body.rows;
    expect(await reads()).toEqual([]);
    await settings('viewer', { auditActions: true });
    for (let time = 0; time < 3; time += 1) await tenant.as('viewer').get('/api/plans');
    await tenant.as('agent-operator').get('/api/agents');
    expect(await reads()).toMatchObject([{ object: { type: 'plans.list' } }]);
  });
});

describe('an agent is deleted', () => {
  test('with its versions, by those who may; its workflow stays', async () => {
    const admin = await workspace();
    const { body: agent } = await admin.post('/api/agents', { name: 'Short lived' });
    const path = `/api/agents/${agent.agentId}/remove`;
    expect((await tenant.as('agent-operator').post(path)).status).toBe(403);
    expect((await admin.post(path)).body).toEqual({ removed: true });
    expect((await admin.get(`/api/agents/${agent.agentId}`)).status).toBe(404);
    expect((await admin.post(path)).status).toBe(404);
    const [entry] = (await admin.get('/api/audit', { action: 'agent.removed' })).body.rows;
    expect(entry).toMatchObject({ object: { id: agent.agentId } });
  });
});
