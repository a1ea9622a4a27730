import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { join, newPerson } from './people.fixture.ts';

let ctx: TestContext;
let tenant: TestTenant;
const nobody = { participantId: null };

beforeAll(async () => {
  ctx = await startTestContext();
  tenant = await ctx.newTenant({ administrator: nobody, 'tenant-admin': nobody, auditor: nobody });
});
afterAll(() => ctx?.stop());

const admin = () => tenant.as('administrator');
const idOf = async (who: Client): Promise<string> => (await who.get('/api/auth/me')).body.user.id;
const member = async (role = 'viewer') =>
  join(ctx, await admin().post('/api/people/invitations', newPerson(role)));
const ask = (who: Client, permission = 'read:deals', hours = 2) =>
  who.post('/api/access-grants', { permission, hours, reason: 'Quarter-end check' });
const decide = async (by: Client, approvalId: string, decision = 'approve') => {
  const { hash } = (await by.get(`/api/approvals/${approvalId}`)).body;
  const why = decision === 'reject' ? { reason: 'Not needed' } : {};
  return by.post(`/api/approvals/${approvalId}/decide`, { decision, hash, ...why });
};
const deals = async (who: Client) => (await who.get('/api/deals')).status;
const stateOf = async (who: Client, id: string) =>
  (await who.get('/api/access-grants')).body.rows.find((row: { id: string }) => row.id === id).state;
const endNow = (id: string) =>
  ctx.ctx.db.owner.query('UPDATE access_grants SET ends_at = now() WHERE id = $1', [id]);
const lastAct = async (action: string) =>
  (await admin().get('/api/audit', { action, limit: 1 })).body.rows[0];

describe('[ACCESS-26] [SHELL-UI-14] temporary access', () => {
  test('is asked for, approved by someone else, used, and ends automatically', async () => {
    const who = await member();
    expect(await deals(who)).toBe(403);
    const asked = await ask(who);
    expect([asked.status, asked.body.state]).toEqual([201, 'waiting']);
    const request = (await admin().get(`/api/approvals/${asked.body.approvalId}`)).body;
    expect(request).toMatchObject({ kind: 'access-grant', reason: 'Quarter-end check', mayDecide: true });
    expect(request.summary).toMatch(/^Access to view deals for Bea \d+, 2 hours$/);
    expect((await decide(who, asked.body.approvalId)).status).toBe(403);
    expect((await decide(tenant.as('auditor'), asked.body.approvalId)).status).toBe(403);
    expect(await deals(who)).toBe(403);
    expect((await decide(tenant.as('tenant-admin'), asked.body.approvalId)).body.status).toBe('approved');
    expect(await deals(who)).toBe(200);
    const me = (await who.get('/api/auth/me')).body;
    expect(me.temporaryAccess).toEqual([expect.objectContaining({ permission: 'read:deals' })]);
    expect(me.permissions).toContainEqual({ permission: 'read:deals', scope: 'tenant' });
    expect(me.roles).toEqual(['viewer']);
    const [grant] = (await who.get('/api/access-grants')).body.rows;
    expect(Date.parse(grant.endsAt) - Date.parse(grant.startsAt)).toBe(2 * 3_600_000);
    expect(grant.endsAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect((await lastAct('grant.requested')).object.id).toBe(grant.id);
    expect((await lastAct('grant.approved')).reason).toContain('read:deals-until-');
    await endNow(grant.id);
    expect(await deals(who)).toBe(403);
    expect((await who.get('/api/auth/me')).body.temporaryAccess).toEqual([]);
    expect(await stateOf(who, grant.id)).toBe('ended');
  });

  test('can be rejected, withdrawn, given back and revoked, and each step is in the log', async () => {
    const who = await member();
    const rejected = (await ask(who)).body;
    await decide(admin(), rejected.approvalId, 'reject');
    expect(await stateOf(who, rejected.id)).toBe('rejected');
    const withdrawn = (await ask(who)).body;
    expect((await ask(who)).status).toBe(409);
    expect((await who.post(`/api/access-grants/${withdrawn.id}/end`)).body.state).toBe('withdrawn');
    expect((await decide(admin(), withdrawn.approvalId)).status).toBe(409);
    const returned = (await ask(who)).body;
    await decide(admin(), returned.approvalId);
    expect((await who.post(`/api/access-grants/${returned.id}/end`)).body.state).toBe('revoked');
    const revoked = (await ask(who)).body;
    await decide(admin(), revoked.approvalId);
    expect((await (await member()).post(`/api/access-grants/${revoked.id}/end`)).status).toBe(404);
    expect((await tenant.as('tenant-admin').post(`/api/access-grants/${revoked.id}/end`)).status).toBe(200);
    expect(await deals(who)).toBe(403);
    expect((await who.post(`/api/access-grants/${revoked.id}/end`)).status).toBe(409);
    for (const step of ['rejected', 'withdrawn', 'returned', 'revoked'])
      expect((await lastAct(`grant.${step}`))?.object.type).toBe('grant');
    const [notice] = (await who.get('/api/notices', { status: 'unread' })).body.rows;
    expect(notice.title).toBe('Temporary access was revoked');
  });

  test('is not used by API tokens, also those made while it lasts', async () => {
    const who = await member();
    await decide(admin(), (await ask(who)).body.approvalId);
    const token = await who.post('/api/auth/tokens', {
      name: 'x',
      scopes: ['read:deals', 'read:plans'],
      days: 1,
    });
    expect(token.status).toBe(201);
    const call = (path: string) =>
      fetch(`${ctx.url}/api${path}`, { headers: { authorization: `Bearer ${token.body.token}` } });
    expect([(await call('/plans')).status, (await call('/deals')).status]).toEqual([200, 403]);
  });

  test('ends when the member is disabled, and is visible to those who view people', async () => {
    const who = await member();
    const id = await idOf(who);
    const live = (await ask(who)).body;
    await decide(admin(), live.approvalId);
    const waiting = (await ask(who, 'read:quotas')).body;
    const all = (await tenant.as('auditor').get('/api/access-grants', { whose: 'all' })).body.rows;
    expect(all.map((row: { id: string }) => row.id)).toEqual(expect.arrayContaining([live.id, waiting.id]));
    expect((await who.get('/api/access-grants', { whose: 'all' })).status).toBe(403);
    await admin().post(`/api/people/${id}/disable`);
    await admin().post(`/api/people/${id}/reactivate`);
    const after = (await admin().get('/api/access-grants', { whose: 'all' })).body.rows;
    const states = [live.id, waiting.id].map(
      (one) => after.find((row: { id: string }) => row.id === one).state,
    );
    expect(states).toEqual(['revoked', 'withdrawn']);
  });
});

test('[ACCESS-26] open streams end when access begins or ends, and open again with what holds then', async () => {
  const who = await member();
  const ended = async (change: () => Promise<unknown>) => {
    const stream = await openEvents(ctx.url, who.cookie);
    await stream.until(({ topic }) => topic === 'ready');
    await change();
    await stream.until(({ topic }) => topic === 'me');
    await stream.ended;
  };
  const { id, approvalId } = (await ask(who)).body;
  await ended(() => decide(admin(), approvalId));
  await ended(() => endNow(id));
});

describe('[ACCESS-27] separation of duties', () => {
  test('is kept when access is asked for, when it is approved, and when roles change', async () => {
    const designer = await member('plan-designer');
    const barred = await ask(designer, 'approve:payments');
    expect([barred.status, barred.body.issues[0].rule]).toEqual([400, 'ACCESS-27']);
    expect((await ask(designer, 'manage:people')).body.issues[0].rule).toBe('ACCESS-26');
    expect((await ask(designer, 'read:plans')).body.error).toBe('You already have permission to view plans.');

    const who = await member();
    const id = await idOf(who);
    const asked = (await ask(who, 'approve:payments')).body;
    await admin().post(`/api/people/${id}/roles`, { roles: [{ role: 'plan-designer' }] });
    expect((await decide(admin(), asked.approvalId)).status).toBe(409);
    await admin().post(`/api/people/${id}/roles`, { roles: [{ role: 'viewer' }] });
    expect((await decide(admin(), asked.approvalId)).status).toBe(200);
    const both = await admin().post(`/api/people/${id}/roles`, { roles: [{ role: 'plan-designer' }] });
    expect([both.status, both.body.error]).toEqual([409, expect.stringContaining('Revoke their temporary')]);
  });
});
