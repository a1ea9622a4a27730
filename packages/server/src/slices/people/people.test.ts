import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, client } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { approveAll, cookieOf, goodPassword, join, newPerson, secretIn, stranger } from './people.fixture.ts';

let ctx: TestContext;
let tenant: TestTenant;
let now = Date.now();
const nobody = { participantId: null };
const clock = {
  now: () => new Date(now),
  today: () => new Date(now).toISOString().slice(0, 10),
};
const hour = 3_600_000;

beforeAll(async () => {
  ctx = await startTestContext({ clock });
  tenant = await ctx.newTenant({ administrator: nobody, 'tenant-admin': nobody, auditor: nobody });
});
afterAll(() => ctx?.stop());

const admin = () => tenant.as('administrator');
const invite = (person = newPerson(), who = admin()) => who.post('/api/people/invitations', person);
const idOf = async (who: Client): Promise<string> => (await who.get('/api/auth/me')).body.user.id;
const look = (secret: string) => stranger(ctx).post('/api/join/look', { secret });
const actions = async () =>
  (await admin().get('/api/audit', { limit: 50 })).body.rows.map((row: { action: string }) => row.action);
const forgiveAll = () => ctx.ctx.db.owner.query('DELETE FROM sign_in_failures');

describe('invitations', () => {
  test('[ACCESS-11] [AUTH-29] a link is shown once, leads to an account with a password of its own, and works once', async () => {
    const person = newPerson('sales-rep');
    const invited = await invite(person);
    expect(invited.status).toBe(200);
    expect(invited.body.path).toMatch(/^\/join\/[\w-]{43}$/);
    const secret = secretIn(invited);
    const stored = await ctx.ctx.db.owner.query(
      `SELECT (SELECT string_agg(i::text, '') FROM invitations i) || coalesce((SELECT string_agg(k::text, '') FROM idempotency_keys k), '') AS text`,
    );
    expect(stored.rows[0].text).not.toContain(secret);
    expect((await look(secret)).body).toMatchObject({
      kind: 'join',
      displayName: person.displayName,
      roles: [{ role: 'sales-rep' }],
      hasAccount: false,
    });
    const weak = await stranger(ctx).post('/api/join/accept', { secret, password: 'passwordpassword123' });
    expect([weak.status, weak.body.issues[0].rule]).toEqual([400, 'ACCESS-6']);
    const joined = await join(ctx, invited);
    const me = (await joined.get('/api/auth/me')).body;
    expect(me).toMatchObject({
      user: { username: person.username, tenantId: tenant.tenantId },
      roles: ['sales-rep'],
    });
    expect((await joined.get('/api/people')).status).toBe(403);
    expect((await look(secret)).status).toBe(404);
    const hash = await ctx.ctx.db.owner.query('SELECT password FROM users WHERE username = $1', [
      person.username,
    ]);
    expect(hash.rows[0].password).not.toContain(goodPassword);
    const rows = (await admin().get('/api/people', { search: person.username })).body.rows;
    expect(rows).toMatchObject([{ state: 'active', roles: [{ role: 'sales-rep', from: null, to: null }] }]);
    expect(rows[0].lastSeenAt).not.toBeNull();
    expect(await actions()).toEqual(expect.arrayContaining(['invitation.created', 'member.joined']));
  });

  test('[ACCESS-11] a used, old, withdrawn, replaced or forged link gets the same answer', async () => {
    const used = await invite();
    await join(ctx, used);
    const replaced = await invite();
    const again = await admin().post(`/api/people/invitations/${replaced.body.id}/resend`);
    const revoked = await invite();
    await admin().post(`/api/people/invitations/${revoked.body.id}/revoke`);
    const old = await invite();
    expect((await look(secretIn(again))).status).toBe(200);
    now += 72 * hour + 1;
    const secrets = [used, replaced, revoked, old].map(secretIn);
    for (const secret of [...secrets, 'x', 'A'.repeat(43)])
      for (const answer of [
        await look(secret),
        await stranger(ctx).post('/api/join/accept', { secret, password: goodPassword }),
        await stranger(ctx).post('/api/join/sign-in', { secret, password: goodPassword }),
      ])
        expect([answer.status, answer.body.error]).toEqual([
          404,
          'This link is no longer valid. Ask your administrator for a new one.',
        ]);
    const fresh = await admin().post(`/api/people/invitations/${old.body.id}/resend`);
    expect((await look(secretIn(fresh))).status).toBe(200);
    await forgiveAll();
  });

  test('[ACCESS-11] wrong links are counted like wrong passwords', async () => {
    const secret = secretIn(await invite());
    let last = 0;
    for (let tries = 0; tries < 60 && last !== 429; tries += 1) last = (await look(`wrong-${tries}`)).status;
    expect(last).toBe(429);
    expect((await look(secret)).status).toBe(429);
    await forgiveAll();
    expect((await look(secret)).status).toBe(200);
  });

  test('[ACCESS-11] a link stops working when its issuer may no longer manage people', async () => {
    const invited = await invite(newPerson('tenant-admin'));
    await approveAll(tenant.as('tenant-admin'));
    const issuer = await join(ctx, invited);
    const link = await invite(newPerson(), issuer);
    expect((await look(secretIn(link))).status).toBe(200);
    await admin().post(`/api/people/${await idOf(issuer)}/roles`, { roles: [{ role: 'viewer' }] });
    expect((await look(secretIn(link))).status).toBe(404);
    await forgiveAll();
  });

  test('[ACCESS-11] of two who use a link at once one joins', async () => {
    const secret = secretIn(await invite());
    const tries = [1, 2, 3, 4].map(() =>
      stranger(ctx).post('/api/join/accept', { secret, password: goodPassword }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    await forgiveAll();
  });

  test('a person with an account joins by signing in, and works in both workspaces', async () => {
    const other = await ctx.newTenant({ finance: nobody });
    const username = other.usernameOf('finance');
    const invited = await invite({ ...newPerson('viewer'), username: username.toUpperCase() });
    const secret = secretIn(invited);
    expect((await look(secret)).body.hasAccount).toBe(true);
    const chosen = await stranger(ctx).post('/api/join/accept', { secret, password: goodPassword });
    expect(chosen.status).toBe(409);
    const wrong = await stranger(ctx).post('/api/join/sign-in', { secret, password: goodPassword });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'SIGN_IN_FAILED']);
    const joined = await stranger(ctx).post('/api/join/sign-in', { secret, password: other.password });
    expect([joined.status, joined.body.user?.tenantId]).toEqual([200, tenant.tenantId]);
    const me = (await client(ctx.url, cookieOf(joined), joined.body.token).get('/api/auth/me')).body;
    expect(me.roles).toEqual(['viewer']);
    expect(me.memberships).toHaveLength(2);
    const reset = await admin().post(`/api/people/${me.user.id}/reset`);
    expect([reset.status, reset.body.error]).toEqual([409, expect.stringContaining('another workspace')]);
  });

  test('who is there or invited already, an unknown payee and conflicting roles are refused with every problem', async () => {
    const person = newPerson();
    await invite(person);
    const roles = [{ role: 'plan-designer' }, { role: 'finance' }];
    const answer = await invite({ ...person, roles, participantId: 'P-404' } as never);
    expect(answer.status).toBe(400);
    expect(answer.body.issues.map((one: { path: string }) => one.path)).toEqual([
      'roles',
      'username',
      'participantId',
    ]);
    expect(answer.body.error).toBe(
      "Plan Designer and Finance can't be combined. One person would design a plan and prepare or approve its payments. Start with one role, then change roles and ask for an exception.",
    );
    const twice = await Promise.all([1, 2].map(() => invite({ ...person, username: 'race@example.com' })));
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test('[ACCESS-18] a list is checked line by line and invites all or no one', async () => {
    const check = (text: string) => admin().post('/api/people/invitations/check', { text });
    const send = (text: string) => admin().post('/api/people/invitations/list', { text });
    const head = 'name,username,roles,participant\n';
    const bad = `${head}Ann,ann@list,viewer,\nBen,ben@list,finance;plan-designer,P-404\nAnn,ANN@list,viewer,\n`;
    const { body } = await check(bad);
    expect(body.count).toBe(3);
    expect(body.problems.map((one: { path: string; rule: string }) => `${one.path} ${one.rule}`)).toEqual([
      'lines[3] ACCESS-14',
      'lines[3] ACCESS-18',
      'lines[4] ACCESS-18',
    ]);
    expect((await send(bad)).status).toBe(400);
    expect((await send(`${head}Ann \ud800,lone@list,viewer,\n`)).status).toBe(400);
    expect((await admin().get('/api/people', { search: '@list' })).body.total).toBe(0);
    const good = `${head}Ann,ann@list,viewer,\nBen,ben@list,Agent Operator,\n`;
    expect((await check(good)).body).toEqual({ count: 2, problems: [] });
    const sent = await send(good);
    expect(sent.body.links.map((one: { username: string }) => one.username)).toEqual([
      'ann@list',
      'ben@list',
    ]);
    expect((await look(secretIn({ ...sent, body: sent.body.links[1] }))).body.displayName).toBe('Ben');
  });

  test('the list of people is searched, narrowed and paged', async () => {
    const first = await admin().get('/api/people', { limit: 2 });
    const second = await admin().get('/api/people', { limit: 2, cursor: first.body.nextCursor });
    const names = [...first.body.rows, ...second.body.rows].map((row: { id: string }) => row.id);
    expect(new Set(names).size).toBe(4);
    const auditors = (await tenant.as('auditor').get('/api/people', { role: 'auditor' })).body.rows;
    expect(auditors.map((row: { username: string }) => row.username)).toEqual([tenant.usernameOf('auditor')]);
    const invited = (await admin().get('/api/people', { state: 'invited' })).body.rows;
    expect(invited.every((row: { state: string }) => row.state === 'invited')).toBe(true);
  });
});
