import type { PayPosition } from '@attain/contract/payments';
import type { NextPayDay } from '@attain/contract/payouts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { type PaidWorkspace, paidWorkspace } from '../payouts/paid-workspace.fixture.ts';
import { postedPayments } from './paid-period.fixture.ts';

let ctx: TestContext;
let today = '2024-04-04';
const clock = { now: () => new Date(), today: () => today };

beforeAll(async () => {
  ctx = await startTestContext({ clock });
});
afterAll(() => ctx?.stop());

const usd = (amount: string) => [{ currency: 'USD', amount }];

async function position(paid: PaidWorkspace): Promise<PayPosition> {
  const answer = await paid.tenant.as('finance').get('/api/payments/position');
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

test('[PAYM-33] what is owed goes from not posted to posted to nothing; a late deal and an adjustment are owed again', async () => {
  const paid = await paidWorkspace(ctx);
  const nothing = { unposted: [], unpaid: [], held: [], adjustments: [] };
  expect(await position(paid)).toMatchObject({ month: null, expense: [], owed: [], parts: nothing });

  const { total } = await paid.calculate();
  const calculated = await position(paid);
  expect(calculated).toMatchObject({ month: '2024-03', owed: usd(String(total)), receivable: [] });
  expect(calculated.parts).toEqual({ ...nothing, unposted: usd(String(total)) });
  expect(calculated.expense).toMatchObject([{ currency: 'USD', pay: total, target: null, percent: null }]);
  await paid.sql(`UPDATE payout_lines SET target = 1000 WHERE tenant_id = $1 AND participant_id = 'ann'`);
  // 1,360 and 1,940 against twice 1,000
  expect((await position(paid)).expense).toMatchObject([
    { pay: total, target: '2000', payOnTarget: '3300.00', percent: '165' },
  ]);

  await paid.sql('UPDATE payout_lines SET target = NULL WHERE tenant_id = $1');

  const hold = await paid.admin.post('/api/holds', { dealId: 'd6', reason: 'as agreed' });
  expect(hold.status).toBe(201);
  const run = await postedPayments(paid, '2024-Q1');
  const net = run.totals![0]!.amount;
  const posted = await position(paid);
  expect(posted.parts).toMatchObject({ unposted: [], unpaid: usd(net) });
  const held = Number(posted.parts.held[0]?.amount ?? '0');
  expect(held).toBeGreaterThan(0);
  expect(Number(posted.owed[0]!.amount)).toBeCloseTo(Number(net) + held, 2);
  expect((await paid.admin.post(`/api/payments/${run.id}/pay`)).status).toBe(200);
  expect((await position(paid)).owed).toEqual(posted.parts.held);

  await paid.addDeal({ id: 'late', amount: '90000.00', participantId: 'bob' });
  const newer = await paid.calculate();
  const difference = (Number(newer.total) - Number(total)).toFixed(2);
  expect((await position(paid)).parts.unposted).toEqual(usd(difference));
  const rep = await paid.tenant.as('sales-rep').get('/api/payments/position');
  expect(rep.status).toBe(403);
});

test('[CLOSE-17] a payee’s next pay day is that of published pay until it is marked paid, then that of the open period', async () => {
  const paid = await paidWorkspace(ctx);
  const rep = paid.tenant.as('sales-rep');
  const next = async (): Promise<NextPayDay | null> => (await rep.get('/api/statements/next-pay-day')).body;
  const open = { day: '2024-07-08', isLate: false, periods: [], status: null, amounts: [] };
  expect(await next()).toEqual(open);

  const { id } = await paid.calculate();
  const { body: own } = await rep.get(`/api/statements/${id}/ann`);
  const due = { day: '2024-04-08', isLate: false, periods: ['2024-Q1'], amounts: usd(own.total) };
  expect(await next()).toEqual({ ...due, status: 'calculated' });
  today = '2024-04-09';
  expect(await next()).toEqual({ ...due, isLate: true, status: 'calculated' });

  await paid.admin.post('/api/holds', { participantId: 'ann', reason: 'as agreed', percent: '50' });
  const run = await postedPayments(paid, '2024-Q1');
  const { body: payments } = await rep.get(`/api/statements/${id}/ann/payments`);
  expect(payments[0].net).not.toBe(own.total);
  expect(await next()).toMatchObject({ status: 'posted', amounts: usd(payments[0].net) });
  expect((await paid.admin.post(`/api/payments/${run.id}/pay`)).status).toBe(200);
  expect(await next()).toEqual(open);
  // a newer version of the period is paid by its difference, with later payments
  await paid.addDeal({ id: 'late', amount: '90000.00', participantId: 'ann' });
  await paid.calculate();
  expect(await next()).toEqual(open);
  expect((await paid.admin.get('/api/statements/next-pay-day')).body).toBeNull();
});
