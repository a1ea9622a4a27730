import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';

let ctx: TestContext;
let tenant: TestTenant;

beforeAll(async () => {
  // the client names its address, as behind a proxy
  ctx = await startTestContext({ env: { TRUST_PROXY: '127.0.0.1' } });
  tenant = await ctx.newTenant({ viewer: { participantId: null } });
});
afterAll(() => ctx?.stop());
beforeEach(() => ctx.ctx.db.owner.query('DELETE FROM sign_in_failures'));

interface Try {
  readonly username?: string;
  readonly password?: string;
  readonly address?: string;
  readonly cookie?: string;
}

function login({ username = tenant.usernameOf('viewer'), password = 'wrong', address, cookie }: Try) {
  return fetch(`${ctx.url}/api/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(address && { 'x-forwarded-for': address }),
      ...(cookie && { cookie }),
    },
    body: JSON.stringify({ username, password }),
  });
}

const statuses = (answers: readonly Response[]) => answers.map(({ status }) => status);

/** Keeps waits from running out during the test. */
const prolongWaits = () =>
  ctx.ctx.db.owner.query(
    `UPDATE sign_in_failures SET blocked_until = blocked_until + interval '1 minute' WHERE blocked_until IS NOT NULL`,
  );

test('a username with spaces around it is counted as the same account', async () => {
  for (let i = 0; i < 5; i += 1) expect((await login({})).status).toBe(401);
  await prolongWaits();
  const name = tenant.usernameOf('viewer');
  for (const username of [name, `${name} `, `${name}\t`, ` ${name}`, `${name}\u00a0`, name.toUpperCase()])
    expect((await login({ username, password: tenant.password })).status, JSON.stringify(username)).toBe(429);
});

test('wrong passwords sent at once are counted before they are verified', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => login({})));
  // a first wait is a second, so that one more try can fit in
  expect(statuses(answers).filter((status) => status === 401).length).toBeLessThanOrEqual(8);
  expect(statuses(answers).filter((status) => status === 429).length).toBeGreaterThanOrEqual(22);
});

test('a right password gives its try back', async () => {
  for (let i = 0; i < 4; i += 1) await login({});
  expect((await login({ password: tenant.password })).status).toBe(200);
  const left = await ctx.ctx.db.owner.query(
    'SELECT kind, failures, blocked_until FROM sign_in_failures ORDER BY kind',
  );
  expect(left.rows).toEqual([
    { kind: 'account', failures: 4, blocked_until: null },
    { kind: 'address', failures: 4, blocked_until: null },
  ]);
});

test('wrong guesses from elsewhere do not lock out a device that has signed in before', async () => {
  const first = await login({ password: tenant.password, address: '198.51.100.1' });
  expect(first.status).toBe(200);
  const device = first.headers.getSetCookie().find((line) => line.startsWith('device='));
  expect(device).toMatch(/HttpOnly; SameSite=Strict/);
  const cookie = device?.split(';')[0] ?? '';
  await ctx.ctx.db.owner.query(
    `UPDATE sign_in_failures SET failures = 99, window_started_at = now() WHERE kind = 'account'`,
  );
  expect((await login({ address: '198.51.100.2' })).status).toBe(401);
  const right = { password: tenant.password, address: '198.51.100.3' };
  expect((await login(right)).status).toBe(429);
  expect((await login({ ...right, cookie: 'device=forged.proof' })).status).toBe(429);
  expect((await login({ ...right, cookie })).status).toBe(200);
  // pair and address are counted on a known device too
  for (let i = 0; i < 5; i += 1) expect((await login({ address: '198.51.100.4', cookie })).status).toBe(401);
  await prolongWaits();
  expect((await login({ ...right, address: '198.51.100.4', cookie })).status).toBe(429);
});
