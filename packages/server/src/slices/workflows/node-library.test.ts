import { NODE_TYPES } from '@attain/domain/workflows/nodes/node-types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishNode } from '../../activities/one-node.fixture.ts';
import { sharedTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';

let ctx: TestContext;
let tenant: TestTenant;
const nobody = { participantId: null };

beforeAll(async () => {
  ctx = await sharedTestContext();
  tenant = await ctx.newTenant({ 'agent-developer': nobody, 'sales-rep': nobody });
});
afterAll(() => ctx?.stop());

const library = (query = {}) => tenant.as('agent-developer').get('/api/node-types', query);

test('[NODES-09] [NODES-14] the library holds every type from its one definition, page by page', async () => {
  const whole = await library();
  expect(whole.body).toMatchObject({ total: NODE_TYPES.length, nextCursor: null });
  expect(whole.body.rows.map(({ id }: { id: string }) => id)).toEqual(NODE_TYPES.map(({ type }) => type));
  expect(whole.body.rows.find(({ id }: { id: string }) => id === 'llm')).toEqual({
    id: 'llm',
    name: 'LLM',
    category: 'AI & ML',
    version: '1.0.0',
    status: 'stable',
    usageCount: 0,
    description: expect.stringContaining('language model'),
    inputs: [{ name: 'in', label: 'In', type: 'any' }],
    outputs: [
      { name: 'out', label: 'Out', type: 'object' },
      { name: 'error', label: 'On error', type: 'object' },
    ],
  });
  const first = await library({ limit: 30 });
  const second = await library({ limit: 30, cursor: first.body.nextCursor });
  expect([...first.body.rows, ...second.body.rows]).toEqual(whole.body.rows);
  expect((await tenant.as('sales-rep').get('/api/node-types')).status).toBe(403);
});

test('[NODES-09] how often a type is used counts workflows, and says which; retired ones and other workspaces do not count', async () => {
  const dev = tenant.as('agent-developer');
  const node = (name: string) => publishNode(dev, { name, type: 'formatter', config: { template: 'x' } });
  const [kept, retired] = [await node('Kept'), await node('Retired')];
  await dev.post(`/api/workflows/${retired}/retire`);
  const used = (await library()).body.rows.find(({ id }: { id: string }) => id === 'formatter');
  expect(used.usageCount).toBe(1);
  const names = async (uses: string) =>
    (await dev.get('/api/workflows', { uses })).body.rows.map(({ name }: { name: string }) => name);
  expect(await names('formatter')).toEqual(['Kept', 'Retired']);
  expect(await names('parser')).toEqual([]);
  expect(kept).not.toBe(retired);
  const other = await ctx.newTenant({ 'agent-developer': nobody });
  const theirs = await other.as('agent-developer').get('/api/node-types');
  expect(theirs.body.rows.every(({ usageCount }: { usageCount: number }) => usageCount === 0)).toBe(true);
});
