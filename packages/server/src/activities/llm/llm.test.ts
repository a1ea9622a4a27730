import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { runNode } from '../one-node.fixture.ts';

const secret = 'sk-a-secret-of-the-test';
let ctx: TestContext;
let tenant: TestTenant;
let provider: Server;
let origin: string;
const asked: {
  body: JsonObject;
  key: string;
  authorization: string;
  path: string;
  headers: IncomingHttpHeaders;
}[] = [];
/** What the provider answers in the Anthropic protocol. */
let messages: { status: number; body: JsonObject }[] = [];
/** What the provider answers, one after another; the last one again and again. */
let answers: { status: number; content: string; finish?: string }[] = [];
const nobody = { participantId: null };

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as JsonObject;
    const { authorization = '', 'idempotency-key': key } = request.headers;
    const { headers, url: path = '' } = request;
    asked.push({ body, key: String(key), authorization, path, headers });
    if (path.endsWith('/messages')) {
      const [message] = messages.length > 1 ? messages.splice(0, 1) : messages;
      response.writeHead(message?.status ?? 500, { 'content-type': 'application/json' });
      response.end(JSON.stringify(message?.body));
      return;
    }
    const [answer] = answers.length > 1 ? answers.splice(0, 1) : answers;
    response.writeHead(answer?.status ?? 500, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        model: 'words-1-0101',
        choices: [{ message: { content: answer?.content }, finish_reason: answer?.finish ?? 'stop' }],
        usage: { prompt_tokens: 120, completion_tokens: 30 },
      }),
    );
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_HOSTS: origin } });
  tenant = await ctx.newTenant({ administrator: nobody, 'agent-developer': nobody });
});
afterAll(async () => {
  await ctx?.stop();
  provider?.close();
});

let made = 0;
function ask(config: JsonObject, input: JsonObject, who = tenant) {
  const reliability = { retries: 0, backoffSeconds: 1 };
  return runNode(who.as('agent-developer'), {
    name: `Ask ${++made}`,
    type: 'llm',
    input,
    config: { ...reliability, ...config },
  });
}

describe('[CANVAS-09] without a provider', () => {
  it('the offline analyst answers with reasons and places, and says that it is offline', async () => {
    const input = { deals: [{ amount: '10.10' }, { amount: '20.20' }] };
    const run = await ask({ prompt: 'What is the total amount?' }, input);
    expect(run).toMatchObject({ status: 'completed' });
    expect(run.output).toMatchObject({
      offline: true,
      provider: 'offline',
      answered: true,
      usage: { promptTokens: 0, completionTokens: 0, cost: '0' },
      findings: [{ rule: 'AN-4', evidence: [{ path: 'deals[0].amount', value: '10.10' }, {}] }],
    });
    expect(run.output.text).toContain('deals.amount totals 30.3 over 2 values.');
    expect(run.output.text).toContain('without a language model');
  });

  it('fails where a record is expected that it cannot fill, and where a named provider is not connected', async () => {
    const fields = [{ name: 'grade', type: 'text', required: true }];
    const unfilled = await ask({ prompt: 'Grade it', answer: 'json', fields }, { a: 1 });
    expect(unfilled.error).toContain('"grade" is missing');
    expect(unfilled.error).toContain('under Connections');
    const filled = await ask({ prompt: 'Count', answer: 'json', fields }, { grade: 'B' });
    expect(filled.output.json).toEqual({ grade: 'B' });
    expect((await ask({ prompt: 'x', provider: 'nowhere' }, {})).error).toContain('not configured');
  });
});

describe('[CANVAS-09] a connected provider', () => {
  beforeAll(async () => {
    const created = await tenant.as('administrator').post('/api/connections', {
      kind: 'llm',
      name: 'Words',
      address: `${origin}/v1`,
      authMethod: 'bearer',
      secret,
      config: { model: 'words-1', promptPrice: '2.50', completionPrice: '10', priceCurrency: 'USD' },
    });
    expect(created.body).toMatchObject({ kind: 'llm' });
  });

  it('is asked what the prompt says, and what it took in tokens and money is kept with the step', async () => {
    answers = [{ status: 200, content: 'It came to 1,250 of 900 asked.' }];
    const run = await ask(
      { prompt: 'Word this: {{ input.total }}', instructions: 'Be brief.' },
      { total: '1250.00', hidden: 'not sent' },
    );
    expect(run.status).toBe('completed');
    expect(run.output).toMatchObject({
      offline: false,
      model: 'words-1-0101',
      text: 'It came to 1,250 of 900 asked.',
      usage: { promptTokens: 120, completionTokens: 30, cost: '0.0006', currency: 'USD' },
      foreignFigures: ['900'],
    });
    const { body, authorization } = asked.at(-1) as (typeof asked)[number];
    expect(authorization).toBe(`Bearer ${secret}`);
    expect(body).toMatchObject({ model: 'words-1', max_tokens: 1_000 });
    expect(JSON.stringify(body)).toContain('Word this: 1250.00');
    expect(JSON.stringify(body)).not.toContain('not sent');
    expect(JSON.stringify(run)).not.toContain(secret);
  });

  it('is asked again after a passing failure and after an answer that does not hold what it should, under one key', async () => {
    answers = [
      { status: 429, content: '' },
      { status: 200, content: 'no json' },
      { status: 200, content: '```json\n{"grade":"Z"}\n```' },
      { status: 200, content: '{"grade":"B"}' },
    ];
    const from = asked.length;
    const fields = [{ name: 'grade', type: 'choice', options: ['A', 'B'], required: true }];
    const run = await ask({ prompt: 'Grade', answer: 'json', fields, retries: 3, backoffSeconds: 0 }, {});
    expect(run.output.json).toEqual({ grade: 'B' });
    const calls = asked.slice(from);
    expect(calls).toHaveLength(4);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
    expect(calls[0]?.body.response_format).toMatchObject({
      json_schema: { schema: { properties: { grade: { enum: ['A', 'B'] } }, required: ['grade'] } },
    });
  });

  it('that echoes its secret, refuses or is cut short fails with a sentence, without the secret', async () => {
    answers = [{ status: 400, content: `bad key ${secret}` }];
    const rejected = await ask({ prompt: 'x' }, {});
    expect(rejected).toMatchObject({ status: 'failed' });
    expect(rejected.error).toContain('answered 400');
    expect(rejected.error).not.toContain(secret);
    answers = [{ status: 200, content: 'half a', finish: 'length' }];
    expect((await ask({ prompt: 'x', maxTokens: 5 }, {})).error).toContain('5 tokens');
  });

  it('is not asked where the step names the offline analyst', async () => {
    const from = asked.length;
    const run = await ask({ prompt: 'How many?', provider: 'offline' }, { rows: [1, 2] });
    expect(run.output).toMatchObject({ offline: true });
    expect(asked).toHaveLength(from);
  });
});

describe('[CANVAS-09] a provider of the Anthropic protocol', () => {
  const usage = { input_tokens: 100, output_tokens: 40, cache_read_input_tokens: 20 };
  const message = (content: JsonObject[], end = 'end_turn') => ({
    status: 200,
    body: { type: 'message', model: 'claude-0101', content, stop_reason: end, usage },
  });
  const said = (text: string, end?: string) => message([{ type: 'text', text }], end);
  const provider = 'Letters';

  beforeAll(async () => {
    const created = await tenant.as('administrator').post('/api/connections', {
      kind: 'llm',
      name: provider,
      address: `${origin}/v1`,
      authMethod: 'header',
      secret,
      config: {
        protocol: 'anthropic',
        header: 'X-Api-Key',
        model: 'claude-1',
        promptPrice: '3',
        completionPrice: '15',
        priceCurrency: 'USD',
      },
    });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
  });

  it('is asked in its words, and its tokens, those of its cache included, are counted and paid for', async () => {
    messages = [said('It came to 1,250.')];
    const run = await ask({ provider, prompt: 'Word 1250', instructions: 'Be brief.', maxTokens: 300 }, {});
    expect(run.error).toBeNull();
    expect(run.output).toMatchObject({
      offline: false,
      model: 'claude-0101',
      text: 'It came to 1,250.',
      foreignFigures: [],
      usage: { promptTokens: 120, completionTokens: 40, cost: '0.00096', currency: 'USD' },
    });
    const { body, path, headers } = asked.at(-1) as (typeof asked)[number];
    expect([path, headers['x-api-key'], headers['anthropic-version'], headers.authorization]).toEqual([
      ...['/v1/messages', secret, '2023-06-01', undefined],
    ]);
    expect(body).toMatchObject({
      model: 'claude-1',
      max_tokens: 300,
      messages: [{ role: 'user', content: 'Word 1250' }],
      system: expect.stringContaining('Be brief.'),
    });
    expect(JSON.stringify(run)).not.toContain(secret);
  });

  it('gives records by a tool, and is asked again after being overloaded, under one key', async () => {
    const used = { type: 'tool_use', id: 't1', name: 'answer', input: { grade: 'B' } };
    messages = [{ status: 529, body: { type: 'error' } }, said('no tool'), message([used], 'tool_use')];
    const from = asked.length;
    const fields = [{ name: 'grade', type: 'choice', options: ['A', 'B'], required: true }];
    const config = { provider, prompt: 'Grade', answer: 'json', fields, retries: 3, backoffSeconds: 0 };
    const run = await ask(config, {});
    expect([run.error, run.output?.json]).toEqual([null, { grade: 'B' }]);
    const calls = asked.slice(from);
    expect([calls.length, new Set(calls.map(({ key }) => key)).size]).toEqual([3, 1]);
    expect(calls[0]?.body).toMatchObject({
      tool_choice: { type: 'tool', name: 'answer' },
      tools: [{ input_schema: { properties: { grade: { enum: ['A', 'B'] } }, required: ['grade'] } }],
    });
  });

  it.each([
    ['is cut short', said('half a', 'max_tokens'), '1000 tokens'],
    ['declines', said('', 'refusal'), 'declined'],
    ['says nothing', message([]), 'not valid for the Anthropic protocol'],
    [
      'speaks another protocol',
      { status: 200, body: { choices: [] } },
      'not valid for the Anthropic protocol',
    ],
    ['refuses', { status: 401, body: { error: `bad ${secret}` } }, 'answered 401'],
  ])('that %s fails with a sentence, without the secret', async (_, answer, message) => {
    messages = [answer as (typeof messages)[number]];
    const run = await ask({ provider, prompt: 'x' }, {});
    expect(run).toMatchObject({ status: 'failed' });
    expect(run.error).toContain(message);
    expect(run.error).not.toContain(secret);
  });
});
