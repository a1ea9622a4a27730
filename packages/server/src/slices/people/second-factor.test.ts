import { parseEntry } from '@attain/domain/proofs/entry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { base32, totpCode, totpStep } from '../../base/totp.ts';
import { type Answer, type Client, client } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { cookieOf, goodPassword, keyBytes, newPerson, secretIn, stranger } from './people.fixture.ts';

let ctx: TestContext;
let now = Date.now();
const alone = { participantId: null };
const clock = { now: () => new Date(now), today: () => new Date(now).toISOString().slice(0, 10) };

beforeAll(async () => {
  ctx = await startTestContext({ clock });
});
afterAll(() => ctx?.stop());

/** The code an app shows now, or some steps from now. */
const codeOf = (secret: string, off = 0) => totpCode(keyBytes(secret), totpStep(new Date(now)) + off);
const nextStep = () => {
  now += 30_000;
};

type Role = 'administrator' | 'viewer' | 'finance';
const login = (tenant: TestTenant, role: Role, more: object = {}): Promise<Answer> =>
  client(ctx.url, '', '').post('/api/auth/login', {
    username: tenant.usernameOf(role),
    password: tenant.password,
    ...more,
  });

/** Turns two-step sign-in on; gives the app's key and the recovery codes. */
async function enrol(tenant: TestTenant, who: Client): Promise<{ secret: string; codes: string[] }> {
  const begun = await who.post('/api/auth/second-factor/begin', { password: tenant.password });
  expect(begun.status).toBe(200);
  const { secret } = begun.body;
  const answer = await who.post('/api/auth/second-factor/confirm', { code: codeOf(secret) });
  expect(answer.status).toBe(200);
  nextStep();
  return { secret, codes: answer.body.recoveryCodes };
}

async function actsOf({ tenantId }: TestTenant): Promise<string[]> {
  await ctx.ctx.db.sequencer.settle(tenantId);
  const stored = await ctx.ctx.db.owner.query<{ body: string }>(
    'SELECT body FROM audit_entries WHERE tenant_id = $1 ORDER BY leaf_index',
    [tenantId],
  );
  return stored.rows.map(({ body }) => {
    const { action, reason } = parseEntry(body);
    return [action, reason?.code].filter(Boolean).join(' ');
  });
}

describe('[ACCESS-21] [AUTH-29] two-step sign-in', () => {
  test('the key follows from nothing the server shows later, and is stored sealed', async () => {
    const tenant = await ctx.newTenant({ viewer: alone });
    const who = tenant.as('viewer');
    expect((await who.post('/api/auth/second-factor/begin', { password: 'not it' })).status).toBe(400);
    const { secret, uri } = (await who.post('/api/auth/second-factor/begin', { password: tenant.password }))
      .body;
    expect(uri).toBe(`otpauth://totp/Attain%3A${tenant.usernameOf('viewer')}?secret=${secret}&issuer=Attain`);
    expect(base32(keyBytes(secret))).toBe(secret);
    const stored = await ctx.ctx.db.owner.query('SELECT * FROM second_factors');
    expect(JSON.stringify(stored.rows)).not.toContain(keyBytes(secret).toString('hex'));
    // nothing is asked for before the first code
    expect((await login(tenant, 'viewer')).status).toBe(200);
    now += 16 * 60_000;
    const late = await who.post('/api/auth/second-factor/confirm', { code: codeOf(secret) });
    expect([late.status, late.body.issues[0].path]).toEqual([400, 'code']);
  });

  test('a code is asked for, works once, within one step, and for its owner only', async () => {
    const tenant = await ctx.newTenant({ viewer: alone, finance: alone });
    const other = await login(tenant, 'viewer');
    const { secret } = await enrol(tenant, tenant.as('viewer'));
    const { secret: foreign } = await enrol(tenant, tenant.as('finance'));
    const ended = client(ctx.url, cookieOf(other), other.body.token);
    expect((await ended.get('/api/auth/me')).status).toBe(401);
    const asked = await login(tenant, 'viewer');
    expect([asked.status, asked.body.code]).toEqual([401, 'SECOND_FACTOR_NEEDED']);
    expect(asked.headers.getSetCookie()).toEqual([]);
    // a wrong password does not say that there is a second factor
    const guess = await login(tenant, 'viewer', { password: 'not it', code: codeOf(secret) });
    expect(guess.body).toMatchObject({ code: 'SIGN_IN_FAILED', error: 'Wrong username or password.' });
    for (const code of [codeOf(secret, -2), codeOf(secret, 2), codeOf(foreign), ''].filter(Boolean))
      expect((await login(tenant, 'viewer', { code })).body.code).toBe('SIGN_IN_FAILED');
    await ctx.ctx.db.owner.query('DELETE FROM sign_in_failures');
    const code = codeOf(secret);
    const both = await Promise.all([login(tenant, 'viewer', { code }), login(tenant, 'viewer', { code })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    nextStep();
    expect((await login(tenant, 'viewer', { code: codeOf(secret, 1) })).status).toBe(200);
    // a later step was used: this one is over
    expect((await login(tenant, 'viewer', { code: codeOf(secret) })).status).toBe(401);
    expect(await actsOf(tenant)).toEqual(
      expect.arrayContaining([
        'second-factor.turned-on',
        'session.opened second-factor',
        'session.closed second-factor',
      ]),
    );
  });

  test('guessing codes is slowed down like guessing passwords, also across right passwords without a code', async () => {
    const tenant = await ctx.newTenant({ viewer: alone });
    const { secret } = await enrol(tenant, tenant.as('viewer'));
    await ctx.ctx.db.owner.query('DELETE FROM sign_in_failures');
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await login(tenant, 'viewer', { code: '000000' })).status).toBe(401);
      if (tries < 4) expect((await login(tenant, 'viewer')).body.code).toBe('SECOND_FACTOR_NEEDED');
    }
    await ctx.ctx.db.owner.query(
      `UPDATE sign_in_failures SET blocked_until = blocked_until + interval '1 minute' WHERE blocked_until IS NOT NULL`,
    );
    expect((await login(tenant, 'viewer', { code: codeOf(secret) })).status).toBe(429);
    await ctx.ctx.db.owner.query('DELETE FROM sign_in_failures');
  });

  test('each of ten recovery codes signs in once; new ones replace them; off is off', async () => {
    const tenant = await ctx.newTenant({ viewer: alone });
    const { secret, codes } = await enrol(tenant, tenant.as('viewer'));
    expect(new Set(codes).size).toBe(10);
    const [first = '', second = ''] = codes;
    const signedIn = await login(tenant, 'viewer', { code: first.toLowerCase() });
    expect(signedIn.status).toBe(200);
    expect((await login(tenant, 'viewer', { code: first })).status).toBe(401);
    const who = client(ctx.url, cookieOf(signedIn), signedIn.body.token);
    expect((await who.get('/api/auth/second-factor')).body).toMatchObject({
      required: false,
      recoveryCodesLeft: 9,
    });
    const renewed = await who.post('/api/auth/second-factor/recovery-codes', { code: codeOf(secret) });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    expect((await login(tenant, 'viewer', { code: second })).status).toBe(401);
    nextStep();
    expect((await who.post('/api/auth/second-factor/remove', { code: '123456' })).status).toBe(400);
    expect((await who.post('/api/auth/second-factor/remove', { code: codeOf(secret) })).status).toBe(200);
    expect((await login(tenant, 'viewer')).status).toBe(200);
    expect((await actsOf(tenant)).filter((act) => act.startsWith('second-factor'))).toEqual([
      ...['second-factor.begun', 'second-factor.turned-on', 'second-factor.recovery-codes-renewed'],
      ...['second-factor.refused BAD_INPUT', 'second-factor.turned-off'],
    ]);
  });
});

describe('[ACCESS-22] roles that require it', () => {
  test('open sessions and tokens stop at once, and setting it up is all that works', async () => {
    const tenant = await ctx.newTenant({ administrator: alone, finance: alone, viewer: alone });
    const [admin, finance] = [tenant.as('administrator'), tenant.as('finance')];
    const { token } = (
      await finance.post('/api/auth/tokens', { name: 'Export', days: 30, scopes: ['read:plans'] })
    ).body;
    const program = () =>
      client(ctx.url, '', '').send('/api/plans', { headers: { authorization: `Bearer ${token}` } });
    expect((await program()).status).toBe(200);
    const set = await admin.put('/api/workspace/settings', { secondFactorRoles: ['finance'] });
    expect(set.body.secondFactorRoles).toEqual(['finance']);
    const stopped = await finance.get('/api/plans');
    expect([stopped.status, stopped.body.code]).toEqual([403, 'SECOND_FACTOR_MISSING']);
    expect((await finance.put('/api/auth/preferences', {})).status).toBe(403);
    // how the screens look to them
    expect((await finance.get('/api/auth/preferences')).status).toBe(200);
    expect((await program()).body.code).toBe('SECOND_FACTOR_MISSING');
    expect((await tenant.as('viewer').get('/api/plans')).status).toBe(200);
    expect((await finance.get('/api/auth/me')).body.secondFactor).toBe('missing');
    const { secret } = await enrol(tenant, finance);
    expect((await finance.get('/api/plans')).status).toBe(200);
    expect((await program()).status).toBe(200);
    const off = await finance.post('/api/auth/second-factor/remove', { code: codeOf(secret) });
    expect([off.status, off.body.code]).toEqual([409, 'CONFLICT']);
  });
});

describe('[ACCESS-23] a lost device', () => {
  test('an administrator resets it: sessions end, the person is notified, and the password link is another’s', async () => {
    const tenant = await ctx.newTenant({ administrator: alone, 'tenant-admin': alone, viewer: alone });
    const [admin, tenantAdmin, member] = [
      ...[tenant.as('administrator'), tenant.as('tenant-admin'), tenant.as('viewer')],
    ];
    await enrol(tenant, member as Client);
    const { id } = (await member?.get('/api/auth/me'))?.body.user ?? {};
    const before = (await admin?.get(`/api/people/${id}`))?.body;
    expect(before.secondFactorSince).toMatch(/^\d{4}-/);
    const reset = await tenantAdmin?.post(`/api/people/${id}/second-factor/reset`);
    expect([reset?.status, reset?.body.secondFactorSince]).toEqual([200, null]);
    expect((await member?.get('/api/auth/me'))?.status).toBe(401);
    const taken = await tenantAdmin?.post(`/api/people/${id}/reset`);
    expect([taken?.status, taken?.body.error]).toEqual([
      409,
      expect.stringContaining('Another administrator'),
    ]);
    expect((await admin?.post(`/api/people/${id}/reset`))?.status).toBe(200);
    const back = await login(tenant, 'viewer');
    const notices = await client(ctx.url, cookieOf(back), back.body.token).get('/api/notices');
    expect(notices.body.rows.map(({ title }: { title: string }) => title)).toEqual([
      ...['A password link was created for you', 'Two-step sign-in was reset'],
    ]);
  });

  test('a password link asks for the code too, so that it opens nothing to who issued it', async () => {
    const tenant = await ctx.newTenant({ administrator: alone, 'tenant-admin': alone, finance: alone });
    const { secret } = await enrol(tenant, tenant.as('finance'));
    const { id } = (await tenant.as('finance').get('/api/auth/me')).body.user;
    const link = secretIn(await tenant.as('tenant-admin').post(`/api/people/${id}/reset`));
    const look = await stranger(ctx).post('/api/join/look', { secret: link });
    expect(look.body).toMatchObject({ kind: 'reset', asksForCode: true });
    const wanted = { secret: link, password: goodPassword };
    const accept = (more: object) => stranger(ctx).post('/api/join/accept', { ...wanted, ...more });
    expect((await accept({})).body.code).toBe('SECOND_FACTOR_NEEDED');
    expect((await accept({ code: '000000' })).body.code).toBe('SIGN_IN_FAILED');
    // the other half can't be had by the same hand
    const half = await tenant.as('tenant-admin').post(`/api/people/${id}/second-factor/reset`);
    expect(half.status).toBe(409);
    expect((await accept({ code: codeOf(secret) })).status).toBe(200);
  });
});

describe('[ACCESS-24] sensitive actions', () => {
  const old = `UPDATE sessions SET proved_at = now() - interval '6 minutes' WHERE tenant_id = $1`;

  test('an open session alone neither pays nor grants access nor makes tokens; its owner’s password or code does', async () => {
    const tenant = await ctx.newTenant({ administrator: alone, finance: alone, viewer: alone });
    const [admin, finance] = [tenant.as('administrator'), tenant.as('finance')];
    const { id } = (await tenant.as('viewer').get('/api/auth/me')).body.user;
    const token = await finance.post('/api/auth/tokens', { name: 'Pay', days: 1, scopes: ['make:payments'] });
    const { secret } = await enrol(tenant, admin);
    await ctx.ctx.db.owner.query(old, [tenant.tenantId]);
    const wanted = [
      () => admin.post(`/api/people/${id}/roles`, { roles: [{ role: 'finance' }] }),
      () => admin.post(`/api/people/${id}/reset`),
      () => admin.post('/api/people/invitations', newPerson()),
      () => finance.post('/api/auth/tokens', { name: 'Export', days: 30, scopes: ['read:plans'] }),
      () => finance.post('/api/payments', { planIds: [], period: '2025-Q4' }),
      () => finance.post(`/api/payments/${id}/approve`, {}),
      () => finance.post(`/api/approvals/${id}/decide`, { decision: 'approve', hash: '0'.repeat(64) }),
      () => admin.post('/api/connections', { kind: 'chat', name: 'Chat' }),
    ];
    for (const act of wanted) {
      const rejected = await act();
      expect([rejected.status, rejected.body.code]).toEqual([403, 'STEP_UP_NEEDED']);
    }
    // a program has no keyboard: making its token was asked for
    const program = { authorization: `Bearer ${token.body.token}`, 'x-session-token': '', cookie: '' };
    const paid = await client(ctx.url, '', '').post('/api/payments', {}, program);
    expect(paid.body.code).toBe('BAD_INPUT');
    const prove = (who: Client, body: object) => who.post('/api/auth/step-up', body);
    // the password of one with a second factor is not enough, nor is another's code
    expect((await prove(admin, { password: tenant.password })).status).toBe(400);
    expect((await prove(admin, { code: '000000' })).status).toBe(400);
    expect((await wanted[1]?.())?.status).toBe(403);
    const code = codeOf(secret);
    expect((await prove(admin, { code })).status).toBe(200);
    expect((await wanted[1]?.())?.status).toBe(200);
    expect((await prove(admin, { code })).status).toBe(400);
    expect((await prove(finance, { password: 'not it' })).status).toBe(400);
    expect((await wanted[3]?.())?.status).toBe(403);
    expect((await prove(finance, { password: tenant.password })).status).toBe(200);
    expect((await wanted[3]?.())?.status).toBe(201);
    expect(await actsOf(tenant)).toContain('session.proved');
  });

  test('[ACCESS-25] a tenant admin gets no link to the account of someone who approves payments', async () => {
    const tenant = await ctx.newTenant({ administrator: alone, 'tenant-admin': alone, finance: alone });
    const { id } = (await tenant.as('finance').get('/api/auth/me')).body.user;
    const link = await tenant.as('tenant-admin').post(`/api/people/${id}/reset`);
    expect([link.status, link.body.error]).toEqual([
      409,
      expect.stringContaining('an administrator must create the link'),
    ]);
    expect((await tenant.as('administrator').post(`/api/people/${id}/reset`)).status).toBe(200);
  });
});
