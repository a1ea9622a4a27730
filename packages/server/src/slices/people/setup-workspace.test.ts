import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { client } from '../../testing/client.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { setupCode } from './setup-workspace.ts';

let ctx: TestContext;

beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());
beforeEach(() => ctx.ctx.db.owner.query('DELETE FROM sign_in_failures'));

const input = {
  workspace: 'Halden',
  username: 'Admin',
  displayName: 'Ada Admin',
  password: 'seventeen green pianos',
};
const setUp = (code: string) => client(ctx.url, '', '').post('/api/auth/setup', { ...input, code });

test('[ACCESS-8] a wrong code is refused at its field, whatever characters it is made of', async () => {
  for (const code of ['AAAA-BBBB-CCCC', 'ÄÄÄÄ-BBBB-CCCÜ', '\u{1f600}'.repeat(7), '']) {
    const answer = await setUp(code);
    expect({ code, status: answer.status }).toEqual({ code, status: 403 });
    expect(answer.body.issues[0]).toMatchObject({ path: 'code' });
  }
});

test('[ACCESS-8] wrong codes are counted by address', async () => {
  for (let i = 0; i < 50; i += 1) expect((await setUp('AAAA-BBBB-CCCC')).status).toBe(403);
  expect((await setUp('AAAA-BBBB-CCCC')).status).toBe(429);
});

test('[ACCESS-8] [ACCESS-22] the right code makes the workspace, whose powerful roles require two-step sign-in, and signs its administrator in; then setup is closed', async () => {
  const anyone = client(ctx.url, '', '');
  expect((await anyone.get('/api/auth/setup')).body).toEqual({ open: true, providers: [] });
  const weak = await anyone.post('/api/auth/setup', {
    ...input,
    code: await setupCode(ctx.ctx),
    password: 'halden halden halden',
  });
  expect(weak.status).toBe(400);
  const made = await setUp((await setupCode(ctx.ctx)) ?? '');
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ workspace: 'Halden', username: 'admin' });
  const cookie = made.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const me = await client(ctx.url, cookie, made.body.token).get('/api/auth/me');
  expect(me.body).toMatchObject({ roles: ['administrator'], tenant: { name: 'Halden' } });
  const administrator = client(ctx.url, cookie, made.body.token);
  expect((await administrator.get('/api/plans')).body.code).toBe('SECOND_FACTOR_MISSING');
  const required = await ctx.ctx.db.owner.query('SELECT second_factor_roles AS roles FROM tenants');
  expect(required.rows[0].roles).toEqual(['administrator', 'tenant-admin', 'finance', 'comp-admin']);
  expect((await anyone.get('/api/auth/setup')).body).toEqual({ open: false, providers: [] });
  expect((await setUp('AAAA-BBBB-CCCC')).status).toBe(409);
});
