import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishNode } from '../../activities/one-node.fixture.ts';
import { newId } from '../../base/ids.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';

let ctx: TestContext;
const nobody = { participantId: null };

beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

describe('the figures of agents', () => {
  it('[FIN-13] count ended runs and priced calls of 30 days; costs are for those who read them', async () => {
    const tenant = await ctx.newTenant({ administrator: nobody, 'agent-developer': nobody, viewer: nobody });
    const dev = tenant.as('agent-developer');
    const workflowId = await publishNode(dev, {
      name: 'Sums',
      type: 'calculator',
      config: { formula: '1 + 1' },
    });
    await dev.post('/api/agents', { name: 'Busy', workflowId });
    await dev.post('/api/agents', { name: 'Idle' });
    const ran = (status: string, days: number) =>
      ctx.ctx.db.owner.query(
        `INSERT INTO agent_executions SELECT (jsonb_populate_record(e, jsonb_build_object('id', $2::text, 'status', $3::text,
           'created_at', now() - make_interval(days => $4)))).* FROM agent_executions e WHERE tenant_id = $1 LIMIT 1`,
        [tenant.tenantId, newId(), status, days],
      );
    expect((await dev.post(`/api/workflows/${workflowId}/runs`, {})).status).toBe(201);
    await expect
      .poll(async () => (await dev.get('/api/agents')).body.rows[0].lastRun?.status)
      .toBe('completed');
    await ran('failed', 1);
    await ran('cancelled', 1);
    await ran('failed', 31);
    const used = (cost: string | null, currency: string | null) =>
      ctx.ctx.db.owner.query(
        `INSERT INTO usage_records (tenant_id, record_id, at, run_id, node_id, workflow_id, workflow_version, agent_id, environment,
           connection, kind, provider, prompt_tokens, completion_tokens, cost, currency, usable)
         VALUES ($1, $2, now(), gen_random_uuid(), 'it', $3, 1, 'busy', 'dev', 'c', 'llm', 'p', 1, 1, $4, $5, true)`,
        [tenant.tenantId, newId(), workflowId, cost, currency],
      );
    await used('1.25', 'USD');
    await used('2', 'USD');
    await used('9', 'EUR');
    await used('4', 'CHF');
    await ctx.ctx.db.owner.query(
      `INSERT INTO exchange_rates (tenant_id, from_currency, to_currency, date, rate, source)
       VALUES ($1, 'EUR', 'USD', '2020-01-01', '1.2', 'ECB')`,
      [tenant.tenantId],
    );
    await used(null, null);
    const read = async (role: 'administrator' | 'viewer') =>
      (await tenant.as(role).get('/api/agent-figures')).body;
    const others = [{ currency: 'CHF', cost: '4', message: expect.stringContaining('from CHF to USD') }];
    const latest = { rate: '1.2', date: '2020-01-01', source: 'ECB' };
    expect(await read('administrator')).toEqual({
      days: 30,
      currency: 'USD',
      rows: [
        { id: 'busy', ended: 2, completed: 1, cost: '14.05', unpriced: 1, others, environments: [] },
        { id: 'idle', ended: 0, completed: 0, cost: '0', unpriced: 0, others: [], environments: [] },
      ],
      converted: [{ currency: 'EUR', cost: '9', converted: '10.8', rates: 1, latest }],
      others,
    });
    expect((await read('viewer')).rows[0]).toEqual({
      id: 'busy',
      ended: 2,
      completed: 1,
      cost: null,
      unpriced: 0,
      others: [],
      environments: [],
    });
  });
});
