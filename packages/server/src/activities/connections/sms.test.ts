import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { publishNode, runNode } from '../one-node.fixture.ts';

let ctx: TestContext;
let tenant: TestTenant;
let gateway: Server;
let origin: string;
const seen: { body: JsonObject; key: string; token: string }[] = [];
const nobody = { participantId: null };

beforeAll(async () => {
  gateway = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as JsonObject;
    const { 'idempotency-key': key, 'x-api-key': token } = request.headers;
    seen.push({ body, key: String(key), token: String(token) });
    const busy = body.to === '+41 79 000 00 00';
    response.writeHead(busy ? 503 : 202, { 'content-type': 'application/json' }).end('{"id":"m1"}');
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_HOSTS: origin } });
  tenant = await ctx.newTenant({ administrator: nobody, 'agent-developer': nobody });
});
afterAll(async () => {
  await ctx?.stop();
  gateway?.close();
});

let made = 0;
const message = (config: JsonObject) => ({
  name: `Message ${++made}`,
  type: 'sms',
  config: { to: '+41 79 123 45 67', message: 'Your pay is out.', retries: 0, ...config },
});
const send = (config: JsonObject = {}) => runNode(tenant.as('agent-developer'), message(config));

describe('[CANVAS-11] a short message', () => {
  it('is not sent without a gateway, and says where to connect one', async () => {
    expect((await send()).error).toContain('This workspace has no SMS connection');
  });

  it('goes to each number by a call of its own with a key of its own', async () => {
    const connected = await tenant.as('administrator').post('/api/connections', {
      kind: 'sms',
      name: 'Gateway',
      address: `${origin}/v1`,
      authMethod: 'header',
      secret: 'sms-secret',
      config: { header: 'X-Api-Key', from: 'Attain' },
    });
    expect(connected.status).toBe(201);
    const run = await send({ to: '+41 79 123 45 67, 0791234568' });
    expect(run.output.sent).toMatchObject([{ to: '+41 79 123 45 67', status: 202 }, { to: '0791234568' }]);
    expect(seen.map(({ body }) => body)).toMatchObject([
      { from: 'Attain', to: '+41 79 123 45 67', text: 'Your pay is out.' },
      { to: '0791234568' },
    ]);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(2);
    expect(seen[0]?.token).toBe('sms-secret');
  });

  it('that reached a part of the numbers is not sent again: a person is asked', async () => {
    const dev = tenant.as('agent-developer');
    const before = seen.length;
    const id = await publishNode(dev, message({ to: '+41 79 111 11 11, +41 79 000 00 00', retries: 3 }));
    const started = await dev.post(`/api/workflows/${id}/runs`, {});
    let run = started;
    while (run.body.status !== 'waiting') {
      await setTimeout(30);
      run = await dev.get(`/api/workflow-runs/${started.body.id}`);
      expect(['running', 'waiting']).toContain(run.body.status);
    }
    expect(seen).toHaveLength(before + 2);
  });

  it('to no number, or too long, fails with the reason', async () => {
    expect((await send({ to: 'ann' })).error).toContain('not a phone number');
    expect((await send({ message: 'x'.repeat(1_001) })).error).toContain('at most 1000');
  });
});
