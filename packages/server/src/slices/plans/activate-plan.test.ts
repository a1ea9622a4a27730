import type { Held } from '@attain/domain/access/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { flatComponent, validPlan } from '../../testing/valid-plan.ts';
import { paidWorkspace } from '../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

const nobody = { participantId: null };
const tenantWith = (...roles: Held[]): Promise<TestTenant> =>
  ctx.newTenant(Object.fromEntries(roles.map((role) => [role, nobody])));

const create = (client: Client, document = validPlan()) =>
  client.post('/api/plans', { name: document.name, type: document.type, document });

async function actionsOf(tenant: TestTenant, planId: string) {
  const entries = await tenant.as('administrator').get('/api/audit', { objectId: planId });
  return entries.body.rows.map((entry: { action: string; body: string }) => ({
    action: entry.action,
    reason: JSON.parse(entry.body).reason?.code ?? null,
  }));
}

describe('activation', () => {
  it('[PLAN-12] goes Draft → Active → Inactive → Active, and a second activation is refused', async () => {
    const tenant = await tenantWith('administrator', 'plan-designer', 'finance');
    const finance = tenant.as('finance');
    const { id, documentHash } = (await create(tenant.as('plan-designer'))).body;
    const activate = () => finance.post(`/api/plans/${id}/activate`, { documentHash });
    const active = await activate();
    expect([active.status, active.body.status, active.body.activeVersion]).toEqual([200, 'Active', 1]);
    expect((await activate()).status).toBe(409);
    expect((await finance.post(`/api/plans/${id}/deactivate`)).body).toMatchObject({
      status: 'Inactive',
      activeVersion: null,
    });
    const resting = await finance.post(`/api/plans/${id}/deactivate`);
    expect([resting.status, resting.body.issues[0].rule]).toEqual([409, 'PLAN-9']);
    expect((await activate()).body.status).toBe('Active');
    expect(await actionsOf(tenant, id)).toEqual([
      { action: 'plan.activated', reason: null },
      { action: 'plan.deactivated', reason: null },
      { action: 'plan.activated', reason: null },
      { action: 'plan.created', reason: null },
    ]);
  });

  it('refuses an unsound plan with all problems and their rules, and leaves it a draft', async () => {
    const tenant = await tenantWith('plan-designer', 'finance');
    const document = validPlan({
      components: [{ ...flatComponent('a', 'A', 70), cap: '2x', rate: { kind: 'flat', ratePercent: '-1' } }],
    });
    const { id, documentHash, problems } = (await create(tenant.as('plan-designer'), document)).body;
    const answer = await tenant.as('finance').post(`/api/plans/${id}/activate`, { documentHash });
    expect([answer.status, answer.body.code]).toEqual([422, 'PLAN_INVALID']);
    expect(answer.body.issues).toEqual(problems);
    expect(answer.body.issues.map((issue: { rule: string }) => issue.rule)).toEqual(['PLAN-4', 'PLAN-5']);
    expect((await tenant.as('finance').get(`/api/plans/${id}`)).body.status).toBe('Draft');
  });

  it('refuses when the plan was changed since it was read', async () => {
    const tenant = await tenantWith('plan-designer', 'finance');
    const designer = tenant.as('plan-designer');
    const { id, documentHash } = (await create(designer)).body;
    await designer.put(`/api/plans/${id}`, { revision: 1, document: validPlan({ currency: 'EUR' }) });
    const answer = await tenant.as('finance').post(`/api/plans/${id}/activate`, { documentHash });
    expect([answer.status, answer.body.code]).toEqual([409, 'CONFLICT']);
  });

  it('replaces the active version, and can go back to it by its hash', async () => {
    const tenant = await tenantWith('plan-designer', 'finance');
    const { id, documentHash: first } = (await create(tenant.as('plan-designer'))).body;
    const activate = (documentHash: string) =>
      tenant.as('finance').post(`/api/plans/${id}/activate`, { documentHash });
    await activate(first);
    const next = await tenant.as('plan-designer').put(`/api/plans/${id}`, {
      revision: 1,
      document: validPlan({ currency: 'EUR' }),
    });
    expect((await activate(next.body.documentHash)).body).toMatchObject({ activeVersion: 2 });
    const back = await activate(first);
    expect(back.body.versions.map((one: { status: string }) => one.status)).toEqual(['Inactive', 'Active']);
  });

  it('[AUTH-25] needs another person than those who wrote the draft; an administrator alone is let through and marked', async () => {
    const tenant = await tenantWith('administrator', 'finance');
    const admin = tenant.as('administrator');
    await ctx.ctx.db.owner.query(
      `UPDATE memberships SET roles = '{finance,plan-designer}' WHERE tenant_id = $1 AND 'finance' = ANY(roles)`,
      [tenant.tenantId],
    );
    const both = tenant.as('finance');
    const own = (await create(both)).body;
    const rejected = await both.post(`/api/plans/${own.id}/activate`, { documentHash: own.documentHash });
    expect([rejected.status, rejected.body.code]).toEqual([403, 'NOT_ALLOWED']);
    const edited = await admin.put(`/api/plans/${own.id}`, {
      revision: 1,
      document: validPlan({ currency: 'EUR' }),
    });
    const { documentHash } = edited.body;
    expect((await both.post(`/api/plans/${own.id}/activate`, { documentHash })).status).toBe(403);
    expect((await admin.post(`/api/plans/${own.id}/activate`, { documentHash })).status).toBe(200);
    expect((await actionsOf(tenant, own.id))[0]).toEqual({
      action: 'plan.activated',
      reason: 'single-person',
    });
  });

  it('[APR-14] [ACCESS-10] of fewer than five payees needs two people for every change, whatever it does to their pay', async () => {
    const { tenant, planId, sql } = await paidWorkspace(ctx);
    const [designer, finance] = [tenant.as('plan-designer'), tenant.as('finance')];
    await sql(
      `INSERT INTO quotas (tenant_id, participant_id, unit, from_date, to_date, amount)
       SELECT $1, q.participant_id, '$', d::date, (d + interval '3 months - 1 day')::date, 100000
         FROM quotas q, generate_series(timestamp '2023-04-01', '2023-10-01', '3 months') d WHERE q.tenant_id = $1`,
    );
    const { document } = (await designer.get(`/api/plans/${planId}`)).body;
    const [bookings, bikes] = document.components;
    // the first changes no pay, the second half of Ann’s
    for (const products of [['Bikes', 'Boats'], ['Boats']]) {
      const { revision } = (await designer.get(`/api/plans/${planId}`)).body;
      const components = [bookings, { ...bikes, filter: [{ field: 'product', in: products }] }];
      const changed = { ...document, components };
      const saved = await designer.put(`/api/plans/${planId}`, { revision, document: changed });
      const { documentHash } = saved.body;
      expect((await finance.get(`/api/plans/${planId}/effect`, { documentHash })).body).toMatchObject({
        isLarge: true,
        figures: [{ change: null, after: expect.stringContaining('fewer than 5 payees') }],
      });
      const asked = (await designer.post(`/api/plans/${planId}/submit`, { documentHash })).body;
      const request = (await finance.get(`/api/approvals/${asked.approvalId}`)).body;
      expect([products, request.requiredApprovals, request.facts.warnings]).toEqual([
        products,
        2,
        [expect.stringContaining('too few payees')],
      ]);
    }
  });

  it('keeps what an active version says out of everybody’s reach, the database’s own too', async () => {
    const tenant = await tenantWith('administrator');
    const admin = tenant.as('administrator');
    const { id, documentHash } = (await create(admin)).body;
    await admin.post(`/api/plans/${id}/activate`, { documentHash });
    await admin.post(`/api/plans/${id}/deactivate`);
    const tampered = ctx.ctx.db.owner.query(`UPDATE plan_versions SET document = '{}' WHERE plan_id = $1`, [
      id,
    ]);
    await expect(tampered).rejects.toThrow('cannot be changed');
  });
});
