import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';

let receiver: Server;
let origin: string;
let ctx: TestContext;
let tenant: TestTenant;
let now = Date.now();
const clock = { now: () => new Date(now), today: () => new Date(now).toISOString().slice(0, 10) };
const nobody = { participantId: null };
const got: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
/** How the receiver answers next, by path. */
const answers = new Map<string, number>();

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const path = request.url ?? '';
    got.push({ path, headers: request.headers, body: await text(request) });
    response.writeHead(answers.get(path) ?? 204, { location: '/elsewhere' }).end('seen\u0000');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  ctx = await startTestContext({ clock, env: { ATTAIN_ALLOWED_HOSTS: origin } });
  tenant = await ctx.newTenant({
    administrator: nobody,
    'tenant-admin': nobody,
    'agent-developer': nobody,
    viewer: nobody,
  });
});
afterAll(async () => {
  await ctx?.stop();
  receiver?.close();
});

const admin = () => tenant.as('administrator');
const create = async (path: string, events = ['approval.requested', 'plan.activated']) =>
  (await admin().post('/api/webhooks', { url: origin + path, events })).body;
const deliveries = async (id: string) => (await admin().get(`/api/webhooks/${id}/deliveries`)).body.rows;
/** Makes every open attempt due. */
const hurry = () =>
  ctx.ctx.db.owner.query(`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE state = 'pending'`);
const until = <T>(look: () => Promise<T> | T) => vi.waitFor(look, { timeout: 20_000, interval: 50 });
const arrived = (path: string, count: number) =>
  until(() => {
    const all = got.filter((one) => one.path === path);
    expect(all.length).toBeGreaterThanOrEqual(count);
    return all;
  });

/** By the text of the convention alone: base64 of HMAC-SHA256 over `id.timestamp.body`, with the decoded secret. */
function isSigned(
  secret: string,
  { headers, body }: { headers: IncomingHttpHeaders; body: string },
): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

const askForRole = async () => {
  const { rows } = (await admin().get('/api/people')).body;
  const { id } = rows.find((row: { username: string }) => row.username === tenant.usernameOf('viewer'));
  return admin().post(`/api/people/${id}/roles`, { roles: [{ role: 'manager' }] });
};

describe('outgoing webhooks', () => {
  test('[HOOK-1] [HOOK-2] [HOOK-3] an event is sent signed, with ids only, and logged', async () => {
    const { id, secret } = await create('/signed');
    const other = await create('/other', ['payment.posted']);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await askForRole()).status).toBe(200);
    const [call] = await arrived('/signed', 1);
    if (!call) throw new Error('nothing arrived');
    expect(isSigned(secret, call)).toBe(true);
    expect(isSigned(other.secret, call)).toBe(false);
    expect(isSigned(secret, { ...call, body: call.body.replace('approval', 'Approval') })).toBe(false);
    const open = (await tenant.as('tenant-admin').get('/api/approvals')).body.rows[0];
    expect(JSON.parse(call.body)).toEqual({
      type: 'approval.requested',
      timestamp: new Date(now).toISOString(),
      data: { object: 'approval', id: open.id, path: `/api/approvals/${open.id}` },
    });
    const [delivery] = await until(async () => {
      const rows = await deliveries(id);
      expect(rows[0]?.state).toBe('delivered');
      return rows;
    });
    expect(delivery.id).toBe(call.headers['webhook-id']);
    expect(delivery.attempts).toEqual([expect.objectContaining({ status: 204 })]);
    const all = (await admin().get('/api/webhooks')).body.rows;
    expect(all.find((row: { id: string }) => row.id === id).lastDelivery).toBe(delivery.createdAt);
    expect(delivery.createdAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(await deliveries(other.id)).toEqual([]);
    const stored = await ctx.ctx.db.owner.query(`SELECT string_agg(w::text, '') AS text FROM webhooks w`);
    expect(stored.rows[0].text).not.toContain(secret.slice(6, 20));
    expect(JSON.stringify((await admin().get('/api/webhooks')).body)).not.toContain('whsec');
  });

  test('[HOOK-3] both secrets sign for a day after a rotation', async () => {
    const { id, secret } = await create('/rotated');
    const next = (await admin().post(`/api/webhooks/${id}/rotate`)).body.secret;
    expect(next).not.toBe(secret);
    await admin().post(`/api/webhooks/${id}/test`);
    const [call] = await arrived('/rotated', 1);
    expect(call && [isSigned(secret, call), isSigned(next, call)]).toEqual([true, true]);
    await ctx.ctx.db.owner.query(`UPDATE webhooks SET previous_secret_until = now() WHERE id = $1`, [id]);
    await admin().post(`/api/webhooks/${id}/test`);
    const late = (await arrived('/rotated', 2)).at(-1);
    expect(late && [isSigned(secret, late), isSigned(next, late)]).toEqual([false, true]);
  });

  test('[HOOK-4] a failure is tried again with the same id, and a delivery can be replayed', async () => {
    answers.set('/flaky', 302);
    const { id } = await create('/flaky');
    const queued = (await admin().post(`/api/webhooks/${id}/test`)).body;
    await arrived('/flaky', 1);
    const waiting = await until(async () => {
      const [row] = await deliveries(id);
      expect(row.attempts).toHaveLength(1);
      return row;
    });
    expect([waiting.state, waiting.attempts[0].status, waiting.attempts[0].response]).toEqual([
      'pending',
      302,
      'seen ',
    ]);
    expect(got.filter(({ path }) => path === '/elsewhere')).toEqual([]);
    answers.delete('/flaky');
    await hurry();
    const calls = await arrived('/flaky', 2);
    expect(calls.map(({ headers }) => headers['webhook-id'])).toEqual([queued.id, queued.id]);
    await until(async () => expect((await deliveries(id))[0].state).toBe('delivered'));
    expect((await admin().post(`/api/webhooks/${id}/deliveries/${queued.id}/replay`)).status).toBe(200);
    expect((await arrived('/flaky', 3))[2]?.headers['webhook-id']).toBe(queued.id);
  });

  test('[HOOK-5] days of failures, or 410, turn it off; administrators are notified and turn it on again', async () => {
    answers.set('/dead', 500).set('/gone', 410);
    const { id } = await create('/dead');
    await admin().post(`/api/webhooks/${id}/test`);
    await arrived('/dead', 1);
    await until(async () => expect((await deliveries(id))[0].attempts).toHaveLength(1));
    now += 5 * 86_400_000;
    await hurry();
    const stored = await until(async () => {
      const { rows } = (await admin().get('/api/webhooks')).body;
      const row = rows.find((one: { id: string }) => one.id === id);
      expect(row.isActive).toBe(false);
      return row;
    });
    expect(stored.disabledReason).toContain('5 days');
    const notices = (await tenant.as('tenant-admin').get('/api/notices')).body.rows;
    expect(notices.map(({ title }: { title: string }) => title)).toContainEqual(
      expect.stringContaining('Webhook turned off'),
    );
    expect((await admin().post(`/api/webhooks/${id}/test`)).status).toBe(409);
    const gone = await create('/gone');
    await admin().post(`/api/webhooks/${gone.id}/test`);
    await until(async () => {
      const { rows } = (await admin().get('/api/webhooks')).body;
      expect(rows.find((one: { id: string }) => one.id === gone.id).disabledReason).toContain('410');
    });
    const { url, events } = stored;
    const on = await admin().post(`/api/webhooks/${id}`, { url, events, isActive: true });
    expect([on.status, on.body.disabledReason, on.body.failingSince]).toEqual([200, null, null]);
    await admin().post(`/api/webhooks/${id}/remove`);
  });

  test('[HOOK-6] only allowed addresses are called, by those who edit connections', async () => {
    const rejected = await admin().post('/api/webhooks', {
      url: 'http://169.254.169.254/latest',
      events: ['plan.activated'],
    });
    expect([rejected.status, rejected.body.issues[0].rule]).toEqual([400, 'HOOK-6']);
    const wanted = { url: `${origin}/x`, events: ['plan.activated'] };
    expect((await tenant.as('viewer').post('/api/webhooks', wanted)).status).toBe(403);
    expect((await tenant.as('viewer').get('/api/webhooks')).status).toBe(403);
    const { id } = await create('/ours');
    const stranger = (await ctx.newTenant()).as('administrator');
    for (const path of ['test', 'rotate', 'remove'])
      expect((await stranger.post(`/api/webhooks/${id}/${path}`)).status).toBe(404);
    // an address that was allowed when it was saved
    await ctx.ctx.db.owner.query(`UPDATE webhooks SET url = 'http://127.0.0.1:1/' WHERE id = $1`, [id]);
    await admin().post(`/api/webhooks/${id}/test`);
    await until(async () => {
      const [row] = await deliveries(id);
      expect(row.attempts[0]).toMatchObject({ status: null, response: expect.stringContaining('allowed') });
    });
  });
});
