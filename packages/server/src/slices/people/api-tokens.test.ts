import { permissions, scopeOf } from '@attain/domain/access/permissions';
import { EMPTY_WORKFLOW } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { join, newPerson, stranger } from './people.fixture.ts';

let ctx: TestContext;
let tenant: TestTenant;
let now = Date.now();
const nobody = { participantId: null };
const clock = {
  now: () => new Date(now),
  today: () => new Date(now).toISOString().slice(0, 10),
};

beforeAll(async () => {
  ctx = await startTestContext({ clock });
  tenant = await ctx.newTenant({ administrator: nobody, finance: nobody });
});
afterAll(() => ctx?.stop());

const create = (scopes: readonly string[], days = 30, who = tenant.as('finance')) =>
  who.post('/api/auth/tokens', { name: 'Reports', scopes, days });
const tell = (token: string, path: string, body: object = {}) =>
  stranger(ctx).send(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
/** A workflow whose step needs `read:deals`. */
const at = { position: { x: 0, y: 0 } };
const dealReader = {
  ...EMPTY_WORKFLOW,
  name: 'Deal reader',
  nodes: [
    { id: 'begin', type: 'start', title: 'Start', config: {}, ...at },
    {
      id: 'read',
      type: 'database_read',
      title: 'Read',
      config: { database: 'attain', query: 'deals' },
      ...at,
    },
    { id: 'finish', type: 'end', title: 'End', config: {}, ...at },
  ],
  edges: [
    { id: 'e1', from: { node: 'begin', port: 'out' }, to: { node: 'read', port: 'in' } },
    { id: 'e2', from: { node: 'read', port: 'out' }, to: { node: 'finish', port: 'in' } },
  ],
};
const ask = (token: string, path: string, method = 'GET') =>
  stranger(ctx).send(path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });

describe('[ACCESS-19] API tokens', () => {
  test('a token is shown once, kept as a hash, and does what it was created for without a cookie', async () => {
    const made = await create(['read:payments', 'read:plans']);
    expect([made.status, made.body.token]).toEqual([201, expect.stringMatching(/^attain_pat_[\w-]{43}$/)]);
    const { token, id } = made.body;
    const stored = await ctx.ctx.db.owner.query(
      `SELECT (SELECT string_agg(t::text, '') FROM api_tokens t) || (SELECT string_agg(k::text, '') FROM idempotency_keys k) AS text`,
    );
    expect(stored.rows[0].text).not.toContain(token);
    expect((await ask(token, '/api/payments')).status).toBe(200);
    const me = (await ask(token, '/api/auth/me')).body;
    expect(me.user.username).toBe(tenant.usernameOf('finance'));
    expect(me.permissions.map((one: { permission: string }) => one.permission)).toEqual([
      'read:plans',
      'read:payments',
    ]);
    const listed = (await tenant.as('finance').get('/api/auth/tokens')).body.rows;
    const { createdAt, expiresAt, lastUsedAt } = listed.find((row: { id: string }) => row.id === id);
    for (const at of [createdAt, expiresAt, lastUsedAt]) expect(at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(JSON.stringify(listed)).not.toContain(token);
  });

  test('for each permission of the holder, a token with it alone has it and no other', async () => {
    const held = permissions.filter((one) => scopeOf(['finance'], one) !== null);
    for (const permission of held.filter((_, at) => at % 4 === 0)) {
      const { token } = (await create([permission])).body;
      const has = (await ask(token, '/api/auth/me')).body.permissions;
      expect(has.map((one: { permission: string }) => one.permission)).toEqual([permission]);
      expect((await ask(token, '/api/payments')).status).toBe(permission === 'read:payments' ? 200 : 403);
    }
  });

  test('a token may have every permission of an administrator', async () => {
    const all = await create(permissions, 30, tenant.as('administrator'));
    expect([all.status, all.body.scopes?.length]).toEqual([201, permissions.length]);
  });

  test('no permission beyond the holder’s is given, and one they lose is lost at once', async () => {
    const beyond = await create(['read:payments', 'edit:plans']);
    expect([beyond.status, beyond.body.issues[0].rule]).toEqual([400, 'ACCESS-19']);
    const admin = tenant.as('administrator');
    const who = await join(ctx, await admin.post('/api/people/invitations', newPerson('finance')));
    const { token } = (await create(['read:payments', 'read:plans'], 30, who)).body;
    const id = (await who.get('/api/auth/me')).body.user.id;
    await admin.post(`/api/people/${id}/roles`, { roles: [{ role: 'viewer' }] });
    expect((await ask(token, '/api/payments')).status).toBe(403);
    expect((await ask(token, '/api/plans')).status).toBe(200);
    await admin.post(`/api/people/${id}/disable`);
    expect((await ask(token, '/api/plans')).status).toBe(401);
  });

  test('a token does nothing that belongs to a session: no tokens, no password, no sign-out, no stream', async () => {
    const { token, id } = (await create(['read:plans'])).body;
    for (const [path, method] of [
      ['/api/auth/tokens', 'GET'],
      ['/api/auth/tokens', 'POST'],
      [`/api/auth/tokens/${id}/revoke`, 'POST'],
      ['/api/auth/sessions', 'GET'],
      ['/api/auth/sessions/end-others', 'POST'],
      ['/api/auth/logout', 'POST'],
      ['/api/events', 'GET'],
    ] as const) {
      const { status } = await ask(token, path, method);
      expect([path, method, [400, 403].includes(status)]).toEqual([path, method, true]);
    }
    expect((await ask(token, '/api/auth/tokens')).status).toBe(403);
    expect((await ask(token, '/api/events')).status).toBe(403);
  });

  test("an administrator's token makes no administrator and changes none", async () => {
    const { token } = (await create(['manage:people'], 30, tenant.as('administrator'))).body;
    const up = await tell(token, '/api/people/invitations', newPerson('administrator'));
    expect([up.status, up.body.issues?.[0].rule]).toEqual([400, 'ACCESS-15']);
    expect((await tell(token, '/api/people/invitations', newPerson('viewer'))).status).toBe(200);
    const other = await join(
      ctx,
      await tenant.as('administrator').post('/api/people/invitations', newPerson('administrator')),
    );
    const { id } = (await other.get('/api/auth/me')).body.user;
    expect((await tell(token, `/api/people/${id}/reset`)).status).toBe(409);
    expect((await other.get('/api/auth/me')).status).toBe(200);
  });

  test('a token starts no run and no trigger whose steps need more than it may do', async () => {
    const admin = tenant.as('administrator');
    const saved = await admin.post('/api/workflows', { name: dealReader.name, document: dealReader });
    const { id, documentHash } = saved.body;
    expect((await admin.post(`/api/workflows/${id}/versions`, { documentHash })).status).toBe(200);
    const tokenFor = async (scopes: readonly string[]) => (await create(scopes, 30, admin)).body.token;
    const narrow = await tokenFor(['run:workflows', 'publish:workflows']);
    const wide = await tokenFor(['run:workflows', 'publish:workflows', 'read:deals']);
    const hook = { name: 'Hook', when: { kind: 'webhook' } };
    expect((await tell(narrow, `/api/workflows/${id}/runs`)).body.error).toContain('This API token can’t');
    expect((await tell(narrow, `/api/workflows/${id}/triggers`, hook)).status).toBe(403);
    expect((await tell(wide, `/api/workflows/${id}/runs`)).status).toBe(201);
    expect((await tell(wide, `/api/workflows/${id}/triggers`, hook)).status).toBeLessThan(300);
  });

  test('disabling or removing a member ends their tokens for good', async () => {
    const admin = tenant.as('administrator');
    const who = await join(ctx, await admin.post('/api/people/invitations', newPerson('auditor')));
    const { id } = (await who.get('/api/auth/me')).body.user;
    const { token } = (await create(['read:payments'], 30, who)).body;
    await admin.post(`/api/people/${id}/disable`);
    await admin.post(`/api/people/${id}/reactivate`);
    expect((await ask(token, '/api/payments')).status).toBe(401);
  });

  test('a revoked, expired or made-up token is refused; only its owner revokes it', async () => {
    const revoked = (await create(['read:plans'])).body;
    const other = await tenant.as('administrator').post(`/api/auth/tokens/${revoked.id}/revoke`);
    expect(other.status).toBe(404);
    expect((await tenant.as('finance').post(`/api/auth/tokens/${revoked.id}/revoke`)).status).toBe(200);
    expect((await ask(revoked.token, '/api/plans')).status).toBe(401);
    const old = (await create(['read:plans'], 1)).body;
    expect((await ask(old.token, '/api/plans')).status).toBe(200);
    now += 86_400_001;
    expect((await ask(old.token, '/api/plans')).status).toBe(401);
    expect((await ask(`attain_pat_${'A'.repeat(43)}`, '/api/plans')).status).toBe(401);
    expect((await create(['read:plans'], 366)).status).toBe(400);
  });
});
