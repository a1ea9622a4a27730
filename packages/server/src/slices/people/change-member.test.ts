import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { type Client, signInClient } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { approveAll, goodPassword, join, newPerson, secretIn, stranger } from './people.fixture.ts';

let ctx: TestContext;
let tenant: TestTenant;
const nobody = { participantId: null };

beforeAll(async () => {
  ctx = await startTestContext();
  tenant = await ctx.newTenant({ administrator: nobody, 'tenant-admin': nobody });
});
afterAll(() => ctx?.stop());

const admin = () => tenant.as('administrator');
const idOf = async (who: Client): Promise<string> => (await who.get('/api/auth/me')).body.user.id;
const member = async (role = 'viewer', of = admin()) => {
  const person = newPerson(role);
  const invited = await of.post('/api/people/invitations', person);
  if (invited.body.awaitsApproval) await approveAll(tenant.as('tenant-admin'));
  const who = await join(ctx, invited);
  return { who, id: await idOf(who), ...person };
};
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const rolesOf = async (who: Client) => (await who.get('/api/auth/me')).body.roles;

describe('members', () => {
  test('new roles hold at the next request', async () => {
    const { who, id } = await member('viewer');
    expect((await who.get('/api/payments')).status).toBe(403);
    const changed = await admin().post(`/api/people/${id}/roles`, { roles: [{ role: 'auditor' }] });
    expect(changed.body.roles).toEqual([{ role: 'auditor', from: null, to: null }]);
    expect((await who.get('/api/payments')).status).toBe(200);
  });

  test('[ACCESS-16] a dated role enters and leaves by itself', async () => {
    const { who, id } = await member('viewer');
    const setTo = (from: string | null, to: string | null) =>
      admin().post(`/api/people/${id}/roles`, { roles: [{ role: 'viewer' }, { role: 'auditor', from, to }] });
    for (const [from, to, holds] of [
      [dayFromNow(-2), dayFromNow(2), true],
      [dayFromNow(2), null, false],
      [null, dayFromNow(-2), false],
      [null, dayFromNow(2), true],
    ] as const) {
      expect((await setTo(from, to)).status).toBe(200);
      expect([from, to, (await who.get('/api/payments')).status]).toEqual([from, to, holds ? 200 : 403]);
      expect((await rolesOf(who)).includes('auditor')).toBe(holds);
    }
  });

  test('[ACCESS-14] conflicting roles are refused with the reason', async () => {
    const { id } = await member();
    const roles = [{ role: 'tenant-admin' }, { role: 'finance' }];
    const answer = await admin().post(`/api/people/${id}/roles`, { roles });
    expect([answer.status, answer.body.issues[0].rule]).toEqual([400, 'ACCESS-14']);
  });

  test('[ACCESS-13] no one changes their own access', async () => {
    const id = await idOf(admin());
    for (const [act, body] of [
      ['roles', { roles: [{ role: 'viewer' }] }],
      ['participant', { participantId: null }],
      ['disable', {}],
      ['remove', {}],
      ['reset', {}],
    ] as const) {
      const answer = await admin().post(`/api/people/${id}/${act}`, body);
      expect([act, answer.status]).toEqual([act, 409]);
    }
  });

  test('[ACCESS-15] a tenant admin makes no administrator and touches none', async () => {
    const who = tenant.as('tenant-admin');
    const id = await idOf(admin());
    const other = await member('viewer', who);
    const up = await who.post(`/api/people/${other.id}/roles`, { roles: [{ role: 'administrator' }] });
    expect([up.status, up.body.issues[0].rule]).toEqual([400, 'ACCESS-15']);
    expect((await who.post('/api/people/invitations', newPerson('administrator'))).status).toBe(400);
    for (const act of ['disable', 'remove', 'reset', 'reactivate'])
      expect([act, (await who.post(`/api/people/${id}/${act}`)).status]).toEqual([act, 409]);
    const invited = await admin().post('/api/people/invitations', newPerson('administrator'));
    for (const act of ['resend', 'revoke'])
      expect((await who.post(`/api/people/invitations/${invited.body.id}/${act}`)).status).toBe(400);
  });

  test('[ACCESS-12] two administrators who act on each other at once leave one, whichever way', async () => {
    const acts: readonly (readonly [string, object])[] = [
      ['disable', {}],
      ['remove', {}],
      ['roles', { roles: [{ role: 'viewer' }] }],
      ['roles', { roles: [{ role: 'administrator', from: null, to: dayFromNow(9) }] }],
    ];
    for (let round = 0; round < 12; round += 1) {
      const own = await ctx.newTenant();
      const one = own.as('administrator');
      const { who: other, id: otherId } = await member('administrator', one);
      const oneId = await idOf(one);
      const [act, body] = acts[round % acts.length] ?? ['disable', {}];
      const answers = await Promise.all([
        one.post(`/api/people/${otherId}/${act}`, body),
        other.post(`/api/people/${oneId}/${act}`, body),
      ]);
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
      const left = await ctx.ctx.db.owner.query(
        `SELECT 1 FROM memberships WHERE tenant_id = $1 AND state = 'active' AND 'administrator' = ANY(roles)`,
        [own.tenantId],
      );
      expect([act, left.rowCount !== 0]).toEqual([act, true]);
    }
  });

  test('disabling ends sessions at once and streams within five seconds; what was open stays over after that', async () => {
    const { who, id, username } = await member('finance');
    const stream = await fetch(`${ctx.url}/api/events`, { headers: { cookie: who.cookie } });
    const ended = stream.text().then(() => 'ended');
    expect((await admin().post(`/api/people/${id}/disable`)).body.state).toBe('disabled');
    expect((await who.get('/api/auth/me')).status).toBe(401);
    expect(await Promise.race([ended, setTimeout(5_000, 'open')])).toBe('ended');
    await expect(signInClient(ctx.url, username, goodPassword)).rejects.toThrow('401');
    expect((await admin().post(`/api/people/${id}/disable`)).status).toBe(409);
    expect((await admin().post(`/api/people/${id}/reactivate`)).body.state).toBe('active');
    expect((await who.get('/api/auth/me')).status).toBe(401);
    const again = await signInClient(ctx.url, username, goodPassword);
    expect(await rolesOf(again)).toEqual(['finance']);
  });

  test('of two administrators who disable each other at the same moment, one stays', async () => {
    const other = await ctx.newTenant({ administrator: nobody });
    const first = other.as('administrator');
    const second = await join(ctx, await first.post('/api/people/invitations', newPerson('administrator')));
    const invited = await first.post('/api/people/invitations', newPerson('administrator'));
    await approveAll(second);
    const third = await join(ctx, invited);
    const held = await ctx.ctx.db.owner.connect();
    await held.query('BEGIN');
    await held.query('SELECT 1 FROM tenants WHERE id = $1 FOR UPDATE', [other.tenantId]);
    const both = Promise.all([
      second.post(`/api/people/${await idOf(third)}/disable`),
      third.post(`/api/people/${await idOf(second)}/disable`),
    ]);
    await setTimeout(300);
    await held.query('COMMIT');
    held.release();
    expect((await both).map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test('someone disabled in one workspace still works in another', async () => {
    const other = await ctx.newTenant({ administrator: nobody, finance: nobody });
    const username = other.usernameOf('finance');
    const secret = secretIn(await admin().post('/api/people/invitations', { ...newPerson(), username }));
    const joined = await stranger(ctx).post('/api/join/sign-in', { secret, password: other.password });
    expect(joined.status).toBe(200);
    expect((await admin().post(`/api/people/${joined.body.user.id}/disable`)).status).toBe(200);
    const who = await signInClient(ctx.url, username, other.password);
    const me = (await who.get('/api/auth/me')).body;
    expect(me.memberships.map((one: { tenantId: string }) => one.tenantId)).toEqual([other.tenantId]);
    expect((await who.post('/api/auth/switch', { tenantId: tenant.tenantId })).status).toBe(404);
  });

  test('a removed member is gone from the list, keeps the name in the log, and can be invited again', async () => {
    const { who, id, username, displayName } = await member('viewer');
    expect((await admin().post(`/api/people/${id}/remove`)).body).toEqual({ removed: true });
    expect((await who.get('/api/auth/me')).status).toBe(401);
    expect((await admin().get('/api/people', { search: username })).body.total).toBe(0);
    const log = (await admin().get('/api/audit', { action: 'member.removed' })).body.rows;
    expect(log[0].object).toMatchObject({ type: 'user', id, name: displayName });
    const invited = await admin().post('/api/people/invitations', { ...newPerson('manager'), username });
    await approveAll(tenant.as('tenant-admin'));
    const secret = secretIn(invited);
    const joined = await stranger(ctx).post('/api/join/sign-in', { secret, password: goodPassword });
    expect([joined.status, joined.body.user?.id]).toEqual([200, id]);
    expect(await rolesOf(await signInClient(ctx.url, username, goodPassword))).toEqual(['manager']);
  });

  test('[ACCESS-17] [AUTH-29] a reset is a link by which the owner chooses a password; other sessions end', async () => {
    const { who, id, username } = await member('viewer');
    const link = await admin().post(`/api/people/${id}/reset`);
    const newer = await admin().post(`/api/people/${id}/reset`);
    const use = (secret: string, password: string) =>
      stranger(ctx).post('/api/join/accept', { secret, password });
    expect((await use(secretIn(link), goodPassword)).status).toBe(404);
    const looked = await stranger(ctx).post('/api/join/look', { secret: secretIn(newer) });
    expect(looked.body.kind).toBe('reset');
    expect((await use(secretIn(newer), 'copper kettle raft 93')).status).toBe(200);
    expect((await who.get('/api/auth/me')).status).toBe(401);
    await expect(signInClient(ctx.url, username, goodPassword)).rejects.toThrow('401');
    await signInClient(ctx.url, username, 'copper kettle raft 93');
    expect((await use(secretIn(newer), goodPassword)).status).toBe(404);
  });

  test('[ACCESS-17] a reset link dies when its person joins another workspace', async () => {
    const { id, username } = await member('viewer');
    const link = await admin().post(`/api/people/${id}/reset`);
    const other = await ctx.newTenant();
    const invited = await other
      .as('administrator')
      .post('/api/people/invitations', { ...newPerson(), username });
    const secret = secretIn(invited);
    const joined = await stranger(ctx).post('/api/join/sign-in', { secret, password: goodPassword });
    expect(joined.status).toBe(200);
    const used = await stranger(ctx).post('/api/join/accept', {
      secret: secretIn(link),
      password: 'copper kettle raft 93',
    });
    expect(used.status).toBe(404);
  });

  test('a member is linked to one participant, and a participant to one person', async () => {
    for (const id of ['P-1', 'P-2'])
      await ctx.ctx.db.within(tenant.tenantId, (tx) =>
        tx.client.query('INSERT INTO participants (tenant_id, id, name) VALUES ($1, $2, $3)', [
          tenant.tenantId,
          id,
          `Payee ${id}`,
        ]),
      );
    const one = await member('sales-rep');
    const other = await member('sales-rep');
    const link = (id: string, participantId: string | null) =>
      admin().post(`/api/people/${id}/participant`, { participantId });
    expect((await link(one.id, 'P-1')).body).toMatchObject({ participantName: 'Payee P-1' });
    expect((await one.who.get('/api/auth/me')).body.participantId).toBe('P-1');
    expect((await link(one.id, 'P-1')).status).toBe(200);
    expect((await link(other.id, 'P-1')).status).toBe(400);
    expect((await link(other.id, 'P-9')).status).toBe(400);
    expect((await link(one.id, null)).body.participantId).toBeNull();
    expect((await link(other.id, 'P-1')).status).toBe(200);
  });

  test('people of another workspace cannot be found or touched', async () => {
    const other = await ctx.newTenant();
    const theirs = await member('viewer', other.as('administrator'));
    const invited = await other.as('administrator').post('/api/people/invitations', newPerson());
    for (const id of [theirs.id, invited.body.id, newId()]) {
      expect((await admin().get(`/api/people/${id}`)).status).toBe(404);
      for (const act of ['roles', 'participant', 'disable', 'reactivate', 'remove', 'reset']) {
        const body = { roles: [{ role: 'viewer' }], participantId: null };
        expect((await admin().post(`/api/people/${id}/${act}`, body)).status).toBe(404);
      }
      for (const act of ['resend', 'revoke'])
        expect((await admin().post(`/api/people/invitations/${id}/${act}`)).status).toBe(404);
    }
    expect((await theirs.who.get('/api/auth/me')).status).toBe(200);
  });
});
