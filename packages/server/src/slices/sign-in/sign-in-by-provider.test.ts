import { parseEntry } from '@attain/domain/proofs/entry';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { base32, totpCode, totpStep } from '../../base/totp.ts';
import { type Answer, type Client, client } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { approveAll, cookieOf } from '../people/people.fixture.ts';
import { type IdentityProvider, startIdentityProvider } from './identity-provider.fixture.ts';

let ctx: TestContext;
let idp: IdentityProvider;
/** One that a test stops. */
let down: IdentityProvider;
let made = 0;

beforeAll(async () => {
  [idp, down] = [await startIdentityProvider(), await startIdentityProvider()];
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_HOSTS: `${idp.issuer},${down.issuer}` } });
  for (const each of [idp, down]) each.serve(`${ctx.url}/sign-in/return`);
});
afterAll(async () => {
  await ctx?.stop();
  await idp?.stop();
});
afterEach(() => idp.forges(null));

const anyone = () => client(ctx.url, '', '');
const alone = { participantId: null };

/** A workspace whose provider is set up, and the id of its button. */
async function workspace(more: object = {}): Promise<{ tenant: TestTenant; admin: Client; id: string }> {
  const tenant = await ctx.newTenant({ administrator: alone });
  const admin = tenant.as('administrator');
  const saved = await admin.put('/api/sign-in/provider', wanted(more));
  expect([saved.status, saved.body.error]).toEqual([200, undefined]);
  return { tenant, admin, id: saved.body.provider.id };
}

const wanted = (more: object = {}) => ({
  name: 'Okta',
  issuer: idp.issuer,
  clientId: idp.clientId,
  secret: idp.secret,
  domains: ['example.com'],
  ...more,
});

/** A member with the user name of a person at the provider, and the password of the workspace's administrator. */
async function member({ tenantId, usernameOf }: TestTenant, role = 'viewer') {
  made += 1;
  const person = { sub: `s-${made}`, email: `m${made}@example.com`, email_verified: true, id: newId() };
  idp.knows(person);
  await sql(
    `WITH person AS (INSERT INTO users (id, username, display_name, password)
       SELECT $2, $3, $3, password FROM users WHERE username = $4 RETURNING id)
     INSERT INTO memberships (tenant_id, user_id, roles) SELECT $1, id, ARRAY[$5] FROM person`,
    [tenantId, person.id, person.email, usernameOf('administrator'), role],
  );
  return person;
}

const sql = (text: string, values: unknown[] = []) => ctx.ctx.db.owner.query(text, values);

interface Started {
  readonly url: string;
  readonly browser: Client;
}
async function start(id: string, more: object = {}): Promise<Started> {
  const begun = await anyone().post('/api/auth/provider/start', { id, ...more });
  expect([begun.status, begun.body.error]).toEqual([200, undefined]);
  return { url: begun.body.url, browser: client(ctx.url, cookieOf(begun), '') };
}

const finish = ({ browser }: Started, query: string): Promise<Answer> =>
  browser.post('/api/auth/provider/finish', { query });

/** The whole way of one person. */
async function enter(id: string, sub: string, more: object = {}): Promise<Answer> {
  const begun = await start(id, more);
  return finish(begun, await idp.signIn(begun.url, sub));
}

const signedIn = (answer: Answer) => client(ctx.url, cookieOf(answer), answer.body.token);

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

describe('[ACCESS-32] sign-in with an identity provider', () => {
  test('an account is linked by its verified address, then known by its subject', async () => {
    const { tenant, admin, id } = await workspace();
    const person = await member(tenant);
    expect((await anyone().get('/api/auth/setup')).body.providers).toContainEqual({ id, name: 'Okta' });
    const first = await enter(id, person.sub, { returnTo: '/payouts?period=2024-Q1' });
    expect(first.body).toMatchObject({
      user: { username: person.email },
      returnTo: '/payouts?period=2024-Q1',
    });
    const who = signedIn(first);
    expect((await who.get('/api/auth/me')).body).toMatchObject({ hasPassword: true });
    // the address may change or lose its verification: the subject decides
    idp.knows({ sub: person.sub, email: 'other@elsewhere.org', email_verified: false });
    expect((await enter(id, person.sub)).body.user.username).toBe(person.email);
    expect((await admin.get('/api/sign-in/settings')).body.provider.linked).toBe(1);
    const acts = await actsOf(tenant);
    expect(acts.filter((act) => /provider|linked/.test(act))).toEqual([
      'sign-in-provider.created secret-changed',
      'member.identity-linked',
      'session.opened identity-provider',
      'session.opened identity-provider',
    ]);
  });

  test('PKCE, state and nonce are asked for, and the secret is never shown', async () => {
    const { admin, id } = await workspace();
    const { url, browser } = await start(id);
    const asked = new URL(url).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.get(name)?.length).toBeGreaterThan(40);
    expect(browser.cookie).toMatch(/^attempt=/);
    expect(browser.cookie).not.toContain(asked.get('nonce'));
    const settings = await admin.get('/api/sign-in/settings');
    expect(JSON.stringify(settings.body)).not.toContain(idp.secret);
    const stored = await sql('SELECT v.*, p.* FROM credentials_vault v, sign_in_providers p');
    expect(JSON.stringify(stored.rows)).not.toContain(idp.secret);
  });

  test('an answer counts once, in the browser that asked for it', async () => {
    const { tenant, id } = await workspace();
    const person = await member(tenant);
    const [mine, theirs] = [await start(id), await start(id)];
    const query = await idp.signIn(mine.url, person.sub);
    const status = async (answer: Promise<Answer>) => {
      const { status, body } = await answer;
      return `${status} ${body.code}`;
    };
    // another browser, which has a state of its own; and one that never started
    expect(await status(finish(theirs, query))).toBe('401 SIGN_IN_FAILED');
    expect(await status(anyone().post('/api/auth/provider/finish', { query }))).toBe('401 SIGN_IN_FAILED');
    const wrongState = query.replace(/state=[^&]+/, 'state=forged');
    expect(await status(finish(mine, wrongState))).toBe('401 SIGN_IN_FAILED');
    const answer = await finish(mine, query);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().find((line) => line.startsWith('attempt='))).toMatch(/Max-Age=0/);
    expect(await status(finish(mine, query))).toBe('401 SIGN_IN_FAILED');
    const denied = await finish(await start(id), 'error=access_denied&state=x');
    expect(denied.status).toBe(401);
  });

  test.each([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['another audience', { claims: { aud: 'another-client' } }],
    ['another issuer', { claims: { iss: 'https://login.example.org' } }],
    ['an expired token', { claims: { exp: Math.floor(Date.now() / 1000) - 120 } }],
    ['a token of later', { claims: { nbf: Math.floor(Date.now() / 1000) + 600 } }],
    ['a foreign signature', { foreignKey: true }],
  ])('%s is rejected', async (_, forgery) => {
    const { tenant, id } = await workspace();
    const person = await member(tenant);
    idp.forges(forgery);
    const answer = await enter(id, person.sub);
    expect([answer.status, answer.body.code]).toEqual([401, 'SIGN_IN_FAILED']);
    expect(answer.body.error).toContain('Okta');
    expect(await actsOf(tenant)).toContain('sign-in.failed SIGN_IN_FAILED');
  });

  test('clocks may differ by half a minute', async () => {
    const { tenant, id } = await workspace();
    const person = await member(tenant);
    idp.forges({ claims: { nbf: Math.floor(Date.now() / 1000) + 15 } });
    expect((await enter(id, person.sub)).status).toBe(200);
  });

  test('an unverified, missing or foreign address, or no account: no one enters', async () => {
    const { tenant, admin, id } = await workspace();
    const person = await member(tenant);
    const errorOf = async (known: object) => {
      idp.knows({ ...person, ...known });
      const { status, body } = await enter(id, person.sub);
      return `${status} ${body.error}`;
    };
    expect(await errorOf({ email_verified: false })).toBe('401 Okta has not verified your email address.');
    expect(await errorOf({ email: undefined })).toMatch(/did not state your email address/);
    expect(await errorOf({ email: 'm@example.org' })).toMatch(/not in a domain of this workspace/);
    expect(await errorOf({ email: 'm@example.com@example.com' })).toMatch(/not in a domain/);
    expect(await errorOf({ email: 'nobody@example.com' })).toMatch(/You have no account in this workspace/);
    expect((await admin.get('/api/sign-in/settings')).body.provider.linked).toBe(0);
  });

  test('a disabled member, and a second person with a used address, can’t enter', async () => {
    const { tenant, admin, id } = await workspace();
    const person = await member(tenant);
    expect((await enter(id, person.sub)).status).toBe(200);
    idp.knows({ sub: 'successor', email: person.email, email_verified: true });
    expect((await enter(id, 'successor')).body.error).toMatch(/used by another person at Okta/);
    expect((await admin.post(`/api/people/${person.id}/disable`)).status).toBe(200);
    expect((await enter(id, person.sub)).body.error).toBe(
      'Your access was disabled. Ask your administrator.',
    );
  });

  test('an account of another workspace, or of two, is never signed in', async () => {
    const [mine, theirs] = [await workspace(), await workspace()];
    const person = await member(theirs.tenant);
    expect((await enter(mine.id, person.sub)).body.error).toMatch(/not a member of this workspace/);
    const both = await member(mine.tenant);
    expect((await enter(mine.id, both.sub)).status).toBe(200);
    await sql(`INSERT INTO memberships (tenant_id, user_id, roles) VALUES ($1, $2, '{viewer}')`, [
      theirs.tenant.tenantId,
      both.id,
    ]);
    for (const { id } of [mine, theirs])
      expect((await enter(id, both.sub)).body.error).toMatch(/also belongs to another workspace/);
  });

  test('a second factor is asked for all the same', async () => {
    const { tenant, id } = await workspace();
    const person = await member(tenant);
    const who = signedIn(await enter(id, person.sub));
    const { secret } = (await who.post('/api/auth/second-factor/begin', { password: tenant.password })).body;
    const key = keyOf(secret);
    const code = (off: number) => totpCode(key, totpStep(new Date()) + off);
    await who.post('/api/auth/second-factor/confirm', { code: code(-1) });
    const begun = await start(id);
    const asked = await finish(begun, await idp.signIn(begun.url, person.sub));
    expect([asked.status, asked.body.code]).toEqual([401, 'SECOND_FACTOR_NEEDED']);
    const waiting = client(ctx.url, cookieOf(asked), '');
    expect((await begun.browser.post('/api/auth/provider/code', { code: code(0) })).status).toBe(401);
    expect((await waiting.post('/api/auth/provider/code', { code: '000000' })).status).toBe(401);
    const entered = await waiting.post('/api/auth/provider/code', { code: code(0) });
    expect(entered.status).toBe(200);
    expect((await signedIn(entered).get('/api/auth/me')).body.secondFactor).toBe('on');
  });

  test('sensitive actions want a sign-in that the provider has asked for again', async () => {
    const { tenant, id } = await workspace();
    const person = await member(tenant);
    await sql('UPDATE users SET password = NULL WHERE id = $1', [person.id]);
    const token = { name: 'Script', scopes: ['read:plans'], days: 1 };
    const silent = signedIn(await enter(id, person.sub));
    expect((await silent.get('/api/auth/me')).body.hasPassword).toBe(false);
    expect((await silent.post('/api/auth/tokens', token)).body.code).toBe('STEP_UP_NEEDED');
    expect((await silent.post('/api/auth/step-up', { password: 'any' })).body.code).toBe('CONFLICT');
    const again = signedIn(await enter(id, person.sub, { again: true }));
    expect((await again.post('/api/auth/tokens', token)).status).toBe(201);
    expect((await again.post('/api/auth/second-factor/begin')).status).toBe(200);
    expect((await silent.post('/api/auth/second-factor/begin')).body.code).toBe('CONFLICT');
    // a password of the past signs nobody in
    const typed = { username: person.email, password: tenant.password };
    expect((await anyone().post('/api/auth/login', typed)).status).toBe(401);
  });

  test('a provider’s second factor satisfies the roles that require one', async () => {
    const { tenant, admin, id } = await workspace({ provesSecondFactor: true });
    const person = await member(tenant);
    await admin.put('/api/workspace/settings', { secondFactorRoles: ['viewer'] });
    const state = async (who: Client) => (await who.get('/api/auth/me')).body.secondFactor;
    expect(await state(signedIn(await enter(id, person.sub)))).toBe('off');
    const typed = { username: person.email, password: tenant.password };
    expect(await state(signedIn(await anyone().post('/api/auth/login', typed)))).toBe('missing');
  });
});

describe('[ACCESS-33] roles by group', () => {
  const rolesOf = async (admin: Client, id: string) =>
    (await admin.get(`/api/people/${id}`)).body.roles.map(({ role }: { role: string }) => role).sort();

  test('accounts are created at the first sign-in only if wanted and a group gives a role', async () => {
    const { tenant, admin, id } = await workspace({ createsAccounts: true });
    const groups = [{ group: 'Sales', roles: ['sales-rep', 'viewer'] }];
    expect((await admin.put('/api/sign-in/groups', { groups })).status).toBe(200);
    made += 1;
    const person = {
      sub: `new-${made}`,
      email: `new${made}@example.com`,
      email_verified: true,
      name: 'Nova',
    };
    idp.knows({ ...person, groups: ['Other'] });
    expect((await enter(id, person.sub)).body.error).toMatch(/None of your groups/);
    idp.knows({ ...person, groups: ['Sales'] });
    const entered = await enter(id, person.sub);
    expect(entered.body.user).toMatchObject({ username: person.email, displayName: 'Nova' });
    const userId = entered.body.user.id;
    expect(await rolesOf(admin, userId)).toEqual(['sales-rep', 'viewer']);
    // groups taken away take the access away
    idp.knows({ ...person, groups: [] });
    expect((await enter(id, person.sub)).body.error).toMatch(/You have no role in/);
    expect(await rolesOf(admin, userId)).toEqual([]);
    expect(await actsOf(tenant)).toContain('member.roles-changed directory-groups');
  });

  test('privileged roles wait for another administrator, once', async () => {
    const { tenant, admin, id } = await workspace();
    const second = await member(tenant, 'administrator');
    const other = signedIn(await enter(id, second.sub));
    const person = await member(tenant);
    await admin.put('/api/sign-in/groups', { groups: [{ group: 'Pay', roles: ['finance'] }] });
    idp.knows({ ...person, groups: ['Pay'] });
    for (const _ of [1, 2]) expect((await enter(id, person.sub)).status).toBe(200);
    expect(await rolesOf(admin, person.id)).toEqual(['viewer']);
    const requests = (await actsOf(tenant)).filter((act) => act.startsWith('member.roles-requested'));
    expect(requests).toHaveLength(1);
    await other.post('/api/auth/step-up', { password: tenant.password });
    await approveAll(other);
    expect(await rolesOf(admin, person.id)).toEqual(['finance', 'viewer']);
  });

  test('conflicts are rejected in the mapping and at sign-in; the last administrator stays one', async () => {
    const { tenant, admin, id } = await workspace();
    const both = [{ group: 'Pay', roles: ['finance', 'plan-designer'] }];
    const rejected = await admin.put('/api/sign-in/groups', { groups: both });
    expect([rejected.status, rejected.body.issues[0].rule]).toEqual([400, 'ACCESS-14']);
    const groups = [
      { group: 'Pay', roles: ['finance'] },
      { group: 'Plans', roles: ['plan-designer'] },
      { group: 'Admins', roles: ['administrator'] },
    ];
    expect((await admin.put('/api/sign-in/groups', { groups })).status).toBe(200);
    const person = await member(tenant);
    idp.knows({ ...person, groups: ['Pay', 'Plans'] });
    expect((await enter(id, person.sub)).body.error).toMatch(
      /^Your groups give roles that can’t be combined.* ask for an exception in People & access\.$/,
    );
    expect(await rolesOf(admin, person.id)).toEqual(['viewer']);
    // once it was excepted, the groups keep the role with its end
    await sql(`UPDATE memberships SET roles = '{plan-designer}' WHERE tenant_id = $1 AND user_id = $2`, [
      tenant.tenantId,
      person.id,
    ]);
    await sql(
      `INSERT INTO role_grants (tenant_id, user_id, role, to_day) VALUES ($1, $2, 'finance', '2999-12-31')`,
      [tenant.tenantId, person.id],
    );
    await sql(
      `INSERT INTO duty_exceptions (tenant_id, id, user_id, approval_id, roles, names, duty, reason, until) VALUES ($1, gen_random_uuid(), $2,
        gen_random_uuid(), '{plan-designer,finance}', '{Plan Designer,Finance}', 'plans-and-pay', 'Leave', '2999-12-31')`,
      [tenant.tenantId, person.id],
    );
    expect((await enter(id, person.sub)).status).toBe(200);
    expect((await admin.get(`/api/people/${person.id}`)).body.roles).toContainEqual({
      role: 'finance',
      from: null,
      to: '2999-12-31',
    });
    // after the last day they refuse it again, until one of the groups is left
    for (const change of ['role_grants SET to_day', 'duty_exceptions SET until'])
      await sql(`UPDATE ${change} = current_date - 1 WHERE tenant_id = $1 AND user_id = $2`, [
        tenant.tenantId,
        person.id,
      ]);
    expect((await enter(id, person.sub)).body.error).toMatch(
      /^Your groups give roles that can’t be combined/,
    );
    idp.knows({ ...person, groups: ['Plans'] });
    expect((await enter(id, person.sub)).status).toBe(200);
    const { roles, exceptions } = (await admin.get(`/api/people/${person.id}`)).body;
    expect([roles, exceptions]).toEqual([[{ role: 'plan-designer', from: null, to: null }], []]);
    // the mapping is this person's, who then becomes the only administrator with a lasting role
    const owner = await ctx.ctx.db.owner.query<{ id: string }>('SELECT id FROM users WHERE username = $1', [
      tenant.usernameOf('administrator'),
    ]);
    await sql(`UPDATE memberships SET roles = '{administrator}' WHERE tenant_id = $1 AND user_id = $2`, [
      tenant.tenantId,
      person.id,
    ]);
    await sql(`UPDATE memberships SET roles = '{}' WHERE tenant_id = $1 AND user_id = $2`, [
      tenant.tenantId,
      owner.rows[0]?.id,
    ]);
    await sql(
      `INSERT INTO role_grants (tenant_id, user_id, role, from_day) VALUES ($1, $2, 'administrator', '2020-01-01')`,
      [tenant.tenantId, owner.rows[0]?.id],
    );
    ctx.rewindsRowsOf(tenant.tenantId);
    idp.knows({ ...person, groups: [] });
    expect((await enter(id, person.sub)).status).toBe(200);
    expect(await rolesOf(admin, person.id)).toEqual(['administrator']);
  });

  test('only an administrator sets it up, and a mapping rests when its administrator is one no more', async () => {
    const tenant = await ctx.newTenant({ administrator: alone, 'tenant-admin': alone, viewer: alone });
    const [admin, lesser] = [tenant.as('administrator'), tenant.as('tenant-admin')];
    expect((await tenant.as('viewer').get('/api/sign-in/settings')).status).toBe(403);
    for (const answer of [
      await lesser.put('/api/sign-in/provider', wanted()),
      await lesser.put('/api/sign-in/groups', { groups: [] }),
      await lesser.post('/api/sign-in/provider/remove'),
    ])
      expect([answer.status, answer.body.error]).toEqual([
        409,
        'Only an administrator can change how people sign in.',
      ]);
    const groups = [{ group: 'Sales', roles: ['sales-rep'] }];
    expect((await admin.put('/api/sign-in/groups', { groups })).body.groupsPaused).toBe(false);
    await sql(
      `UPDATE memberships SET roles = '{viewer}' WHERE tenant_id = $1 AND 'administrator' = ANY (roles)`,
      [tenant.tenantId],
    );
    expect((await lesser.get('/api/sign-in/settings')).body).toMatchObject({ groups, groupsPaused: true });
  });
});

describe('[ACCESS-32] settings of the provider', () => {
  test('a provider that is down, not allowed or something else is named, and nothing is stored', async () => {
    const tenant = await ctx.newTenant();
    const admin = tenant.as('administrator');
    const saving = async (more: object) => {
      const { status, body } = await admin.put('/api/sign-in/provider', wanted(more));
      return `${status} ${body.error}`;
    };
    expect(await saving({ issuer: 'https://login.example.org' })).toMatch(
      /^503 Okta can’t be called\. login\.example\.org is not an allowed host/,
    );
    expect(await saving({ issuer: 'ftp://login.example.org' })).toMatch(/^400 /);
    expect(await saving({ issuer: `${idp.issuer}/elsewhere` })).toMatch(/^401 |^503 /);
    expect(await saving({ domains: [] })).toMatch(/at least one email domain/);
    expect(await saving({ secret: undefined })).toBe('400 Enter the client secret.');
    expect((await admin.get('/api/sign-in/settings')).body.provider).toBeNull();
  });

  test('while it is down people are told so, and enter with their passwords', async () => {
    const { issuer, clientId, secret } = down;
    const { tenant, id } = await workspace({ issuer, clientId, secret });
    const begun = await start(id);
    const state = new URL(begun.url).searchParams.get('state');
    await down.stop();
    const answer = await finish(begun, `code=any&state=${state}&iss=${encodeURIComponent(issuer)}`);
    expect([answer.status, answer.body.error]).toEqual([
      503,
      'Okta could not be reached. Try again, or sign in with your password.',
    ]);
    const typed = { username: tenant.usernameOf('administrator'), password: tenant.password };
    expect((await anyone().post('/api/auth/login', typed)).status).toBe(200);
  });

  test('the secret is kept for its issuer, and the provider can be removed', async () => {
    const { tenant, admin, id } = await workspace();
    const renamed = await admin.put('/api/sign-in/provider', wanted({ name: 'Keycloak', secret: undefined }));
    expect([renamed.status, renamed.body.provider.id]).toEqual([200, id]);
    const person = await member(tenant);
    expect((await enter(id, person.sub)).status).toBe(200);
    expect((await admin.post('/api/sign-in/provider/remove')).body.provider).toBeNull();
    expect((await anyone().post('/api/auth/provider/start', { id })).status).toBe(404);
  });
});

const keyOf = (secret: string) => {
  const bits = [...secret].map((one) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  expect(base32(key)).toBe(secret);
  return key;
};
