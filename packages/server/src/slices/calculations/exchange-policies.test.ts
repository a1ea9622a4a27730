import type { ExchangePolicy } from '@attain/domain/plans/terms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { ended } from '../payouts/paid-workspace.fixture.ts';
import { paying, planOf, type TermWorkspace, termWorkspace } from './term-workspace.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

/** A plan in dollars that pays a tenth; one deal of 1,000 EUR on 10 February between rates of five days. */
async function europeanDeal(exchange: ExchangePolicy): Promise<TermWorkspace> {
  const rate = { kind: 'flat', ratePercent: '10' } as const;
  const quoted = (date: string, price: string) => ({ from: 'EUR', to: 'USD', date, rate: price });
  const there = await termWorkspace(ctx, planOf([paying({ rate })], { exchange }), {
    participants: [{ id: 'ann' }],
    deals: [{ id: 'd1', date: '2024-02-10', amount: '1000', participantId: 'ann' }],
    exchangeRates: [
      quoted('2023-12-29', '1.05000001'),
      quoted('2024-01-31', '1.1'),
      quoted('2024-02-29', '1.2'),
      quoted('2024-03-29', '1.24'),
      quoted('2024-04-01', '9'),
    ],
  });
  await there.sql(`UPDATE deals SET currency = 'EUR' WHERE tenant_id = $1`);
  return there;
}

test.each<[ExchangePolicy, { rate: string; date: string; source: string }, string]>([
  [{ on: 'deal-date' }, { rate: '1.1', date: '2024-01-31', source: 'test' }, '110.00'],
  [{ on: 'period-end' }, { rate: '1.24', date: '2024-03-29', source: 'test' }, '124.00'],
  [
    { on: 'period-average' },
    { rate: '1.18', date: '2024-03-31', source: 'test: average of 3 rates, 2024-01-01 to 2024-03-31' },
    '118.00',
  ],
  [
    { on: 'locked', date: '2024-01-01' },
    { rate: '1.05000001', date: '2023-12-29', source: 'test' },
    '105.00',
  ],
])(
  '[CREDIT-4] [CREDIT-16] %j: rate, day and source of stored rates stand on the line',
  async (policy, exchange, pay) => {
    const there = await europeanDeal(policy);
    const run = await there.pay('2024-Q1');
    expect(await there.amounts(run)).toEqual({ ann: pay });
    const { body } = await there.admin.get(`/api/calculations/${run.id}/payouts/ann/sales/credits`);
    expect(body.rows).toMatchObject([{ dealId: 'd1', exchange, earned: pay }]);
    expect(JSON.stringify(await there.why(run, 'ann', 'sales'))).toContain(
      policy.on === 'deal-date' ? 'CREDIT-4' : 'CREDIT-16',
    );
    expect(await there.unproven(run, 'ann')).toEqual([]);
  },
);

test('[CREDIT-6] a day before the first rate is refused, and which rate is missing is said', async () => {
  const there = await europeanDeal({ on: 'locked', date: '2020-01-01' });
  const ordered = await there.order('2024-Q1');
  const run = await ended(there.admin, String(ordered.body.id));
  expect(run).toMatchObject({ status: 'failed', problems: [{ rule: 'CREDIT-6' }] });
  expect(run.problems[0]?.message).toContain('no exchange rate from EUR to USD on or before 2020-01-01');
});

test('[QUOTA-15] [QUOTA-16] a quota in euros counts in dollars, and a day without a rate is refused', async () => {
  const there = await termWorkspace(ctx, planOf([paying({ rate: { kind: 'target' } })]), {
    participants: [{ id: 'ann' }],
    quotas: [
      { participantId: 'ann', from: '2024-01-01', to: '2024-03-31', amount: '100000', currency: 'EUR' },
    ],
    deals: [{ id: 'd1', date: '2024-02-10', amount: '110490', participantId: 'ann' }],
    exchangeRates: [{ from: 'EUR', to: 'USD', date: '2023-12-29', rate: '1.1049' }],
  });
  await there.sql('UPDATE participants SET target_variable_annual = 60000 WHERE tenant_id = $1');
  const run = await there.pay('2024-Q1');
  expect(await there.amounts(run)).toEqual({ ann: '15000.00' });
  expect(await there.why(run, 'ann', 'sales')).toMatchObject({
    quota: '110490',
    steps: expect.arrayContaining([
      {
        rule: 'QUOTA-15',
        message:
          'The quota for 2024-01-01 to 2024-03-31 is stated in EUR and counts in USD at 1.1049, the rate of 2023-12-29 (test)',
        formula: '100,000.00 EUR × 1.1049',
        result: '110,490.00',
      },
    ]),
  });
  expect(await there.unproven(run, 'ann')).toEqual([]);
  const { body } = await there.admin.get('/api/quotas');
  expect(body.rows).toMatchObject([{ amount: '100000', currency: 'EUR' }]);
  await there.sql(`UPDATE exchange_rates SET date = '2024-01-02' WHERE tenant_id = $1`);
  const ordered = await there.order('2024-Q1');
  expect(await ended(there.admin, String(ordered.body.id))).toMatchObject({
    status: 'failed',
    problems: [{ rule: 'QUOTA-16' }],
  });
});
