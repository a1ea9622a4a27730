import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noLimits } from '@attain/domain/policies/policy-limits';
import { probesOf } from '@attain/domain/policies/probes';
import type { PolicyRequest } from '@attain/domain/policies/request';
import { statedPolicies } from '@attain/domain/policies/stated-policies';
import { EMPTY_WORKFLOW } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishNode, runNode } from '../../activities/one-node.fixture.ts';
import { systemActor } from '../../base/actor.ts';
import { takeSlots } from '../../runs/policies/limiter.ts';
import { readySet } from '../../runs/policies/policy-sets.ts';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';

let ctx: TestContext;
let target: Server;
let origin: string;
let reached = 0;
const nobody = { participantId: null };

beforeAll(async () => {
  target = createServer((_request, response) => {
    reached += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"done":true}');
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_HOSTS: origin } });
});
afterAll(async () => {
  await ctx?.stop();
  target?.close();
});

const workspace = () =>
  ctx.newTenant({
    administrator: nobody,
    'agent-developer': nobody,
    'agent-operator': nobody,
    manager: nobody,
    'compliance-officer': nobody,
  });

const everywhere = [{ kind: 'workspace', id: '' }];
const rule = (more: object = {}) => ({
  effect: 'deny',
  actions: ['call'],
  conditions: [],
  exceptRoles: ['administrator'],
  ...more,
});
const policy = (more: object = {}) => ({
  name: 'No calls',
  description: 'Calls are not allowed here.',
  type: 'security',
  priority: 'medium',
  appliesTo: everywhere,
  rule: rule(),
  ...more,
});

async function activated(tenant: TestTenant, values: object): Promise<string> {
  const admin = tenant.as('administrator');
  const made = await admin.post('/api/policies', values);
  expect(made).toMatchObject({ status: 201, body: { status: 'draft' } });
  const { id } = made.body;
  await approved(tenant, await admin.post(`/api/policies/${id}/status`, { status: 'active' }));
  expect((await admin.get(`/api/policies/${id}`)).body).toMatchObject({ status: 'active', approvalId: null });
  return id;
}

/** Someone else approves what was asked for. */
async function approved(tenant: TestTenant, asked: { body: { approvalId: string } }) {
  const path = `/api/approvals/${asked.body.approvalId}`;
  const officer = tenant.as('compliance-officer');
  const { hash } = (await officer.get(path)).body;
  const decided = await officer.post(`${path}/decide`, { decision: 'approve', hash });
  expect(decided.body).toMatchObject({ status: 'approved' });
}

/** One of the five stated policies. */
async function stated(tenant: TestTenant, name: string): Promise<string> {
  const found = statedPolicies.find((one) => one.name.startsWith(name));
  return activated(tenant, { ...found });
}

const reliability = { retries: 0, backoffSeconds: 1 };
let workflows = 0;
function call(tenant: TestTenant, config: object = {}) {
  workflows += 1;
  return runNode(tenant.as('agent-developer'), {
    name: `Call ${workflows}`,
    type: 'api_call',
    config: { method: 'GET', url: `${origin}/x`, ...reliability, ...config },
  });
}

const errorOf = (run: { errorDetails?: { message?: string } }) => JSON.stringify(run.errorDetails ?? run);

describe('policies are documents', () => {
  it('[POLICY-15] [POLICY-16] [POLICY-17] [GOV-3] [GOV-6] a form becomes a Cedar document; draft, active and inactive follow each other', async () => {
    const tenant = await workspace();
    const admin = tenant.as('administrator');
    const made = await admin.post('/api/policies', policy());
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: 'no-calls',
        status: 'draft',
        version: 1,
        conditions: 'Always, except for Administrator.',
        actions: 'Deny.',
        document:
          'forbid (principal, action == Action::"call", resource)\nunless { principal in [Role::"administrator"] };\n',
      },
    });
    const move = (status: string) => admin.post('/api/policies/no-calls/status', { status });
    expect((await move('inactive')).body).toMatchObject({ code: 'CONFLICT' });
    await approved(tenant, await move('active'));
    expect((await admin.post('/api/policies/no-calls/remove')).status).toBe(409);
    const changed = await admin.put('/api/policies/no-calls', {
      ...policy({ rule: rule({ exceptRoles: ['administrator', 'finance'] }) }),
      revision: 2,
    });
    expect(changed.body).toMatchObject({ version: 1 });
    await approved(tenant, changed);
    expect((await admin.get('/api/policies/no-calls')).body).toMatchObject({
      version: 2,
      status: 'active',
      versions: [{ version: 2 }, { version: 1 }],
    });
    expect((await admin.put('/api/policies/no-calls', { ...policy(), revision: 2 })).body.code).toBe(
      'CONFLICT',
    );
    expect((await move('inactive')).body).toMatchObject({ status: 'inactive' });
    expect((await admin.post('/api/policies/no-calls/remove')).body).toEqual({ removed: true });
    const log = await admin.get('/api/audit');
    const actions = log.body.rows.map((one: { action: string }) => one.action);
    expect(actions.filter((one: string) => one.startsWith('policy.'))).toEqual([
      'policy.removed',
      'policy.deactivated',
      'policy.saved',
      'policy.activation-requested',
      'policy.activated',
      'policy.activation-requested',
      'policy.created',
    ]);
  });

  it('[POLICY-07] each policy has its own targets and priority', async () => {
    const admin = (await workspace()).as('administrator');
    const inProd = [{ kind: 'environment', id: 'prod' }];
    await admin.post('/api/policies', policy({ name: 'One', appliesTo: inProd, priority: 'high' }));
    await admin.post('/api/policies', policy({ name: 'Two', priority: 'low' }));
    const { body } = await admin.get('/api/policies');
    expect(body.rows).toMatchObject([
      { name: 'One', appliesTo: inProd, priority: 'high' },
      { name: 'Two', appliesTo: everywhere, priority: 'low' },
    ]);
  });

  it('[GOV-1] [GOV-2] errors of a text name line, column and remedy', async () => {
    const admin = (await workspace()).as('administrator');
    const check = async (document: string) =>
      (await admin.post('/api/policies/check', { appliesTo: everywhere, rule: null, document })).body
        .problems;
    const misspelt = `forbid (principal, action == Action::"call", resource)\nwhen { context.lables.contains("x") };`;
    expect(await check(misspelt)).toEqual([
      {
        rule: 'GOV-1',
        path: 'document:2:8',
        message:
          'Line 2, column 8: Attribute `lables` in context for Action::"call" not found. Did you mean `labels`?',
      },
    ]);
    const [open] = await check('forbid (principal, action, resource) when {');
    expect(open.path).toBe('document:1:44');
    const [grants] = await check('permit (principal, action, resource);');
    expect(grants.message).toContain('Policies can only narrow');
    const [two] = await check(`${misspelt}\nforbid (principal, action, resource);`);
    expect(two.path).toBe('document:3:1');
    const [unknown] = await check(
      '@obligation("pay") permit (principal, action == Action::"call", resource);',
    );
    expect(unknown.message).toContain('The obligation “pay” is unknown.');
    const [deep] = await check(`forbid (principal, action, resource) when { ${'('.repeat(9_000)} };`);
    expect(deep.rule).toBe('GOV-1');
  });

  it('[GOV-4] a policy that would deny everyone is detected before it is saved', async () => {
    const tenant = await workspace();
    const admin = tenant.as('administrator');
    const locked = await admin.post(
      '/api/policies',
      policy({ rule: rule({ exceptRoles: [], actions: ['run'] }) }),
    );
    expect(locked).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } });
    expect(locked.body.error).toContain('denies everyone, administrators included');
    // two halves of a lock-out
    const only = (role: string) =>
      policy({ name: `Not ${role}`, rule: rule({ actions: ['run'], exceptRoles: [role] }) });
    await activated(tenant, only('administrator'));
    expect((await admin.post('/api/policies', only('manager'))).body.error).toContain('denies everyone');
    const inProd = await admin.post('/api/policies/check', {
      appliesTo: [{ kind: 'environment', id: 'prod' }],
      rule: rule({ actions: ['edit'], exceptRoles: [] }),
    });
    expect(inProd.body).toMatchObject({
      problems: [],
      warnings: ['It denies everyone in Production: Change an agent.'],
    });
  });
});

describe('a second person lets a policy decide', () => {
  it('[GOV-12] activating and changing what decides wait for someone who approves; deactivating never does', async () => {
    const tenant = await workspace();
    const [admin, officer] = [tenant.as('administrator'), tenant.as('compliance-officer')];
    await admin.post('/api/policies', policy());
    const asked = await admin.post('/api/policies/no-calls/status', { status: 'active' });
    expect(asked.body).toMatchObject({ status: 'draft', approvalId: expect.any(String) });
    expect((await call(tenant)).status).toBe('completed');
    const { id, hash } = (await officer.get(`/api/approvals/${asked.body.approvalId}`)).body;
    // not by who asked
    expect((await admin.post(`/api/approvals/${id}/decide`, { decision: 'approve', hash })).status).toBe(403);
    // what is approved is what was asked about
    const edited = policy({ rule: rule({ exceptRoles: ['administrator', 'manager'] }) });
    await admin.put('/api/policies/no-calls', { ...edited, revision: 1 });
    expect((await officer.post(`/api/approvals/${id}/decide`, { decision: 'approve', hash })).status).toBe(
      409,
    );
    const again = await admin.post('/api/policies/no-calls/status', { status: 'active' });
    const reject = await officer.get(`/api/approvals/${again.body.approvalId}`);
    const no = { decision: 'reject', hash: reject.body.hash, reason: 'Too wide' };
    await officer.post(`/api/approvals/${again.body.approvalId}/decide`, no);
    expect((await admin.get('/api/policies/no-calls')).body).toMatchObject({
      status: 'draft',
      approvalId: null,
    });
    await approved(tenant, await admin.post('/api/policies/no-calls/status', { status: 'active' }));
    const stored = (await admin.get('/api/policies/no-calls')).body;
    // a new description decides nothing
    const renamed = { ...edited, description: 'Said better.', revision: stored.revision };
    expect((await admin.put('/api/policies/no-calls', renamed)).body.approvalId).toBeNull();
    const off = await admin.post('/api/policies/no-calls/status', { status: 'inactive' });
    expect(off.body).toMatchObject({ status: 'inactive' });
  });

  it('[GOV-12] a lone administrator activates at once, and the log says so; an agent administrator can’t', async () => {
    const tenant = await ctx.newTenant({ administrator: nobody });
    const admin = tenant.as('administrator');
    await admin.post('/api/policies', policy());
    const active = await admin.post('/api/policies/no-calls/status', { status: 'active' });
    expect(active.body).toMatchObject({ status: 'active', approvalId: null });
    const [entry] = (await admin.get('/api/audit', { action: 'policy.activated' })).body.rows;
    expect(entry.reason).toBe('single-person');
    const other = await ctx.newTenant({ 'agent-administrator': nobody });
    await other.as('agent-administrator').post('/api/policies', policy());
    const denied = await other
      .as('agent-administrator')
      .post('/api/policies/no-calls/status', { status: 'active' });
    expect(denied).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('No one can approve policies yet.') },
    });
  });
});

describe('a policy is tested on past decisions', () => {
  const test = (tenant: TestTenant, values: object) =>
    tenant.as('administrator').post('/api/policies/test', { ...values, days: 7 });

  it('[POLICY-13] [GOV-13] shows whom a draft would deny, stores nothing, and explains an empty result', async () => {
    const tenant = await workspace();
    const draft = policy({ rule: rule({ exceptRoles: ['administrator'] }) });
    expect((await test(tenant, draft)).body).toMatchObject({ requests: 0, decisions: 0, changes: [] });
    // nothing is recorded before a policy or a draft governs calls
    await call(tenant);
    expect((await test(tenant, draft)).body.requests).toBe(0);
    const { body: made } = await tenant.as('administrator').post('/api/policies', draft);
    ctx.ctx.policies.changed(tenant.tenantId);
    await call(tenant);
    await call(tenant);
    const tested = await test(tenant, { ...draft, id: made.id });
    expect(tested.body).toMatchObject({
      decisions: 2,
      denied: 2,
      allowed: 0,
      obligations: 0,
      isComplete: true,
    });
    expect(tested.body.changes[0]).toMatchObject({
      kind: 'denied',
      by: 'No calls',
      action: 'call',
      environment: 'dev',
    });
    // it was only a test
    expect((await call(tenant)).status).toBe('completed');
    expect((await tenant.as('administrator').get('/api/policy-violations')).body.rows).toEqual([]);
    const limited = policy({ rule: rule({ effect: 'limit', exceptRoles: [], limit: 5, windowSeconds: 60 }) });
    expect((await test(tenant, limited)).body).toMatchObject({ denied: 0, obligations: 3 });
    expect((await test(tenant, policy({ rule: rule({ actions: [] }) }))).status).toBe(400);
    const dev = tenant.as('agent-developer');
    expect((await dev.post('/api/policies/test', draft)).status).toBe(403);
  });

  it('[POLICY-13] an active policy shows what it changes, and a changed one what it would let through', async () => {
    const tenant = await workspace();
    const id = await activated(tenant, policy());
    await call(tenant);
    expect((await test(tenant, { ...policy(), id })).body).toMatchObject({ denied: 1, allowed: 0 });
    const wider = policy({ rule: rule({ exceptRoles: ['administrator', 'agent-developer'] }) });
    expect((await test(tenant, { ...wider, id })).body).toMatchObject({ denied: 0, allowed: 1 });
  });
});

describe('[GOV-16] limits of a policy', () => {
  const runs = (limits: object) => policy({ name: 'Limited', rule: rule({ actions: ['run'] }), limits });
  const home = { within: true, networks: ['127.0.0.0/8', '::1'] };

  it.each([
    ['limits.hours.from', { hours: { within: true, days: [1], from: '9', until: '24:00', timeZone: 'UTC' } }],
    [
      'limits.hours.days',
      { hours: { within: true, days: [], from: '09:00', until: '24:00', timeZone: 'UTC' } },
    ],
    ['limits.addresses.networks.0', { addresses: { within: true, networks: ['10.0.0.0/33'] } }],
    ['limits.addresses.networks', { addresses: { within: true, networks: [] } }],
    ['limits.expiresOn', { expiresOn: '2020-01-01' }],
    ['limits.expiresOn', { expiresOn: '2026-02-30' }],
  ])('%s is refused with where it is wrong', async (path, limits) => {
    const admin = (await ctx.newTenant({ administrator: nobody })).as('administrator');
    const answer = await admin.post('/api/policies', runs(limits));
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  });

  it('decide by the client’s address, the environment and the last day, and a second person approves a change', async () => {
    const tenant = await workspace();
    const admin = tenant.as('administrator');
    await call(tenant);
    const id = await activated(tenant, runs({ addresses: home }));
    const dev = tenant.as('agent-developer');
    const { id: workflow } = (await dev.get('/api/workflows', {})).body.rows[0];
    const start = async () => (await dev.post(`/api/workflows/${workflow}/runs`, {})).body.code ?? 'started';
    expect(await start()).toBe('POLICY_DENIED');
    const change = async (limits: object) => {
      const { body } = await admin.get(`/api/policies/${id}`);
      const saved = await admin.put(`/api/policies/${id}`, { ...body, limits });
      // it is active: someone else approves where it holds
      expect(saved.body).toMatchObject({ limits: body.limits, approvalId: expect.any(String) });
      await approved(tenant, saved);
      expect((await admin.get(`/api/policies/${id}`)).body).toMatchObject({
        version: body.version + 1,
        limits,
      });
    };
    await change({ addresses: { ...home, within: false } });
    expect(await start()).toBe('started');
    await change({ environment: 'prod' });
    expect(await start()).toBe('started');
    await change({ expiresOn: '2100-01-01' });
    expect(await start()).toBe('POLICY_DENIED');
    // for the days that would have to pass
    ctx.rewindsRowsOf(tenant.tenantId);
    await ctx.ctx.db.owner.query(
      `UPDATE authorization_policies SET expires_at = now() - interval '1 day' WHERE tenant_id = $1`,
      [tenant.tenantId],
    );
    ctx.ctx.policies.changed(tenant.tenantId);
    expect(await start()).toBe('started');
    // it denies no one together with others, can be edited, and starts again with a later day only
    const other = policy({
      name: 'Other',
      rule: rule({ actions: ['run'], exceptRoles: ['agent-developer'] }),
    });
    expect((await admin.post('/api/policies', other)).status).toBe(201);
    const path = `/api/policies/${id}`;
    const { body: ended } = await admin.get(path);
    const renamed = await admin.put(path, { ...ended, name: 'Renamed' });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Renamed', limits: ended.limits } });
    expect((await admin.post('/api/policies/test', { ...ended, days: 7 })).status).toBe(200);
    await admin.post(`${path}/status`, { status: 'inactive' });
    expect(await admin.post(`${path}/status`, { status: 'active' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'limits.expiresOn' }] },
    });
  });

  it('approval of deployments has no client address', async () => {
    const admin = (await ctx.newTenant({ administrator: nobody })).as('administrator');
    const asks = policy({
      rule: rule({ effect: 'approve', actions: ['deploy'], exceptRoles: [] }),
      limits: { addresses: home },
    });
    expect(await admin.post('/api/policies', asks)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'limits.addresses' }] },
    });
  });

  it('hold at their hours, and for clients alone', () => {
    const hours = { within: true, days: [5], from: '09:00', until: '17:00', timeZone: 'UTC' };
    const document = 'forbid (principal, action == Action::"run", resource);';
    const set = (limits: object) =>
      readySet('limits', [
        {
          ...{
            id: 'one',
            name: 'One',
            description: '',
            document,
            appliesTo: [{ kind: 'workspace', id: '' }],
          },
          ...{ enforced: true, logged: true, notifies: false, limits: { ...noLimits, ...limits } },
        },
      ]);
    const decide = (limits: object, at: string, address: string | null = null) =>
      set(limits).decide(probesOf([document], 'run')?.[0] as PolicyRequest, { at: new Date(at), address })
        .verdict;
    const friday = '2026-11-27T12:00:00Z';
    expect(decide({ hours }, friday)).toBe('deny');
    expect(decide({ hours }, '2026-11-27T17:00:00Z')).toBe('allow');
    expect(decide({ addresses: home }, friday, '::ffff:127.0.0.1')).toBe('deny');
    expect(decide({ addresses: home }, friday, '8.8.8.8')).toBe('allow');
    // an unknown address is outside; what Attain starts has none
    const outside = { addresses: { ...home, within: false } };
    expect([decide(outside, friday, ''), decide(outside, friday, null)]).toEqual(['deny', 'allow']);
  });
});

describe('policies are enforced', () => {
  it('[CONF-BUILD-22] [GOV-5] a call that a policy denies fails with the policy, the reason and who can change it', async () => {
    const tenant = await workspace();
    const admin = tenant.as('administrator');
    expect((await call(tenant)).status).toBe('completed');
    const id = await activated(tenant, policy());
    const before = reached;
    const denied = await call(tenant);
    expect(denied.status).toBe('failed');
    expect(errorOf(denied)).toContain(
      'Policy “No calls” doesn’t let you call “127.0.0.1”. Calls are not allowed here. Ask someone with the role Administrator or Agent Administrator to change it.',
    );
    expect(reached).toBe(before);
    const { body } = await tenant.as('compliance-officer').get('/api/policy-violations');
    expect(body.rows).toMatchObject([{ policyId: id, action: 'call', enforced: true, count: 1 }]);
    const { body: shown } = await admin.get(`/api/policies/${id}`);
    expect(shown).toMatchObject({ hits: 1, denials: 1 });
    const notices = await tenant.as('compliance-officer').get('/api/notices');
    expect(notices.body.rows[0]).toMatchObject({ title: 'Denied: No calls' });
    // not enforced: recorded and let through
    await admin.post(`/api/policies/${id}/switches`, { enforce: false, log: true, notify: false });
    expect((await call(tenant)).status).toBe('completed');
    const observed = await admin.get('/api/policy-violations');
    expect(observed.body.rows.map((one: { enforced: boolean }) => one.enforced)).toEqual([false, true]);
    await admin.post(`/api/policies/${id}/status`, { status: 'inactive' });
    expect((await call(tenant)).status).toBe('completed');
  });

  it('[POLICY-23] in development, only developers and administrators run workflows', async () => {
    const tenant = await workspace();
    await stated(tenant, 'Development access');
    const id = await publishNode(tenant.as('agent-developer'), {
      name: 'In development',
      type: 'api_call',
      config: { method: 'GET', url: origin },
    });
    const run = (role: 'agent-developer' | 'agent-operator' | 'administrator') =>
      tenant.as(role).post(`/api/workflows/${id}/runs`, {});
    expect(await run('agent-operator')).toMatchObject({ status: 403, body: { code: 'POLICY_DENIED' } });
    expect((await run('agent-developer')).status).toBe(201);
    expect((await run('administrator')).status).toBe(201);
  });

  it('[CONF-BUILD-22] an agent is not changed where a policy denies it', async () => {
    const tenant = await workspace();
    const dev = tenant.as('agent-developer');
    expect((await dev.post('/api/agents', { name: 'Free' })).status).toBe(201);
    const live = { agent: 'free', name: 'Live', environment: 'prod' };
    const { id, revision } = (await dev.put('/api/agent-instances', live)).body;
    const appliesTo = [{ kind: 'environment', id: 'prod' }];
    await activated(tenant, policy({ name: 'Keep', appliesTo, rule: rule({ actions: ['edit'] }) }));
    const moved = { ...live, environment: 'dev', instance: { id, revision } };
    expect((await dev.put('/api/agent-instances', moved)).body.code).toBe('POLICY_DENIED');
    await activated(tenant, policy({ name: 'No edits', rule: rule({ actions: ['edit'] }) }));
    expect(await dev.post('/api/agents', { name: 'Held' })).toMatchObject({
      status: 403,
      body: { code: 'POLICY_DENIED' },
    });
    const { body: agent } = await dev.get('/api/agents/free');
    const save = (client: Client) => client.put('/api/agents/free', { ...agent, description: 'Changed' });
    expect((await save(dev)).body.code).toBe('POLICY_DENIED');
    expect((await save(tenant.as('administrator'))).status).toBe(200);
  });

  it('[POLICY-19] data about people of the EU reaches no connection outside the EU', async () => {
    const tenant = await workspace();
    await ctx.ctx.db.owner.query(
      `INSERT INTO data_regions (tenant_id, region, status, is_home) VALUES ($1, 'eu', 'active', true)`,
      [tenant.tenantId],
    );
    await stated(tenant, 'EU personal data');
    const admin = tenant.as('administrator');
    for (const region of ['eu', 'us'])
      await admin.post('/api/connections', {
        kind: 'http',
        name: `In ${region}`,
        address: origin,
        authMethod: 'none',
        region,
      });
    const sends = (credential: string) => afterReading(tenant.as('administrator'), credential);
    expect(await sends('in-eu')).toMatchObject({ status: 'completed' });
    const denied = await sends('in-us');
    expect(denied.status).toBe('failed');
    expect(errorOf(denied)).toContain('EU personal data stays in the EU');
    // without data about people it may be called
    expect((await call(tenant, { credential: 'in-us', url: '/x' })).status).toBe('completed');
  });

  it('[CONN-22] calls are decided by risk and data classification of their connection', async () => {
    const tenant = await workspace();
    const conditions = [
      { field: 'classification', is: true, value: 'restricted' },
      { field: 'exposure', is: true, value: 'high' },
    ];
    await activated(tenant, policy({ rule: rule({ conditions }) }));
    const connect = async (dataClassification: string, riskLevel: string) => {
      const plain = { kind: 'http', address: origin, authMethod: 'none', dataClassification, riskLevel };
      const name = `${dataClassification} ${riskLevel}`;
      const { body } = await tenant.as('administrator').post('/api/connections', { ...plain, name });
      return (await call(tenant, { credential: body.id, url: '/x' })).status;
    };
    expect(await connect('restricted', 'high')).toBe('failed');
    expect(await connect('restricted', 'low')).toBe('completed');
    expect(await connect('internal', 'high')).toBe('completed');
    // a host without a connection has neither
    expect((await call(tenant)).status).toBe('completed');
  });

  it('[POLICY-20] [POLICY-21] [GOV-7] call 101 of an hour is refused, and parallel calls never pass the limit', async () => {
    const tenant = await workspace();
    const id = await stated(tenant, 'External API calls');
    expect((await call(tenant)).status).toBe('completed');
    const counter = (
      await ctx.ctx.db.owner.query(`SELECT counter FROM limiter_calls WHERE tenant_id = $1`, [
        tenant.tenantId,
      ])
    ).rows[0].counter as string;
    expect(counter).toContain(id);
    const take = () => takeSlots(ctx.ctx.db, tenant.tenantId, [{ counter, calls: 100, windowSeconds: 3600 }]);
    const taken = await Promise.all(Array.from({ length: 110 }, take));
    expect(taken.filter((one) => one === null)).toHaveLength(99);
    const [reached] = taken.filter((one) => one !== null);
    const oldest = await ctx.ctx.db.owner.query(
      `SELECT min(at) + interval '1 hour' AS at FROM limiter_calls WHERE tenant_id = $1`,
      [tenant.tenantId],
    );
    expect(reached?.freeAt.getTime()).toBe(new Date(oldest.rows[0].at).getTime());
    // a call of the same agent, by its run
    const other = await runOf(tenant, counter);
    expect(other.status).toBe('failed');
    expect(errorOf(other)).toContain(
      'Policy “External API calls are rate limited” allows 100 calls in an hour.',
    );
    // an hour later the oldest is forgotten
    await ctx.ctx.db.owner.query(
      `UPDATE limiter_calls SET at = at - interval '1 hour' WHERE tenant_id = $1
          AND id = (SELECT id FROM limiter_calls WHERE tenant_id = $1 ORDER BY at LIMIT 1)`,
      [tenant.tenantId],
    );
    expect([await take(), (await take()) === null]).toEqual([null, false]);
  });

  it('[POLICY-18] [CONF-BUILD-21] [GOV-11] a version of a high-risk agent runs once a manager has approved it', async () => {
    const tenant = await workspace();
    await stated(tenant, 'High-risk agents');
    const dev = tenant.as('agent-developer');
    const workflowId = await publishNode(dev, {
      name: 'Risky',
      type: 'api_call',
      config: { method: 'GET', url: origin },
    });
    await ctx.ctx.db.owner.query(
      `UPDATE workflow_definitions SET environment = 'prod' WHERE tenant_id = $1 AND workflow_id = $2`,
      [tenant.tenantId, workflowId],
    );
    const agent = await dev.post('/api/agents', { name: 'Risky', riskLevel: 'high', workflowId });
    expect(agent.status).toBe(201);
    const run = () => dev.post('/api/agents/risky/runs', {});
    const waits = await run();
    expect(waits).toMatchObject({ status: 409, body: { code: 'APPROVAL_REQUIRED' } });
    expect(waits.body.error).toContain('A manager must approve version 1 of “Risky” before it runs');
    await run();
    await ctx.ctx.policies.flush();
    const manager = tenant.as('manager');
    const { body: list } = await manager.get('/api/approvals', { show: 'mine' });
    expect(list.rows).toMatchObject([
      { kind: 'agent-version', summary: 'Version 1 of Risky in Production', status: 'open' },
    ]);
    const { id } = list.rows[0];
    const { hash } = (await manager.get(`/api/approvals/${id}`)).body;
    const vote = { decision: 'approve', hash };
    expect((await dev.post(`/api/approvals/${id}/decide`, vote)).status).not.toBe(200);
    expect((await manager.post(`/api/approvals/${id}/decide`, vote)).body).toMatchObject({
      status: 'approved',
    });
    expect((await run()).status).toBe(201);
  });

  it('[POLICY-22] external calls of agents that handle pay are entries in the audit log', async () => {
    const tenant = await workspace();
    await stated(tenant, 'Audit trail');
    await call(tenant);
    await afterReading(tenant.as('administrator'), '', true);
    const { body } = await tenant.as('administrator').get('/api/audit', { action: 'workflow-run.called' });
    expect(body.rows).toHaveLength(1);
  });
});

describe('deployments', () => {
  it('[POLICY-18] [GOV-11] a version of a high-risk agent is deployed once a manager has approved it', async () => {
    const tenant = await workspace();
    await stated(tenant, 'High-risk agents');
    const me = (await tenant.as('administrator').get('/api/auth/me')).body.user.id;
    const deploys = (environment: string) => {
      const actor = systemActor(tenant.tenantId, me, 'test');
      return ctx.ctx.write(actor, async (tx) => {
        await ctx.ctx.policies.guardDeploy(tx, actor, {
          agentId: 'risky',
          name: 'Risky',
          environment,
          riskLevel: 'high',
          workflow: EMPTY_WORKFLOW,
          workflowVersion: 3,
          documentHash: 'abc',
        });
        tx.record({ action: 'test.deployed', object: { type: 'agent', id: 'risky' } });
        return 'deployed';
      });
    };
    expect(await deploys('dev')).toBe('deployed');
    await expect(deploys('prod')).rejects.toMatchObject({ code: 'APPROVAL_REQUIRED' });
    await ctx.ctx.policies.flush();
    const manager = tenant.as('manager');
    const [request] = (await manager.get('/api/approvals', { show: 'mine' })).body.rows;
    expect(request).toMatchObject({ summary: 'Version 3 of Risky in Production' });
    const { hash } = (await manager.get(`/api/approvals/${request.id}`)).body;
    await manager.post(`/api/approvals/${request.id}/decide`, { decision: 'approve', hash });
    expect(await deploys('prod')).toBe('deployed');
  });
});

/** Runs the workflow that a counter belongs to once more. */
async function runOf(tenant: TestTenant, counter: string) {
  const dev = tenant.as('agent-developer');
  const started = await dev.post(`/api/workflows/${counter.split('/').at(-1)}/runs`, { input: {} });
  for (;;) {
    const run = await dev.get(`/api/workflow-runs/${started.body.id}`);
    if (['completed', 'failed'].includes(run.body.status)) return run.body;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Reads Attain’s own records, then calls; with `checks`, calls and then checks pay, which fails without a calculation. */
async function afterReading(client: Client, credential: string, checks = false) {
  workflows += 1;
  const name = `Reads ${workflows}`;
  const base = { title: '', position: { x: 0, y: 0 } };
  const own = checks
    ? { ...base, id: 'own', type: 'validate_payouts', config: { calculation: '"none"', ...reliability } }
    : {
        ...base,
        id: 'own',
        type: 'database_read',
        config: { database: 'attain', query: 'participants', limit: 1 },
      };
  const calls = {
    ...base,
    id: 'it',
    type: 'api_call',
    config: { method: 'GET', url: credential ? '/x' : origin, credential, ...reliability },
  };
  const [first, second] = checks ? [calls, own] : [own, calls];
  const edge = (from: string, to: string, port = 'out') => ({
    id: `${from}-${to}`,
    from: { node: from, port },
    to: { node: to, port: 'in' },
  });
  const made = await client.post('/api/workflows', {
    name,
    document: {
      ...EMPTY_WORKFLOW,
      name,
      nodes: [
        { ...base, id: 'begin', type: 'start', config: {} },
        first,
        second,
        { ...base, id: 'finish', type: 'end', config: {} },
      ],
      edges: [
        edge('begin', first.id),
        edge(first.id, second.id),
        edge(second.id, 'finish', checks ? 'valid' : 'out'),
      ],
    },
  });
  expect(made.body.problems).toEqual([]);
  const { id, documentHash } = made.body;
  await client.post(`/api/workflows/${id}/versions`, { documentHash });
  const started = await client.post(`/api/workflows/${id}/runs`, { input: {} });
  for (;;) {
    const run = await client.get(`/api/workflow-runs/${started.body.id}`);
    if (['completed', 'failed', 'cancelled'].includes(run.body.status)) return run.body;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
