import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '@attain/contract/api';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { routesOf, withRoutes } from '../../vite-routes-plugin.ts';
import { HttpError } from './http-error.ts';
import { type Client, clientOf, type Routes } from './link.ts';
import { makeQueryClient, readByKey } from './query-client.ts';
import { send, whenProofIsNeeded, whenSessionEnds } from './send.ts';
import { browserSessionStorage, tokenKey } from './session/session-storage.ts';

type Sent = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
type Reply = { status: number; body: string };

const requests: Sent[] = [];
let replies: Reply[] = [];
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    const reply = replies.shift() ?? { status: 200, body: '{}' };
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  requests.length = 0;
  replies = [];
  browserSessionStorage().setItem(tokenKey, 'token-1');
});
afterEach(() => browserSessionStorage().removeItem(tokenKey));

const clientOver = (routes: Routes) => clientOf(origin)(routes) as unknown;
const client = () => clientOver(routesOf(api)) as Client;
const error = (code: string) => JSON.stringify({ error: 'No.', code, requestId: 'r-1' });

test('[API-15] requests are sent with cookies included', async () => {
  const real = globalThis.fetch;
  let credentials = '';
  globalThis.fetch = async (input, init) => {
    credentials = input instanceof Request ? input.credentials : '';
    return real(input, init);
  };
  try {
    await send(new Request(`${origin}/api/plans`));
  } finally {
    globalThis.fetch = real;
  }
  expect(credentials).toBe('include');
});

test('[API-16] a payload is sent as JSON, with the session’s token and a key of its own', async () => {
  await client().calculations.start({ planId: 'p', period: '2024-Q1' });
  await client().calculations.start({ planId: 'p', period: '2024-Q1' });
  expect(requests[0]).toMatchObject({
    method: 'POST',
    url: '/api/calculations',
    body: '{"planId":"p","period":"2024-Q1"}',
  });
  expect(requests[0]?.headers['content-type']).toMatch(/^application\/json/);
  expect(requests[0]?.headers['x-session-token']).toBe('token-1');
  const keys = requests.map((one) => one.headers['idempotency-key']);
  expect(new Set(keys).size).toBe(2);
});

test('a key that the caller brings is kept', async () => {
  await client().auth.logout({}, { context: { idempotencyKey: 'intent-1' } });
  expect(requests[0]?.headers['idempotency-key']).toBe('intent-1');
});

test('[CONF-SHELL-12] reads carry neither body nor its type, neither token nor key, and put what narrows them into the address', async () => {
  await client().records.deals({ search: 'Bikes & more', limit: 5 });
  expect(requests[0]?.url).toBe('/api/deals?search=Bikes+%26+more&limit=5');
  expect(requests[0]?.headers['x-session-token']).toBeUndefined();
  expect(requests[0]?.headers['idempotency-key']).toBeUndefined();
  expect(requests[0]?.headers['content-type']).toBeUndefined();
  expect(requests[0]?.body).toBe('');
});

test('fields in the path leave query and body; lists and parts of a query are in brackets; null and undefined are not sent', async () => {
  const routes = { one: 'GET /plans/{id}', change: 'PATCH /plans/{id}', end: 'POST /holds/{id}/end' };
  const called = clientOver(routes) as Record<'one' | 'change' | 'end', (input: object) => Promise<unknown>>;
  await called.one({ id: 'a b/c', by: ['x', 'y'], at: { from: 1, to: undefined }, none: null });
  await called.change({ id: 'p', name: 'Growth', cap: null });
  replies = [{ status: 204, body: '' }];
  expect(await called.end({ id: 'h' })).toBeUndefined();
  expect(requests.map(({ method, url, body }) => [method, decodeURIComponent(url), body])).toEqual([
    ['GET', '/api/plans/a b/c?by[0]=x&by[1]=y&at[from]=1', ''],
    ['PATCH', '/api/plans/p', '{"name":"Growth","cap":null}'],
    ['POST', '/api/holds/h/end', ''],
  ]);
  expect(requests[0]?.url).toContain('/a%20b%2Fc?');
  expect(requests[2]?.headers['content-type']).toBeUndefined();
});

test('the build writes the route in place of an endpoint or a group, and rejects one that is not in the contract', () => {
  const routes = { plans: { list: 'GET /plans', checks: { start: 'POST /checks' } } };
  const code = `import { client } from '../client.ts'; client.plans.list({}).then(a.client.plans); client.plans[move]();`;
  expect(withRoutes(code, routes)).toBe(
    `import { client } from '../client.ts'; client("GET /plans")({}).then(a.client.plans); client(${JSON.stringify(routes.plans)})[move]();`,
  );
  expect(withRoutes('client.plans.checks\n  .start()', routes)).toBe('client("POST /checks")()');
  expect(() => withRoutes('client.plans.lists()', routes)).toThrow('client.plans.lists is not an endpoint');
});

test('[API-17] [API-18] the default read is a GET on the key’s segments joined with slashes, parsed as JSON', async () => {
  replies = [{ status: 200, body: '[{"name":"a"}]' }];
  const read = await readByKey({
    queryKey: [`${origin}/api`, 'agents'],
    signal: new AbortController().signal,
  });
  expect(requests[0]).toMatchObject({ method: 'GET', url: '/api/agents' });
  expect(read).toEqual([{ name: 'a' }]);
});

test('[API-19] the default read throws on a 401', async () => {
  replies = [{ status: 401, body: error('NOT_SIGNED_IN') }];
  const queryKey = [`${origin}/api`, 'agents'];
  await expect(readByKey({ queryKey, signal: new AbortController().signal })).rejects.toBeInstanceOf(
    HttpError,
  );
});

test('[API-20] [API-21] [API-22] [API-23] [API-24] no automatic refetch, no staleness, no retries', () => {
  const { queries, mutations } = makeQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  expect(mutations?.retry).toBe(false);
  expect([queries?.networkMode, mutations?.networkMode]).toEqual(['always', 'always']);
});

test('[AUTH-28] a session that ends during work asks to sign in again, then the request is sent with the new token', async () => {
  replies = [{ status: 401, body: error('NOT_SIGNED_IN') }];
  const stop = whenSessionEnds(async () => {
    browserSessionStorage().setItem(tokenKey, 'token-2');
    return true;
  });
  await client().calculations.start({ planId: 'p', period: '2024' });
  stop();
  expect(requests.map((one) => one.headers['x-session-token'])).toEqual(['token-1', 'token-2']);
  expect(requests[1]?.body).toBe(requests[0]?.body);
  expect(requests[1]?.headers['idempotency-key']).toBe(requests[0]?.headers['idempotency-key']);
});

test('who does not sign in again gets the refusal, and sign-in itself never asks', async () => {
  replies = [
    { status: 401, body: error('NOT_SIGNED_IN') },
    { status: 401, body: error('SIGN_IN_FAILED') },
  ];
  let asked = 0;
  const stop = whenSessionEnds(async () => {
    asked += 1;
    return false;
  });
  await expect(client().plans.list({})).rejects.toMatchObject({ status: 401 });
  const login = client().auth.login({ username: 'a', password: 'b' }, { context: { mayBeSignedOut: true } });
  await expect(login).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' });
  stop();
  expect(asked).toBe(1);
});

test('[ACCESS-24] a sensitive action asks for proof once and is then repeated with the same key; without proof it is refused', async () => {
  replies = [
    { status: 403, body: error('STEP_UP_NEEDED') },
    { status: 200, body: '{}' },
    { status: 403, body: error('STEP_UP_NEEDED') },
  ];
  const answers = [true, false];
  const stop = whenProofIsNeeded(async () => answers.shift() ?? false);
  await client().calculations.start({ planId: 'p', period: '2024' });
  expect(requests).toHaveLength(2);
  expect(requests[1]?.body).toBe(requests[0]?.body);
  expect(requests[1]?.headers['idempotency-key']).toBe(requests[0]?.headers['idempotency-key']);
  const rejected = client().calculations.start({ planId: 'q', period: '2024' });
  await expect(rejected).rejects.toMatchObject({ code: 'STEP_UP_NEEDED' });
  stop();
  expect(requests).toHaveLength(3);
});
