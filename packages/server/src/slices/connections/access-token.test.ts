import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runNode } from '../../activities/one-node.fixture.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';

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

beforeAll(async () => {
  target = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part;
    });
    request.on('end', () => {
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
