import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runNode } from '../../activities/one-node.fixture.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { renewals } from './account-token.ts';

const member = { participantId: null };
const clientSecret = 'client/secret+1';
let ctx: TestContext;
let tenant: TestTenant;
let target: Server;
let origin: string;
let issued = 0;
let lives: number | undefined = 3_600;
/** Statuses with which the issuer rejects the next requests. */
let mishaps: number[] = [];
const asked: { authorization: string; body: URLSearchParams }[] = [];
const rejected = new Set<string>();
/** How often the refresh token of the account was replaced. */
let refreshed = 0;
/** Happens at the issuer before it answers a renewal. */
let meanwhile = async () => undefined as unknown;

beforeAll(async () => {
  target = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part;
    });
    request.on('end', async () => {
      const { authorization = '' } = request.headers;
      const json = (status: number, value: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      if (request.url === '/token') {
        asked.push({ authorization, body: new URLSearchParams(body) });
        const mishap = mishaps.shift();
        if (mishap !== undefined) return json(mishap, { error: 'invalid_client' });
        issued += 1;
        const life = lives === undefined ? {} : { expires_in: lives };
        return json(200, { access_token: `token-${issued}-of-client`, token_type: 'Bearer', ...life });
      }
      if (request.url === '/account-token') {
        const form = new URLSearchParams(body);
        asked.push({ authorization, body: form });
        const grant = form.get('grant_type');
        if (grant === 'refresh_token') await meanwhile();
        const isKnown =
          grant === 'authorization_code'
            ? form.get('code') === 'of-ann'
            : form.get('refresh_token') === `refresh-${refreshed}`;
        if (!isKnown)
          return json(400, { error: 'invalid_grant', error_description: 'The grant was withdrawn' });
        issued += 1;
        refreshed += 1;
        return json(200, {
          // of an issuer that no setting names
          id_token: 'e30.e30.e30',
          access_token: `token-${issued}-of-ann`,
          token_type: 'Bearer',
          expires_in: 3_600,
          refresh_token: `refresh-${refreshed}`,
        });
      }
      if (rejected.has(authorization)) return json(401, { error: 'expired' });
      return json(200, { authorization, note: `Received ${authorization}` });
    });
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_HOSTS: origin } });
  tenant = await ctx.newTenant({ administrator: member, 'agent-developer': member });
});
afterAll(async () => {
  await ctx?.stop();
  target?.close();
});
beforeEach(() => {
  asked.length = 0;
  mishaps = [];
  lives = 3_600;
});

let made = 0;
async function connect(config: object = {}): Promise<string> {
  const name = `Ledger ${++made}`;
  const answer = await tenant.as('administrator').post('/api/connections', {
    kind: 'http',
    name,
    address: `${origin}/api`,
    authMethod: 'oauth2',
    secret: clientSecret,
    config: { tokenUrl: `${origin}/token`, clientId: 'attain', scope: 'read write', ...config },
  });
  expect(answer.status).toBe(201);
  return name;
}
const call = (credential: string, config: object = {}) =>
  runNode(tenant.as('agent-developer'), {
    name: `Call ${++made}`,
    type: 'api_call',
    config: { url: '/x', credential, retries: 0, backoffSeconds: 0, ...config },
  });

describe('[CONN-13] a connection with OAuth 2.0 client credentials', () => {
  it('gets one token for many calls, and shows neither token nor secret', async () => {
    const name = await connect({ audience: 'https://ledger.example' });
    const [one, ...others] = await Promise.all([call(name), call(name), call(name)]);
    expect(asked).toHaveLength(1);
    const [request] = asked;
    const pair = Buffer.from(String(request?.authorization).slice(6), 'base64').toString();
    expect(pair).toBe(`attain:${encodeURIComponent(clientSecret)}`);
    expect(Object.fromEntries(request?.body ?? [])).toEqual({
      grant_type: 'client_credentials',
      scope: 'read write',
      audience: 'https://ledger.example',
    });
    expect(one.output.body).toEqual({ authorization: 'Bearer •••', note: 'Received Bearer •••' });
    for (const other of others) expect(other.status).toBe('completed');
    expect(JSON.stringify([one, ...others])).not.toContain('of-client');
  });

  it('can send the client’s secret in the body', async () => {
    await call(await connect({ clientAuth: 'body' }));
    expect(asked[0]).toMatchObject({ authorization: '' });
    expect(asked[0]?.body.get('client_secret')).toBe(clientSecret);
  });

  it('gets a new token before the old one ends, and when one is rejected', async () => {
    const name = await connect();
    lives = 0;
    await call(name);
    lives = 3_600;
    await call(name);
    expect(asked).toHaveLength(2);
    rejected.add(`Bearer token-${issued}-of-client`);
    expect((await call(name)).status).toBe('completed');
    expect(asked).toHaveLength(3);
    await call(name);
    expect(asked).toHaveLength(3);
  });

  it('says why there is no token, calls nothing, and tries again only what may pass', async () => {
    const name = await connect();
    mishaps = [401];
    const failed = await call(name, { retries: 2 });
    expect(failed.error).toContain(`No token for “${name}”: 127.0.0.1 rejected the client (invalid_client)`);
    expect(asked).toHaveLength(1);
    mishaps = [503];
    expect((await call(name, { retries: 1 })).status).toBe('completed');
    expect(asked).toHaveLength(3);
  });

  it('is tested like any other, and a changed token address asks for the secret again', async () => {
    const admin = tenant.as('administrator');
    const name = await connect();
    const [stored] = (await admin.get('/api/connections')).body.rows.filter(
      (row: { name: string }) => row.name === name,
    );
    expect((await admin.post(`/api/connections/${stored.id}/test`)).body).toMatchObject({ works: true });
    const { id, secret: _, updatedAt: __, next: ___, kind: ____, ...rest } = stored;
    const config = { ...rest.config, tokenUrl: `${origin}/other` };
    const moved = await admin.put(`/api/connections/${id}`, { ...rest, config });
    expect(moved).toMatchObject({ status: 400, body: { issues: [{ path: 'secret', rule: 'CONN-5' }] } });
  });
});

describe('[CONN-15] a connection with the account of a person', () => {
  const admin = () => tenant.as('administrator');
  const account = async (more: object = {}) => {
    const { body } = await admin().post('/api/connections', {
      kind: 'http',
      name: `Account ${++made}`,
      address: `${origin}/api`,
      authMethod: 'oauth2-account',
      secret: clientSecret,
      config: {
        authorizeUrl: `${origin}/authorize`,
        tokenUrl: `${origin}/account-token`,
        clientId: 'attain',
        scope: 'deals.read',
      },
      ...more,
    });
    return body as { id: string; name: string; revision: number };
  };
  const begin = async (id: string) => {
    const { body } = await admin().post(`/api/connections/${id}/account`);
    return new URL(body.url).searchParams;
  };
  const finish = (answer: object) => admin().post('/api/connections/account', answer);

  it('is connected by its owner’s sign-in, renews its tokens and says when the grant has ended', async () => {
    const { id, name } = await account();
    expect((await call(name)).error).toContain('No account is connected');
    const asks = await begin(id);
    expect(asks.get('redirect_uri')).toMatch(/\/agent-builder\/connections$/);
    expect([asks.get('scope'), asks.get('response_type'), asks.get('code_challenge_method')]).toEqual([
      'deals.read',
      'code',
      'S256',
    ]);
    const state = String(asks.get('state'));
    const connected = await finish({ state, code: 'of-ann' });
    expect(connected.body).toMatchObject({ id, account: { error: null } });
    expect(JSON.stringify(connected.body)).not.toContain('refresh-');
    const [exchange] = asked;
    expect(Object.fromEntries(exchange?.body ?? [])).toMatchObject({
      grant_type: 'authorization_code',
      redirect_uri: asks.get('redirect_uri'),
      code_verifier: expect.stringMatching(/^.{43}/),
    });
    expect((await finish({ state, code: 'of-ann' })).status).toBe(400);
    const used = await call(name);
    expect([used.status, used.output.body.note]).toEqual(['completed', 'Received Bearer •••']);
    expect(asked.at(-1)?.body.get('refresh_token')).toBe('refresh-1');
    rejected.add(`Bearer token-${issued}-of-ann`);
    expect((await call(name)).status).toBe('completed');
    expect(asked.at(-1)?.body.get('refresh_token')).toBe('refresh-2');
    rejected.add(`Bearer token-${issued}-of-ann`);
    refreshed += 1;
    expect((await call(name)).error).toContain('has to be connected again: The grant was withdrawn');
    const { body } = await admin().get(`/api/connections/${id}`);
    expect(body.account.error).toContain('The grant was withdrawn');
    // a renewal that succeeds again takes the error away
    refreshed -= 1;
    expect((await call(name)).status).toBe('completed');
    expect((await admin().get(`/api/connections/${id}`)).body.account.error).toBeNull();
    // an account that is disconnected during a renewal stays so, and its tokens stay destroyed
    const secrets = async () =>
      (
        await ctx.ctx.db.owner.query('SELECT 1 FROM credentials_vault WHERE tenant_id = $1', [
          tenant.tenantId,
        ])
      ).rowCount;
    const before = await secrets();
    rejected.add(`Bearer token-${issued}-of-ann`);
    // it holds no connection that screens need while the issuer takes its time
    const screens: number[] = [];
    const noteScreen = (client: object) => screens.push(Number(Object(client).processID));
    ctx.ctx.db.app.on('acquire', noteScreen);
    let renewers: number[] = [];
    meanwhile = async () => {
      const { rows } = await ctx.ctx.db.owner.query<{ pid: number }>(
        `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
            AND classid::bigint << 32 | objid::bigint = hashtextextended($1, 35)`,
        [`${tenant.tenantId}/${id}`],
      );
      renewers = rows.map(({ pid }) => pid);
      return admin().post(`/api/connections/${id}/account/remove`);
    };
    const replaced = await call(name).finally(() => ctx.ctx.db.app.off('acquire', noteScreen));
    expect(replaced.error).toContain('disconnected or replaced');
    expect(await secrets()).toBe(Number(before) - 1);
    expect(renewers).toHaveLength(1);
    expect(screens).not.toContain(renewers[0]);
    meanwhile = async () => undefined;
    await finish({ state: (await begin(id)).get('state'), code: 'of-ann' });
    expect((await admin().post(`/api/connections/${id}/account/remove`)).body.account).toBeNull();
    expect((await admin().post(`/api/connections/${id}/account/remove`)).status).toBe(409);
  });

  it('leaves connections to the jobs of others while its issuer hangs: a workspace renews two at once', async () => {
    const names: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      const { id, name } = await account();
      await finish({ state: (await begin(id)).get('state'), code: 'of-ann' });
      names.push(name);
    }
    const held: (() => void)[] = [];
    let atOnce = 0;
    let max = 0;
    meanwhile = async () => {
      atOnce += 1;
      max = Math.max(max, atOnce);
      await new Promise<void>((resolve) => held.push(resolve));
      atOnce -= 1;
    };
    const calls = Promise.all(names.map((name) => call(name)));
    try {
      await expect
        .poll(() => [renewals.count(tenant.tenantId), held.length], { timeout: 60_000 })
        .toEqual([3, 2]);
    } finally {
      meanwhile = async () => undefined;
      for (const answer of held) answer();
    }
    await calls;
    expect(max).toBe(2);
  });

  it('takes no answer that was refused, is late, is another person’s, or came after the connection moved', async () => {
    const stored = await account();
    const denied = await begin(stored.id);
    const answer = await finish({ state: denied.get('state'), error: 'access_denied' });
    expect([answer.status, answer.body.error]).toEqual([
      400,
      'The account was not connected: access_denied.',
    ]);
    const others = await begin(stored.id);
    await ctx.ctx.db.owner.query(
      `UPDATE application_registry SET grant_attempt = jsonb_set(grant_attempt, '{userId}', to_jsonb(gen_random_uuid()::text)) WHERE tenant_id = $1 AND application_id = $2`,
      [tenant.tenantId, stored.id],
    );
    expect((await finish({ state: others.get('state'), code: 'of-ann' })).body.error).toContain(
      'someone else',
    );
    const late = await begin(stored.id);
    await ctx.ctx.db.owner.query(
      `UPDATE application_registry SET grant_attempt = jsonb_set(grant_attempt, '{expiresAt}', '1') WHERE tenant_id = $1 AND application_id = $2`,
      [tenant.tenantId, stored.id],
    );
    expect((await finish({ state: late.get('state'), code: 'of-ann' })).body.error).toContain('10 minutes');
    const right = await begin(stored.id);
    await finish({ state: right.get('state'), code: 'of-ann' });
    const { body: now } = await admin().get(`/api/connections/${stored.id}`);
    expect(now.account).not.toBeNull();
    const { id, revision, name, authMethod, config } = now;
    const moved = { name, authMethod, config, revision, address: `${origin}/other`, secret: clientSecret };
    expect((await admin().put(`/api/connections/${id}`, moved)).body.account).toBeNull();
    const plain = await account({ authMethod: 'bearer', config: {} });
    expect((await admin().post(`/api/connections/${plain.id}/account`)).status).toBe(409);
    expect(
      await account({ config: { tokenUrl: `${origin}/account-token`, clientId: 'attain' } }),
    ).toMatchObject({
      issues: [{ rule: 'CONN-15', path: 'config.authorizeUrl' }],
    });
  });

  it('in production, the person who saved it last doesn’t connect it while another one could', async () => {
    const { id } = await account();
    // the developer is a second account of the administrator
    const same = { participantId: 'P-1' };
    const two = await ctx.newTenant({ administrator: same, 'agent-developer': same, 'tenant-admin': member });
    const other = await two.as('administrator').post('/api/connections', {
      kind: 'http',
      name: 'Elsewhere',
      address: `${origin}/api`,
      authMethod: 'oauth2-account',
      secret: clientSecret,
      config: {
        authorizeUrl: `${origin}/authorize`,
        tokenUrl: `${origin}/account-token`,
        clientId: 'attain',
      },
    });
    await ctx.ctx.db.owner.query(
      `UPDATE application_registry SET environment = 'prod' WHERE tenant_id = ANY($1) AND application_id = ANY($2)`,
      [
        [tenant.tenantId, two.tenantId],
        [id, other.body.id],
      ],
    );
    for (const role of ['administrator', 'agent-developer'] as const) {
      const rejection = await two.as(role).post(`/api/connections/${other.body.id}/account`);
      expect([rejection.status, rejection.body.error]).toEqual([
        403,
        expect.stringContaining('Another person'),
      ]);
    }
    // no one else could: only the secret, sealed for development, keeps it
    expect((await admin().post(`/api/connections/${id}/account`)).status).toBe(503);
    const mine = await account({ environment: 'prod' });
    const finished = await finish({ state: (await begin(mine.id)).get('state'), code: 'of-ann' });
    expect(finished.body.account).not.toBeNull();
    const connected = { action: 'connection.account-connected' };
    const [entry, earlier] = (await admin().get('/api/audit', connected)).body.rows;
    expect([entry.object.id, entry.reason, earlier.reason]).toEqual([mine.id, 'single-person', null]);
    const { exceptions } = (await admin().get('/api/audit/controls')).body;
    expect(exceptions).toContainEqual(
      expect.objectContaining({ ...connected, control: 'secrets', kind: 'single-person' }),
    );
  });
});
