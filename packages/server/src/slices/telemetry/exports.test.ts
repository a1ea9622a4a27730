import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishNode } from '../../activities/one-node.fixture.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';

let ctx: TestContext;
let collector: Server;
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
  ctx = await startTestContext({
    env: { ATTAIN_OTLP_ENDPOINT: `${origin}/v1/traces`, ATTAIN_METRICS_TOKEN: token },
  });
});
afterAll(async () => {
  await ctx?.stop();
  collector?.close();
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
