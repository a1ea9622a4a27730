import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client, signInClient } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';

let ctx: TestContext;
let tenant: TestTenant;

beforeAll(async () => {
  ctx = await startTestContext();
  tenant = await ctx.newTenant({ administrator: { participantId: null }, viewer: { participantId: null } });
});
afterAll(() => ctx?.stop());

const login = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${ctx.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('signing in', () => {
  test('[API-01] [API-02] [API-03] [API-04] [AUTH-08] POST /api/auth/login answers a token and the user: id, names, workspace', async () => {
    const response = await login({ username: tenant.usernameOf('viewer'), password: tenant.password });
    expect(response.status).toBe(200);
    const body = (await response.json()) as { token: string; user: { username: string } };
    expect(body.token.length).toBeGreaterThan(20);
    expect(body.user).toMatchObject({ username: tenant.usernameOf('viewer'), tenantId: tenant.tenantId });
    for (const field of ['id', 'username', 'displayName', 'tenantId', 'tenantName'])
      expect(body.user).toHaveProperty(field, expect.stringMatching(/./));
    expect(response.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/);
  });

  test('[API-05] [AUTH-29] every failure has the same text, whether the account exists or not', async () => {
    const wrong = await login({ username: tenant.usernameOf('viewer'), password: 'not it' });
    const unknown = await login({ username: 'nobody-here', password: 'not it' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    const texts = [
      ((await wrong.json()) as { error: string }).error,
      ((await unknown.json()) as { error: string }).error,
    ];
    expect(texts[0]).toBe('Wrong username or password.');
    expect(texts[1]).toBe(texts[0]);
    const stored = await ctx.ctx.db.owner.query('SELECT password FROM users LIMIT 1');
    expect(stored.rows[0].password).toMatch(/^\$argon2id\$/);
  });

  test('[AUTH-19] [AUTH-20] [API-29] an empty name or password is refused with what is missing', async () => {
    const response = await login({ username: '', password: '' });
    expect(response.status).toBe(400);
    const body = (await response.json()) as {
      error: string;
      code: string;
      issues: { path: string }[];
      requestId: string;
    };
    expect(body.code).toBe('BAD_INPUT');
    expect(body.issues.map((issue) => issue.path)).toEqual(['username', 'password']);
    expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('after five failures the next try has to wait, and a restart would not help: the count is in the database', async () => {
    const username = tenant.usernameOf('administrator');
    for (let i = 0; i < 5; i += 1) await login({ username, password: 'wrong' });
    // the wait is a second: it must not be over before this test comes back
    const longer = `UPDATE sign_in_failures SET blocked_until = blocked_until + interval '1 minute' WHERE blocked_until IS NOT NULL`;
    expect((await ctx.ctx.db.owner.query(longer)).rowCount).toBe(1);
    const throttled = await login({ username, password: tenant.password });
    expect(throttled.status).toBe(429);
    expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0);
    await ctx.ctx.db.owner.query('DELETE FROM sign_in_failures');
  });
});

describe('the session', () => {
  test('[AUTH-27] [CONF-AUTH-02] reads need the cookie, state changes need cookie and token', async () => {
    const person = tenant.as('viewer');
    expect((await person.get('/api/auth/me')).status).toBe(200);
    expect((await client(ctx.url, '', person.token).get('/api/auth/me')).status).toBe(401);
    expect((await client(ctx.url, person.cookie, '').get('/api/auth/me')).status).toBe(200);
    expect((await client(ctx.url, person.cookie, '').post('/api/auth/logout')).status).toBe(403);
    expect((await client(ctx.url, '', person.token).post('/api/auth/logout')).status).toBe(401);
  });

  test('requests from other sites change nothing, whatever they carry', async () => {
    const person = tenant.as('viewer');
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      { origin: ctx.url.replace('http:', 'https:') },
      { origin: 'null' },
    ];
    for (const headers of foreign) {
      const answer = await person.post('/api/auth/logout', {}, headers);
      expect(answer.status).toBe(403);
      expect(answer.body.code).toBe('FORGED_REQUEST');
    }
    const own = await person.put('/api/auth/preferences', {}, { origin: ctx.url });
    expect(own.status).toBe(200);
  });

  test('[AUTH-26] [CONF-AUTH-05] signing out ends the session on the server', async () => {
    const person = await signInClient(ctx.url, tenant.usernameOf('viewer'), tenant.password);
    expect((await person.post('/api/auth/logout')).status).toBe(200);
    expect((await person.get('/api/auth/me')).status).toBe(401);
  });

  test('[AUTH-28] an idle session and an expired one are gone', async () => {
    const idle = await signInClient(ctx.url, tenant.usernameOf('viewer'), tenant.password);
    await ctx.ctx.db.owner.query(
      `UPDATE sessions SET last_seen_at = now() - interval '31 minutes' WHERE created_at = (SELECT max(created_at) FROM sessions)`,
    );
    expect((await idle.get('/api/auth/me')).status).toBe(401);
    const old = await signInClient(ctx.url, tenant.usernameOf('viewer'), tenant.password);
    await ctx.ctx.db.owner.query(
      `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE created_at = (SELECT max(created_at) FROM sessions)`,
    );
    expect((await old.get('/api/auth/me')).status).toBe(401);
  });

  test('a disabled user is out at the next request', async () => {
    const other = await ctx.newTenant({ viewer: { participantId: null } });
    await ctx.ctx.db.owner.query('UPDATE users SET disabled = true WHERE username = $1', [
      other.usernameOf('viewer'),
    ]);
    expect((await other.as('viewer').get('/api/auth/me')).status).toBe(401);
  });
});
