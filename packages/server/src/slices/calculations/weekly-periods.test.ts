import { periodsOf } from '@attain/domain/base/period';
import { isoWeeks } from '@attain/domain/base/week-calendar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { madePayments } from '../payments/paid-period.fixture.ts';
import { ended } from '../payouts/paid-workspace.fixture.ts';
import { activePlan, paying, planOf, termWorkspace } from './term-workspace.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

const deal = (id: string, date: string, amount: string) => ({ id, date, amount, participantId: 'ann' });

test('[BASE-8] [QUOTA-17] [TERM-8] a plan that pays by week: its weeks are calculated, told, proven and paid', async () => {
  const weekly = { period: 'week', fiscalYearStartMonth: 1 } as const;
  const window = { kind: 'quarter-to-date', settle: 'deduct' } as const;
  const components = [paying({ rate: { kind: 'target' }, window })];
  const there = await termWorkspace(ctx, planOf(components, { calendar: { ...weekly, weeks: isoWeeks } }), {
    participants: [{ id: 'ann' }],
    quotas: periodsOf({ ...weekly, weeks: isoWeeks }, 2024)
      .slice(0, 3)
      .map(({ from, to }) => ({ participantId: 'ann', from, to, amount: '1000' })),
    deals: [
      deal('d1', '2024-01-07', '1000'),
      deal('d2', '2024-01-08', '1500'),
      deal('d3', '2024-01-21', '1000'),
      deal('d4', '2024-01-22', '9999'),
    ],
  });
  await there.sql('UPDATE participants SET target_variable_annual = 52000 WHERE tenant_id = $1');
  const document = planOf(components, { calendar: weekly, name: 'Weeks of months' });
  const draft = await there.admin.post('/api/plans', { name: document.name, type: document.type, document });
  const path = `/api/plans/${draft.body.id}/activate`;
  const invalid = await there.admin.post(path, { documentHash: draft.body.documentHash });
  expect(invalid.body.issues).toMatchObject([{ rule: 'TERM-8', path: 'calendar.weeks' }]);

  const { body: periods } = await there.admin.get('/api/calculations/periods', { planId: there.planId });
  expect(periods.slice(1)).toMatchObject([
    { key: '2024-W03', from: '2024-01-15', to: '2024-01-21', dealCount: 1 },
    { key: '2024-W02', from: '2024-01-08', to: '2024-01-14', dealCount: 1 },
    { key: '2024-W01', from: '2024-01-01', to: '2024-01-07', dealCount: 1 },
  ]);
  for (const wrong of ['2024-W53', '2024-W54']) {
    const rejected = await there.order(wrong);
    expect(rejected.status).toBe(400);
    expect(JSON.stringify(rejected.body)).toContain('2024 has 52 weeks; the last is 2024-W52.');
  }
  expect(JSON.stringify((await there.order('2024-W02')).body)).toContain('Calculate 2024-W01 first');

  const runs = [await there.pay('2024-W01'), await there.pay('2024-W02'), await there.pay('2024-W03')];
  expect(runs.map(({ total }) => total)).toEqual(['1000.00', '1500.00', '1000.00']);
  expect(await there.unproven(runs[2]!, 'ann')).toEqual([]);
  const why = await there.why(runs[2]!, 'ann', 'sales');
  expect(why).toMatchObject({
    quota: '3000',
    window: { from: '2024-01-01', to: '2024-01-21', paid: '2500.00' },
  });
  expect(JSON.stringify(why.steps)).toContain('each of the 3 weeks 2024-W01 to 2024-W03');
  const { body: statement } = await there.admin.get(`/api/statements/${runs[2]!.id}/ann`);
  expect(statement.run.period).toEqual({ key: '2024-W03', from: '2024-01-15', to: '2024-01-21' });

  const payments = await madePayments(there.admin, '2024-W02');
  expect(payments).toMatchObject({
    period: { key: '2024-W02', to: '2024-01-14' },
    totals: [{ amount: '1500.00', currency: 'USD' }],
  });
});

test('[PAYM-20] [PAYM-22] one key of two calendars: payments are made of the days that are named, and a key that has come to mean other days is paid for itself', async () => {
  const retail = (pattern: '4-4-5' | '13-periods') =>
    ({ period: 'month', fiscalYearStartMonth: 1, weeks: { ...isoWeeks, pattern } }) as const;
  const components = [paying({ rate: { kind: 'flat', ratePercent: '10' } })];
  const shops = planOf(components, { name: 'Shops', calendar: retail('4-4-5') });
  const there = await termWorkspace(ctx, shops, {
    participants: [{ id: 'ann' }],
    deals: [
      deal('d1', '2024-03-10', '1000'),
      deal('d2', '2024-03-28', '500'),
      deal('d3', '2024-04-10', '70'),
    ],
  });
  const parks = planOf(components, { name: 'Parks', calendar: retail('13-periods') });
  const parksId = await activePlan(there.admin, parks);
  await there.pay('2024-P03');
  const other = await there.admin.post('/api/calculations', { planId: parksId, period: '2024-P03' });
  expect((await ended(there.admin, other.body.id)).total).toBe('100.00');

  const rejected = await there.admin.post('/api/payments', { period: '2024-P03' });
  expect(rejected).toMatchObject({ status: 400, body: { issues: [{ rule: 'PAYM-22', path: 'period' }] } });
  expect(JSON.stringify(rejected.body)).toContain('2024-02-26..2024-03-24 for “Parks”');
  const toThe = async (day: string) => {
    const { period, totals } = await madePayments(there.admin, `2024-02-26..${day}`);
    return [period.key, totals?.[0]?.amount];
  };
  const short = await toThe('2024-03-24');
  expect(short).toEqual(['2024-02-26..2024-03-24', '100.00']);
  const open = await there.admin.post('/api/payments', { period: '2024-02-26..2024-03-31' });
  expect(open.body).toMatchObject({ code: 'CONFLICT' });
  const { body: list } = await there.admin.get('/api/payments');
  await there.admin.post(`/api/payments/${list.rows[0].id}/withdraw`);
  expect(await toThe('2024-03-31')).toEqual(['2024-02-26..2024-03-31', '250.00']);

  await there.sql(
    "UPDATE payment_runs SET posted_at = now(), status = 'posted' WHERE tenant_id = $1 AND status = 'calculated'",
  );
  const document = { ...shops, calendar: parks.calendar };
  const saved = await there.admin.put(`/api/plans/${there.planId}`, { revision: 1, document });
  const { documentHash } = saved.body;
  await there.admin.post(`/api/plans/${there.planId}/activate`, { documentHash });
  const moved = await there.pay('2024-P03');
  expect(moved).toMatchObject({ version: 1, period: { key: '2024-P03', to: '2024-03-24' }, total: '100.00' });
  await there.pay('2024-04-01..2024-04-21');
  const stopped = await madePayments(there.admin, '2024-04-01..2024-04-21');
  expect(stopped).toMatchObject({
    status: 'failed',
    problems: [{ rule: 'PAYM-20', path: 'Shops 2024-P03' }],
  });
  expect(stopped.problems[0]?.message).toContain('recalculate 2024-02-26..2024-03-31');
  await there.pay('2024-02-26..2024-03-31');
  const fixed = await madePayments(there.admin, '2024-04-01..2024-04-21');
  expect(fixed).toMatchObject({ status: 'calculated', totals: [{ amount: '7.00' }] });
});
