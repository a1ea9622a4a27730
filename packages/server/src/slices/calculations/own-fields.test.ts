import type { ImportDetail, Mapping } from '@attain/contract/imports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { insertRecords } from '../../testing/insert-records.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { paying, planOf, termWorkspace } from './term-workspace.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

const HEAD = 'id,date,amount,currency,participant,Channel,Seats,Starts';
const DEALS = [
  HEAD,
  'd1,2024-02-01,1000,USD,ann,Web,"1,200",3/31/2024',
  'd2,2024-02-02,2000,USD,ann,Fair,5,',
  'd3,2024-02-03,4000,USD,ann,,,',
];
const OWN: NonNullable<Mapping['ownFields']> = [
  { name: 'Channel', column: 5, type: 'text' },
  { name: 'Seats', column: 6, type: 'number' },
  { name: 'Starts', column: 7, type: 'date' },
];

async function uploaded(admin: Client, lines: readonly string[]) {
  const content = `${lines.join('\n')}\n`;
  const { body } = await admin.upload(
    '/api/imports/upload',
    { name: 'deals.csv', content },
    { kind: 'deals' },
  );
  const { id, mapping } = body as { id: string; mapping: Mapping };
  return { path: `/api/imports/${id}`, mapping: { ...mapping, date: 'mdy' as const } };
}

async function checked(admin: Client, lines: readonly string[], own = OWN): Promise<ImportDetail> {
  const { path, mapping } = await uploaded(admin, lines);
  const answer = await admin.post(`${path}/check`, { mapping: { ...mapping, ownFields: own } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await expect.poll(async () => (await admin.get(path)).body.status).toBe('checked');
  return (await admin.get(path)).body;
}

async function stored(admin: Client, lines: readonly string[], own = OWN): Promise<ImportDetail> {
  const dry = await checked(admin, lines, own);
  expect(dry.problemCount).toBe(0);
  await admin.post(`/api/imports/${dry.id}/commit`);
  await expect.poll(async () => (await admin.get(`/api/imports/${dry.id}`)).body.status).toBe('committed');
  return dry;
}

const ten = { kind: 'flat', ratePercent: '10' } as const;
const half = { where: [{ field: 'own:Seats', number: { atLeast: '1000' } }], percent: '50' } as const;
const plan = planOf([
  paying({ rate: ten, filter: [{ field: 'own:Channel', in: ['web', 'Fair'] }], creditFactors: [half] }),
]);
const workspace = () => termWorkspace(ctx, plan, { participants: [{ id: 'ann' }] });

describe('[CREDIT-19] own fields of deals', () => {
  test('are imported, shown, offered, paid by and proven', async () => {
    const there = await workspace();
    const { admin } = there;
    const dry = await stored(admin, DEALS);
    expect(dry.summary?.sample[0]).toMatchObject({ Channel: 'Web', Seats: '1200', Starts: '2024-03-31' });
    const deal = (await admin.get('/api/deals/d1')).body;
    expect(deal.ownFields).toEqual({ Channel: 'Web', Seats: '1200', Starts: '2024-03-31' });
    expect((await admin.get('/api/deals/d3')).body.ownFields).toEqual({});
    expect((await admin.get('/api/deal-own-fields')).body).toEqual([
      { name: 'Channel', deals: 2 },
      { name: 'Seats', deals: 2 },
      { name: 'Starts', deals: 1 },
    ]);
    expect((await admin.get('/api/deal-values', { field: 'own:Channel' })).body).toEqual([
      { value: 'Fair', deals: 1 },
      { value: 'Web', deals: 1 },
    ]);
    const run = await there.pay('2024-Q1');
    expect(run.total).toBe('250.00');
    expect(await there.unproven(run, 'ann')).toEqual([]);
    const { body: statement } = await admin.get(`/api/statements/${run.id}/ann`);
    expect(statement.lines[0]).toMatchObject({ amount: '250.00' });
  });

  test('[CREDIT-20] are amounts that components add: from the file to pay, its words and its proof', async () => {
    const measure = (own: string) => ({ unit: '$', of: 'amount', own }) as const;
    const seats = paying({ id: 'seats', name: 'Seats', rate: ten, measure: measure('Seats'), weight: 50 });
    const none = paying({ id: 'none', name: 'None', rate: ten, measure: measure('Margin'), weight: 50 });
    const there = await termWorkspace(ctx, planOf([seats, none]), { participants: [{ id: 'ann' }] });
    // ben is on no plan, so his deal is in no warning about Seats
    await insertRecords(ctx.ctx.db, there.tenantId, { participants: [{ id: 'ben' }] });
    const lines = [...DEALS.slice(0, 3), 'd3,2024-02-03,4000,USD,ann,,"USD 10.50",'];
    await stored(there.admin, [...lines, 'd4,2024-02-04,1,USD,ann,,,', 'd5,2024-02-04,1,USD,ben,,,']);
    const run = await there.pay('2024-Q1');
    expect(run.total).toBe('121.55');
    expect(await there.unproven(run, 'ann')).toEqual([]);
    const { body } = await there.admin.get(`/api/statements/${run.id}/ann`);
    expect(body.lines).toMatchObject([
      { componentName: 'Seats', message: 'Seats pays 121.55 USD: 1,215.50 of Seats credited at 10%.' },
      { amount: '0.00' },
    ]);
    expect(run.warnings.map(({ message }) => message)).toEqual([
      'Seats measures Seats, but 1 of 4 deals has no number in that field and doesn’t count.',
      'None measures Margin, but none of 5 deals has a number in that field.',
    ]);
  });

  test('[CREDIT-20] [CREDIT-13] the warning about a team’s amounts leaves out the leader’s own deals', async () => {
    const team = paying({
      id: 'team',
      name: 'Team',
      rate: ten,
      measure: { unit: '$', of: 'amount', own: 'Seats' },
      credit: { of: 'team', levels: null, factorPercents: ['100'] },
    });
    const there = await termWorkspace(ctx, planOf([team]), { participants: [{ id: 'ann' }] });
    await insertRecords(ctx.ctx.db, there.tenantId, {
      participants: [{ id: 'ben' }],
      reportingLines: [{ participantId: 'ben', managerId: 'ann', from: '2020-01-01' }],
    });
    const of = (id: string, who: string, seats: string) => `${id},2024-02-03,1,USD,${who},,${seats},`;
    await stored(there.admin, [
      ...DEALS.slice(0, 1),
      of('d1', 'ann', ''),
      of('d2', 'ben', '100'),
      of('d3', 'ben', ''),
    ]);
    const run = await there.pay('2024-Q1');
    expect([run.total, run.warnings.map(({ message }) => message)]).toEqual([
      '10.00',
      ['Team measures Seats, but 1 of 2 deals has no number in that field and doesn’t count.'],
    ]);
  });

  test('make a calculation out of date when nothing else changed, and what they were is kept', async () => {
    const there = await workspace();
    const { admin } = there;
    await stored(admin, DEALS);
    const run = await there.pay('2024-Q1');
    const same = await checked(admin, DEALS);
    expect(same.summary).toMatchObject({ changed: 0, unchanged: 3, stale: [] });
    const next = [HEAD, 'd2,2024-02-02,2000,USD,ann,Partner,,'];
    const dry = await stored(admin, next);
    expect(dry.summary).toMatchObject({ changed: 1, stale: [{ runId: run.id }] });
    expect((await admin.get(`/api/imports/${dry.id}/changes`)).body.rows[0].changes).toEqual([
      { field: 'Channel', before: 'Fair', after: 'Partner' },
      { field: 'Seats', before: '5', after: null },
    ]);
    expect((await admin.get(`/api/calculations/${run.id}`)).body.stale).toHaveLength(1);
    const deal = (await admin.get('/api/deals/d2')).body;
    expect(deal).toMatchObject({ ownFields: { Channel: 'Partner' } });
    expect(deal.history).toMatchObject([{ before: { ownFields: { Channel: 'Fair', Seats: '5' } } }]);
    expect((await there.pay('2024-Q1')).total).toBe('50.00');
  });

  test('stay where a file does not bring them; a mapping with them is proposed for the next file', async () => {
    const { admin } = await workspace();
    await stored(admin, DEALS);
    const [channel] = OWN;
    await stored(admin, [HEAD, 'd1,2024-02-01,1000,USD,ann,Shop,7,'], [channel!]);
    expect((await admin.get('/api/deals/d1')).body.ownFields).toEqual({
      Channel: 'Shop',
      Seats: '1200',
      Starts: '2024-03-31',
    });
    expect((await uploaded(admin, DEALS)).mapping.ownFields).toEqual([channel]);
    await stored(admin, [HEAD, 'd1,2024-02-01,1001,USD,ann,Shop,7,'], []);
    expect((await admin.get('/api/deals/d1')).body).toMatchObject({
      amount: '1001',
      ownFields: { Channel: 'Shop' },
    });
  });

  test('a cell that is not what the column is read as is a problem of its row', async () => {
    const { admin } = await workspace();
    const dry = await checked(admin, [HEAD, 'd1,2024-02-01,1000,USD,ann,Web,many,']);
    expect(dry.problemCount).toBe(1);
    const { body } = await admin.get(`/api/imports/${dry.id}/problems`);
    expect(body.rows).toMatchObject([
      { line: 2, column: 'Seats', field: 'own:Seats', value: 'many', rule: 'CREDIT-19' },
    ]);
  });

  test.each<[string, NonNullable<Mapping['ownFields']>, string, string]>([
    ['no name', [{ name: '', column: 5, type: 'text' }], 'ownFields[0].name', 'Begin with a letter'],
    ['a number', [{ name: '2024', column: 5, type: 'text' }], 'ownFields[0].name', 'Begin with a letter'],
    ['a known name', [{ name: 'deal ID', column: 5, type: 'text' }], 'ownFields[0].name', 'already'],
    [
      'the same name twice',
      [5, 6].map((column) => ({ name: `x${column > 5 ? 'Y' : 'y'}`, column, type: 'text' as const })),
      'ownFields[1].name',
      'Two own fields',
    ],
    ['no such column', [{ name: 'x', column: 8, type: 'text' }], 'ownFields[0].column', 'the file has 8'],
    [
      'too many',
      Array.from({ length: 21 }, (_, i) => ({ name: `x${i}`, column: 5, type: 'text' as const })),
      'ownFields',
      'at most 20',
    ],
  ])('a mapping with %s is refused', async (_, own, path, message) => {
    const { admin } = await workspace();
    const file = await uploaded(admin, DEALS);
    const answer = await admin.post(`${file.path}/check`, { mapping: { ...file.mapping, ownFields: own } });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    expect(answer.body.issues[0].message).toContain(message);
  });

  test('a run says which own field no deal has, and which values deals have', async () => {
    const filter = (field: `own:${string}`) => [{ field, in: ['Web'] }];
    const asked = planOf([
      paying({
        id: 'a',
        name: 'A',
        weight: 50,
        filter: filter('own:Way'),
      }),
      paying({
        id: 'b',
        name: 'B',
        weight: 50,
        filter: filter('own:Seats'),
      }),
    ]);
    const there = await termWorkspace(ctx, asked, { participants: [{ id: 'ann' }] });
    await stored(there.admin, DEALS);
    expect((await there.pay('2024-Q1')).warnings.map(({ message }) => message)).toEqual([
      'The filter of A matches 0 of 3 deals: no deal has a value for Way (Way Web).',
      'The filter of B matches 0 of 3 deals. Values found: 1200 1, 5 1.',
    ]);
  });

  test('a change by hand states them too, and keeps no others', async () => {
    const there = await workspace();
    const { admin } = there;
    await stored(admin, DEALS);
    const run = await there.pay('2024-Q1');
    const { participantId, date, currency } = (await admin.get('/api/deals/d3')).body;
    const after = { participantId, date, currency, amount: '4000', ownFields: { Channel: 'web' } };
    const tried = await admin.post(`/api/calculations/${run.id}/recalculations`, {
      change: { of: 'deal', id: 'd3', after },
      reason: 'The channel was missing',
    });
    expect(tried, JSON.stringify(tried.body)).toMatchObject({ body: { delta: '400.00' } });
  });
});
