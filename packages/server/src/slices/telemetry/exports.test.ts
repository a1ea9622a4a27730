import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishNode, runNode } from '../../activities/one-node.fixture.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';

let ctx: TestContext;
let collector: Server;
let called: Server;
/** The `traceparent` of each call, by path. */
const calls = new Map<string, (string | undefined)[]>();
let hostOrigin = '';
const nobody = { participantId: null };
const token = 'a token of metrics';
/** What the collector received; the first is answered 503. */
const received: { type: string | undefined; body: Otlp }[] = [];

type Attribute = { key: string; value: { stringValue?: string; intValue?: string } };
type OtlpSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status: { code: number };
  links?: { traceId: string; spanId: string; flags: number }[];
};
type Otlp = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
};

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    received.push({ type: request.headers['content-type'], body: JSON.parse(await text(request)) });
    response.writeHead(received.length === 1 ? 503 : 200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  called = createServer((request, response) => {
    const path = request.url ?? '';
    const known = calls.get(path) ?? [];
    calls.set(path, [...known, request.headers.traceparent as string | undefined]);
    const isBroken = path === '/once' && known.length === 0;
    response.writeHead(isBroken ? 503 : 200, { 'content-type': 'application/json' });
    const choices = [{ message: { content: 'Words.' }, finish_reason: 'stop' }];
    response.end(JSON.stringify({ choices, usage: { prompt_tokens: 1, completion_tokens: 1 } }));
  });
  await new Promise<void>((resolve) => called.listen(0, '127.0.0.1', resolve));
  hostOrigin = `http://127.0.0.1:${(called.address() as AddressInfo).port}`;
  ctx = await startTestContext({
    env: {
      ATTAIN_OTLP_ENDPOINT: `${origin}/v1/traces`,
      ATTAIN_METRICS_TOKEN: token,
      ATTAIN_ALLOWED_HOSTS: hostOrigin,
    },
  });
});
afterAll(async () => {
  await ctx?.stop();
  collector?.close();
  called?.close();
});

it('sends the trace of an ended run until the collector takes it, with the same ids and no values', async () => {
  const tenant = await ctx.newTenant({ 'agent-developer': nobody });
  const dev = tenant.as('agent-developer');
  const config = { formula: '1 / input.zero' };
  const id = await publishNode(dev, { name: 'Secret sum', type: 'calculator', config });
  const run = await dev.post(`/api/workflows/${id}/runs`, { input: { zero: 0, salary: 'canary-4711' } });
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
  // not after five seconds, but now
  const { owner } = ctx.ctx.db;
  const waiting = () =>
    owner.query<{ tries: number }>('SELECT tries FROM trace_exports WHERE due_at > now()');
  await expect
    .poll(
      async () => {
        await owner.query(
          `UPDATE trace_exports SET due_at = now() WHERE due_at < now() + interval '30 seconds'`,
        );
        return received.length;
      },
      { timeout: 10_000 },
    )
    .toBe(2);
  await expect.poll(async () => (await waiting()).rows, { timeout: 10_000 }).toEqual([]);
  const [first, second] = received;
  expect(second?.body).toEqual(first?.body);
  expect(first?.type).toBe('application/json');
  expect(JSON.stringify(first?.body)).not.toContain('canary');
  const [resource] = first?.body.resourceSpans ?? [];
  expect(resource?.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'attain' },
  });
  const spans = resource?.scopeSpans[0]?.spans ?? [];
  expect(spans.map(({ name }) => name)).toEqual([
    'invoke_workflow Secret sum',
    'execute_tool Start',
    'execute_tool Calculator',
  ]);
  for (const span of spans) {
    expect(span.traceId).toBe(run.body.id.replaceAll('-', ''));
    expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
  }
  const [root, start, broken] = spans;
  expect(root?.parentSpanId).toBeUndefined();
  expect(broken?.parentSpanId).toBe(root?.spanId);
  expect([root?.status.code, start?.status.code, broken?.status.code]).toEqual([2, 1, 2]);
  expect(broken?.attributes.map(({ key }) => key)).toContain('error.type');
});

it('counts ended runs at /metrics, for the token only', async () => {
  const read = (headers: Record<string, string>) => fetch(`${ctx.url}/metrics`, { headers });
  expect((await read({})).status).toBe(401);
  expect((await read({ authorization: 'Bearer wrong' })).status).toBe(401);
  const answer = await read({ authorization: `Bearer ${token}` });
  expect(answer.headers.get('content-type')).toContain('version=0.0.4');
  const lines = (await answer.text()).trim().split('\n');
  expect(lines).toContain('attain_runs_total{outcome="failed"} 1');
  expect(lines).toContain('attain_run_duration_seconds_count 1');
  expect(lines).toContain('attain_log_index_waiting 0');
  // each line is a comment or a sample of the text format
  const sample = /^[a-z_]+(\{[a-z]+="[^"]*"\})? [0-9.e+-]+$/;
  expect(lines.filter((line) => !/^# (HELP|TYPE) /.test(line) && !sample.test(line))).toEqual([]);
});

/** The spans of an exported trace, once the collector has it. */
async function exported(runId: string): Promise<OtlpSpan[]> {
  const traceId = runId.replaceAll('-', '');
  const find = () =>
    received
      .map(({ body }) => body.resourceSpans[0]?.scopeSpans[0]?.spans ?? [])
      .find((spans) => spans[0]?.traceId === traceId);
  await expect.poll(() => find() !== undefined, { timeout: 10_000 }).toBe(true);
  return find() ?? [];
}
const attemptsOf = (spans: OtlpSpan[], type: string) =>
  spans.filter(({ attributes }) =>
    attributes.some(({ key, value }) => key === 'gen_ai.tool.name' && value.stringValue === type),
  );
const parentText = ({ traceId, spanId }: OtlpSpan) => `00-${traceId}-${spanId}-01`;
const fast = { retries: 1, backoffSeconds: 0 };

it('[TEL-12] calls carry the trace and the attempt that are exported, also from a run below another', async () => {
  const tenant = await ctx.newTenant({ 'agent-developer': nobody });
  const dev = tenant.as('agent-developer');
  const inner = await publishNode(dev, {
    name: 'Inner',
    type: 'api_call',
    config: { url: `${hostOrigin}/once`, ...fast },
  });
  const outer = await runNode(dev, {
    name: 'Outer',
    type: 'sub_workflow',
    config: { workflow: inner, retries: 0 },
  });
  expect(outer.status).toBe('completed');
  const attempts = attemptsOf(await exported(outer.id), 'api_call');
  expect(attempts.map(({ status }) => status.code)).toEqual([2, 1]);
  expect(calls.get('/once')).toEqual(attempts.map(parentText));
});

it('[TEL-12] calls of connections and models carry it; a header of the step wins, and a step can turn it off', async () => {
  const tenant = await ctx.newTenant({ administrator: nobody, 'agent-developer': nobody });
  const [admin, dev] = [tenant.as('administrator'), tenant.as('agent-developer')];
  const connect = (more: object) =>
    admin.post('/api/connections', { address: hostOrigin, authMethod: 'none', config: {}, ...more });
  expect(await connect({ kind: 'http', name: 'Books' })).toMatchObject({ status: 201 });
  expect(await connect({ kind: 'llm', name: 'Words', config: { model: 'w-1' } })).toMatchObject({
    status: 201,
  });
  expect(await connect({ kind: 'chat', name: 'Talk' })).toMatchObject({ status: 201 });
  const cases: { type: string; path: string | null; config: JsonObject }[] = [
    { type: 'api_call', path: '/books', config: { url: '/books', credential: 'books' } },
    { type: 'llm', path: '/chat/completions', config: { prompt: 'Word it' } },
    { type: 'chat', path: null, config: { application: 'talk', channel: 'pay', message: 'Done' } },
  ];
  for (const { type, path, config } of cases) {
    calls.clear();
    const run = await runNode(dev, { name: `By ${type}`, type, config: { ...config, ...fast } });
    expect(run.status, JSON.stringify(run.error)).toBe('completed');
    const [attempt] = (await exported(run.id)).filter(({ name }) => !/ (Start|End|By )/.test(name));
    expect([...calls.entries()]).toEqual([[path ?? expect.any(String), [parentText(attempt as OtlpSpan)]]]);
    calls.clear();
    const off = { ...config, ...fast, traceContext: 'none' };
    expect((await runNode(dev, { name: `Not by ${type}`, type, config: off })).status).toBe('completed');
    expect([...calls.values()]).toEqual([[undefined]]);
  }
  const own = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;
  const headers = [{ name: 'Traceparent', value: JSON.stringify(own) }];
  await runNode(dev, {
    name: 'Own',
    type: 'api_call',
    config: { url: `${hostOrigin}/own`, headers, ...fast },
  });
  expect(calls.get('/own')).toEqual([own]);
});

it('[TEL-13] the caller of a webhook or the API is a link of the exported trace, if its header is valid', async () => {
  const tenant = await ctx.newTenant({ 'agent-developer': nobody });
  const dev = tenant.as('agent-developer');
  const config = { formula: '1 + 1' };
  const id = await publishNode(dev, { name: 'Called', type: 'calculator', config });
  const { body: hook } = await dev.post(`/api/workflows/${id}/triggers`, {
    name: 'Called',
    when: { kind: 'webhook', scheme: 'none', synchronous: true },
  });
  const call = async (traceparent: string, order: number) => {
    const answer = await fetch(`${ctx.url}${hook.address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent },
      body: JSON.stringify({ order }),
    });
    const { runId } = (await answer.json()) as { runId: string };
    return (await exported(runId))[0];
  };
  const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const linked = await call(`00-${traceId}-${spanId}-01`, 1);
  expect(linked?.links).toEqual([{ traceId, spanId, flags: 1 }]);
  expect(linked?.traceId).not.toBe(traceId);
  expect(linked?.parentSpanId).toBeUndefined();
  expect((await call(`00-${'0'.repeat(32)}-${spanId}-01`, 2))?.links).toBeUndefined();
  expect((await call('nonsense', 3))?.links).toBeUndefined();

  const asked = async (path: string, traceparent: string) => {
    const run = (await dev.post(path, {}, { traceparent })).body;
    return { id: run.id, root: (await exported(run.id))[0] };
  };
  const started = await asked(`/api/workflows/${id}/runs`, `00-${traceId}-${spanId}-00`);
  expect(started.root?.links).toEqual([{ traceId, spanId, flags: 0 }]);
  expect(started.root?.traceId).not.toBe(traceId);
  const again = await asked(`/api/workflow-runs/${started.id}/rerun`, `00-${traceId}-${spanId}-01`);
  expect(again.root?.links).toEqual([{ traceId, spanId, flags: 1 }]);
  expect((await asked(`/api/workflows/${id}/runs`, 'nonsense')).root?.links).toBeUndefined();
});
