import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { goodPassword, join, newPerson, secretIn, stranger } from './people.fixture.ts';

let ctx: TestContext;
let tenant: TestTenant;
const unpaid = { participantId: null };

beforeAll(async () => {
  ctx = await startTestContext();
  tenant = await ctx.newTenant({ administrator: unpaid, 'tenant-admin': unpaid, auditor: unpaid });
});
afterAll(() => ctx?.stop());

const admin = () => tenant.as('administrator');
const second = () => tenant.as('tenant-admin');
const idOf = async (who: Client): Promise<string> => (await who.get('/api/auth/me')).body.user.id;
const member = async (role = 'viewer') => {
  const who = await join(ctx, await admin().post('/api/people/invitations', newPerson(role)));
  return { who, id: await idOf(who) };
};
const setRoles = (by: Client, id: string, ...roles: readonly object[]) =>
  by.post(`/api/people/${id}/roles`, { roles });
const finance = { role: 'finance', from: null, to: '2031-03-31' };
const requestOf = async (by: Client, id: string) => (await by.get(`/api/approvals/${id}`)).body;
const decide = (by: Client, { id, hash }: { id: string; hash: string }, decision: string, reason?: string) =>
  by.post(`/api/approvals/${id}/decide`, { hash, decision, ...(reason ? { reason } : {}) });
const lastAct = async (action: string) =>
  (await admin().get('/api/audit', { action, limit: 1 })).body.rows[0];

describe('[ACCESS-20] privileged roles of a member', () => {
  test('wait until another administrator, who sees who gets what for how long, approves them', async () => {
    const { who, id } = await member();
    const asked = await setRoles(admin(), id, { role: 'viewer' }, finance);
    expect(asked.body.roles).toEqual([{ role: 'viewer', from: null, to: null }]);
    expect((await who.get('/api/payments')).status).toBe(403);
    const request = await requestOf(second(), asked.body.approvalId);
    expect(request).toMatchObject({ kind: 'role-grant', mayDecide: true, subject: { type: 'user', id } });
    expect(request.summary).toMatch(/^Finance for Bea/);
    expect(request.facts.figures).toEqual([
      expect.objectContaining({ label: 'Read-Only Viewer', before: 'No end date', after: 'No end date' }),
      expect.objectContaining({ label: 'Finance', before: 'No access', after: 'Until Mar 31, 2031' }),
    ]);
    expect((await decide(admin(), request, 'approve')).status).toBe(403);
    expect((await decide(tenant.as('auditor'), request, 'approve')).status).toBe(403);
    expect((await decide(second(), { ...request, hash: 'f'.repeat(64) }, 'approve')).status).toBe(409);
    expect((await decide(second(), request, 'approve')).body.status).toBe('approved');
    expect((await who.get('/api/payments')).status).toBe(200);
    expect((await lastAct('member.roles-changed')).object.id).toBe(id);
    expect((await admin().get(`/api/people/${id}`)).body.approvalId).toBeNull();
  });

  test('stay ungranted after a rejection, and the person who asked is notified', async () => {
    const { who, id } = await member();
    const { approvalId } = (await setRoles(admin(), id, { role: 'manager' })).body;
    const request = await requestOf(second(), approvalId);
    expect((await decide(second(), request, 'reject')).status).toBe(400);
    expect((await decide(second(), request, 'reject', 'Not in this team')).status).toBe(200);
    expect((await who.get('/api/auth/me')).body.roles).toEqual(['viewer']);
    const notices = (await admin().get('/api/notices', { status: 'unread' })).body.rows;
    expect(notices[0].message).toContain('Not in this team');
  });

  test('are void once the roles change another way, or the member is disabled', async () => {
    const { id } = await member();
    const first = await requestOf(
      second(),
      (await setRoles(admin(), id, { role: 'manager' })).body.approvalId,
    );
    expect((await setRoles(second(), id, { role: 'auditor' })).body.roles[0].role).toBe('auditor');
    expect((await decide(second(), first, 'approve')).status).toBe(409);
    const again = await requestOf(
      second(),
      (await setRoles(admin(), id, { role: 'manager' })).body.approvalId,
    );
    await admin().post(`/api/people/${id}/disable`);
    expect((await requestOf(second(), again.id)).status).toBe('void');
  });

  test('cannot be approved by the person who gets them, and a role is removed or shortened at once', async () => {
    const { who, id } = await member();
    await decide(
      second(),
      await requestOf(second(), (await setRoles(admin(), id, { role: 'tenant-admin' })).body.approvalId),
      'approve',
    );
    const more = await setRoles(admin(), id, { role: 'tenant-admin' }, { role: 'manager' });
    const request = await requestOf(who, more.body.approvalId);
    expect([request.mayDecide, request.barred]).toEqual([false, expect.stringContaining('You benefit')]);
    expect((await decide(who, request, 'approve')).status).toBe(403);
    const less = await setRoles(admin(), id, { role: 'tenant-admin', from: null, to: '2031-01-01' });
    expect(less.body).toMatchObject({
      approvalId: null,
      roles: [{ role: 'tenant-admin', to: '2031-01-01' }],
    });
  });

  test('Administrator is decided by an administrator; one without another acts alone, and the log says so', async () => {
    const own = await ctx.newTenant({ administrator: unpaid, 'tenant-admin': unpaid, viewer: unpaid });
    const one = own.as('administrator');
    const id = await idOf(own.as('viewer'));
    const alone = await setRoles(one, id, { role: 'administrator' });
    expect(alone.body).toMatchObject({ approvalId: null, roles: [{ role: 'administrator' }] });
    const [entry] = (await one.get('/api/audit', { action: 'member.roles-changed' })).body.rows;
    expect(entry.reason).toBe('single-person');
    const third = await one.post('/api/people/invitations', newPerson('administrator'));
    expect(third.body.awaitsApproval).toBe(true);
    const [row] = (await own.as('viewer').get('/api/approvals')).body.rows;
    expect(row.kind).toBe('administrator-grant');
    const request = await requestOf(own.as('tenant-admin'), row.id);
    expect(request.mayDecide).toBe(false);
    expect((await decide(own.as('tenant-admin'), request, 'approve')).status).toBe(403);
    expect((await decide(own.as('viewer'), request, 'approve')).status).toBe(200);
    expect((await (await join(ctx, third)).get('/api/people')).status).toBe(200);
  });

  test('are granted once when two administrators approve at the same moment', async () => {
    const own = await ctx.newTenant({ administrator: unpaid, 'tenant-admin': unpaid, viewer: unpaid });
    const id = await idOf(own.as('viewer'));
    const other = newPerson('tenant-admin');
    const invited = await own.as('administrator').post('/api/people/invitations', other);
    const [row] = (await own.as('tenant-admin').get('/api/approvals')).body.rows;
    await decide(own.as('tenant-admin'), await requestOf(own.as('tenant-admin'), row.id), 'approve');
    const third = await join(ctx, invited);
    const { approvalId } = (await setRoles(own.as('administrator'), id, { role: 'finance' })).body;
    const request = await requestOf(third, approvalId);
    const answers = await Promise.all(
      [third, own.as('tenant-admin')].map((who) => decide(who, request, 'approve')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('[ACCESS-43] [AUTH-25] an exception to the separation of duties', () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const wanted = [{ role: 'plan-designer' }, { role: 'finance' }];
  const accept = { until: day(30), reason: 'Cover for the quarter end' };
  const ask = (by: Client, id: string, exception: object = accept, roles: readonly object[] = wanted) =>
    by.post(`/api/people/${id}/roles`, { roles, exception });
  let own: TestTenant;
  let one: Client;
  let other: Client;
  let who: Client;
  let id: string;

  beforeAll(async () => {
    own = await ctx.newTenant({
      administrator: unpaid,
      'tenant-admin': unpaid,
      'plan-designer': unpaid,
      viewer: unpaid,
    });
    [one, other, who] = [own.as('administrator'), own.as('viewer'), own.as('plan-designer')];
    id = await idOf(who);
    ctx.rewindsRowsOf(own.tenantId);
  });

  test('no one excepts alone, or themselves', async () => {
    expect((await setRoles(one, id, ...wanted)).body.issues[0].rule).toBe('ACCESS-14');
    const alone = await ask(one, id);
    expect([alone.status, alone.body.error]).toEqual([409, expect.stringContaining('another administrator')]);
    expect((await setRoles(one, await idOf(other), { role: 'administrator' })).status).toBe(200);
    expect((await ask(one, await idOf(one))).status).toBe(409);
  });

  test('is asked for with a reason and a last day, decided by a second administrator, and ends on that day', async () => {
    for (const wrong of [
      { ...accept, until: day(-1) },
      { ...accept, until: day(91) },
      { ...accept, reason: ' ' },
      { until: day(3) },
    ])
      expect((await ask(one, id, wrong)).status).toBe(400);
    expect((await ask(one, id, accept, [{ role: 'plan-designer' }])).body.issues[0].rule).toBe('ACCESS-43');
    const asked = await ask(one, id);
    expect(asked.body).toMatchObject({ roles: [{ role: 'plan-designer' }], exceptions: [] });
    const request = await requestOf(other, asked.body.approvalId);
    expect(request).toMatchObject({ kind: 'duty-exception', reason: accept.reason, mayDecide: true });
    expect(request.summary).toContain(': Plan Designer with Finance until ');
    expect(request.facts.warnings).toEqual([expect.stringContaining('One person would design a plan')]);
    expect((await who.get('/api/payments')).status).toBe(403);
    // the maker, the person concerned and a tenant admin
    for (const by of [one, who, own.as('tenant-admin')])
      expect((await decide(by, request, 'approve')).status).not.toBe(200);
    expect((await decide(other, request, 'approve')).body.status).toBe('approved');
    expect((await who.get('/api/payments')).status).toBe(200);
    const member = (await one.get(`/api/people/${id}`)).body;
    expect(member.roles).toEqual([
      { role: 'plan-designer', from: null, to: null },
      { role: 'finance', from: null, to: accept.until },
    ]);
    expect(member.exceptions).toEqual([
      expect.objectContaining({
        approvalId: request.id,
        names: ['Plan Designer', 'Finance'],
        duty: 'plans-and-pay',
        ...accept,
        approvedBy: (await other.get('/api/auth/me')).body.user.displayName,
      }),
    ]);
    const notices = (await who.get('/api/notices', { status: 'unread' })).body.rows;
    expect(notices[0].message).toContain('Plan Designer with Finance until');
    for (const action of ['member.exception-requested', 'member.exception-approved'])
      expect((await one.get('/api/audit', { action })).body.rows[0].object.id).toBe(id);
    // a longer one takes its place
    const [again] = [await ask(one, id, { ...accept, until: day(60) })];
    await decide(other, await requestOf(other, again.body.approvalId), 'approve');
    const { exceptions } = (await one.get(`/api/people/${id}`)).body;
    expect(exceptions.map(({ until }: { until: string }) => until)).toEqual([day(60)]);
    // other changes keep it; nothing makes it longer
    const [designer] = member.roles;
    const until = { role: 'finance', from: null, to: day(60) };
    expect((await setRoles(one, id, designer, until, { role: 'viewer' })).status).toBe(200);
    const longer = await setRoles(one, id, ...wanted);
    expect(longer.body.issues[0].rule).toBe('ACCESS-14');
    await ctx.ctx.db.owner.query(
      `UPDATE role_grants SET to_day = current_date - 1 WHERE user_id = $1 AND role = 'finance'`,
      [id],
    );
    expect((await who.get('/api/payments')).status).toBe(403);
  });

  test('is over once one of its roles is taken away, and given to no one when it is rejected', async () => {
    const plain = await setRoles(one, id, { role: 'plan-designer' });
    expect(plain.body.exceptions).toEqual([]);
    const dated = { role: 'finance', from: null, to: day(5) };
    expect((await setRoles(one, id, { role: 'plan-designer' }, dated)).body.issues[0].rule).toBe('ACCESS-14');
    const request = await requestOf(other, (await ask(one, id)).body.approvalId);
    await decide(other, request, 'reject', 'Ask the tenant admin');
    const after = (await one.get(`/api/people/${id}`)).body;
    expect([after.roles.length, after.exceptions]).toEqual([1, []]);
    expect((await one.get('/api/audit', { action: 'member.exception-rejected' })).body.rows).toHaveLength(1);
    const late = await requestOf(other, (await ask(one, id, { ...accept, until: day(0) })).body.approvalId);
    const { rows } = await ctx.ctx.db.owner.query(
      `UPDATE attestation_records SET content = jsonb_set(content, '{exception,until}', to_jsonb($2::text)) WHERE id = $1 RETURNING id`,
      [late.id, day(-1)],
    );
    // what was approved is what was asked for
    expect([rows.length, (await decide(other, late, 'approve')).status]).toEqual([1, 409]);
  });

  test('[ACCESS-42] names the team that a role is for', async () => {
    await ctx.ctx.db.owner.query(
      `INSERT INTO participants (tenant_id, id, name) VALUES ($1, 'lea', 'Lea Lead')`,
      [own.tenantId],
    );
    const team = [{ role: 'plan-designer' }, { role: 'auditor', teamOf: 'lea' }];
    const request = await requestOf(other, (await ask(one, id, accept, team)).body.approvalId);
    expect(request.summary).toContain(': Plan Designer with Auditor (team of Lea Lead) until ');
    expect((await decide(other, request, 'approve')).body.status).toBe('approved');
    const { exceptions } = (await one.get(`/api/people/${id}`)).body;
    expect(exceptions[0].names).toEqual(['Plan Designer', 'Auditor (team of Lea Lead)']);
  });
});

test('[ACCESS-43] where an exception can’t be asked for, the answer names the way to it', async () => {
  const both = { roles: [{ role: 'plan-designer' }, { role: 'finance' }] };
  const invited = await admin().post('/api/people/invitations', newPerson('viewer', both));
  const account = await admin().post('/api/service-accounts', { displayName: 'Sync', ...both });
  for (const { status, body } of [invited, account])
    expect([status, body.error]).toEqual([
      400,
      expect.stringMatching(/change roles and ask for an exception\.$/),
    ]);
});

describe('[ACCESS-20] privileged roles of an invitation', () => {
  test('hold its link back until they are approved; a rejection withdraws it', async () => {
    const kept = await admin().post('/api/people/invitations', newPerson('finance'));
    const declined = await admin().post('/api/people/invitations', newPerson('manager'));
    const plain = await admin().post('/api/people/invitations', newPerson('viewer'));
    expect([kept, declined, plain].map(({ body }) => body.awaitsApproval)).toEqual([true, true, false]);
    const accept = (invited: typeof kept) =>
      stranger(ctx).post('/api/join/accept', { secret: secretIn(invited), password: goodPassword });
    expect((await accept(kept)).body.error).toContain('waiting for approval');
    const { rows } = (await second().get('/api/approvals')).body;
    const of = async (invited: typeof kept) =>
      requestOf(
        second(),
        rows.find((row: { subject: { id: string } }) => row.subject.id === invited.body.id).id,
      );
    await decide(second(), await of(kept), 'approve');
    await decide(second(), await of(declined), 'reject', 'Unknown person');
    expect((await accept(kept)).status).toBe(200);
    expect((await accept(declined)).status).toBe(404);
  });

  test('of a list wait as one request; withdrawing the last of them withdraws it', async () => {
    const text = 'name,username,roles\nAnn,ann@two,finance\nBen,ben@two,manager;viewer\nCy,cy@two,viewer\n';
    const { links } = (await admin().post('/api/people/invitations/list', { text })).body;
    expect(links.map((link: { awaitsApproval: boolean }) => link.awaitsApproval)).toEqual([
      true,
      true,
      false,
    ]);
    const waiting = async () => (await second().get('/api/approvals')).body.rows;
    const [row] = await waiting();
    expect(row.summary).toBe('Roles for 2 invited people');
    expect((await requestOf(second(), row.id)).facts.figures).toHaveLength(2);
    const again = await admin().post(`/api/people/invitations/${links[0].id}/resend`);
    expect(again.body.awaitsApproval).toBe(true);
    for (const { id } of links.slice(0, 2)) await admin().post(`/api/people/invitations/${id}/revoke`);
    expect(await waiting()).toEqual([]);
    expect((await requestOf(second(), row.id)).status).toBe('withdrawn');
  });

  test('whose request has expired are asked for again with the next link', async () => {
    const invited = await admin().post('/api/people/invitations', newPerson('finance'));
    await ctx.ctx.db.owner.query(
      `UPDATE attestation_records SET expires_at = now() - interval '1 hour' WHERE subject_id = $1`,
      [invited.body.id],
    );
    const again = await admin().post(`/api/people/invitations/${invited.body.id}/resend`);
    expect(again.body.awaitsApproval).toBe(true);
    const [row] = (await second().get('/api/approvals')).body.rows;
    await decide(second(), await requestOf(second(), row.id), 'approve');
    expect((await (await join(ctx, again)).get('/api/payments')).status).toBe(200);
  });
});
