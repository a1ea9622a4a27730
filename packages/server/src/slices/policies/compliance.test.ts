import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';

let ctx: TestContext;
const nobody = { participantId: null };

beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

const workspace = () =>
  ctx.newTenant({
    administrator: nobody,
    'agent-administrator': nobody,
    'compliance-officer': nobody,
    viewer: nobody,
  });
const read = async (tenant: TestTenant) =>
  (await tenant.as('compliance-officer').get('/api/compliance')).body;
const change = (tenant: TestTenant, role: 'agent-administrator' | 'compliance-officer', path: string) =>
  tenant.as(role).post(`/api/data-regions/${path}`);

describe('compliance is computed from what is stored', () => {
  it('[POLICY-40] [POLICY-41] [POLICY-42] [GOV-14] shares and violations, with nothing to count at first', async () => {
    const tenant = await workspace();
    expect(await read(tenant)).toMatchObject({
      security: { percent: null, whole: 0 },
      residency: { percent: null, whole: 0, unlabeled: 0 },
      violations: { thisMonth: 0, lastMonth: 0 },
      events: [],
    });
    expect((await tenant.as('viewer').get('/api/compliance')).status).toBe(403);
    const { owner } = ctx.ctx.db;
    const id = tenant.tenantId;
    await owner.query(
      `INSERT INTO authorization_policies (tenant_id, policy_id, name, policy_type, status, permissions, document, document_hash,
         enforced, created_by, updated_by)
       SELECT $1, 'p' || n, 'Policy ' || n, CASE WHEN n < 5 THEN 'security' ELSE 'data' END,
              CASE WHEN n = 4 THEN 'draft' ELSE 'active' END, '{call}', '', '', n <> 3, gen_random_uuid(), gen_random_uuid()
         FROM generate_series(1, 5) n`,
      [id],
    );
    const violated = (policy: string, enforced: boolean, when: string, count: number) =>
      owner.query(
        `INSERT INTO policy_violations (tenant_id, policy_id, policy_name, hour, user_id, action, resource, enforced, message,
           count, first_at, last_at)
         SELECT $1, $2, $2, h, gen_random_uuid(), 'call', $2, $3, 'Denied', $4, h, h FROM (SELECT ${when} AS h) t`,
        [id, policy, enforced, count],
      );
    // denied: the policy did its work; the month before counts apart
    await violated('p1', true, 'now()', 2);
    await violated(
      'p2',
      true,
      "date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '1 hour'",
      7,
    );
    expect(await read(tenant)).toMatchObject({
      security: { percent: 66, part: 2, whole: 3 },
      violations: { thisMonth: 2, lastMonth: 7 },
    });
    await violated('p1', false, 'now()', 1);
    expect(await read(tenant)).toMatchObject({
      security: { percent: 33, part: 1, whole: 3 },
      violations: { thisMonth: 3, lastMonth: 7 },
    });
  });

  it('[POLICY-41] [GOV-14] calls count by label, region and whether they were let out', async () => {
    const tenant = await workspace();
    await ctx.ctx.db.owner.query(
      `INSERT INTO data_regions (tenant_id, region, status, is_home) VALUES ($1, 'eu', 'active', true), ($1, 'us', 'pending', false)`,
      [tenant.tenantId],
    );
    const decided = (region: string, labels: string[], verdict: string, count: number) =>
      ctx.ctx.db.owner.query(
        `INSERT INTO policy_decisions (tenant_id, hour, decision_hash, request, verdict, policies, count)
         VALUES ($1, now(), gen_random_uuid()::text, $2, $3, '{}', $4)`,
        [tenant.tenantId, JSON.stringify({ action: 'call', resource: { region }, labels }), verdict, count],
      );
    await decided('eu', ['personal:eu'], 'allow', 6);
    await decided('us', ['personal:eu'], 'observe', 3);
    await decided('us', ['personal:eu'], 'deny', 50);
    await decided('us', [], 'allow', 4);
    // 1 store and 6 calls inside, 3 outside
    expect((await read(tenant)).residency).toEqual({ percent: 70, part: 7, whole: 10, unlabeled: 4 });
  });

  it('[POLICY-43] [POLICY-44] [POLICY-45] [GOV-15] a region is asked for by one person and activated by another', async () => {
    const tenant = await workspace();
    const asked = await change(tenant, 'agent-administrator', 'eu/request');
    expect(asked.body.regions).toEqual([
      { region: 'eu', status: 'pending', isHome: false, requestedByMe: true },
      { region: 'us', status: 'off', isHome: false, requestedByMe: false },
      { region: 'apac', status: 'off', isHome: false, requestedByMe: false },
    ]);
    expect((await change(tenant, 'agent-administrator', 'eu/request')).status).toBe(409);
    expect((await change(tenant, 'agent-administrator', 'eu/activate')).status).toBe(403);
    expect((await change(tenant, 'agent-administrator', 'eu/home')).status).toBe(409);
    const active = await change(tenant, 'compliance-officer', 'eu/activate');
    expect(active.body.regions[0]).toMatchObject({ status: 'active' });
    const home = await change(tenant, 'agent-administrator', 'eu/home');
    expect(home.body).toMatchObject({
      residency: { percent: 100, part: 1, whole: 1 },
      regions: [{ isHome: true }, {}, {}],
    });
    expect((await change(tenant, 'agent-administrator', 'eu/remove')).status).toBe(409);
    expect((await change(tenant, 'agent-administrator', 'us/remove')).status).toBe(404);
    // an administrator could do both, but not for what they asked for themselves
    const admin = tenant.as('administrator');
    await admin.post('/api/data-regions/us/request');
    expect((await admin.post('/api/data-regions/us/activate')).status).toBe(403);
    const log = (await admin.get('/api/audit', { action: 'data-region' })).body.rows;
    expect(log.map(({ action }: { action: string }) => action)).toEqual([
      'data-region.requested',
      'data-region.made-home',
      'data-region.activated',
      'data-region.requested',
    ]);
  });

  it('[POLICY-46] versions and decided activations are recent events', async () => {
    const tenant = await workspace();
    const writer = tenant.as('agent-administrator');
    const { body: policy } = await writer.post('/api/policies', {
      name: 'No calls',
      type: 'security',
      priority: 'low',
      appliesTo: [{ kind: 'workspace', id: '' }],
      rule: { effect: 'deny', actions: ['call'], conditions: [], exceptRoles: ['administrator'] },
    });
    const asked = await writer.post(`/api/policies/${policy.id}/status`, { status: 'active' });
    const path = `/api/approvals/${asked.body.approvalId}`;
    const officer = tenant.as('compliance-officer');
    const { hash } = (await officer.get(path)).body;
    await officer.post(`${path}/decide`, { decision: 'approve', hash });
    expect((await read(tenant)).events).toMatchObject([
      { kind: 'approval', title: 'Activate policy No calls', text: 'approved', person: 'compliance-officer' },
      { kind: 'policy-version', title: 'No calls', text: 'Version 1', person: 'agent-administrator' },
    ]);
  });
});
