import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { EMPTY_WORKFLOW } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { runNode } from '../one-node.fixture.ts';
import { nextLink } from './read-pages.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly atMs: number;
}

let ctx: TestContext;
let tenant: TestTenant;
let target: Server;
let origin: string;
const seen: Seen[] = [];
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff, 0xfe]);

const json = (response: ServerResponse, value: unknown, headers: Record<string, string | string[]> = {}) =>
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));

/** What the target answers, by path; `before` is how often the path was called before. */
const answers: Record<string, (asked: URL, response: ServerResponse, before: number) => void> = {
  '/echo': (_, response) => json(response, { ok: true }, { 'X-Rate-Left': '7', 'set-cookie': ['a=b'] }),
  '/picture': (_, response) =>
    response
      .writeHead(200, {
        'content-type': 'image/png',
        'content-disposition': 'inline; filename="../logo.png"',
      })
      .end(png),
  '/missing': (_, response) =>
    response.writeHead(404, { 'content-type': 'application/json', 'x-request': 'r1' }).end('{"why":"gone"}'),
  '/limited': (_, response, before) =>
    before === 0 ? response.writeHead(429, { 'retry-after': '2' }).end('slow down') : json(response, 'done'),
  '/teapot': (_, response, before) =>
    before === 0 ? response.writeHead(418).end('short and stout') : json(response, 'tea'),
  '/linked': (asked, response) => {
    const page = Number(asked.searchParams.get('page') ?? '1');
    const link = `<${asked.pathname}?page=${page + 1}>; rel="next", <${asked.pathname}>; rel="first"`;
    json(response, [{ id: page }], page < 3 ? { link } : {});
  },
  '/numbered': (asked, response) => {
    const page = Number(asked.searchParams.get('p'));
    json(response, { data: page < 4 ? [page * 10, page * 10 + 1] : [] });
  },
  '/cursors': (asked, response) => {
    const at = asked.searchParams.get('after') ?? 'a';
    json(response, { rows: [at], next: { a: 'b c', 'b c': 'd' }[at] ?? null });
  },
  '/circle': (asked, response) => json(response, { rows: [], next: asked.href }),
  '/away': (_, response) => json(response, { rows: [], next: 'https://evil.example/steal' }),
  '/heavy': (asked, response) => {
    const page = Number(asked.searchParams.get('page'));
    json(response, ['x'.repeat(4_000_000), page]);
  },
};

beforeAll(async () => {
  target = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const asked = new URL(url, origin);
      const before = seen.filter((one) => new URL(one.url, origin).pathname === asked.pathname).length;
      seen.push({ method, url, headers, body: Buffer.concat(parts), atMs: performance.now() });
      const answer = answers[asked.pathname];
      if (answer) answer(asked, response, before);
      else response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_HOSTS: origin } });
  tenant = await ctx.newTenant({ 'agent-developer': { participantId: null } });
});
afterAll(async () => {
  await ctx?.stop();
  target?.close();
});

let made = 0;
const call = (path: string, config: JsonObject = {}, input: JsonObject = {}) =>
  runNode(tenant.as('agent-developer'), {
    name: `Call ${++made}`,
    type: 'api_call',
    config: { url: `${origin}${path}`, retries: 0, backoffSeconds: 0, ...config },
    input,
  });
const to = (path: string) => seen.filter(({ url }) => new URL(url, origin).pathname === path);
const last = () => seen.at(-1) as Seen;

describe('[WF-94] a call over HTTP', () => {
  it('hands on status and headers, without cookies', async () => {
    const run = await call('/echo');
    expect(run.output).toMatchObject({ status: 200, body: { ok: true }, headers: { 'x-rate-left': '7' } });
    expect(run.output.headers).not.toHaveProperty('set-cookie');
  });

  it('sends a form, whose lists repeat their field', async () => {
    const body = '{ "name": input.name, "tag": ["a", "b & c"], "n": 1.50 }';
    await call('/echo', { method: 'POST', bodyFormat: 'form', body }, { name: 'Grün' });
    expect(last().headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(last().body.toString()).toBe('n=1.5&name=Gr%C3%BCn&tag=a&tag=b+%26+c');
  });

  it('sends text unchanged, and rejects a form whose body is not a record', async () => {
    await call('/echo', {
      method: 'PUT',
      bodyFormat: 'text',
      body: '"<a/>"',
      headers: [{ name: 'Content-Type', value: '"text/xml"' }],
    });
    expect(last()).toMatchObject({ headers: { 'content-type': 'text/xml' }, body: Buffer.from('<a/>') });
    const failed = await call('/echo', { method: 'POST', bodyFormat: 'form', body: '"x"' });
    expect(failed.error).toContain('A form needs a record');
  });

  it('names a body that should be a file and is not', async () => {
    const body = '{ "file": "report.csv", "sha256": "0" }';
    const failed = await call('/echo', { method: 'POST', bodyFormat: 'file', body });
    expect(failed.error).toContain('is not a file');
  });

  it('keeps a binary answer as a file, which downloads with its bytes', async () => {
    const run = await call('/picture');
    expect(run.output).toMatchObject({
      status: 200,
      body: { fileName: '..-logo.png', contentType: 'image/png', bytes: png.length },
    });
    const dev = tenant.as('agent-developer');
    const file = await fetch(`${ctx.url}/api/files/${run.output.body.file}`, {
      headers: { cookie: dev.cookie, 'x-session-token': dev.token },
    });
    expect(Buffer.from(await file.arrayBuffer())).toEqual(png);
  });

  it('sends a stored file alone or in multipart, with the same bytes in every attempt', async () => {
    const dev = tenant.as('agent-developer');
    const base = { title: '', position: { x: 0, y: 0 } };
    const form = '{ "note": "a\\"b", "picture": nodes.get.body }';
    const steps = [
      { id: 'get', type: 'api_call', config: { url: `${origin}/picture` } },
      {
        id: 'post',
        type: 'api_call',
        config: { url: `${origin}/echo`, method: 'POST', bodyFormat: 'multipart', body: form },
      },
      {
        id: 'put',
        type: 'api_call',
        config: { url: `${origin}/echo`, method: 'PUT', bodyFormat: 'file', body: 'nodes.get.body' },
      },
    ].map((step) => ({ ...base, ...step }));
    const ids = ['begin', 'get', 'post', 'put', 'finish'];
    const document = {
      ...EMPTY_WORKFLOW,
      name: 'Pass on',
      nodes: [
        { ...base, id: 'begin', type: 'start', config: {} },
        ...steps,
        { ...base, id: 'finish', type: 'end', config: {} },
      ],
      edges: ids.slice(1).map((id, at) => ({
        id: `e${at}`,
        from: { node: ids[at], port: 'out' },
        to: { node: id, port: 'in' },
      })),
    };
    const created = await dev.post('/api/workflows', { name: 'Pass on', document });
    expect(created.body).toMatchObject({ problems: [] });
    const { id, documentHash } = created.body;
    await dev.post(`/api/workflows/${id}/versions`, { documentHash });
    const started = await dev.post(`/api/workflows/${id}/runs`, { input: {} });
    await expect
      .poll(async () => (await dev.get(`/api/workflow-runs/${started.body.id}`)).body.status, {
        timeout: 20_000,
      })
      .toBe('completed');
    const [post, put] = to('/echo').slice(-2) as [Seen, Seen];
    const type = String(post.headers['content-type']);
    const parts = await new Response(new Uint8Array(post.body), {
      headers: { 'content-type': type },
    }).formData();
    expect(parts.get('note')).toBe('a"b');
    const sent = parts.get('picture') as File;
    expect(sent).toMatchObject({ name: '..-logo.png', type: 'image/png' });
    expect(Buffer.from(await sent.arrayBuffer())).toEqual(png);
    expect(put).toMatchObject({ headers: { 'content-type': 'image/png' }, body: png });
  });
});

describe('[WF-95] the status of an answer', () => {
  it('is a result if the step says so', async () => {
    const run = await call('/missing', { successStatuses: '2xx, 404' });
    expect(run).toMatchObject({ status: 'completed', output: { status: 404, body: { why: 'gone' } } });
  });

  it('reaches the error port with headers and body', async () => {
    const run = await runNode(tenant.as('agent-developer'), {
      name: 'Caught',
      type: 'api_call',
      port: 'error',
      config: { url: `${origin}/missing` },
    });
    expect(run).toMatchObject({
      status: 'completed',
      output: { code: 'REFUSED', status: 404, headers: { 'x-request': 'r1' }, body: { why: 'gone' } },
    });
  });

  it('is tried again if the step lists it, and otherwise not', async () => {
    expect((await call('/teapot', { retries: 1, retryStatuses: '4xx' })).output.body).toBe('tea');
    expect(to('/teapot')).toHaveLength(2);
    expect((await call('/missing', { retries: 3 })).status).toBe('failed');
    expect(to('/missing').length).toBe(3);
  });

  it('is tried again no sooner than Retry-After says', async () => {
    expect((await call('/limited', { retries: 1 })).output.body).toBe('done');
    const [first, second] = to('/limited') as [Seen, Seen];
    expect(second.atMs - first.atMs).toBeGreaterThanOrEqual(1_900);
    expect(second.headers['idempotency-key']).toBe(first.headers['idempotency-key']);
  });
});

describe('[WF-96] an answer in pages', () => {
  it('follows the next link of the header, at most as many pages as allowed', async () => {
    expect((await call('/linked', { paging: 'next-link' })).output).toMatchObject({
      body: [{ id: 1 }, { id: 2 }, { id: 3 }],
      pages: 3,
      more: false,
    });
    const keys = to('/linked').map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect((await call('/linked', { paging: 'next-link', maxPages: 2 })).output).toMatchObject({
      body: [{ id: 1 }, { id: 2 }],
      pages: 2,
      more: true,
    });
  });

  it('counts pages until one is empty', async () => {
    const config = { paging: 'page-number', pageParameter: 'p', firstPage: 2, items: 'body.data' };
    expect((await call('/numbered?size=2', config)).output).toMatchObject({
      body: [20, 21, 30, 31],
      pages: 3,
      more: false,
    });
    expect(last().url).toBe('/numbered?size=2&p=4');
  });

  it('follows a cursor by expression', async () => {
    const config = { paging: 'cursor', pageParameter: 'after', nextPage: 'body.next', items: 'body.rows' };
    expect((await call('/cursors', config)).output).toMatchObject({ body: ['a', 'b c', 'd'], pages: 3 });
  });

  it.each([
    ['/circle', 'body.next', 'was read already'],
    ['/away', 'body.next', 'on another host, evil.example'],
    ['/cursors', 'input.next', 'There is no value called input'],
    ['/cursors', 'body', 'must be text'],
  ])('%s by %s ends with a reason: %s', async (path, nextPage, reason) => {
    const run = await call(path, { paging: 'next-link', nextPage, items: 'body.rows' });
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining(reason) });
  });

  it('holds no more than the output of a step', async () => {
    const run = await call('/heavy', { paging: 'page-number' });
    expect(run.error).toContain('The pages have more than 10000000 bytes');
    expect(to('/heavy')).toHaveLength(3);
  });

  it.each([
    ['<https://a.example/2>; rel="next"', 'https://a.example/2'],
    ['</1>; rel="prev first", </3>; title="a, b"; rel="last next"', '/3'],
    ['</2>; REL=next', '/2'],
    ['</2>; rel="nextish"', null],
    ['', null],
  ])('[WF-96] the header Link %s leads to %s', (header, next) => expect(nextLink(header)).toBe(next));
});
