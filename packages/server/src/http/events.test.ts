import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { loadKeys } from '../base/keys.ts';
import { notifyProgress } from '../db/changes.ts';
import { startServer } from '../start-server.ts';
import { type Client, signInClient } from '../testing/client.ts';
import { type EventReader, openEvents } from '../testing/event-reader.ts';
import { startTestContext, type TestContext, type TestTenant } from '../testing/start-test-context.ts';
import { validPlan } from '../testing/valid-plan.ts';

let ctx: TestContext;
let tenant: TestTenant;
let other: TestTenant;
const open: EventReader[] = [];
const alone = { participantId: null };

beforeAll(async () => {
  ctx = await startTestContext();
  tenant = await ctx.newTenant({
    administrator: alone,
    viewer: alone,
    'plan-designer': alone,
    'sales-rep': alone,
  });
  other = await ctx.newTenant();
});
afterEach(() => {
  for (const reader of open.splice(0)) reader.leave();
});
afterAll(() => ctx?.stop());

/** Opens a stream and waits until it hears. */
async function listen(who: Client, headers?: Record<string, string>): Promise<EventReader> {
  const reader = await openEvents(ctx.url, who.cookie, headers);
  open.push(reader);
  expect(reader.status).toBe(200);
  await reader.until(({ topic }) => topic === 'ready');
  return reader;
}

async function createPlan(who: Client): Promise<string> {
  const name = `Plan ${crypto.randomUUID()}`;
  const answer = await who.post('/api/plans', {
    name,
    type: 'bonus-plan',
    document: { ...validPlan(), name },
  });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const topicsOf = (reader: EventReader) => [...new Set(reader.events.map(({ topic }) => topic))].sort();

test('a change made in one browser arrives in the other; nothing of it arrives in another workspace', async () => {
  const mine = await listen(await signInClient(ctx.url, tenant.usernameOf('administrator'), tenant.password));
  const theirs = await listen(other.as('administrator'));
  const id = await createPlan(tenant.as('administrator'));
  expect(await mine.until((event) => event.topic === 'plans' && event.id === id)).toMatchObject({ id });
  await mine.until(({ topic }) => topic === 'audit');
  // what happens there afterwards has arrived, so what happened here before would have
  const own = await createPlan(other.as('administrator'));
  await theirs.until((event) => event.id === own);
  expect(theirs.events.filter((event) => event.id === id)).toEqual([]);
});

test('the stream is one, is never cached, and has the headers of every answer', async () => {
  const { headers } = await listen(tenant.as('viewer'));
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBeNull();
  expect(headers.get('content-encoding')).toBeNull();
});

test('it arrives whichever Attain process made the change', async () => {
  const { connectionString } = ctx.ctx.db.owner.options as { connectionString: string };
  const second = await startServer({
    ownerUrl: connectionString,
    settings: ctx.ctx.settings,
    keys: loadKeys(ctx.ctx.settings.dataDir, {}),
    clock: ctx.ctx.clock,
    log: pino({ level: 'silent' }),
    appVersion: 'test',
  });
  try {
    const url = await second.app.listen({ port: 0, host: '127.0.0.1' });
    const reader = await openEvents(url, tenant.as('administrator').cookie);
    await reader.until(({ topic }) => topic === 'ready');
    const id = await createPlan(tenant.as('administrator'));
    await reader.until((event) => event.id === id);
    // closing ends the stream in good order instead of waiting for its client
    await second.close();
    await reader.ended;
  } finally {
    await second.close();
  }
});

test('only what the person may read is told: no payouts and no log to a viewer, no ids to those who see a part', async () => {
  const viewer = await listen(tenant.as('viewer'));
  const rep = await listen(tenant.as('sales-rep'));
  const admin = await listen(tenant.as('administrator'));
  const actor = {
    tenantId: tenant.tenantId,
    userId: tenant.tenantId,
    displayName: 'Test',
    kind: 'user' as const,
    roles: ['administrator'] as const,
    participantId: null,
    sessionHash: null,
    request: { id: 'r', route: 't', idempotencyKey: null, bodyHash: '', address: '', userAgent: '' },
  };
  for (const [action, id] of [
    ['calculation.completed', 'run-1'],
    ['import.committed', 'import-1'],
    ['plan.saved', 'last'],
  ] as const) {
    const type = action.split('.')[0] ?? '';
    await ctx.ctx.write(actor, async (tx) => tx.record({ action, object: { type, id } }));
  }
  await admin.until((event) => event.topic === 'payouts' && event.id === 'run-1');
  await admin.until((event) => event.topic === 'audit');
  await viewer.until((event) => event.topic === 'plans' && event.id === 'last');
  expect(topicsOf(viewer)).toEqual(['approvals', 'calculations', 'plans', 'ready']);
  // the rep reads no plans, but hears of assignments
  await rep.until(({ topic }) => topic === 'assignments');
  expect(topicsOf(rep)).toEqual([
    'assignments',
    'deals',
    'exchange-rates',
    'participants',
    'payments',
    'payouts',
    'quotas',
    'ready',
    'statements',
    'territories',
  ]);
  expect(rep.events.filter(({ id }) => id !== undefined)).toEqual([]);
});

test('progress is told without an entry in the log', async () => {
  const admin = await listen(tenant.as('administrator'));
  const before = admin.lastEventId();
  await ctx.ctx.db.within(tenant.tenantId, (tx) =>
    notifyProgress(tx.client, { tenantId: tenant.tenantId, noun: 'calculation', id: 'run-2' }),
  );
  await admin.until((event) => event.topic === 'calculations' && event.id === 'run-2');
  expect(admin.lastEventId()).toBe(before);
});

test('preferences are told to the same person only', async () => {
  const admin = tenant.as('administrator');
  const own = await listen(admin);
  const foreign = await listen(tenant.as('viewer'));
  await admin.put('/api/auth/preferences', { mode: 'agentic' });
  await own.until(({ topic }) => topic === 'preferences');
  const id = await createPlan(admin);
  await foreign.until((event) => event.id === id);
  expect(topicsOf(foreign)).not.toContain('preferences');
});

test('who comes back with the last id has lost nothing, and gets nothing twice', async () => {
  const admin = tenant.as('administrator');
  const first = await listen(admin);
  const seen = await createPlan(admin);
  await first.until((event) => event.id === seen);
  await first.until(({ topic }) => topic === 'audit');
  const id = first.lastEventId();
  expect(id.startsWith(`${tenant.tenantId}:`)).toBe(true);
  first.leave();
  const missed = [await createPlan(admin), await createPlan(admin)];
  // more happens while the stream is being opened again
  const opening = listen(admin, { 'last-event-id': id });
  missed.push(...(await Promise.all([createPlan(admin), createPlan(admin)])));
  const again = await opening;
  for (const each of missed) await again.until((event) => event.id === each);
  const plans = again.events.filter(({ topic }) => topic === 'plans').map((event) => event.id);
  expect(plans.toSorted()).toEqual(missed.toSorted());
  // a stream that is opened anew cannot send the header
  const asked = await listen(admin, { query: `?lastEventId=${id}` });
  for (const each of missed) await asked.until((event) => event.id === each);
});

test('an id that is not of this log, or too old, makes everything be asked for again', async () => {
  const admin = tenant.as('administrator');
  for (const id of [`${other.tenantId}:0`, `${tenant.tenantId}:999999`, 'nonsense'])
    expect(topicsOf(await listen(admin, { 'last-event-id': id }))).toEqual(['ready', 'resync']);
});

test('after the connection to the database was lost, everything is asked for again', async () => {
  const admin = await listen(tenant.as('administrator'));
  await ctx.ctx.db.owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'attain-events' AND datname = current_database()`,
  );
  await admin.until(({ topic }) => topic === 'resync');
  const id = await createPlan(tenant.as('administrator'));
  await admin.until((event) => event.id === id);
});

test('[AUTH-26] signing out closes the streams of that session and of no other', async () => {
  const username = tenant.usernameOf('plan-designer');
  const [leaving, staying] = await Promise.all(
    [1, 2].map(() => signInClient(ctx.url, username, tenant.password)),
  );
  const [closes, stays] = [await listen(leaving!), await listen(staying!)];
  await leaving!.post('/api/auth/logout');
  await closes.ended;
  await stays.until(({ topic }) => topic === 'sessions');
  expect((await openEvents(ctx.url, leaving!.cookie)).status).toBe(401);
});

test('a session that runs out, or whose person gets other roles, closes its streams too', async () => {
  const people = await ctx.newTenant({ viewer: alone, finance: alone });
  await ctx.ctx.db.sequencer.settle(people.tenantId);
  const [viewer, finance] = [await listen(people.as('viewer')), await listen(people.as('finance'))];
  const userOf = 'user_id = (SELECT id FROM users WHERE username = $1)';
  await ctx.ctx.db.owner.query(`UPDATE memberships SET roles = '{auditor}' WHERE ${userOf}`, [
    people.usernameOf('viewer'),
  ]);
  await ctx.ctx.db.owner.query(
    `UPDATE sessions SET last_seen_at = now() - interval '31 minutes' WHERE ${userOf}`,
    [people.usernameOf('finance')],
  );
  await Promise.all([viewer.ended, finance.ended]);
  expect(topicsOf(viewer)).toContain('me');
  const back = await listen(people.as('viewer'), { 'last-event-id': viewer.lastEventId() });
  expect(topicsOf(back)).toEqual(['ready']);
  expect((await openEvents(ctx.url, people.as('finance').cookie)).status).toBe(401);
});

test('[AUTH-27] nobody listens without a session, from another site, or eleven times', async () => {
  const { cookie } = await signInClient(ctx.url, tenant.usernameOf('viewer'), tenant.password);
  expect((await openEvents(ctx.url, '')).status).toBe(401);
  for (const site of ['cross-site', 'same-site'])
    expect((await openEvents(ctx.url, cookie, { 'sec-fetch-site': site })).status).toBe(403);
  const streams = await Promise.all(Array.from({ length: 10 }, () => openEvents(ctx.url, cookie)));
  open.push(...streams);
  expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await openEvents(ctx.url, cookie)).status).toBe(429);
  streams[0]?.leave();
  await expect
    .poll(async () => {
      const reader = await openEvents(ctx.url, cookie);
      open.push(reader);
      return reader.status;
    })
    .toBe(200);
});
