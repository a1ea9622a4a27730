import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, signInClient } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';

let ctx: TestContext;
let tenant: TestTenant;
const nobody = { participantId: null };
const today = Date.parse(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`);
let now = today + 43_200_000;
const dayMs = 86_400_000;
/** The day so many days from today. */
const day = (from: number) => new Date(today + from * dayMs).toISOString().slice(0, 10);
const clock = { now: () => new Date(now), today: () => new Date(now).toISOString().slice(0, 10) };

beforeAll(async () => {
  ctx = await startTestContext({ clock });
  tenant = await ctx.newTenant({
    administrator: nobody,
    'tenant-admin': nobody,
    viewer: nobody,
    auditor: nobody,
    'agent-operator': nobody,
  });
});
afterAll(() => ctx?.stop());

const admin = () => tenant.as('administrator');
const second = () => tenant.as('tenant-admin');
const delegate = () => tenant.as('viewer');
const idOf = async (who: Client): Promise<string> => (await who.get('/api/auth/me')).body.user.id;
const nameOf = async (who: Client): Promise<string> => (await who.get('/api/auth/me')).body.user.displayName;
const hand = async (by: Client, to: Client, from: string, until: string) =>
  by.post('/api/approval-delegations', { delegateId: await idOf(to), from, to: until });
/** The administrator asks for a role for the operator; the request as this person sees it. */
const ask = async (roles: readonly string[]) => {
  const id = await idOf(tenant.as('agent-operator'));
  const answer = await admin().post(`/api/people/${id}/roles`, { roles: roles.map((role) => ({ role })) });
  return answer.body.approvalId as string;
};
const seen = async (who: Client, id: string) => who.get(`/api/approvals/${id}`);
const approve = async (who: Client, id: string) => {
  const { hash } = (await seen(admin(), id)).body;
  return who.post(`/api/approvals/${id}/decide`, { hash, decision: 'approve' });
};

describe('[APR-9] delegation of approvals', () => {
  test('holds between its days: the delegate is asked, decides, and the vote shows both names', async () => {
    expect((await hand(second(), delegate(), day(1), day(4))).status).toBe(200);
    const early = await ask(['manager']);
    expect((await seen(delegate(), early)).status).toBe(404);
    now = today + 5 * dayMs - 60_000;
    const id = await ask(['manager', 'viewer']);
    const { rows } = (await delegate().get('/api/approvals')).body;
    const names = await Promise.all([delegate(), second()].map(nameOf));
    expect(rows).toMatchObject([{ id, mayDecide: true, onBehalfOf: names[1] }]);
    const notices = (await delegate().get('/api/notices', { status: 'unread' })).body.rows;
    expect(notices[0].title).toContain('Approval needed');
    expect((await approve(delegate(), id)).body.votes).toMatchObject([
      { by: names[0], onBehalfOf: names[1] },
    ]);
    now = today + 5 * dayMs;
    const late = await ask(['manager', 'viewer', 'finance']);
    expect((await seen(delegate(), late)).status).toBe(404);
  });

  test('never serves the person who asked, nor the role Administrator', async () => {
    expect((await hand(admin(), delegate(), day(0), day(30))).status).toBe(200);
    const id = await ask(['tenant-admin']);
    const asked = (await seen(delegate(), id)).body;
    expect([asked.mayDecide, asked.barred ?? '']).toEqual([false, '']);
    expect((await approve(delegate(), id)).status).toBe(403);
    await hand(second(), delegate(), day(0), day(30));
    const both = (await seen(delegate(), id)).body;
    expect([both.mayDecide, both.barred]).toEqual([false, expect.stringContaining('delegate of the person')]);
    expect((await approve(delegate(), id)).status).toBe(403);
    expect((await delegate().get('/api/approvals')).body.total).toBe(0);
    expect((await approve(second(), id)).status).toBe(200);
  });

  test('ends when it is ended, and when the person who delegated loses the right', async () => {
    const own = await ctx.newTenant({ administrator: nobody, 'tenant-admin': nobody, viewer: nobody });
    const [one, other, third] = (['administrator', 'tenant-admin', 'viewer'] as const).map((role) =>
      own.as(role),
    );
    if (!one || !other || !third) throw new Error('three people');
    const target = await one.post('/api/people/invitations', {
      displayName: 'Bea',
      username: 'bea@delegation',
      roles: [{ role: 'finance' }],
    });
    const [row] = (await other.get('/api/approvals')).body.rows;
    const first = (await hand(other, third, day(0), day(30))).body;
    expect((await third.get('/api/approvals')).body.total).toBe(1);
    expect((await third.post(`/api/approval-delegations/${first.id}/end`)).status).toBe(200);
    expect((await third.get('/api/approvals')).body.total).toBe(0);
    await hand(other, third, day(0), day(30));
    expect((await third.get('/api/approvals')).body.rows[0].id).toBe(row.id);
    await one.post(`/api/people/${await idOf(other)}/disable`);
    expect((await third.get('/api/approvals')).body.total).toBe(0);
    expect(target.status).toBe(200);
  });

  test('is refused to those with nothing to delegate, to conflicting roles, tokens and other workspaces', async () => {
    const problems = async (by: Client, to: Client) => {
      const { status, body } = await hand(by, to, day(5), day(8));
      return [status, body.issues?.[0]?.rule];
    };
    expect(await problems(delegate(), second())).toEqual([400, 'APR-9']);
    expect(await problems(admin(), tenant.as('auditor'))).toEqual([400, 'APR-9']);
    const listed = (await admin().get('/api/approval-delegations/people')).body.rows;
    const listedIds = listed.map(({ id }: { id: string }) => id);
    expect(listedIds).toContain(await idOf(delegate()));
    expect(listedIds).not.toContain(await idOf(tenant.as('auditor')));
    const { token } = (await admin().post('/api/auth/tokens', { name: 'T', scopes: ['read:tasks'], days: 1 }))
      .body;
    const program = await fetch(`${ctx.url}/api/approval-delegations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ delegateId: await idOf(delegate()), from: day(5), to: day(8) }),
    });
    expect(program.status).toBe(403);
    const elsewhere = await ctx.newTenant();
    const { id } = (await hand(second(), delegate(), day(5), day(8))).body;
    const stranger = await signInClient(ctx.url, elsewhere.usernameOf('administrator'), elsewhere.password);
    expect((await stranger.post(`/api/approval-delegations/${id}/end`)).status).toBe(404);
    expect((await hand(stranger, delegate(), day(5), day(8))).status).toBe(404);
  });
});
