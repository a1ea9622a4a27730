import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { madePayments } from '../payments/paid-period.fixture.ts';
import { paidWorkspace } from '../payouts/paid-workspace.fixture.ts';
import { approveAll, join, newPerson } from '../people/people.fixture.ts';

let ctx: TestContext;
const nobody = { participantId: null };
beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

const save = (by: Client, ...rules: readonly object[]) => by.put('/api/approval-rules', { rules });
const read = async (by: Client, id: string) => (await by.get(`/api/approvals/${id}`)).body;
const approve = async (by: Client, id: string) =>
  by.post(`/api/approvals/${id}/decide`, { decision: 'approve', hash: (await read(by, id)).hash });

/** A workspace whose administrator has two others who manage people. */
async function threeManagers(): Promise<{ tenant: TestTenant; third: Client }> {
  const tenant = await ctx.newTenant({ administrator: nobody, 'tenant-admin': nobody, viewer: nobody });
  const invited = await tenant.as('administrator').post('/api/people/invitations', newPerson('tenant-admin'));
  await approveAll(tenant.as('tenant-admin'));
  return { tenant, third: await join(ctx, invited) };
}

describe('[APR-10] the approvals a workspace requires', () => {
  test('are counted: two people approve what requires two, and the first approval changes nothing', async () => {
    const { tenant, third } = await threeManagers();
    const saved = await save(tenant.as('administrator'), { kind: 'access-grant', required: 2 });
    expect([saved.status, saved.body.rules]).toEqual([
      200,
      [{ kind: 'access-grant', fromAmount: '0', required: 2, roles: [], dueDays: 2, escalateTo: null }],
    ]);
    const who = tenant.as('viewer');
    const asked = await who.post('/api/access-grants', {
      permission: 'read:deals',
      hours: 1,
      reason: 'Audit',
    });
    const first = await approve(tenant.as('tenant-admin'), asked.body.approvalId);
    expect(first.body).toMatchObject({
      status: 'open',
      currentApprovals: 1,
      requiredApprovals: 2,
      mayDecide: false,
    });
    expect((await who.get('/api/deals')).status).toBe(403);
    expect((await approve(tenant.as('tenant-admin'), asked.body.approvalId)).status).toBe(409);
    expect((await approve(third, asked.body.approvalId)).body).toMatchObject({ status: 'approved' });
    expect((await who.get('/api/deals')).status).toBe(200);
  });

  test('cannot exceed the people who could approve, and are changed by those who manage people', async () => {
    const { tenant, third } = await threeManagers();
    const rejected = await save(third, { kind: 'payment-run', required: 2 });
    expect([rejected.status, rejected.body.issues[0].message]).toEqual([
      400,
      'Only 1 person can approve this. Add approvers first.',
    ]);
    expect((await save(tenant.as('viewer'), { kind: 'role-grant', required: 2 })).status).toBe(403);
    const current = (await tenant.as('viewer').get('/api/approval-rules')).body;
    expect(current.rules).toEqual([]);
    expect(current.kinds).toContainEqual({
      kind: 'role-grant',
      hasAmount: false,
      deciders: 3,
      roles: ['administrator', 'tenant-admin'],
    });
    await save(third, { kind: 'role-grant', required: 2 });
    const [entry] = (
      await tenant.as('administrator').get('/api/audit', { action: 'workspace.approval-rules-saved' })
    ).body.rows;
    expect(entry.reason).toBe('1-rules');
  });

  test('do not stop an administrator whom no one else could approve', async () => {
    const { tenant, third } = await threeManagers();
    const admin = tenant.as('administrator');
    await save(admin, { kind: 'role-grant', required: 2 });
    for (const who of [tenant.as('tenant-admin'), third])
      await admin.post(`/api/people/${(await who.get('/api/auth/me')).body.user.id}/disable`);
    const id = (await tenant.as('viewer').get('/api/auth/me')).body.user.id;
    const alone = await admin.post(`/api/people/${id}/roles`, { roles: [{ role: 'manager' }] });
    expect(alone.body).toMatchObject({ approvalId: null, roles: [{ role: 'manager' }] });
  });

  test('depend on the amount of payments, and no one of several approvers posts them', async () => {
    const paid = await paidWorkspace(ctx);
    await paid.calculate();
    const { admin, tenant } = paid;
    await ctx.ctx.db.owner.query(
      `UPDATE memberships SET roles = '{finance}' WHERE tenant_id = $1 AND 'viewer' = ANY(roles)`,
      [(await admin.get('/api/auth/me')).body.tenant.id],
    );
    const [one, two] = [tenant.as('finance'), tenant.as('viewer')];
    const rules = await save(
      admin,
      { kind: 'payment-run', required: 1 },
      { kind: 'payment-run', fromAmount: '0.01', required: 2 },
    );
    expect(rules.status).toBe(200);
    const run = await madePayments(admin, '2024-Q1');
    const [request] = (await one.get('/api/approvals', { kind: 'payment-run' })).body.rows;
    expect(request.requiredApprovals).toBe(2);
    expect((await approve(one, request.id)).body.currentApprovals).toBe(1);
    expect((await admin.get(`/api/payments/${run.id}`)).body.status).toBe('calculated');
    expect((await approve(two, request.id)).body.status).toBe('approved');
    expect((await admin.get(`/api/payments/${run.id}`)).body.status).toBe('approved');
    for (const who of [one, two]) expect((await who.post(`/api/payments/${run.id}/post`)).status).toBe(403);
    expect((await admin.post(`/api/payments/${run.id}/post`)).status).toBe(200);
  });
});

describe('[APR-12] the roles that approve a kind', () => {
  test('are asked alone, and no one else votes, not even for one of them without a delegation', async () => {
    const { tenant, third } = await threeManagers();
    const admin = tenant.as('administrator');
    const rejected = await save(admin, { kind: 'access-grant', required: 1, roles: ['viewer'] });
    expect(rejected).toMatchObject({ status: 400, body: { issues: [{ path: 'rules.0.roles' }] } });
    const saved = await save(admin, { kind: 'access-grant', required: 1, roles: ['administrator'] });
    expect(saved.body.rules).toMatchObject([{ roles: ['administrator'] }]);
    const asked = await tenant.as('viewer').post('/api/access-grants', {
      permission: 'read:deals',
      hours: 1,
      reason: 'Audit',
    });
    const id = asked.body.approvalId;
    expect((await third.get('/api/approvals')).body.rows).toEqual([]);
    const notices = (await third.get('/api/notices', { status: 'unread' })).body.rows;
    expect(notices.filter(({ about }: { about: { id: string } | null }) => about?.id === id)).toEqual([]);
    expect(await read(third, id)).toMatchObject({
      mayDecide: false,
      barred: 'Only these roles approve this request: Administrator.',
    });
    expect((await approve(third, id)).status).toBe(403);
    const day = new Date().toISOString().slice(0, 10);
    const delegateId = (await third.get('/api/auth/me')).body.user.id;
    await admin.post('/api/approval-delegations', { delegateId, from: day, to: day });
    expect((await third.get('/api/approvals')).body.rows).toMatchObject([{ id, mayDecide: true }]);
    expect((await approve(third, id)).body.status).toBe('approved');
  });
});
