import type { JsonObject } from '@attain/domain/workflows/json-value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { runNode } from '../one-node.fixture.ts';
import { openCodeThread } from './open-code-thread.ts';

let ctx: TestContext;
let tenant: TestTenant;

beforeAll(async () => {
  ctx = await startTestContext();
  tenant = await ctx.newTenant({ 'agent-developer': { participantId: null } });
});
afterAll(() => ctx?.stop());

let made = 0;
const run = (config: JsonObject, type = 'code') =>
  runNode(tenant.as('agent-developer'), {
    name: `Code ${++made}`,
    type,
    config,
    input: { deals: [{ amount: '10.50' }, { amount: '2' }] },
  });

describe('[WF-115] a Code step', () => {
  test('computes from its input and its values', async () => {
    const { status, output } = await run({
      code: 'return input.deals.map(({ amount }) => ({ amount, share: Number(amount) * values.rate }));',
      values: [{ name: 'rate', value: '2' }],
    });
    expect([status, output]).toEqual([
      'completed',
      [
        { amount: '10.50', share: 21 },
        { amount: '2', share: 4 },
      ],
    ]);
  });

  test('fails at its line, and is not tried again', async () => {
    const { status, error, steps } = await run({
      code: 'console.log("seen");\nreturn input.none.length;',
      retries: 3,
    });
    expect([status, error]).toEqual([
      'failed',
      "Line 2: TypeError: cannot read property 'length' of undefined",
    ]);
    expect(steps.find(({ node }: { node: string }) => node === 'it').attempts ?? 1).toBe(1);
  });

  test('a call that can’t be interrupted is ended with its thread, and the next program runs', async () => {
    const { run: runIn } = openCodeThread();
    const program = { given: '{}', tenantId: tenant.tenantId };
    const endless = 'return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)';
    // where the program had not begun yet, it is interrupted before the call
    const outcomes = [];
    for (const ms of [300, 2_000, 10_000]) {
      const ended = runIn({ ...program, code: endless, signal: AbortSignal.timeout(ms) });
      outcomes.push(await ended.then(({ error }) => error?.message, String));
      if (outcomes.at(-1)?.includes('had to be ended')) break;
    }
    expect(outcomes.at(-1)).toContain('The code had to be ended with its thread.');
    const next = await runIn({ ...program, code: 'return 1', signal: new AbortController().signal });
    expect(next.output).toBe('1');
  });
});

test('[WF-116] a Fail step ends the run as failed, with its message', async () => {
  const dev = tenant.as('agent-developer');
  const node = (id: string, type: string, config: JsonObject) => ({
    ...{ id, type, config, title: '', position: { x: 0, y: 0 } },
  });
  const link = (id: string, from: string, port: string, to: string) => ({
    ...{ id, from: { node: from, port }, to: { node: to, port: 'in' } },
  });
  const document = {
    ...{ name: 'Fails', description: '', variables: [], notes: [] },
    nodes: [
      node('begin', 'start', {}),
      node('ask', 'decision', { condition: 'input.ok' }),
      node('stop', 'fail', { message: 'No plan for {{ input.who }}.' }),
      node('done', 'end', {}),
    ],
    edges: [
      link('a', 'begin', 'out', 'ask'),
      link('b', 'ask', 'no', 'stop'),
      link('c', 'ask', 'yes', 'done'),
    ],
  };
  const created = await dev.post('/api/workflows', { name: 'Fails', document });
  expect([created.status, created.body.problems]).toEqual([201, []]);
  const { id, documentHash } = created.body;
  await dev.post(`/api/workflows/${id}/versions`, { documentHash });
  const { body } = await dev.post(`/api/workflows/${id}/runs`, { input: { ok: false, who: 'Ann' } });
  expect([body.status, body.error]).toEqual(['failed', 'No plan for Ann.']);
});
