import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestContext, type TestContext } from '../../../testing/start-test-context.ts';
import { ended, type PaidWorkspace, paidWorkspace } from '../../payouts/paid-workspace.fixture.ts';

const smart = '/api/assistant/analytics/smart';
const predictive = '/api/assistant/analytics/predictive';
const quarter = '/api/assistant/analytics/quarter';

let ctx: TestContext;
let paid: PaidWorkspace;

beforeAll(async () => {
  ctx = await sharedTestContext();
  paid = await paidWorkspace(ctx);
});
afterAll(() => ctx?.stop());

test('[MEAS-5] a workspace without calculations has no facts, and says so by none', async () => {
  const { status, body } = await paid.admin.get(smart);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    quarters: [],
    facts: [],
    calculations: 0,
    dataQuality: null,
    currency: 'USD',
  });
  const forecast = await paid.admin.get(predictive, { range: 'yearly' });
  expect(forecast.body.forecasts).toMatchObject([
    { of: 'bookings', forecast: null, missing: 4 },
    { of: 'pay-cost', forecast: null, missing: 5, history: [] },
  ]);
});

test('[MEAS-5] [FC-5] [FC-8] facts and forecasts come from stored pay and deals, and follow them', async () => {
  await paid.calculate();
  await paid.sql(
    `INSERT INTO quotas (tenant_id, participant_id, unit, from_date, to_date, amount)
     SELECT $1, id, '$', '2024-04-01', '2024-06-30', 100000 FROM participants WHERE tenant_id = $1`,
  );
  for (const [month, amount] of [
    ['04', '60000'],
    ['05', '70000'],
    ['06', '80000'],
  ])
    await paid.addDeal({
      id: `q2-${month}`,
      date: `2024-${month}-15`,
      amount: `${amount}.00`,
      participantId: 'bob',
    });
  const ordered = await paid.admin.post('/api/calculations', { planId: paid.planId, period: '2024-Q2' });
  const second = await ended(paid.admin, ordered.body.id);

  const { body } = await paid.admin.get(smart);
  expect(body).toMatchObject({ quarters: ['2024-Q1', '2024-Q2'], calculations: 2, leftOut: 0 });
  const fact = (key: string) => body.facts.find((one: { key: string }) => one.key === key);
  expect(fact('pay-cost')).toMatchObject({
    value: second.total,
    history: [
      { key: '2024-Q1', value: '4683.46' },
      { key: '2024-Q2', value: second.total },
    ],
  });
  // 60,000 + 30,000 EUR at 1.1 − 5,000 + 40,000 + 12,345.67 + 80,000 were booked in the first quarter
  expect(fact('cost-per-dollar').history[0]).toEqual({
    key: '2024-Q1',
    value: (4683.46 / 220_345.67).toFixed(4),
  });
  // four people: the tenth with the highest pay is one of them, Bob, who sold all of it
  expect(fact('top-tenth').value).toBe('100');
  expect(fact('weight-gap')).toMatchObject({ value: '-40', unit: 'points' });
  expect(fact('weight-gap').about).toContain('Bike bonus');
  // records of the first quarter changed after it was calculated
  await paid.importDeals('id,date,amount,participant\nlate,2024-03-05,1000,ann\n');
  const late = await paid.admin.get(smart);
  expect(late.body.outOfDate).toEqual({ calculations: 1, pay: '4683.46' });

  const monthly = await paid.admin.get(predictive, { range: 'monthly' });
  expect(monthly.body.forecasts).toHaveLength(1);
  expect(monthly.body.forecasts[0]).toMatchObject({
    of: 'bookings',
    until: '2024-06-30',
    history: [
      { key: '2024-01', value: '60000.00' },
      { key: '2024-02', value: '28000.00' },
      { key: '2024-03', value: '133345.67' },
      { key: '2024-04', value: '60000.00' },
      { key: '2024-05', value: '70000.00' },
      { key: '2024-06', value: '80000.00' },
    ],
    forecast: { from: '2024-07-01', to: '2024-07-31', backtest: { comparedWith: 'last-value' } },
  });
  expect(monthly.body.forecasts[0].forecast.backtest.relativeError).toBeLessThanOrEqual(1);
  expect(monthly.body.seasons).toEqual({ isPossible: false, missing: 18 });
  const quarterly = await paid.admin.get(predictive);
  expect(quarterly.body.forecasts[1]).toMatchObject({
    of: 'pay-cost',
    until: '2024-06-30',
    forecast: {
      from: '2024-07-01',
      to: '2024-09-30',
      method: 'last-value',
      value: second.total,
      budget: null,
    },
  });

  // [FC-8] the forecast of a quarter reads only those before it
  const ofMonth = async (month: string) => (await paid.admin.get(quarter, { month })).body;
  expect(await ofMonth('2024-02')).toMatchObject({
    ...{ quarter: '2024-Q1', to: '2024-03-31', isOver: true, currency: 'USD', pay: '4683.46' },
    ...{ target: null, calculations: 1, leftOut: 0, forecast: null, missing: 2, withheld: null },
  });
  expect(await ofMonth('2024-06')).toMatchObject({ pay: second.total, forecast: null, missing: 1 });
  expect(await ofMonth('2024-07')).toMatchObject({
    ...{ quarter: '2024-Q3', pay: null, calculations: 0, missing: 0 },
    forecast: { method: 'last-value', value: second.total, interval: null, missingForInterval: 5 },
  });
  expect(await ofMonth('2024-12')).toMatchObject({ forecast: null, missing: 2 });
});

test('[ACCESS-10] a designer sees no total of fewer than five payees, people with a team none at all', async () => {
  const designer = paid.tenant.as('plan-designer');
  const seen = await designer.get(smart);
  expect(seen.body).toMatchObject({ quarters: [], facts: [], outOfDate: { pay: null } });
  expect(seen.body.withheld).toContain('fewer than 5 payees');
  const forecast = await designer.get(predictive);
  expect(forecast.body.forecasts[1]).toMatchObject({ of: 'pay-cost', history: [], forecast: null });
  const third = await designer.get(quarter, { month: '2024-06' });
  expect(third.body).toMatchObject({ pay: null, forecast: null, withheld: seen.body.withheld });
  for (const path of [smart, predictive, `${quarter}?month=2024-06`]) {
    for (const role of ['manager', 'sales-rep'] as const)
      expect([role, (await paid.tenant.as(role).get(path)).status]).toEqual([role, 403]);
    expect((await paid.tenant.as('finance').get(path)).body.withheld).toBeNull();
  }
  expect((await paid.admin.get(predictive, { range: 'weekly' })).status).toBe(400);
  expect((await paid.admin.get(predictive, { alertThreshold: '79' })).status).toBe(400);
  const stranger = await ctx.newTenant({ administrator: { participantId: null } });
  expect((await stranger.as('administrator').get(smart)).body).toMatchObject({
    quarters: [],
    calculations: 0,
  });
});
