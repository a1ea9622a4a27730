import { permissions } from '@attain/domain/access/permissions';
import { needsPerson } from '@attain/domain/access/service-accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { approveAll, stranger } from './people.fixture.ts';

let ctx: TestContext;
let tenant: TestTenant;
const nobody = { participantId: null };

beforeAll(async () => {
  ctx = await startTestContext();
  tenant = await ctx.newTenant({ administrator: nobody, 'tenant-admin': nobody, auditor: nobody });
});
afterAll(() => ctx?.stop());

const admin = () => tenant.as('administrator');
const make = (role: string, displayName = 'CRM export', who = admin()) =>
  who.post('/api/service-accounts', { displayName, roles: [{ role }] });
const tokenOf = (id: string, scopes: readonly string[], who = admin()) =>
  who.post(`/api/service-accounts/${id}/tokens`, { name: 'Cron', scopes, days: 30 });
const ask = (token: string, path: string, body?: object) =>
  stranger(ctx).send(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

describe('[ACCESS-35] service accounts', () => {
  test('work by token, are listed and in the register, and stop at once when revoked or disabled', async () => {
    const made = await make('viewer');
    expect([made.status, made.body.kind, made.body.roles[0].role]).toEqual([201, 'service', 'viewer']);
    const { id, username } = made.body;
    expect(username).toMatch(/^crm-export-[0-9a-f]{8}$/);
    const first = (await tokenOf(id, ['read:plans'])).body;
    expect(first.token).toMatch(/^attain_pat_/);
    expect((await ask(first.token, '/api/plans')).status).toBe(200);
    expect((await ask(first.token, '/api/agents')).status).toBe(403);
    const tokens = (await admin().get(`/api/service-accounts/${id}/tokens`)).body;
    expect(tokens.rows[0]).toMatchObject({ id: first.id, createdBy: 'administrator' });
    expect(tokens.rows[0].lastUsedAt).not.toBeNull();
    expect(tokens.mayHave).toContain('read:agents');
    const listed = (await admin().get('/api/people', { kind: 'service' })).body;
    expect(listed.rows.map((row: { id: string }) => row.id)).toEqual([id]);
    expect(listed.rows[0].lastSeenAt).toBe(tokens.rows[0].lastUsedAt);
    expect((await admin().get('/api/people', { kind: 'person' })).body.total).toBe(3);
    await admin().post(`/api/service-accounts/${id}/tokens/${first.id}/revoke`);
    expect((await ask(first.token, '/api/plans')).status).toBe(401);
    const second = (await tokenOf(id, ['read:plans'])).body;
    await admin().post(`/api/people/${id}/disable`);
    expect((await ask(second.token, '/api/plans')).status).toBe(401);
    expect((await tokenOf(id, ['read:plans'])).status).toBe(409);
    await admin().post(`/api/people/${id}/reactivate`);
    expect((await ask(second.token, '/api/plans')).status).toBe(401);
    const log = (await tenant.as('auditor').get('/api/audit', { limit: 50 })).body.rows;
    const actions = log.map((row: { action: string }) => row.action);
    expect(actions).toEqual(
      expect.arrayContaining([
        'member.service-account-created',
        'member.token-created',
        'member.token-revoked',
      ]),
    );
  });

  test('have no password, no reset, no pay and no administrator role', async () => {
    const { id, username } = (await make('viewer', 'Reports')).body;
    const login = await stranger(ctx).post('/api/auth/login', { username, password: '!' });
    expect(login.status).toBe(401);
    expect((await admin().post(`/api/people/${id}/reset`)).status).toBe(409);
    expect((await admin().post(`/api/people/${id}/participant`, { participantId: 'x' })).status).toBe(409);
    expect((await make('administrator')).body.issues[0].rule).toBe('ACCESS-35');
    const raised = await admin().post(`/api/people/${id}/roles`, { roles: [{ role: 'administrator' }] });
    expect(raised.body.issues[0].rule).toBe('ACCESS-35');
  });

  test('get privileged roles from two administrators, and never approve with them', async () => {
    const own = await ctx.newTenant({ administrator: nobody, 'tenant-admin': nobody });
    const made = (await make('finance', 'Payroll', own.as('administrator'))).body;
    expect([made.roles, made.approvalId]).toEqual([[], expect.any(String)]);
    await approveAll(own.as('tenant-admin'));
    const tokens = (await own.as('administrator').get(`/api/service-accounts/${made.id}/tokens`)).body;
    expect(tokens.mayHave).toContain('make:payments');
    expect(tokens.mayHave.filter(needsPerson)).toEqual([]);
    const all = await tokenOf(made.id, permissions, own.as('administrator'));
    expect([all.status, all.body.issues[0].rule]).toEqual([400, 'ACCESS-35']);
    const { token } = (await tokenOf(made.id, tokens.mayHave, own.as('administrator'))).body;
    // as if it had been given to the token before the permission needed a person
    await ctx.ctx.db.owner.query(
      `UPDATE api_tokens SET scopes = scopes || '{approve:payments}' WHERE user_id = $1`,
      [made.id],
    );
    const held = (await ask(token, '/api/auth/me')).body.permissions as { permission: string }[];
    expect(held.map(({ permission }) => permission)).not.toContain('approve:payments');
    expect(held.map(({ permission }) => permission)).toContain('make:payments');
    // whom nothing is asked
    const rules = (await own.as('administrator').get('/api/approval-rules')).body;
    const payments = rules.kinds.find((one: { kind: string }) => one.kind === 'payment-run');
    expect(payments.deciders).toBe(1);
    // a tenant admin must not use what conflicts with their role
    expect((await tokenOf(made.id, ['make:payments'], own.as('tenant-admin'))).status).toBe(409);
  });

  test('are created by signed-in administrators, never by a token or another workspace', async () => {
    const scopes = ['manage:people', 'read:people'];
    const pat = (await admin().post('/api/auth/tokens', { name: 'Admin', scopes, days: 1 })).body.token;
    const wanted = { displayName: 'Grows', roles: [{ role: 'viewer' }] };
    expect((await ask(pat, '/api/service-accounts', wanted)).status).toBe(403);
    const { id } = (await make('viewer', 'Ours')).body;
    const body = { name: 'Cron', scopes: ['read:plans'], days: 1 };
    expect((await ask(pat, `/api/service-accounts/${id}/tokens`, body)).status).toBe(403);
    const other = await ctx.newTenant();
    expect((await tokenOf(id, ['read:plans'], other.as('administrator'))).status).toBe(404);
    expect((await other.as('administrator').get(`/api/service-accounts/${id}/tokens`)).status).toBe(404);
    // people have tokens of their own
    const me = (await tenant.as('tenant-admin').get('/api/auth/me')).body.user.id;
    expect((await tokenOf(me, ['read:plans'])).status).toBe(404);
  });
});
