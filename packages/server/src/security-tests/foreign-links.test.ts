import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { join, newPerson, secretIn, stranger } from '../slices/people/people.fixture.ts';
import { type Client, client, signInClient } from '../testing/client.ts';
import { sharedTestContext, type TestContext, type TestTenant } from '../testing/start-test-context.ts';

let ctx: TestContext;
let one: TestTenant;
let other: TestTenant;
const nobody = { participantId: null };

beforeAll(async () => {
  ctx = await sharedTestContext();
  one = await ctx.newTenant({ administrator: nobody, viewer: nobody });
  other = await ctx.newTenant({ administrator: nobody });
});
afterAll(() => ctx?.stop());

const here = () => one.as('administrator');
const there = () => other.as('administrator');
const tokenOf = async (who: Client, scopes: readonly string[]) =>
  (await who.post('/api/auth/tokens', { name: 'Foreign', scopes, days: 1 })).body as {
    id: string;
    token: string;
  };
const bearer = (token: string, path: string, init: RequestInit = {}) =>
  stranger(ctx).send(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });

describe('links and tokens of another workspace', () => {
  test('[ACCESS-11] a link joins the workspace it was made in, and only that one replaces or withdraws it', async () => {
    const invited = await here().post('/api/people/invitations', newPerson());
    expect(invited.body.id).toMatch(/^[0-9a-f-]{36}$/);
    for (const act of ['resend', 'revoke']) {
      const tried = await there().post(`/api/people/invitations/${invited.body.id}/${act}`, {});
      expect([act, tried.status, tried.body.error]).toEqual([
        act,
        404,
        expect.stringMatching(/invitation not found/),
      ]);
    }
    const who = await join(ctx, invited);
    const me = (await who.get('/api/auth/me')).body;
    const people = (await there().get('/api/people')).body;
    expect(JSON.stringify(people)).not.toContain(me.user.id);
    expect(
      (await stranger(ctx).post('/api/join/accept', { secret: secretIn(invited), password: one.password }))
        .status,
    ).toBe(404);
  });

  test('[ACCESS-17] no administrator makes a password link for another workspace’s member', async () => {
    const { id } = (await one.as('viewer').get('/api/auth/me')).body.user;
    for (const act of ['reset', 'disable', 'remove']) {
      const tried = await there().post(`/api/people/${id}/${act}`, {});
      expect([act, tried.status, tried.body.error]).toEqual([
        act,
        404,
        expect.stringMatching(/^Member not found/),
      ]);
    }
    expect((await one.as('viewer').get('/api/auth/me')).status).toBe(200);
  });

  test('[ACCESS-19] a token reads its own workspace whatever else the request says, and only its owner revokes it', async () => {
    const { id, token } = await tokenOf(there(), ['read:people']);
    const { tenantId } = one;
    const forged = { headers: { 'x-tenant-id': tenantId, cookie: here().cookie } };
    const read = await bearer(token, `/api/people?tenantId=${tenantId}`, forged);
    const { id: mine } = (await here().get('/api/auth/me')).body.user;
    expect(JSON.stringify(read.body)).not.toContain(mine);
    expect((await here().post(`/api/auth/tokens/${id}/revoke`, {})).status).toBe(404);
    expect((await bearer(token, '/api/people')).status).toBe(200);
    for (const wrong of [`${token}x`, token.replace(/.$/, ''), `attain_pat_${'A'.repeat(43)}`, 'attain_pat_'])
      expect([wrong.length, (await bearer(wrong, '/api/people')).status]).toEqual([wrong.length, 401]);
  });

  test('[ACCESS-34] a directory’s token finds and ends no one of another workspace', async () => {
    const { token } = await tokenOf(there(), ['manage:people']);
    const { id, username } = (await one.as('viewer').get('/api/auth/me')).body.user;
    const scim = { headers: { 'content-type': 'application/scim+json' } };
    expect((await bearer(token, `/scim/v2/Users/${id}`, scim)).status).toBe(404);
    expect((await bearer(token, `/scim/v2/Users/${id}`, { ...scim, method: 'DELETE' })).status).toBe(404);
    const filter = encodeURIComponent(`userName eq "${username}"`);
    const found = await bearer(token, `/scim/v2/Users?filter=${filter}`, scim);
    expect([found.status, JSON.stringify(found.body).includes(id)]).toEqual([200, false]);
    expect((await one.as('viewer').get('/api/auth/me')).status).toBe(200);
  });

  test('[ACCESS-20] [APR-8] a request to approve is found by no one of another workspace', async () => {
    await ctx.ctx.db.owner.query(
      `INSERT INTO approval_requirements (tenant_id, kind, from_amount, required) VALUES ($1, 'access-grant', 0, 1)`,
      [one.tenantId],
    );
    const wanted = { permission: 'read:deals', hours: 1, reason: 'Check' };
    const { approvalId } = (await one.as('viewer').post('/api/access-grants', wanted)).body;
    const { hash } = (await here().get(`/api/approvals/${approvalId}`)).body;
    const decided = await there().post(`/api/approvals/${approvalId}/decide`, { decision: 'approve', hash });
    expect(decided.status).toBe(404);
    expect((await here().get(`/api/approvals/${approvalId}`)).body.status).toBe('open');
  });

  test('[ACCESS-1] a session’s cookie with another session’s token changes nothing', async () => {
    const mixed = client(ctx.url, here().cookie, there().token);
    expect((await mixed.post('/api/people/invitations', newPerson())).status).toBe(403);
    const again = await signInClient(ctx.url, other.usernameOf('administrator'), other.password);
    expect(
      (await client(ctx.url, there().cookie, again.token).post('/api/people/invitations', newPerson()))
        .status,
    ).toBe(403);
  });
});
