import type { SearchHit } from '@attain/contract/search';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { type PaidWorkspace, paidWorkspace } from '../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
let paid: PaidWorkspace;
beforeAll(async () => {
  ctx = await sharedTestContext();
  paid = await paidWorkspace(ctx);
  await paid.calculate();
});
afterAll(() => ctx?.stop());

const find = async (client: Client, query: string, rest = ''): Promise<SearchHit[]> =>
  (await client.get(`/api/search?query=${encodeURIComponent(query)}${rest}`)).body.hits;
const labels = (hits: readonly SearchHit[]) => hits.map(({ kind, label }) => `${kind} ${label}`);

test('one search finds people, deals, statements, plans, periods and calculations', async () => {
  expect(labels(await find(paid.admin, 'ann example'))).toEqual([
    'person Ann Example',
    'deal d4',
    'deal d3',
    'deal d2',
    'deal d1',
    'statement Ann Example, 2024-Q1',
  ]);
  expect(labels(await find(paid.admin, 'field sales', '&limit=1'))).toEqual([
    'plan Field sales',
    'statement Ann Example, 2024-Q1',
    'calculation Field sales, 2024-Q1',
  ]);
  const byPeriod = await find(paid.admin, '2024-q1', '&limit=1');
  const found = ['statement Ann Example, 2024-Q1', 'period 2024-Q1', 'calculation Field sales, 2024-Q1'];
  expect(labels(byPeriod)).toEqual(found);
  expect(byPeriod[1]?.detail).toBe('1 plan calculated');
});

test('it names what a link needs: of a statement the calculation and the participant', async () => {
  const statement = (await find(paid.admin, 'bob')).find(({ kind }) => kind === 'statement');
  const { status } = await paid.admin.get(`/api/statements/${statement?.runId}/${statement?.id}`);
  expect([statement?.id, status]).toEqual(['bob', 200]);
});

test('a rep finds what is theirs, and nothing of a colleague; a manager finds the team', async () => {
  const rep = paid.tenant.as('sales-rep');
  expect(labels(await find(rep, 'example'))).toEqual([
    'person Ann Example',
    'deal d4',
    'deal d3',
    'deal d2',
    'deal d1',
    'statement Ann Example, 2024-Q1',
  ]);
  for (const query of ['field sales', '2024-Q1', 'ann example, 2024'])
    expect(labels(await find(rep, query)).filter((one) => !/^deal|^person/.test(one))).toEqual([
      'statement Ann Example, 2024-Q1',
    ]);
  expect(
    labels(await find(paid.tenant.as('manager'), 'example')).filter((one) => /^person/.test(one)),
  ).toEqual(['person Ann Example', 'person Bob Example', 'person Mia Example']);
  expect(await find(paid.tenant.as('viewer'), 'ann example')).toEqual([]);
});

test('it never finds what another workspace has', async () => {
  const other = await ctx.newTenant();
  expect(await find(other.as('administrator'), 'example')).toEqual([]);
  expect(await find(other.as('administrator'), 'field sales')).toEqual([]);
});

test('it says of which kinds there are more, and takes what is typed as text, not as a pattern', async () => {
  const { body } = await paid.admin.get('/api/search?query=example&limit=2');
  expect(body.more).toEqual(['person', 'deal', 'statement']);
  expect(await find(paid.admin, '%%')).toEqual([]);
  expect(await find(paid.admin, '__')).toEqual([]);
  expect((await paid.admin.get('/api/search?query=a')).status).toBe(400);
});
