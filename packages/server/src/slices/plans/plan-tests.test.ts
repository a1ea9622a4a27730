import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { validPlan } from '../../testing/valid-plan.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

const nobody = { participantId: null };
const tenant = () =>
  ctx.newTenant({ 'plan-designer': nobody, finance: nobody, viewer: nobody, 'sales-rep': nobody });

// 2.5 % of 1,000 for each of the two components
const golden = (wanted: object = {}) => ({
  name: 'One sale',
  period: '2024-Q1',
  deals: [{ amount: '1000' }],
  expect: { total: '50.00' },
  ...wanted,
});
async function newPlan(client: Client): Promise<{ id: string; documentHash: string }> {
  const document = validPlan();
  const made = await client.post('/api/plans', { name: document.name, type: document.type, document });
  return made.body;
}

describe('[TEST-1] golden cases are stored beside their plan', () => {
  it('can be added, listed, changed and taken away, each with one act in the log', async () => {
    const designer = (await tenant()).as('plan-designer');
    const { id } = await newPlan(designer);
    const path = `/api/plans/${id}/tests`;
    const made = await designer.post(path, { test: golden() });
    expect(made).toMatchObject({ status: 201, body: { name: 'One sale', revision: 1, planId: id } });
    expect(made.body.test).toMatchObject({ quotas: [], expect: { total: '50.00' } });
    await designer.post(path, { test: golden({ name: 'Another' }) });
    const first = await designer.get(path, { limit: 1 });
    expect(first.body.rows.map((row: { name: string }) => row.name)).toEqual(['Another']);
    const next = await designer.get(path, { limit: 1, cursor: first.body.nextCursor });
    expect(next.body).toMatchObject({ rows: [{ name: 'One sale' }], nextCursor: null });
    const change = { revision: 1, test: golden({ name: 'A sale' }) };
    const changed = await designer.put(`${path}/${made.body.id}`, change);
    expect(changed).toMatchObject({ status: 200, body: { name: 'A sale', revision: 2 } });
    expect(await designer.put(`${path}/${made.body.id}`, change)).toMatchObject({ status: 409 });
    const removed = await designer.post(`${path}/${made.body.id}/remove`);
    expect(removed).toMatchObject({ status: 200, body: { removed: true } });
    expect((await designer.get(path)).body.rows).toHaveLength(1);
  });

  it('refuses what is none with every place, a name twice, and people who may not edit plans', async () => {
    const people = await tenant();
    const designer = people.as('plan-designer');
    const { id } = await newPlan(designer);
    const path = `/api/plans/${id}/tests`;
    const wrong = await designer.post(path, { test: golden({ deals: [{ amount: 1000 }], expect: {} }) });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } });
    expect(wrong.body.issues[0]).toMatchObject({ rule: 'TEST-1', path: 'deals[0].amount' });
    expect((await designer.post(path, { test: golden() })).status).toBe(201);
    expect((await designer.post(path, { test: golden() })).status).toBe(409);
    expect((await people.as('viewer').post(path, { test: golden({ name: 'x' }) })).status).toBe(403);
    expect((await people.as('sales-rep').get(path)).status).toBe(403);
    expect((await people.as('viewer').get(path)).status).toBe(200);
    const elsewhere = (await tenant()).as('plan-designer');
    expect((await elsewhere.get(path)).status).toBe(404);
  });
});

describe('[TEST-6] failing cases gate the approval', () => {
  it('runs them on the newest version or on a document, and explains every difference', async () => {
    const designer = (await tenant()).as('plan-designer');
    const { id } = await newPlan(designer);
    await designer.post(`/api/plans/${id}/tests`, { test: golden() });
    const passing = await designer.post(`/api/plans/${id}/tests/run`);
    expect(passing.body).toMatchObject({ passed: true, results: [{ name: 'One sale', total: '50.00' }] });
    const [first, second] = validPlan().components;
    const dearer = { ...first, rate: { kind: 'flat', ratePercent: '5' } };
    const document = validPlan({ components: [dearer, second] as never });
    const failing = await designer.post(`/api/plans/${id}/tests/run`, { document });
    expect(failing.body).toMatchObject({
      passed: false,
      results: [{ differences: [{ of: 'total', expected: '50.00', actual: '75.00', delta: '25' }] }],
    });
  });

  it('a plan whose test fails is not activated; mended it is', async () => {
    const people = await tenant();
    const [designer, finance] = [people.as('plan-designer'), people.as('finance')];
    const { id, documentHash } = await newPlan(designer);
    const test = golden({ expect: { amounts: [{ componentId: 'services', amount: '24.00' }] } });
    const made = await designer.post(`/api/plans/${id}/tests`, { test });
    const rejected = await finance.post(`/api/plans/${id}/activate`, { documentHash });
    expect(rejected).toMatchObject({ status: 422, body: { code: 'PLAN_INVALID' } });
    expect(rejected.body.issues[0]).toMatchObject({ rule: 'TEST-6', path: 'tests[One sale]' });
    expect(rejected.body.issues[0].message).toContain('expected 24.00, pays 25.00 USD');
    const fixed = golden({ expect: { amounts: [{ componentId: 'services', amount: '25' }] } });
    await designer.put(`/api/plans/${id}/tests/${made.body.id}`, { revision: 1, test: fixed });
    const activated = await finance.post(`/api/plans/${id}/activate`, { documentHash });
    expect(activated).toMatchObject({ status: 200, body: { activeVersion: 1 } });
  });
});
