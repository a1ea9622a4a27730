import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EMPTY_WORKFLOW, type Workflow } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedTarget, isPublicAddress } from '../../runs/egress/allowed-address.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';

let ctx: TestContext;
let target: Server;
let origin: string;
const seen: { key: string; url: string; language: string | undefined }[] = [];

beforeAll(async () => {
  target = createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    seen.push({ key, url: request.url ?? '', language: request.headers['accept-language'] });
    const before = seen.filter((one) => one.key === key).length;
    if (request.url === '/flaky' && before === 1) {
      response.writeHead(503).end('busy');
    } else if (request.url === '/away') {
      response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
    } else if (request.url === '/huge') {
      response.writeHead(200).end('x'.repeat(11_000_000));
    } else {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"paid":true}');
    }
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_HOSTS: origin } });
});
afterAll(async () => {
  await ctx?.stop();
  target?.close();
});

async function call(path: string, config: Record<string, unknown> = {}) {
  const tenant = await ctx.newTenant({ 'agent-developer': { participantId: null } });
  const dev = tenant.as('agent-developer');
  const base = { title: '', position: { x: 0, y: 0 } };
  const document: Workflow = {
    ...EMPTY_WORKFLOW,
    name: 'Call',
    nodes: [
      { ...base, id: 'begin', type: 'start', config: {} },
      {
        ...base,
        id: 'call',
        type: 'api_call',
        config: {
          method: 'POST',
          url: path.startsWith('/') ? `${origin}${path}` : path,
          body: 'input',
          ...config,
        } as never,
      },
      { ...base, id: 'finish', type: 'end', config: {} },
    ],
    edges: [
      { id: 'a', from: { node: 'begin', port: 'out' }, to: { node: 'call', port: 'in' } },
      { id: 'b', from: { node: 'call', port: 'out' }, to: { node: 'finish', port: 'in' } },
    ],
  };
  const made = await dev.post('/api/workflows', { name: 'Call', document });
  expect(made.body).toMatchObject({ problems: [] });
  await dev.post('/api/workflows/call/versions', { documentHash: made.body.documentHash });
  const started = await dev.post('/api/workflows/call/runs', { input: { amount: 1 } });
  for (;;) {
    const run = await dev.get(`/api/workflow-runs/${started.body.id}`);
    if (['completed', 'failed'].includes(run.body.status)) return run.body;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

describe('a call beyond Attain', () => {
  it('reaches an allowed target, and what it answers goes on through the run', async () => {
    const run = await call('/pay');
    expect(run).toMatchObject({ status: 'completed', output: { status: 200, body: { paid: true } } });
  });

  it('is tried again after a passing failure, every attempt with the same Idempotency-Key', async () => {
    const run = await call('/flaky', { backoffSeconds: 1 });
    expect(run.status).toBe('completed');
    const keys = seen.filter((one) => one.url === '/flaky').map((one) => one.key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('sends headers by the names others gave them, and none that leads the call elsewhere', async () => {
    const headers = (name: string, value: string) => ({ headers: [{ name, value }] });
    expect((await call('/spoken', headers('Accept-Language', '"de, en;q=0.5"'))).status).toBe('completed');
    expect(seen.find(({ url }) => url === '/spoken')?.language).toBe('de, en;q=0.5');
    expect((await call('/split', headers('X-Note', '"a\\r\\nHost: evil.example"'))).error).toContain(
      'line break',
    );
    expect(seen.some(({ url }) => url === '/split')).toBe(false);
  });

  it('follows no redirect, reads no endless answer, and reaches nobody who is not allowed', async () => {
    expect(await call('/away')).toMatchObject({ status: 'completed', output: { status: 302 } });
    expect((await call('/huge')).error).toContain('more than 10000000 bytes');
    expect((await call('https://example.com/')).error).toContain('not an allowed host');
  });
});

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '::1',
    '::ffff:10.0.0.1',
    'fd00::1',
    '192.168.1.1',
    '0.0.0.0',
    '64:ff9b::a00:1',
    '2001:2::1',
    '2001:10::1',
    '2001:2f:ffff::1',
    '3fff:fff::1',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946', '2001:4860::8888', '2001:3::1'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it('a host is called only by https, without a password in its address', () => {
    const allowed = ['api.example.com'];
    expect(allowedTarget('https://api.example.com/x', allowed).named).toBe(false);
    for (const bad of [
      'http://api.example.com/',
      'https://a:b@api.example.com/',
      'https://evil.com/',
      'file:///etc/passwd',
      'nothing',
    ])
      expect(() => allowedTarget(bad, allowed)).toThrow();
    expect(() => allowedTarget('https://api.example.com/', [])).toThrow('ATTAIN_ALLOWED_HOSTS');
    for (const host of ['127.0.0.1', '2130706433', '[::1]'])
      expect(() => allowedTarget(`https://${host}/`, ['127.0.0.1', '[::1]'])).toThrow('not public');
  });

  it.each([
    ['https://a.example/', ['a.example']],
    ['https://a.example:443/', ['a.example']],
    ['https://a.example/', ['a.example:443']],
    ['https://a.example:8443/x', ['a.example:8443']],
    ['https://a.example:8443/x', ['a.example', 'a.example:8443']],
    ['https://a.example/', ['a.example', 'a.example:8443']],
  ])('%s is one of %j', (address, allowed) => {
    expect(allowedTarget(address, allowed).named).toBe(false);
  });

  it.each([
    ['https://a.example:8443/', ['a.example'], 'on port 443, not on 8443'],
    ['https://a.example:22/', ['a.example'], 'to allow a.example:22'],
    ['https://a.example/', ['a.example:8443'], 'on port 8443, not on 443'],
    ['https://a.example:80/', ['a.example', 'a.example:8443'], 'on the ports 443 and 8443, not on 80'],
    ['https://a.example:844/', ['a.example:8443'], 'not on 844'],
    ['http://a.example:8443/', ['a.example:8443'], 'only by https'],
    ['https://b.a.example/', ['a.example', 'a.example:8443'], 'not an allowed host'],
    ['https://a.example:8444/', ['https://a.example:8443'], 'not an allowed host'],
  ])('%s is none of %j: %s', (address, allowed, words) => {
    expect(() => allowedTarget(address, allowed)).toThrow(words);
  });
});
