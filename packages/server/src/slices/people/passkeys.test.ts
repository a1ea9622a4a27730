import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, client, signInClient } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { Authenticator } from './authenticator.fixture.ts';

let now = Date.parse('2026-03-02T09:00:00Z');
const clock = { now: () => new Date(now), today: () => new Date(now).toISOString().slice(0, 10) };
let ctx: TestContext;
let tenant: TestTenant;
let origin: string;
const nobody = { participantId: null };

beforeAll(async () => {
  ctx = await startTestContext({ clock });
  origin = ctx.url.replace('127.0.0.1', 'localhost');
});
afterAll(() => ctx?.stop());
beforeEach(async () => {
  now += 3_600_000;
  tenant = await ctx.newTenant({ administrator: nobody, viewer: nobody });
});

/** Signs in at the host name that passkeys need. */
const signIn = (role: 'administrator' | 'viewer') =>
  signInClient(origin, tenant.usernameOf(role), tenant.password);
const stranger = () => client(origin, '', '');

async function register(who: Client, device = new Authenticator(), wrong = {}) {
  const { body } = await who.post('/api/auth/passkeys/begin', {});
  const response = device.register(body.options, { origin, ...wrong });
  const answer = await who.post('/api/auth/passkeys', { ticket: body.ticket, response, name: 'My key' });
  return { device, answer, sent: { ticket: body.ticket, response, name: 'My key' } };
}

async function assertion(device: Authenticator, wrong = {}) {
  const { body } = await stranger().post('/api/auth/passkeys/sign-in/begin', {});
  return { ticket: body.ticket, response: device.assert(body.options, { origin, ...wrong }) };
}
const enter = async (device: Authenticator, wrong = {}) =>
  stranger().post('/api/auth/passkeys/sign-in', await assertion(device, wrong));
const prove = async (device: Authenticator) =>
  stranger().post('/api/auth/passkeys/prove', await assertion(device));
const logIn = (code?: string) =>
  stranger().post('/api/auth/login', {
    username: tenant.usernameOf('viewer'),
    password: tenant.password,
    ...(code === undefined ? {} : { code }),
  });

describe('[ACCESS-37] a passkey', () => {
  test('signs in alone, and the first one turns two-step sign-in on with recovery codes', async () => {
    const viewer = await signIn('viewer');
    const other = await signIn('viewer');
    const { device, answer } = await register(viewer);
    expect(answer).toMatchObject({ status: 200, body: { passkey: { name: 'My key' } } });
    expect(answer.body.recoveryCodes).toHaveLength(10);
    expect((await other.get('/api/auth/me')).status).toBe(401);
    const entered = await enter(device);
    expect(entered).toMatchObject({ status: 200, body: { user: { username: tenant.usernameOf('viewer') } } });
    const cookie = entered.headers.getSetCookie().map((line) => line.split(';')[0]);
    const signedIn = client(origin, cookie.join('; '), entered.body.token);
    expect((await signedIn.get('/api/auth/second-factor')).body).toMatchObject({
      passkeys: 1,
      hasApp: false,
    });
    expect((await logIn()).body.code).toBe('SECOND_FACTOR_NEEDED');
    expect((await logIn(answer.body.recoveryCodes[0])).status).toBe(200);
    const second = await register(viewer);
    expect(second.answer.body).toMatchObject({ recoveryCodes: null });
  });

  test('takes the place of an app’s code once: at sign-in and to confirm what is sensitive', async () => {
    const viewer = await signIn('viewer');
    const { device } = await register(viewer);
    const { code } = (await prove(device)).body;
    expect((await logIn(code)).status).toBe(200);
    expect((await logIn(code)).status).toBe(401);
    const again = (await prove(device)).body.code;
    expect((await viewer.post('/api/auth/step-up', { code: again })).status).toBe(200);
    const late = (await prove(device)).body.code;
    now += 121_000;
    expect((await logIn(late)).status).toBe(401);
    const other = (await prove((await register(await signIn('administrator'))).device)).body.code;
    expect((await logIn(other)).status).toBe(401);
  });

  test.each([
    ['of another origin', { origin: 'https://attain.example.org' }],
    ['of another host name', { rpId: 'attain.example.org' }],
    ['of a device that did not ask its owner', { isVerified: false }],
    ['that answers another question', { type: 'webauthn.create' }],
  ])('%s is rejected', async (_title, wrong) => {
    const viewer = await signIn('viewer');
    const { device } = await register(viewer);
    expect(await enter(device, wrong)).toMatchObject({ status: 401, body: { code: 'SIGN_IN_FAILED' } });
    expect((await enter(device)).status).toBe(200);
    const another = await register(viewer, new Authenticator(), {
      ...wrong,
      ...('type' in wrong ? { type: 'webauthn.get' } : {}),
    });
    expect(another.answer).toMatchObject({ status: 400 });
    expect((await viewer.get('/api/auth/passkeys')).body.rows).toHaveLength(1);
  });

  test('counts each answer once, and none that is forged, late, another person’s or from a copied key', async () => {
    const viewer = await signIn('viewer');
    const { device, sent } = await register(viewer);
    expect((await viewer.post('/api/auth/passkeys', sent)).status).toBe(400);
    const answer = await assertion(device);
    expect((await stranger().post('/api/auth/passkeys/sign-in', answer)).status).toBe(200);
    expect((await stranger().post('/api/auth/passkeys/sign-in', answer)).status).toBe(401);
    const forged = await assertion(device);
    const ticket = forged.ticket.replace(/^./, (first: string) => (first === 'A' ? 'B' : 'A'));
    expect((await stranger().post('/api/auth/passkeys/sign-in', { ...forged, ticket })).status).toBe(400);
    const stolen = await assertion(device);
    const signature = (await assertion(new Authenticator())).response.response.signature;
    const response = { ...stolen.response, response: { ...stolen.response.response, signature } };
    expect((await stranger().post('/api/auth/passkeys/sign-in', { ...stolen, response })).status).toBe(401);
    const late = await assertion(device);
    now += 300_001;
    expect((await stranger().post('/api/auth/passkeys/sign-in', late)).status).toBe(400);
    // a copy of the key doesn't know how often the other one was used
    device.counter = 0;
    expect((await enter(device)).status).toBe(401);
    const begun = (await viewer.post('/api/auth/passkeys/begin', {})).body;
    const administrator = await signIn('administrator');
    const swapped = {
      ticket: begun.ticket,
      name: 'x',
      response: new Authenticator().register(begun.options, { origin }),
    };
    expect((await administrator.post('/api/auth/passkeys', swapped)).status).toBe(400);
  });

  test('ends with an administrator’s reset, with the account’s access, and with the person’s own removal', async () => {
    const viewer = await signIn('viewer');
    const { device, answer } = await register(viewer);
    const administrator = await signIn('administrator');
    const { rows } = (await administrator.get('/api/people')).body;
    const { id } = rows.find(
      ({ username }: { username: string }) => username === tenant.usernameOf('viewer'),
    );
    await administrator.post(`/api/people/${id}/disable`, {});
    expect((await enter(device)).status).toBe(401);
    await administrator.post(`/api/people/${id}/reactivate`, {});
    expect((await enter(device)).status).toBe(200);
    expect((await administrator.post(`/api/people/${id}/second-factor/reset`, {})).status).toBe(200);
    expect((await enter(device)).status).toBe(401);
    now += 1_000;
    const again = await signIn('viewer');
    const fresh = await register(again);
    expect(fresh.answer.status).toBe(200);
    expect((await enter(device)).status).toBe(401);
    expect((await logIn(answer.body.recoveryCodes[1])).status).toBe(401);
    const [{ id: key }] = (await again.get('/api/auth/passkeys')).body.rows;
    expect((await again.post(`/api/auth/passkeys/${key}/remove`, {})).status).toBe(200);
    expect((await enter(fresh.device)).status).toBe(401);
    expect((await logIn()).status).toBe(200);
  });

  test('meets a role’s requirement, which keeps the last one', async () => {
    const administrator = await signIn('administrator');
    const viewer = await signIn('viewer');
    await administrator.put('/api/workspace/settings', { secondFactorRoles: ['viewer'] });
    expect((await viewer.get('/api/plans')).body.code).toBe('SECOND_FACTOR_MISSING');
    const { answer } = await register(viewer);
    expect((await viewer.get('/api/plans')).status).toBe(200);
    const { id } = answer.body.passkey;
    expect((await viewer.post(`/api/auth/passkeys/${id}/remove`, {})).status).toBe(409);
    await register(viewer);
    expect((await viewer.post(`/api/auth/passkeys/${id}/remove`, {})).status).toBe(200);
  });

  test('needs a host name', async () => {
    const atAddress = await client(ctx.url, '', '').post('/api/auth/passkeys/sign-in/begin', {});
    expect(atAddress).toMatchObject({ status: 400, body: { error: expect.stringContaining('host name') } });
  });
});
