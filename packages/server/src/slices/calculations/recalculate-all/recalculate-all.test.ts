import type { Run } from '@attain/contract/calculations';
import type { RecalculateAll } from '@attain/contract/recalculate-all';
import { decimal, sum } from '@attain/domain/base/decimal';
import type { Rate } from '@attain/domain/plans/plan';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedTestContext, type TestContext } from '../../../testing/start-test-context.ts';
import { checkImport, storeImport } from '../../payouts/paid-workspace.fixture.ts';
import { paying, planOf, termWorkspace } from '../term-workspace.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

const rate: Rate = {
  kind: 'retroactive',
  thresholds: 'percent-of-quota',
  per: 'period',
  tiers: [
    { from: '0', to: '100', ratePercent: '5' },
    { from: '100', to: null, ratePercent: '10' },
  ],
};
const months = ['2024-01', '2024-02', '2024-03'];
const head = 'id,date,amount,currency,participant\n';

/** A plan that pays the year to date less what was paid, by month, calculated for three months; in January the quota is reached by 1,000. */
async function yearToDate(calculates = true) {
  const window = { kind: 'year-to-date', settle: 'deduct' } as const;
  const calendar = { period: 'month', fiscalYearStartMonth: 1 } as const;
  const deal = (id: string, date: string, amount: string) => ({ id, date, amount, participantId: 'ann' });
  const there = await termWorkspace(ctx, planOf([paying({ rate, window })], { calendar }), {
    others: ['plan-designer'],
    participants: [{ id: 'ann' }, { id: 'bob' }],
    quotas: ['01-31', '02-29', '03-31'].flatMap((end) =>
      ['ann', 'bob'].map((participantId) => ({
        participantId,
        from: `2024-${end.slice(0, 2)}-01`,
        to: `2024-${end}`,
        amount: '10000',
      })),
    ),
    deals: [
      deal('d1', '2024-01-10', '11000'),
      deal('d2', '2024-02-10', '10000'),
      deal('d3', '2024-03-10', '10000'),
    ],
  });
  const runs: Run[] = [];
  if (calculates) for (const month of months) runs.push(await there.pay(month));
  const newest = async () => {
    const found = await Promise.all(
      months.map(
        async (period) =>
          (await there.admin.get('/api/calculations', { planId: there.planId, period })).body.rows,
      ),
    );
    return found.map((rows: Run[]) => rows.find(({ version }) => version !== null)!);
  };
  return { ...there, runs, newest };
}

const total = (runs: readonly { total: string | null }[]) =>
  sum(runs.map((run) => decimal(run.total ?? '0'))).toString();

async function finished(
  admin: Awaited<ReturnType<typeof yearToDate>>['admin'],
  id: string,
): Promise<RecalculateAll> {
  for (;;) {
    const { body } = await admin.get(`/api/recalculations/${id}`);
    if (body.finishedAt !== null) return body;
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

describe('late changes of periods that build on each other', () => {
  test('[DEP-10] the dry run and the preview say together what recalculating in order changes, and one act does it', async () => {
    const { admin, as, planId, runs, newest } = await yearToDate();
    expect(runs.map((run) => run.total)).toEqual(['1100.00', '1000.00', '1000.00']);
    expect(runs.map((run) => run.progress)).toEqual(months.map(() => ({ done: 2, total: 2 })));

    const dry = await checkImport(
      admin,
      'deals',
      `${head}d1,2024-01-10,9500,USD,ann\nd2,2024-02-10,10400,USD,ann\n`,
    );
    const differences = dry.summary?.pay?.runs.map(({ periodKey, difference }) => [
      periodKey,
      difference?.delta,
    ]);
    expect(differences).toEqual([
      ['2024-01', '-625.00'],
      ['2024-02', '-480.00'],
      ['2024-03', '-500.00'],
    ]);
    await storeImport(admin, dry);

    const last = runs[2]!;
    const { body: preview } = await admin.get(`/api/calculations/${last.id}/late-records`);
    expect(preview).toMatchObject({
      delta: '-500.00',
      recalculatedFirst: [
        { periodKey: '2024-01', delta: '-625.00' },
        { periodKey: '2024-02', delta: '-480.00' },
      ],
    });

    const tooSoon = await admin.post('/api/calculations', { planId, period: '2024-03' });
    expect([tooSoon.status, tooSoon.body.error]).toEqual([
      409,
      '2024-03 builds on 2024-01, 2024-02, which are out of date. Recalculate 2024-01, 2024-02 first, or recalculate all in order.',
    ]);

    const { body: due } = await admin.get('/api/recalculations/due');
    expect(
      due.calculations.map(({ period, buildsOn }: { period: Run['period']; buildsOn: string[] }) => [
        period.key,
        buildsOn,
      ]),
    ).toEqual([
      ['2024-01', []],
      ['2024-02', ['2024-01']],
      ['2024-03', ['2024-01', '2024-02']],
    ]);
    expect(due.calculations[0].total).toBe('1100.00');
    // totals of two payees tell a designer what each is paid (ACCESS-10)
    const designer = as('plan-designer');
    const { body: hidden } = await designer.get('/api/recalculations/due');
    expect(hidden.calculations.map((one: { total: null }) => one.total)).toEqual([null, null, null]);
    const started = await admin.post('/api/recalculations', {});
    expect(started.status).toBe(202);
    const batch = await finished(admin, started.body.id);
    const { body: seen } = await designer.get(`/api/recalculations/${started.body.id}`);
    expect(seen.calculations).toMatchObject(batch.calculations.map(() => ({ before: null, after: null })));
    expect(batch).toMatchObject({ status: 'completed', progress: { done: 3, total: 3 } });
    expect(batch.calculations.map(({ period, status, after }) => [period.key, status, after])).toEqual([
      ['2024-01', 'completed', '475.00'],
      ['2024-02', 'completed', '520.00'],
      ['2024-03', 'completed', '500.00'],
    ]);
    const now = await newest();
    expect(now.map(({ stale }) => stale)).toEqual([[], [], []]);
    const said = sum(
      (dry.summary?.pay?.runs ?? []).map(({ difference }) => decimal(difference?.delta ?? '0')),
    );
    expect(said.toString()).toBe(
      decimal(total(now))
        .minus(decimal(total(runs)))
        .toString(),
    );

    const nothing = await admin.post('/api/recalculations', {});
    expect([nothing.status, nothing.body.error]).toEqual([422, 'Nothing is out of date.']);
    const { body: log } = await admin.get('/api/audit', { action: 'calculation.completed' });
    expect(log.rows.length).toBe(6);
  });
});

test('[DEP-11] [PAY-47] Calculate all calculates months that build on each other in order, and says what waits for them', async () => {
  const { admin, tenantId, planId, newest } = await yearToDate(false);
  const march = async () => (await admin.get('/api/standings', { planId, period: '2024-03' })).body;
  const before = await march();
  expect(before.payHidden).toBe('Pay appears once 2024-01, 2024-02 are calculated.');
  expect(before.rows).toMatchObject([
    { participantId: 'ann', credited: '10000', amount: null, attainmentPercent: expect.any(String) },
    { participantId: 'bob', credited: '0', amount: null },
  ]);
  const dry = await checkImport(
    admin,
    'deals',
    `${head}e1,2024-03-20,1000,USD,ann\ne2,2024-01-20,500,USD,ann\ne3,2024-02-20,500,USD,ann\n`,
  );
  await storeImport(admin, dry);
  const started = await admin.post(`/api/imports/${dry.id}/calculate`);
  expect([started.status, started.body]).toMatchObject([202, { started: 3, notStarted: [], runId: null }]);
  const { underWay } = (await admin.get('/api/recalculations/due')).body;
  if (underWay !== null) await finished(admin, underWay.id);
  const runs = await newest();
  expect(runs.map(({ status, total: paid }) => [status, paid])).toEqual([
    ['completed', '1150.00'],
    ['completed', '1050.00'],
    ['completed', '1100.00'],
  ]);
  const after = await march();
  expect(after.payHidden).toBe(null);
  expect(after.rows[0]).toMatchObject({ participantId: 'ann', amount: '1100.00' });

  // without a rate January can't be paid, so what builds on it keeps its pay
  const late = await checkImport(
    admin,
    'deals',
    `${head}e4,2024-01-21,100,CHF,ann\ne5,2024-02-21,500,USD,ann\n`,
  );
  await storeImport(admin, late);
  await admin.post(`/api/imports/${late.id}/calculate`);
  const { rows } = await ctx.ctx.db.owner.query(
    'SELECT id FROM recalculation_batches WHERE tenant_id = $1 ORDER BY created_at DESC LIMIT 1',
    [tenantId],
  );
  const batch = await finished(admin, rows[0].id);
  expect(batch.calculations.map(({ period, status, before }) => [period.key, status, before])).toEqual([
    ['2024-01', 'failed', '1150.00'],
    ['2024-02', 'skipped', '1050.00'],
  ]);
});
