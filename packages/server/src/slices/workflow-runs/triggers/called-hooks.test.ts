import { createHmac } from 'node:crypto';
import { EMPTY_WORKFLOW, type WorkflowNode } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from '../../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../../testing/start-test-context.ts';

let ctx: TestContext;
let tenant: TestTenant;
let dev: Client;
beforeAll(async () => {
  ctx = await startTestContext();
  tenant = await ctx.newTenant({
    'agent-developer': { participantId: null },
    viewer: { participantId: null },
  });
  dev = tenant.as('agent-developer');
});
afterAll(() => ctx?.stop());

const node = (id: string, type: string, config: WorkflowNode['config'] = {}): WorkflowNode => ({
  id,
  type,
  title: id,
  config,
  position: { x: 0, y: 0 },
});

async function publish(name: string, nodes: readonly WorkflowNode[]): Promise<string> {
  const edges = nodes.slice(1).map((to, at) => ({
    id: `e${at}`,
    from: { node: nodes[at]?.id ?? '', port: 'out' },
    to: { node: to.id, port: 'in' },
  }));
  const saved = await dev.post('/api/workflows', {
    name,
    document: { ...EMPTY_WORKFLOW, name, nodes, edges },
  });
  expect(saved.body).toMatchObject({ problems: [] });
  const { id, documentHash } = saved.body;
  expect((await dev.post(`/api/workflows/${id}/versions`, { documentHash })).status).toBe(200);
  return id;
}

/** A workflow that ends with its input, and a webhook of it that waits for the end. */
async function echo(name: string, when: object, secret?: string) {
  const id = await publish(name, [node('begin', 'start'), node('finish', 'end', { result: 'input' })]);
  const made = await dev.post(`/api/workflows/${id}/triggers`, {
    name,
    when: { kind: 'webhook', synchronous: true, ...when },
    ...(secret === undefined ? {} : { secret }),
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body as { id: string; address: string; secret: string | null };
}
const call = (path: string, init: RequestInit = {}) => fetch(`${ctx.url}${path}`, init);
/** The JSON of an answer. */
const read = async (answer: Promise<Response>): Promise<Answer['body']> => (await answer).json();

describe('[WF-85] a webhook that others can call', () => {
  it('takes a query by GET, a form, a form with files, and text', async () => {
    const hook = await echo('Open', { scheme: 'none', method: 'any', content: 'request' });
    const got = await read(call(`${hook.address}?a=1&b=x&b=y`, { headers: { cookie: 'session=1' } }));
    expect(got).toMatchObject({
      status: 'completed',
      output: { method: 'GET', query: { a: '1', b: ['x', 'y'] }, body: null, files: [] },
    });
    expect(got.output.headers).not.toHaveProperty('cookie');
    const form = await read(
      call(hook.address, { method: 'POST', body: new URLSearchParams({ name: 'Zoë', n: '2' }) }),
    );
    expect(form.output.body).toEqual({ name: 'Zoë', n: '2' });
    const parts = new FormData();
    parts.set('who', 'Ada');
    parts.set('deals', new Blob(['id,amount\n1,5'], { type: 'text/csv' }), 'deals.csv');
    const files = await read(call(hook.address, { method: 'POST', body: parts }));
    expect(files.output).toMatchObject({
      body: { who: 'Ada' },
      files: [
        {
          field: 'deals',
          name: 'deals.csv',
          type: 'text/csv',
          bytes: 13,
          base64: Buffer.from('id,amount\n1,5').toString('base64'),
        },
      ],
    });
    const text = await read(
      call(hook.address, { method: 'PUT', body: 'plain', headers: { 'content-type': 'text/plain' } }),
    );
    expect(text.output).toMatchObject({ method: 'PUT', body: 'plain' });
    const broken = await call(hook.address, {
      method: 'POST',
      body: 'no form',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(broken.status).toBe(400);
    expect((await call(hook.address, { method: 'HEAD' })).status).toBe(405);
    const large = new FormData();
    large.set('file', new Blob([new Uint8Array(5_000_000)]), 'large.bin');
    expect((await call(hook.address, { method: 'POST', body: large })).status).toBe(413);
  });

  it('believes a sender that issues its secret, which nobody sees again', async () => {
    const rejected = await dev.post(
      `/api/workflows/${await publish('Bare', [node('begin', 'start'), node('finish', 'end')])}/triggers`,
      {
        name: 'Bare',
        when: { kind: 'webhook', scheme: 'stripe' },
      },
    );
    expect(rejected).toMatchObject({ status: 400, body: { issues: [{ path: 'secret' }] } });
    const hook = await echo('Stripe', { scheme: 'stripe' }, 'whsec_from_stripe');
    expect(hook.secret).toBeNull();
    const send = (secret: string, id: string) => {
      const body = JSON.stringify({ id, type: 'invoice.paid' });
      const time = Math.floor(Date.now() / 1_000);
      const v1 = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      return call(hook.address, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${v1}` },
      });
    };
    expect((await send('whsec_guessed', 'evt_1')).status).toBe(403);
    const first = await read(send('whsec_from_stripe', 'evt_1'));
    expect(first).toMatchObject({ status: 'completed', output: { id: 'evt_1', type: 'invoice.paid' } });
    // Stripe sends an event again with a signature of its own
    const again = await read(send('whsec_from_stripe', 'evt_1'));
    expect(again).toMatchObject({ runId: first.runId, repeated: true });
    const renewed = await dev.post(`/api/workflow-triggers/${hook.id}/secret`, { secret: 'whsec_of_later' });
    expect(renewed.body.secret).toBeNull();
    expect((await send('whsec_from_stripe', 'evt_2')).status).toBe(403);
    expect((await send('whsec_of_later', 'evt_2')).status).toBe(200);
  });

  it('answers Slack’s question whose address it is, and starts nothing', async () => {
    const hook = await echo('Slack', { scheme: 'slack' }, 'slack signing secret');
    const body = JSON.stringify({ type: 'url_verification', challenge: 'xyz' });
    const time = String(Math.floor(Date.now() / 1_000));
    const v0 = createHmac('sha256', 'slack signing secret').update(`v0:${time}:${body}`).digest('hex');
    const answer = await call(hook.address, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-slack-request-timestamp': time,
        'x-slack-signature': `v0=${v0}`,
      },
    });
    expect([answer.status, await answer.text()]).toEqual([200, 'xyz']);
    expect((await dev.get('/api/workflow-runs', { workflowId: 'Slack' })).body.rows).toEqual([]);
  });

  it('[WF-86] is answered by a Respond step before the run ends, and never in our name', async () => {
    const id = await publish('Responds', [
      node('begin', 'start'),
      node('answer', 'respond', {
        status: 201,
        headers: [
          { name: 'Content-Type', value: '"text/html"' },
          { name: 'X-Order', value: 'input.order' },
        ],
        body: '"<script>alert(1)</script>" + input.order',
      }),
      node('rest', 'wait', { mode: 'signal', signal: 'go' }),
      node('finish', 'end'),
    ]);
    const made = await dev.post(`/api/workflows/${id}/triggers`, {
      name: 'Orders',
      when: { kind: 'webhook', scheme: 'none', method: 'GET', synchronous: true },
    });
    const answer = await call(`${made.body.address}?order=A7`);
    expect([answer.status, await answer.text()]).toEqual([201, '<script>alert(1)</script>A7']);
    const { headers } = answer;
    expect([headers.get('content-type'), headers.get('x-order')]).toEqual(['text/html', 'A7']);
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('set-cookie')).toBeNull();
    const run = await dev.get(`/api/workflow-runs/${headers.get('attain-run')}`);
    expect(run.body.status).toBe('waiting');
    const bad = await publish('Cookie', [
      node('begin', 'start'),
      node('answer', 'respond', { headers: [{ name: 'Set-Cookie', value: '"a=b"' }] }),
      node('finish', 'end'),
    ]);
    const cookie = await dev.post(`/api/workflows/${bad}/triggers`, {
      name: 'Cookie',
      when: { kind: 'webhook', scheme: 'none', synchronous: true },
    });
    const failed = await read(
      call(cookie.body.address, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      }),
    );
    expect(failed).toMatchObject({ status: 'failed', error: 'A response can’t set the header Set-Cookie.' });
  });

  it('shows what a sender sends to the test address while someone listens, and starts nothing', async () => {
    const hook = await echo('Tested', { scheme: 'header', header: 'X-Key' });
    const send = (key: string) =>
      call(`${hook.address}/test`, {
        method: 'POST',
        body: '{"n":1}',
        headers: { 'content-type': 'application/json', 'x-key': key },
      });
    expect((await send(hook.secret ?? '')).status).toBe(409);
    expect((await dev.post(`/api/workflow-triggers/${hook.id}/listen`)).body).toMatchObject({
      capturedAt: null,
    });
    expect((await send('wrong')).status).toBe(403);
    expect(await read(send(hook.secret ?? ''))).toEqual({ test: true, input: { n: 1 } });
    const caught = await dev.get(`/api/workflow-triggers/${hook.id}/captured`);
    expect(caught.body).toMatchObject({ input: { n: 1 }, capturedAt: expect.any(String) });
    expect((await tenant.as('viewer').get(`/api/workflow-triggers/${hook.id}/captured`)).status).toBe(403);
    const runs = await dev.get('/api/workflow-runs');
    expect(
      runs.body.rows.filter(({ workflowName }: { workflowName: string }) => workflowName === 'Tested'),
    ).toEqual([]);
  });
});
