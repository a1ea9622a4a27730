import { parseEntry } from '@attain/domain/proofs/entry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, signInClient } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { createWorkspace } from './create-workspace.ts';

let ctx: TestContext;
let tenant: TestTenant;
const alone = { participantId: null };
const newPassword = 'quiet harbour lantern';

beforeAll(async () => {
  ctx = await startTestContext();
  tenant = await ctx.newTenant({ administrator: alone, viewer: alone });
});
afterAll(() => ctx?.stop());

const signIn = (who: TestTenant, role: 'administrator' | 'viewer' = 'viewer', password = who.password) =>
  signInClient(ctx.url, who.usernameOf(role), password);

/** The acts in a workspace's log, oldest first, with the id of what they were done to. */
async function actsOf(tenantId: string): Promise<string[]> {
  await ctx.ctx.db.sequencer.settle(tenantId);
  const stored = await ctx.ctx.db.owner.query<{ body: string }>(
    'SELECT body FROM audit_entries WHERE tenant_id = $1 ORDER BY leaf_index',
    [tenantId],
  );
  return stored.rows.map(({ body }) => {
    const { action, object, reason } = parseEntry(body);
    return [action, object.id, reason?.code].filter(Boolean).join(' ');
  });
}

/** The session a browser got by a Set-Cookie and a token. */
function sessionOf(answer: Awaited<ReturnType<Client['post']>>): { cookie: string; token: string } {
  const cookie = (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  return { cookie, token: answer.body.token };
}

describe('my sessions', () => {
  test('I see where I am signed in, on which device and from which network, and which one asks', async () => {
    const own = await ctx.newTenant({ viewer: alone });
    const login = await fetch(`${ctx.url}/api/auth/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0',
      },
      body: JSON.stringify({ username: own.usernameOf('viewer'), password: own.password }),
    });
    expect(login.status).toBe(200);
    const { rows } = (await own.as('viewer').get('/api/auth/sessions')).body;
    expect(rows).toHaveLength(2);
    const [mine, other] = [
      rows.find((row: { current: boolean }) => row.current),
      rows.find((row: { current: boolean }) => !row.current),
    ];
    expect(other).toMatchObject({ device: 'Firefox 131 on Windows', network: '127.0.0.0/24' });
    expect(mine.id).toMatch(/^[0-9a-f]{16}$/);
    expect(await actsOf(own.tenantId)).toContain(`session.opened ${mine.id}`);
    // nothing that opens a session is in the list
    expect(Object.keys(mine).sort()).toEqual([
      'current',
      'device',
      'id',
      'lastSeenAt',
      'network',
      'startedAt',
      'workspace',
    ]);
  });

  test('I end another session of mine, and nobody else’s', async () => {
    const [here, there] = [await signIn(tenant), await signIn(tenant)];
    const idOf = async (who: Client) =>
      (await who.get('/api/auth/sessions')).body.rows.find((row: { current: boolean }) => row.current).id;
    const [id, adminId] = [await idOf(there), await idOf(tenant.as('administrator'))];
    expect((await here.post(`/api/auth/sessions/${adminId}/end`)).status).toBe(404);
    expect((await tenant.as('administrator').get('/api/auth/me')).status).toBe(200);
    expect((await here.post(`/api/auth/sessions/${id}/end`)).body).toEqual({ ended: 1 });
    expect((await there.get('/api/auth/me')).status).toBe(401);
    expect((await here.post(`/api/auth/sessions/${id}/end`)).status).toBe(404);
    expect(await actsOf(tenant.tenantId)).toContain(`session.closed ${id} ended-by-owner`);
  });

  test('I end all others and stay signed in', async () => {
    const own = await ctx.newTenant({ viewer: alone });
    const others = [await signIn(own), await signIn(own)];
    expect((await own.as('viewer').post('/api/auth/sessions/end-others')).body).toEqual({ ended: 2 });
    for (const other of others) expect((await other.get('/api/auth/me')).status).toBe(401);
    expect((await own.as('viewer').get('/api/auth/sessions')).body.rows).toHaveLength(1);
    expect((await own.as('viewer').post('/api/auth/sessions/end-others')).body).toEqual({ ended: 0 });
  });
});

describe('[AUTH-29] my password', () => {
  test('changes with the current one; other sessions end, the log says so, and only the new one signs in', async () => {
    const own = await ctx.newTenant({ viewer: alone });
    const here = own.as('viewer');
    const other = await signIn(own);
    const answer = await here.post('/api/auth/password', { current: own.password, next: newPassword });
    expect([answer.status, answer.body]).toEqual([200, { ended: 1 }]);
    expect((await other.get('/api/auth/me')).status).toBe(401);
    expect((await here.get('/api/auth/me')).status).toBe(200);
    await expect(signIn(own)).rejects.toThrow(/401/);
    expect((await (await signIn(own, 'viewer', newPassword)).get('/api/auth/me')).status).toBe(200);
    const stored = await ctx.ctx.db.owner.query('SELECT password FROM users WHERE username = $1', [
      own.usernameOf('viewer'),
    ]);
    expect(stored.rows[0].password).toMatch(/^\$argon2id\$/);
    const acts = await actsOf(own.tenantId);
    expect(acts.filter((act) => act.startsWith('password.changed'))).toHaveLength(1);
    expect(acts.filter((act) => act.endsWith('password-changed'))).toHaveLength(1);
  });

  test('does not change with a wrong one, and guessing is slowed down', async () => {
    const own = await ctx.newTenant({ viewer: alone });
    const guess = () =>
      own.as('viewer').post('/api/auth/password', { current: 'a guess', next: newPassword });
    const first = await guess();
    expect(first.status).toBe(400);
    expect(first.body).toMatchObject({
      error: 'Your current password is incorrect. Nothing was changed.',
      issues: [{ path: 'current' }],
    });
    for (let tries = 0; tries < 4; tries += 1) await guess();
    // the wait is a second: it must not be over before this test comes back
    const longer = `UPDATE sign_in_failures SET blocked_until = blocked_until + interval '1 minute' WHERE blocked_until IS NOT NULL`;
    expect((await ctx.ctx.db.owner.query(longer)).rowCount).toBe(1);
    const slowed = await own
      .as('viewer')
      .post('/api/auth/password', { current: own.password, next: newPassword });
    expect(slowed.status).toBe(429);
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0);
    await ctx.ctx.db.owner.query('DELETE FROM sign_in_failures');
    expect((await signIn(own)).token).not.toBe('');
  });

  test.each([
    ['fourteen chars', 'Use at least 15 characters'],
    ['é'.repeat(129), 'Use a shorter password'],
    ['Password12345678', 'too easy to guess'],
    ['qwertyuiop asdfghjkl', 'too easy to guess'],
    ['aaaaaaaaaaaaaaaaaaaa', 'too easy to guess'],
    ['123456789012345', 'too easy to guess'],
    ['letmein-LETMEIN-letmein', 'too easy to guess'],
    ['a long test password', 'your current password'],
  ])('[ACCESS-6] is refused when it is %s', async (next, why) => {
    const answer = await tenant.as('viewer').post('/api/auth/password', { current: tenant.password, next });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(why);
    expect(answer.body.issues[0].path).toBe('next');
  });

  test('is refused when it holds my username or the workspace’s name, however they are written', async () => {
    const { body: me } = await tenant.as('viewer').get('/api/auth/me');
    for (const name of [tenant.usernameOf('viewer'), me.tenant.name]) {
      const next = `rivers & ${name.toUpperCase().replaceAll('-', ' - ')}`;
      const answer = await tenant.as('viewer').post('/api/auth/password', { current: tenant.password, next });
      expect(answer.body.error).toContain(name);
    }
  });

  test('is the same whichever way Unicode writes it', async () => {
    const own = await ctx.newTenant({ viewer: alone });
    const next = 'a café by the rivér';
    const changed = await own
      .as('viewer')
      .post('/api/auth/password', { current: own.password, next: next.normalize('NFD') });
    expect(changed.status).toBe(200);
    expect((await signIn(own, 'viewer', next.normalize('NFC'))).token).not.toBe('');
  });
});

describe('[SHELL-UI-13] [CONF-SHELL-08] [SHELL-TENANT-03] my workspaces', () => {
  async function memberOfTwo() {
    const [one, other] = [await ctx.newTenant(), await ctx.newTenant()];
    await ctx.ctx.db.owner.query(
      `INSERT INTO memberships (tenant_id, user_id, roles) SELECT $1, id, '{viewer}' FROM users WHERE username = $2`,
      [other.tenantId, one.usernameOf('administrator')],
    );
    return { one, other, here: one.as('administrator') };
  }

  test('I change to another one; cookie and token are new, roles are those I have there, both logs say so', async () => {
    const { one, other, here } = await memberOfTwo();
    const before = (await here.get('/api/auth/me')).body;
    expect(before.memberships.map((each: { tenantId: string }) => each.tenantId)).toEqual([
      one.tenantId,
      other.tenantId,
    ]);
    expect(before.memberships[1]).toMatchObject({ industry: 'SaaS', roles: ['viewer'] });
    const { id: oldId, startedAt } = (await here.get('/api/auth/sessions')).body.rows[0];
    const answer = await here.post('/api/auth/switch', { tenantId: other.tenantId });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ tenantId: other.tenantId, id: before.user.id });
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/);
    const { cookie, token } = sessionOf(answer);
    expect(cookie).not.toBe(here.cookie);
    expect(token).not.toBe(here.token);
    const there = { headers: { cookie, 'x-session-token': token, 'content-type': 'application/json' } };
    const me = await here.send('/api/auth/me', there);
    expect(me.body).toMatchObject({ roles: ['viewer'], tenant: { id: other.tenantId } });
    expect((await here.get('/api/auth/me')).status).toBe(401);
    const [session] = (await here.send('/api/auth/sessions', there)).body.rows;
    // going to and fro does not make a session live longer
    expect(session.startedAt).toBe(startedAt);
    expect(await actsOf(one.tenantId)).toContain(`session.closed ${oldId} workspace-switched`);
    expect(await actsOf(other.tenantId)).toContain(`session.opened ${session.id} workspace-switched`);
    const back = await here.send('/api/auth/switch', {
      ...there,
      method: 'POST',
      body: JSON.stringify({ tenantId: one.tenantId }),
    });
    expect(back.status).toBe(200);
  });

  test('I do not get into one that I am no member of, and stay where I am', async () => {
    const { here } = await memberOfTwo();
    const answers = [tenant.tenantId, '00000000-0000-4000-8000-000000000000'].map((tenantId) =>
      here.post('/api/auth/switch', { tenantId }),
    );
    const [foreign, nowhere] = await Promise.all(answers);
    expect([foreign!.status, nowhere!.status]).toEqual([404, 404]);
    expect(foreign!.body.error).toBe(nowhere!.body.error);
    expect((await here.get('/api/auth/me')).status).toBe(200);
  });

  test('of two changes at once one counts', async () => {
    const { other, here } = await memberOfTwo();
    const both = await Promise.all(
      [1, 2].map(() => here.post('/api/auth/switch', { tenantId: other.tenantId })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('a workspace can be made with people who have an account already, and not with people who have none', async () => {
    const workspace = {
      slug: `joined-${tenant.tenantId}`,
      name: 'Joined',
      industry: 'SaaS',
      currency: 'EUR',
      accounts: [],
      members: [{ username: tenant.usernameOf('administrator'), roles: ['finance'], participantId: null }],
    } as const;
    const { tenantId } = await createWorkspace(ctx.ctx, workspace);
    const { body } = await tenant.as('administrator').get('/api/auth/me');
    expect(body.memberships).toHaveLength(2);
    expect(body.memberships[1]).toEqual({ tenantId, name: 'Joined', industry: 'SaaS', roles: ['finance'] });
    const nobody = { username: 'nobody-at-all', roles: [], participantId: null };
    await expect(createWorkspace(ctx.ctx, { ...workspace, slug: 'lost', members: [nobody] })).rejects.toThrow(
      /Account nobody-at-all not found/,
    );
  });
});

describe('[SHELL-MODE-01] [SHELL-UI-33] [CONF-SHELL-06] my preferences', () => {
  test('start with the hybrid mode, and are kept for me in this workspace', async () => {
    const admin = tenant.as('administrator');
    expect((await admin.get('/api/auth/preferences')).body).toEqual({ mode: 'hybrid' });
    for (const mode of ['traditional', 'agentic', 'hybrid', 'agentic'])
      expect((await admin.put('/api/auth/preferences', { mode })).body).toEqual({ mode });
    expect((await (await signIn(tenant, 'administrator')).get('/api/auth/preferences')).body).toEqual({
      mode: 'agentic',
    });
    expect((await tenant.as('viewer').get('/api/auth/preferences')).body).toEqual({ mode: 'hybrid' });
    const saved = (await actsOf(tenant.tenantId)).filter((act) => act.startsWith('preferences.saved'));
    expect(saved).toHaveLength(4);
  });

  test('what a change omits stays, also when two changes come at once', async () => {
    const viewer = tenant.as('viewer');
    await viewer.put('/api/auth/preferences', { persona: 'Finance', analytics: { alertThreshold: 95 } });
    await Promise.all([
      viewer.put('/api/auth/preferences', { mode: 'traditional' }),
      viewer.put('/api/auth/preferences', { analytics: { notifications: true } }),
      viewer.put('/api/auth/preferences', { analytics: { forecastRange: 'yearly' } }),
    ]);
    expect((await viewer.get('/api/auth/preferences')).body).toEqual({
      mode: 'traditional',
      persona: 'Finance',
      analytics: { alertThreshold: 95, notifications: true, forecastRange: 'yearly' },
    });
  });

  test.each([[{ mode: 'autonomous' }], [{ mode: 'hybrid', theme: 'dark' }], [[]], ['hybrid']])(
    'are refused as %j',
    async (body) => {
      expect((await tenant.as('viewer').put('/api/auth/preferences', body)).status).toBe(400);
    },
  );

  test('are a retry the same as once', async () => {
    const admin = tenant.as('administrator');
    const key = { 'idempotency-key': 'once' };
    const before = (await actsOf(tenant.tenantId)).length;
    for (let tries = 0; tries < 3; tries += 1)
      expect((await admin.put('/api/auth/preferences', { mode: 'hybrid' }, key)).status).toBe(200);
    expect((await actsOf(tenant.tenantId)).length).toBe(before + 1);
  });
});
