import { verifyLog } from '@attain/domain/proofs/verify-log';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeDigest } from '../../audit/node-digest.ts';
import { newId } from '../../base/ids.ts';
import { runMaintenance } from '../../maintenance.ts';
import { type Client, client } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { madePayments } from '../payments/paid-period.fixture.ts';
import { paidWorkspace } from '../payouts/paid-workspace.fixture.ts';

const hourMs = 60 * 60 * 1000;
let ctx: TestContext;
let later = 0;
const now = () => new Date(Date.now() + later);

beforeAll(async () => {
  ctx = await startTestContext({ clock: { now, today: () => now().toISOString().slice(0, 10) } });
});
afterAll(() => ctx?.stop());

const people = { administrator: { participantId: null }, viewer: { participantId: null } };

interface Entry {
  readonly actor: { readonly id: string; readonly sessionHash: string | null };
  readonly action: string;
  readonly object: { readonly type: string; readonly id: string };
  readonly reason: { readonly code: string } | null;
  readonly request: { readonly id: string; readonly ipTrunc: string | null };
}

async function entriesOf(tenantId: string, action: string): Promise<Entry[]> {
  await ctx.ctx.db.sequencer.settle(tenantId);
  const stored = await ctx.ctx.db.owner.query<{ body: string }>(
    'SELECT body FROM audit_entries WHERE tenant_id = $1 ORDER BY leaf_index',
    [tenantId],
  );
  return stored.rows.map(({ body }) => JSON.parse(body)).filter((entry) => entry.action === action);
}

const countsOf = async (tenantId: string, like: string) =>
  (
    await ctx.ctx.db.owner.query<{ times: number }>(
      'SELECT times FROM access_counts WHERE tenant_id = $1 AND subject LIKE $2 ORDER BY times',
      [tenantId, like],
    )
  ).rows.map(({ times }) => times);

const userIdOf = async (username: string) =>
  (await ctx.ctx.db.owner.query<{ id: string }>('SELECT id FROM users WHERE username = $1', [username]))
    .rows[0]?.id;

const login = (username: string, password: string) =>
  fetch(`${ctx.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });

const codes = (entries: readonly Entry[]) => entries.map(({ reason }) => reason?.code);

async function mustVerify(tenant: TestTenant): Promise<void> {
  const file = await tenant.as('administrator').get('/api/audit/export');
  const verdict = await verifyLog(nodeDigest, String(file.body).trimEnd().split('\n'));
  expect(verdict.steps.filter(({ outcome }) => outcome === 'FAIL')).toEqual([]);
}

describe('[AUD-15] a refusal', () => {
  test('is logged with the person, the operation, the ids it names and the network, and changes nothing else', async () => {
    const tenant = await ctx.newTenant(people);
    const runId = newId();
    const answer = await tenant.as('viewer').post(`/api/payments/${runId}/approve`);
    expect([answer.status, answer.body.code]).toEqual([403, 'NOT_ALLOWED']);
    const [entry, ...others] = await entriesOf(tenant.tenantId, 'access.refused');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      actor: { id: await userIdOf(tenant.usernameOf('viewer')), sessionHash: expect.any(String) },
      object: { type: 'payments.approve', id: runId },
      reason: { code: 'NOT_ALLOWED' },
      request: { id: answer.headers.get('x-request-id'), ipTrunc: '127.0.0.0/24' },
    });
    const keys = await ctx.ctx.db.owner.query('SELECT 1 FROM idempotency_keys WHERE tenant_id = $1', [
      tenant.tenantId,
    ]);
    expect(keys.rowCount).toBe(0);
    await mustVerify(tenant);
  });

  test('is logged of files, of large bodies and of a session without its token too', async () => {
    const tenant = await ctx.newTenant(people);
    const viewer = tenant.as('viewer');
    const id = newId();
    const workflow = { revision: 1, document: {} };
    expect((await viewer.get('/api/audit/export')).status).toBe(403);
    expect((await viewer.put(`/api/workflows/${id}`, workflow)).status).toBe(403);
    const stolen = client(ctx.url, viewer.cookie, '');
    expect((await stolen.put('/api/auth/preferences', {})).body.code).toBe('FORGED_REQUEST');
    const entries = await entriesOf(tenant.tenantId, 'access.refused');
    expect(entries.map(({ object, reason }) => [object.type, object.id, reason?.code])).toEqual([
      ['/api/audit/export', '-', 'NOT_ALLOWED'],
      ['workflows.save', id, 'NOT_ALLOWED'],
      ['auth.savePreferences', '-', 'FORGED_REQUEST'],
    ]);
  });

  test('repeated a hundred times within an hour leaves three entries that say how often; the next hour begins afresh', async () => {
    const tenant = await ctx.newTenant(people);
    const viewer = tenant.as('viewer');
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => viewer.post(`/api/payments/${newId()}/approve`)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    }
    const counted = ['NOT_ALLOWED', 'NOT_ALLOWED 10 in an hour', 'NOT_ALLOWED 100 in an hour'];
    expect(codes(await entriesOf(tenant.tenantId, 'access.refused'))).toEqual(counted);
    expect(await countsOf(tenant.tenantId, 'access.refused payments.approve%')).toEqual([120]);
    later += hourMs;
    await viewer.post(`/api/payments/${newId()}/approve`);
    expect(codes(await entriesOf(tenant.tenantId, 'access.refused'))).toEqual([...counted, 'NOT_ALLOWED']);
    await mustVerify(tenant);
  });

  test('is answered as a refusal when the log cannot be written', async () => {
    const tenant = await ctx.newTenant(people);
    await withoutLog(tenant, async () => {
      const answer = await tenant.as('viewer').get('/api/audit');
      expect([answer.status, answer.body.code]).toEqual([403, 'NOT_ALLOWED']);
    });
  });
});

/** The workspace's log takes no entry meanwhile. */
async function withoutLog(tenant: TestTenant, work: () => Promise<void>): Promise<void> {
  const { owner } = ctx.ctx.db;
  await owner.query(
    `ALTER TABLE audit_staged ADD CONSTRAINT full_log CHECK (tenant_id <> '${tenant.tenantId}') NOT VALID`,
  );
  try {
    await work();
  } finally {
    await owner.query('ALTER TABLE audit_staged DROP CONSTRAINT full_log');
  }
}

describe('[AUD-16] a download', () => {
  const downloads = (client: Client, paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => [path, (await client.get(path)).status]));

  test('of statements, payments, proofs and the log is logged with its object, file and person, once an hour', async () => {
    const paid = await paidWorkspace(ctx);
    const { id: runId } = await paid.calculate();
    const payments = await madePayments(paid.admin, '2024-Q1');
    const paths = [
      ...['pdf', 'csv', 'xlsx', 'json'].map((format) => `/api/statements/${runId}/ann.${format}`),
      ...['payees.csv', 'payees.xlsx', 'proof.json'].map((file) => `/api/payments/${payments.id}/${file}`),
      '/api/audit/export',
    ];
    for (const [path, status] of await downloads(paid.admin, paths)) expect(status, String(path)).toBe(200);
    const entries = await entriesOf(paid.tenant.tenantId, 'file.downloaded');
    expect(entries.map(({ object, reason }) => [object.type, object.id, reason?.code]).toSorted()).toEqual(
      [
        ...['pdf', 'csv', 'xlsx', 'json'].map((format) => ['statement', 'ann', `${runId}.${format}`]),
        ...['payees.csv', 'payees.xlsx', 'proof.json'].map((file) => ['payment', payments.id, file]),
        ['audit-log', paid.tenant.tenantId, 'audit-log.jsonl'],
      ].toSorted(),
    );
    const admin = await userIdOf(paid.tenant.usernameOf('administrator'));
    expect(new Set(entries.map(({ actor }) => actor.id))).toEqual(new Set([admin]));
    await downloads(paid.admin, paths);
    expect(await entriesOf(paid.tenant.tenantId, 'file.downloaded')).toHaveLength(entries.length);
    expect((await paid.admin.get(`/api/statements/${newId()}/ann.pdf`)).status).toBe(404);
    expect(await entriesOf(paid.tenant.tenantId, 'file.downloaded')).toHaveLength(entries.length);
    await mustVerify(paid.tenant);
  });

  test('gives no file when the log cannot be written', async () => {
    const tenant = await ctx.newTenant(people);
    await withoutLog(tenant, async () => {
      const answer = await tenant.as('administrator').get('/api/audit/export');
      expect([answer.status, answer.body.code]).toEqual([500, 'INTERNAL']);
    });
  });
});

describe('[AUD-17] a failed sign-in', () => {
  test('of an existing account is logged without what was typed, of an unknown name nowhere', async () => {
    const tenant = await ctx.newTenant(people);
    const username = tenant.usernameOf('viewer');
    const everything = async () => {
      await ctx.ctx.db.sequencer.settle();
      return (await ctx.ctx.db.owner.query('SELECT count(*)::int AS n FROM audit_entries')).rows[0].n;
    };
    const before = await everything();
    expect((await login(`unknown-${newId()}`, 'typed by mistake')).status).toBe(401);
    expect((await login(username.toUpperCase(), 'typed by mistake')).status).toBe(401);
    await expect.poll(() => entriesOf(tenant.tenantId, 'sign-in.failed')).toHaveLength(1);
    const [entry] = await entriesOf(tenant.tenantId, 'sign-in.failed');
    expect(entry).toMatchObject({
      actor: { id: 'unknown', sessionHash: null },
      object: { type: 'user', id: await userIdOf(username) },
      reason: { code: 'SIGN_IN_FAILED' },
      request: { ipTrunc: '127.0.0.0/24' },
    });
    expect(JSON.stringify(entry)).not.toMatch(/typed by mistake|VIEWER/);
    expect(await everything()).toBe(before + 1);
    const { body } = await tenant.as('administrator').get('/api/audit', { action: 'sign-in' });
    expect(body.rows).toMatchObject([
      { actor: 'Not signed in', object: { type: 'user', name: 'viewer' }, reason: 'SIGN_IN_FAILED' },
    ]);
    await mustVerify(tenant);
  });

  test('of a disabled account is logged, also with the right password', async () => {
    const tenant = await ctx.newTenant(people);
    const username = tenant.usernameOf('viewer');
    await ctx.ctx.db.owner.query('UPDATE users SET disabled = true WHERE username = $1', [username]);
    expect((await login(username, tenant.password)).status).toBe(401);
    await expect.poll(() => entriesOf(tenant.tenantId, 'sign-in.failed')).toHaveLength(1);
  });

  test('repeated is counted, and leaves an entry for the first and the tenth; so does the password of a session', async () => {
    const tenant = await ctx.newTenant(people);
    const viewer = tenant.as('viewer');
    const tries = 12;
    for (let n = 1; n <= tries; n += 1) {
      await ctx.ctx.db.owner.query('DELETE FROM sign_in_failures');
      expect((await login(tenant.usernameOf('viewer'), 'wrong')).status).toBe(401);
      await expect.poll(() => countsOf(tenant.tenantId, 'sign-in.failed%')).toEqual([n]);
    }
    expect(codes(await entriesOf(tenant.tenantId, 'sign-in.failed'))).toEqual([
      ...['SIGN_IN_FAILED', 'SIGN_IN_FAILED 10 in an hour'],
    ]);
    await ctx.ctx.db.owner.query('DELETE FROM sign_in_failures');
    const change = { current: 'wrong', next: 'quite another long password' };
    for (let n = 0; n < 2; n += 1) expect((await viewer.post('/api/auth/password', change)).status).toBe(400);
    expect(codes(await entriesOf(tenant.tenantId, 'password.refused'))).toEqual(['BAD_INPUT']);
  });
});

test('counts of accesses are cleared away after a day', async () => {
  const tenant = await ctx.newTenant(people);
  await tenant.as('viewer').get('/api/audit');
  await runMaintenance(ctx.ctx);
  expect(await countsOf(tenant.tenantId, '%')).toEqual([1]);
  await ctx.ctx.db.owner.query(
    `UPDATE access_counts SET window_started_at = now() - interval '25 hours' WHERE tenant_id = $1`,
    [tenant.tenantId],
  );
  await runMaintenance(ctx.ctx);
  expect(await countsOf(tenant.tenantId, '%')).toEqual([]);
});
