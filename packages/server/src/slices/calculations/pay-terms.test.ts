import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { checkImport, storeImport } from '../payouts/paid-workspace.fixture.ts';
import { paying, planOf, type TermWorkspace, termWorkspace } from './term-workspace.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

const quarters = [
  ['2026-01-01', '2026-03-31'],
  ['2026-04-01', '2026-06-30'],
] as const;
const people = ['ann', 'bob'];

/** Ann and Bob reach their quota of 100,000 exactly in both quarters, at a target of 60,000 a year. */
async function atTarget() {
  const plan = planOf([paying({ rate: { kind: 'target' } })]);
  const there = await termWorkspace(ctx, plan, {
    participants: people.map((id) => ({ id })),
    quotas: people.flatMap((participantId) =>
      quarters.map(([from, to]) => ({ participantId, from, to, amount: '100000' })),
    ),
    deals: people.flatMap((participantId) =>
      quarters.map(([, to]) => ({ id: `${participantId} ${to}`, date: to, amount: '100000', participantId })),
    ),
  });
  await there.sql('UPDATE participants SET target_variable_annual = 60000 WHERE tenant_id = $1');
  return there;
}

async function store({ admin }: TermWorkspace, csv: string): Promise<string> {
  const dry = await checkImport(admin, 'pay-terms', csv);
  expect(dry.problemCount).toBe(0);
  await storeImport(admin, dry);
  return dry.id;
}

const header = 'participant,from,to,title,base pay,target variable pay\n';

test('[QUOTA-21] [QUOTA-22] a promotion on Feb 15 pays 16,500.00 of target for the quarter, and its statement is proven', async () => {
  const there = await atTarget();
  await store(there, `${header}ann,2026-02-15,,Senior AE,90000,72000\n`);
  const run = await there.pay('2026-Q1');
  expect(await there.amounts(run)).toEqual({ ann: '16500.00', bob: '15000.00' });
  expect(JSON.stringify(await there.why(run, 'ann', 'sales'))).toContain(
    '60,000.00 × 3 ÷ 12 × 45 ÷ 90 days + 72,000.00 × 3 ÷ 12 × 45 ÷ 90 days',
  );
  expect(await there.unproven(run, 'ann')).toEqual([]);
  const listed = await there.admin.get('/api/pay-terms', { participantId: 'ann' });
  expect(listed.body.rows).toMatchObject([
    {
      participantId: 'ann',
      title: 'Senior AE',
      from: '2026-02-15',
      to: null,
      baseAnnual: '90000',
      targetVariableAnnual: '72000',
    },
  ]);
});

test('[QUOTA-21] [DEP-6] a late change of terms makes only the periods it reaches out of date, and pays only its payee again', async () => {
  const there = await atTarget();
  const [first, second] = [await there.pay('2026-Q1'), await there.pay('2026-Q2')];
  expect([first.total, second.total]).toEqual(['30000.00', '30000.00']);
  await store(there, `${header}ann,2026-04-01,,Senior AE,90000,72000\n`);
  const stale = async (id: string) => (await there.admin.get(`/api/calculations/${id}`)).body.stale.length;
  expect([await stale(first.id), await stale(second.id)]).toEqual([0, 1]);
  const { body: late } = await there.admin.get(`/api/calculations/${second.id}/late-records`);
  expect(late).toMatchObject({
    delta: '3000.00',
    payeesRead: 1,
    lines: [
      {
        participantId: 'ann',
        because: ['Pay term from 2026-04-01 is new.'],
      },
    ],
  });
  const again = await there.pay('2026-Q2');
  expect(again).toMatchObject({ version: 2, total: '33000.00', stale: [] });
  // the quarter before is as it was
  expect((await there.pay('2026-Q1')).status).toBe('unchanged');
});

test('[QUOTA-21] an import of terms is undone as it was', async () => {
  const there = await atTarget();
  const id = await store(there, `${header}ann,2026-02-15,,Senior AE,90000,72000\n`);
  const undone = await there.admin.post(`/api/imports/${id}/undo`, { reason: 'Wrong file' });
  expect(undone.status).toBeLessThan(300);
  await expect.poll(async () => (await there.admin.get('/api/pay-terms')).body.total).toBe(0);
  expect(await there.amounts(await there.pay('2026-Q1'))).toEqual({ ann: '15000.00', bob: '15000.00' });
});

test('[QUOTA-21] terms that overlap, name nobody or agree on nothing are refused row by row', async () => {
  const { admin } = await atTarget();
  const csv = `${header}ann,2026-01-01,2026-03-31,,,60000\nann,2026-03-01,,,,72000\nzoe,2026-01-01,,,,1\nbob,2026-01-01,,Rep,,\n`;
  const dry = await checkImport(admin, 'pay-terms', csv);
  const { body } = await admin.get(`/api/imports/${dry.id}/problems`);
  const found = body.rows.map(({ line, reason }: { line: number; reason: string }) => `${line}: ${reason}`);
  expect(found).toEqual([
    '2: It overlaps the pay term of ann from 2026-03-01.',
    '3: It overlaps the pay term of ann from 2026-01-01.',
    '4: Participant zoe not found.',
    '5: The term has neither target variable pay nor a commission rate.',
  ]);
});

test('[ACCESS-3] a rep sees their own terms only', async () => {
  const tenant = await ctx.newTenant({
    administrator: { participantId: null },
    'sales-rep': { participantId: 'ann' },
  });
  const admin = tenant.as('administrator');
  const csv = 'participant id,name\nann,Ann\nbob,Bob\n';
  await storeImport(admin, await checkImport(admin, 'participants', csv));
  const rows = `${header}ann,2026-01-01,,,,60000\nbob,2026-01-01,,,,50000\n`;
  await storeImport(admin, await checkImport(admin, 'pay-terms', rows));
  const { body } = await tenant.as('sales-rep').get('/api/pay-terms');
  expect(body.rows.map(({ participantId }: { participantId: string }) => participantId)).toEqual(['ann']);
});
