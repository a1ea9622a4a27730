import type { PayPosition } from '@attain/contract/payments';
import type { NextPayDay } from '@attain/contract/payouts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import {
  ended,
  type PaidWorkspace,
  paidWorkspace,
  publish,
  tieredPlan,
} from '../payouts/paid-workspace.fixture.ts';
import { join, newPerson } from '../people/people.fixture.ts';
import { postedPayments } from './paid-period.fixture.ts';

let ctx: TestContext;
let today = '2024-04-04';
const clock = { now: () => new Date(), today: () => today };

beforeAll(async () => {
  ctx = await startTestContext({ clock });
});
afterAll(() => ctx?.stop());

const usd = (amount: string) => [{ currency: 'USD', amount }];

async function calculated({ admin, planId }: PaidWorkspace, period: string) {
  const ordered = await admin.post('/api/calculations', { planId, period });
  expect(ordered.status, JSON.stringify(ordered.body)).toBe(202);
  return ended(admin, ordered.body.id);
}

async function position(paid: PaidWorkspace): Promise<PayPosition> {
  const answer = await paid.tenant.as('finance').get('/api/payments/position');
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

test('[PAYM-33] what is owed goes from not posted to posted to nothing; a late deal and an adjustment are owed again', async () => {
  today = '2024-04-04';
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
  const held = Number(posted.parts!.held[0]?.amount ?? '0');
  expect(held).toBeGreaterThan(0);
  expect(Number(posted.owed![0]!.amount)).toBeCloseTo(Number(net) + held, 2);
  expect((await paid.admin.post(`/api/payments/${run.id}/pay`)).status).toBe(200);
  expect((await position(paid)).owed).toEqual(posted.parts!.held);

  await paid.addDeal({ id: 'late', amount: '90000.00', participantId: 'bob' });
  const newer = await paid.calculate();
  const difference = (Number(newer.total) - Number(total)).toFixed(2);
  expect((await position(paid)).parts!.unposted).toEqual(usd(difference));
  const rep = await paid.tenant.as('sales-rep').get('/api/payments/position');
  expect(rep.status).toBe(403);
});

test('[PAYM-34] posted earnings are deferred over the benefit period that approvers of pay set', async () => {
  today = '2024-04-04';
  const paid = await paidWorkspace(ctx);
  const set = (months: number | null, role: 'finance' | 'manager' = 'finance') =>
    paid.tenant.as(role).post('/api/payments/benefit-period', { months });
  const deferred = async () => (await position(paid)).deferred;
  const { total } = await paid.calculate();
  expect((await set(36)).status).toBe(200);
  expect((await set(12, 'manager')).status).toBe(403);
  expect((await set(0)).status).toBe(400);
  expect(await deferred()).toEqual({ months: 36, after: '2024-03', amounts: [] });
  await postedPayments(paid, '2024-Q1');
  const cost = Number(total);
  for (const [day, after, share] of [
    ['2024-04-04', '2024-03', 33 / 36],
    ['2024-12-31', '2024-11', 25 / 36],
  ] as const) {
    today = day;
    expect(await deferred()).toEqual({ months: 36, after, amounts: usd((cost * share).toFixed(2)) });
  }
  today = '2027-01-01';
  expect((await deferred()).amounts).toEqual([]);
  expect((await set(null)).body).toEqual({ months: null });
  expect(await deferred()).toMatchObject({ months: null, amounts: [] });
  today = '2024-04-04';
});

test('[PAYM-33] before the first posted payments only the month is owed, and never a period that ends today', async () => {
  today = '2024-07-04';
  const paid = await paidWorkspace(ctx);
  await paid.calculate();
  await paid.addDeal({
    id: 'may',
    date: '2024-05-02',
    amount: '1000.00',
    participantId: 'bob',
    product: 'Bikes',
  });
  const { total } = await calculated(paid, '2024-Q2');
  await calculated(paid, '2024-06-01..2024-06-30');
  const first = await position(paid);
  expect(first).toMatchObject({ month: '2024-06', isFirst: true, owed: usd(String(total)), problems: [] });

  await postedPayments(paid, '2024-Q1');
  expect(await position(paid)).toMatchObject({ isFirst: false, parts: { unposted: usd(String(total)) } });
  today = '2024-06-30';
  expect(await position(paid)).toMatchObject({ month: '2024-03', parts: { unposted: [] } });
});

test('[ACCESS-10] sums of fewer than five payees are hidden from approvers who do not see single pay', async () => {
  today = '2024-04-04';
  const paid = await paidWorkspace(ctx);
  const cells = [{ permission: 'approve:payments', scope: 'tenant' }];
  const role = (await paid.admin.post('/api/roles', { name: 'Approver', cells })).body;
  const approver = await join(ctx, await paid.admin.post('/api/people/invitations', newPerson()));
  const { id } = (await approver.get('/api/auth/me')).body.user;
  await paid.admin.post(`/api/people/${id}/roles`, { roles: [], customRoles: [{ id: role.id }] });
  const seen = async (): Promise<PayPosition> => (await approver.get('/api/payments/position')).body;

  await paid.calculate();
  expect(await seen()).toMatchObject({
    month: '2024-03',
    expense: null,
    owed: null,
    parts: null,
    receivable: [],
  });
  await paid.sql(
    `INSERT INTO participants (tenant_id, id, name, hired_on) VALUES ($1, 'eve', 'Eve Example', '2020-01-01')`,
  );
  await paid.sql(
    `INSERT INTO plan_assignments (tenant_id, plan_id, participant_id, from_date, created_by) VALUES ($1, $2, 'eve', '2024-01-01', $2)`,
    [paid.planId],
  );
  await paid.sql(
    `INSERT INTO quotas (tenant_id, participant_id, unit, from_date, to_date, amount) VALUES ($1, 'eve', '$', '2024-01-01', '2024-03-31', 1000)`,
  );
  for (const participantId of ['eve', 'mia'])
    await paid.addDeal({ id: `d-${participantId}`, amount: '900.00', participantId });
  const { total } = await paid.calculate();
  expect(await seen()).toMatchObject({ expense: [{ pay: total }], owed: usd(String(total)) });
  await postedPayments(paid, '2024-Q1');
  expect((await seen()).owed).not.toBeNull();
  // a difference shows the pay of those whose pay differs
  await paid.addDeal({ id: 'late', amount: '90000.00', participantId: 'bob' });
  await paid.calculate();
  expect(await seen()).toMatchObject({ expense: [{}], owed: null, parts: null });
});

test('[CLOSE-17] unpublished results and trials of other days are not due, even of payees who see all results', async () => {
  today = '2024-04-04';
  const paid = await paidWorkspace(ctx);
  await paid.sql(
    `UPDATE memberships SET participant_id = 'cid' WHERE tenant_id = $1 AND roles = '{finance}'`,
  );
  const next = async () => (await paid.tenant.as('finance').get('/api/statements/next-pay-day')).body;
  const { periods } = await next();
  expect(periods).toEqual([]);
  const trial = await calculated(paid, '2024-01-01..2024-03-20');
  await publish(paid.admin, trial.id);
  expect((await next()).periods).toEqual([]);
  await calculated(paid, '2024-Q1');
  expect((await next()).periods).toEqual([]);
  await paid.calculate();
  expect((await next()).periods).toEqual(['2024-Q1']);
});

test('[CLOSE-17] a payee’s next pay day is that of published pay until it is marked paid, then that of the open period', async () => {
  today = '2024-04-04';
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
  const posted = { ...due, isLate: true, status: 'posted', amounts: usd(payments[0].net) };
  expect(await next()).toEqual(posted);
  await paid.addDeal({ id: 'late', amount: '90000.00', participantId: 'ann' });
  await paid.calculate();
  expect(await next()).toEqual(posted);
  expect((await paid.admin.post(`/api/payments/${run.id}/pay`)).status).toBe(200);
  // the difference of the newer version is paid with later payments
  expect(await next()).toEqual(open);
  expect((await paid.admin.get('/api/statements/next-pay-day')).body).toBeNull();
});

test('[CLOSE-20] a payee’s year is what is published, paid, held and owed; a statement compares with the period before', async () => {
  today = '2024-04-04';
  const components = tieredPlan.components.slice(1).map((one) => ({ ...one, weight: 100 }));
  const calendar = { period: 'month', fiscalYearStartMonth: 1 } as const;
  const paid = await paidWorkspace(ctx, { ...tieredPlan, calendar, components });
  await paid.addDeal({
    id: 'b2',
    date: '2024-02-05',
    amount: '1000',
    participantId: 'ann',
    product: 'Bikes',
  });
  await paid.addDeal({
    id: 'b3',
    date: '2024-03-05',
    amount: '5000',
    participantId: 'ann',
    product: 'Bikes',
  });
  const rep = paid.tenant.as('sales-rep');
  const year = async () => (await rep.get('/api/statements/year')).body;
  expect(await year()).toBeNull();
  const january = await calculated(paid, '2024-01');
  const february = await calculated(paid, '2024-02');
  await calculated(paid, '2024-03');
  for (const { id } of [january, february]) await publish(paid.admin, id);
  const days = { year: '2024', from: '2024-01-01', to: '2024-12-31', isOver: false };
  expect(await year()).toEqual({ ...days, earned: usd('1220.00'), paid: [], held: [], owed: usd('1220.00') });

  const previousOf = async (who: typeof rep, { id }: { id: string }) =>
    (await who.get(`/api/statements/${id}/ann`)).body.previous;
  const less = { amount: '1200.00', difference: '-1180.00' };
  expect(await previousOf(rep, february)).toEqual({
    runId: january.id,
    periodKey: '2024-01',
    total: '1200.00',
    difference: '-1180.00',
    lines: [{ componentId: 'bikes', componentName: 'Bike bonus', ...less }],
  });
  expect(await previousOf(rep, january)).toBeNull();
  await paid.sql(
    `UPDATE reporting_lines SET from_date = '2024-02-01' WHERE tenant_id = $1 AND participant_id = 'ann'`,
  );
  expect(await previousOf(paid.tenant.as('manager'), february)).toBeNull();

  await paid.admin.post('/api/holds', { participantId: 'ann', reason: 'as agreed', percent: '50' });
  const run = await postedPayments(paid, '2024-01');
  expect((await paid.admin.post(`/api/payments/${run.id}/pay`)).status).toBe(200);
  const rest = { paid: usd('600.00'), held: usd('600.00'), owed: usd('20.00') };
  expect(await year()).toEqual({ ...days, earned: usd('1220.00'), ...rest });
  today = '2025-01-10';
  // until pay of the new year is published
  expect(await year()).toEqual({ ...days, isOver: true, earned: usd('1220.00'), ...rest });
  expect((await paid.admin.get('/api/statements/year')).body).toBeNull();
});
