import { beforeAll, expect, test } from 'vitest';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { deployable } from '../deployments/deployed-agent.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});

const path = '/api/agents/payer/presets';

test('[AGENT-14] [CONF-DATA-07] values are kept as a preset of one’s own, change with their history, and start runs', async () => {
  const { tenant, dev, operator, viewer } = await deployable(ctx);
  const saved = await dev.put(path, { name: 'Year end', description: 'Q4', parameters: { cap: 5 } });
  expect([saved.status, saved.body.rows]).toEqual([
    200,
    [expect.objectContaining({ name: 'Year end', parameters: { cap: 5 }, isCustom: true, lastRun: null })],
  ]);
  await dev.put(path, { name: 'Year end', parameters: { cap: 6 } });
  await dev.put(path, { name: 'Year end', parameters: { cap: 6 } });
  const { rows } = await ctx.ctx.db.owner.query(
    'SELECT saved_configurations AS earlier, environment FROM agent_configurations WHERE tenant_id = $1',
    [tenant.tenantId],
  );
  expect(rows).toEqual([{ earlier: [{ cap: 5 }], environment: 'dev' }]);
  // no one else sees it or starts with it
  expect((await operator.get(path)).body.rows).toEqual([]);
  expect((await viewer.get(path)).status).toBe(403);
  const other = await operator.post('/api/agents/payer/runs', { preset: 'Year end' });
  expect([other.status, other.body.error]).toEqual([404, 'Preset not found.']);
  const run = await dev.post('/api/agents/payer/runs', { input: { cap: 6 }, preset: 'Year end' });
  expect(run.status, JSON.stringify(run.body)).toBe(201);
  expect((await dev.get(path)).body.rows[0].lastRun).not.toBeNull();
  const gone = await dev.post(`${path}/remove`, { name: 'Year end' });
  expect(gone.body).toEqual({ rows: [] });
  expect((await dev.post(`${path}/remove`, { name: 'Year end' })).status).toBe(404);
});

test('[AGENT-14] at most 50 are kept, of values that are not too long, for agents that can be customized', async () => {
  const { tenant, dev } = await deployable(ctx);
  const long = await dev.put(path, { name: 'Long', parameters: { text: 'x'.repeat(100_001) } });
  expect([long.status, long.body.error]).toEqual([
    400,
    'The values have more than 100,000 characters. Shorten them.',
  ]);
  await dev.put(path, { name: 'p0', parameters: {} });
  await ctx.ctx.db.owner.query(
    `INSERT INTO agent_configurations (tenant_id, agent_id, user_id, name)
     SELECT tenant_id, agent_id, user_id, 'p' || n FROM agent_configurations, generate_series(1, 49) n WHERE tenant_id = $1`,
    [tenant.tenantId],
  );
  const more = await dev.put(path, { name: 'One more', parameters: {} });
  expect([more.status, more.body.error]).toEqual([409, 'You have 50 presets of “Payer”. Delete one first.']);
  expect((await dev.put(path, { name: 'p7', parameters: { a: 1 } })).status).toBe(200);
});
