import type { DealOnReceipt } from '@attain/contract/payments';
import type { Plan } from '@attain/domain/plans/plan';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import {
  checkImport,
  type PaidWorkspace,
  paidWorkspace,
  publish,
  storeImport,
  tieredPlan,
} from '../payouts/paid-workspace.fixture.ts';
import { ledgerOf, madePayments, postedPayments } from './paid-period.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

/** The bonus on bikes is paid when the customer pays: 2% of d1 (60,000, Ann) and of b2 (10,000, Ann 60 and Bob 40). */
const plan: Plan = {
  ...tieredPlan,
  components: tieredPlan.components.map((one) =>
    one.id === 'bikes' ? { ...one, paidWhen: 'customer-pays' as const } : one,
  ),
};

async function workspace(): Promise<PaidWorkspace> {
  const paid = await paidWorkspace(ctx, plan);
  const splits = ['ann', 'bob'].map((participantId, i) => ({ participantId, sharePercent: i ? '40' : '60' }));
  await paid.addDeal({ id: 'b2', amount: '10000.00', participantId: 'ann', splits, product: 'Bikes' });
  await paid.calculate();
  return paid;
}

const head = 'Payment ID,Deal ID,Received on,Amount,Currency\n';
async function receive(paid: PaidWorkspace, rows: string) {
  const file = await checkImport(paid.admin, 'receipts', `${head}${rows}\n`);
  await storeImport(paid.admin, file);
  return file;
}

/** Ledger lines of the bikes in one payment, and its deals that wait. */
async function bikes(paid: PaidWorkspace, runId: string, payee: string) {
  const { ledger, onReceipt, closing } = await ledgerOf(paid.admin, runId, payee);
  const own = ledger.filter(({ rule }) => rule === 'PAYM-32');
  return {
    words: own.map(({ kind, amount, references: { dealId } }) => `${kind} ${dealId} ${amount}`),
    deals: onReceipt.map(
      ({ dealId, earned, customerPaid, dealAmount, released, held }: DealOnReceipt) =>
        `${dealId} ${earned}: ${customerPaid} of ${dealAmount}, ${released} + ${held}`,
    ),
    held: closing.held,
  };
}

describe('[PAYM-32] pay when the customer pays', () => {
  test('is held, released as far as the customer paid by the period’s last day, and held again after a refund', async () => {
    const paid = await workspace();
    await receive(
      paid,
      'r1,d1,2024-02-15,15000.00,USD\nr2,d1,2024-05-02,50000,USD\nr3,b2,2024-03-31,3333.33,USD',
    );
    const first = await postedPayments(paid, '2024-Q1');
    const ann = await ledgerOf(paid.admin, first.id, 'ann');
    expect(ann.words.filter((word) => word.startsWith('earned'))).toContain('earned 1320.00');
    expect(await bikes(paid, first.id, 'ann')).toEqual({
      words: ['held b2 -120.00', 'held d1 -1200.00', 'released b2 40.00', 'released d1 300.00'],
      deals: [
        'b2 120.00: 3333.33 of 10000.00, 40.00 + 80.00',
        'd1 1200.00: 15000.00 of 60000.00, 300.00 + 900.00',
      ],
      held: '980.00',
    });
    expect(await bikes(paid, first.id, 'bob')).toMatchObject({
      words: ['held b2 -80.00', 'released b2 26.67'],
      held: '53.33',
    });
    // the payee reads why on the statement
    const [source] = first.sources;
    const statement = await paid.tenant
      .as('sales-rep')
      .get(`/api/statements/${source?.calculationId}/ann/payments`);
    expect(statement.body[0].onReceipt).toMatchObject([{ dealId: 'b2', held: '80.00' }, { dealId: 'd1' }]);
    expect(statement.body[0].ledger.at(-1).message).toBe(
      'Released for deal d1 in Bike bonus: the customer has paid 15,000.00 USD of 60,000.00 USD',
    );

    const second = await postedPayments(paid, '2024-Q2');
    expect(await bikes(paid, second.id, 'ann')).toEqual({
      words: ['released d1 900.00'],
      deals: [
        'b2 120.00: 3333.33 of 10000.00, 40.00 + 80.00',
        'd1 1200.00: 65000.00 of 60000.00, 1200.00 + 0.00',
      ],
      held: '80.00',
    });
    const none = await paid.admin.post('/api/payments', { period: '2024-Q3' });
    expect([none.status, none.body.code]).toEqual([422, 'NOT_CALCULABLE']);

    await receive(paid, 'r4,d1,2024-07-01,-35000,USD');
    const third = await postedPayments(paid, '2024-Q3');
    expect(await bikes(paid, third.id, 'ann')).toMatchObject({ words: ['held d1 -600.00'], held: '680.00' });
    expect((await ledgerOf(paid.admin, third.id, 'ann')).closing.carried).toBe('600.00');
  });

  test('follows a recalculated period, and payments that customers change are out of date', async () => {
    const paid = await workspace();
    await receive(paid, 'r1,d1,2024-02-15,30000,USD');
    const made = await madePayments(paid.admin, '2024-Q1');
    await receive(paid, 'r9,d1,2024-04-01,1,USD');
    expect((await paid.admin.get(`/api/payments/${made.id}`)).body.stale).toEqual([]);
    const file = await receive(paid, 'r2,b2,2024-03-01,10000,USD');
    expect((await paid.admin.get(`/api/payments/${made.id}`)).body.stale).toEqual([
      'Customer payments changed after it was made.',
    ]);
    expect((await paid.admin.post(`/api/imports/${file.id}/undo`)).status).toBe(200);
    expect((await paid.admin.get(`/api/payments/${made.id}`)).body.stale).toEqual([]);

    const first = await postedPayments(paid, '2024-Q1');
    expect((await bikes(paid, first.id, 'ann')).held).toBe('720.00');
    await paid.sql(`UPDATE deals SET amount = 50000, updated_at = now() WHERE tenant_id = $1 AND id = 'd1'`);
    await paid.importDeals(
      'id,date,amount,currency,participant,product\nd1,2024-01-10,50000,USD,ann,Bikes\nd7,2024-03-09,20000,USD,ann,Bikes\n',
    );
    await publish(paid.admin, (await paid.calculate()).id);
    const second = await postedPayments(paid, '2024-Q2');
    // 30,001 of 50,000 are paid: 600.02 of 1,000; d7 waits with 400
    expect(await bikes(paid, second.id, 'ann')).toMatchObject({
      words: ['released d1 0.02', 'held d7 -400.00', 'released d1 200.00'],
      held: '919.98',
    });
    // d1 is Bob’s now: Ann returns what was paid of it, and holds nothing for it
    await paid.importDeals(
      'id,date,amount,currency,participant,product\nd1,2024-01-10,50000,USD,bob,Bikes\n',
    );
    await publish(paid.admin, (await paid.calculate()).id);
    const third = await postedPayments(paid, '2024-Q3');
    expect(await bikes(paid, third.id, 'ann')).toMatchObject({
      words: ['released d1 399.98'],
      held: '520.00',
    });
  });

  test('a person who imported customer payments can’t approve what they release', async () => {
    const paid = await workspace();
    await receive(paid, 'r1,d1,2024-02-15,30000,USD');
    const run = await madePayments(paid.admin, '2024-Q1');
    await paid.sql(
      `UPDATE imports SET created_by = (SELECT m.user_id FROM memberships m WHERE m.tenant_id = $1 AND 'finance' = ANY(m.roles)) WHERE tenant_id = $1 AND kind = 'receipts'`,
    );
    expect((await paid.tenant.as('finance').post(`/api/payments/${run.id}/approve`)).status).toBe(403);
  });

  test('[PAYM-24] a person who undid an import of customer payments can’t approve what is held again', async () => {
    const paid = await workspace();
    const file = await receive(paid, 'r1,d1,2024-02-15,30000,USD');
    const finance = paid.tenant.as('finance');
    expect((await finance.post(`/api/imports/${file.id}/undo`)).status).toBe(200);
    const run = await madePayments(paid.admin, '2024-Q1');
    expect(await finance.post(`/api/payments/${run.id}/approve`)).toMatchObject({
      status: 403,
      body: { issues: [{ rule: 'PAYM-24' }] },
    });
  });

  test('[DISP-7] a dispute is answered first with what waits for the customer', async () => {
    const paid = await workspace();
    const run = await paid.calculate();
    const rep = paid.tenant.as('sales-rep');
    const check = async () =>
      (await rep.get('/api/disputes/check', { calculationId: run.id, participantId: 'ann', dealId: 'd1' }))
        .body.rows[0];
    const pays = 'This deal is in the pay: Bike bonus pays $1,200.00, Bookings pays $700.00.';
    expect(await check()).toEqual({
      found: 'held',
      message: `${pays} Bike bonus is held until the customer pays. The customer has paid $0.00 of $60,000.00.`,
    });
    await receive(paid, 'r1,d1,2024-02-15,15000.00,USD');
    await postedPayments(paid, '2024-Q1');
    expect(await check()).toEqual({
      found: 'held',
      message: `${pays} Held until the customer pays: $900.00 of Bike bonus. The customer has paid $15,000.00 of $60,000.00.`,
    });
    await receive(paid, 'r2,d1,2024-05-15,45000.00,USD');
    await postedPayments(paid, '2024-Q2');
    expect(await check()).toEqual({ found: 'counted', message: pays });
  });
});

describe('[PAYM-32] a file of customer payments', () => {
  test('is checked row by row, stores each payment once, and can be undone', async () => {
    const paid = await workspace();
    const wrong = [
      'w1,nil,2024-02-15,10,USD',
      'w2,d2,2024-02-15,10,USD',
      'w3,d1,2024-02-15,0,USD',
      'w4,d1,2024-02-15,1.234,USD',
    ];
    const bad = await checkImport(paid.admin, 'receipts', `${head}${wrong.join('\n')}\n`);
    const problems = (await paid.admin.get(`/api/imports/${bad.id}/problems`)).body.rows;
    expect(problems.map(({ line, reason }: { line: number; reason: string }) => `${line} ${reason}`)).toEqual(
      [
        '2 Deal nil not found.',
        '3 Deal d2 is in EUR.',
        '4 The payment is zero.',
        '5 1.234 has more decimals than USD allows.',
      ],
    );
    const rows = 'r1,d1,2024-02-15,15000.00,USD\nr2,d2,2024-05-02,-50,EUR';
    const file = await receive(paid, rows);
    const again = await checkImport(paid.admin, 'receipts', `${head}${rows}\n`);
    expect(again.summary).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    const list = (query: object = {}, by: 'finance' | 'sales-rep' | 'manager' = 'finance') =>
      paid.tenant.as(by).get('/api/receipts', { limit: 1, ...query });
    const page = (await list()).body;
    expect(page).toMatchObject({
      total: 2,
      rows: [{ id: 'r2', dealId: 'd2', amount: '-50', currency: 'EUR', dealAmount: '30000.00' }],
    });
    expect((await list({ cursor: page.nextCursor })).body.rows).toMatchObject([
      { id: 'r1', dealPaid: '15000.00' },
    ]);
    expect((await list({ dealId: 'd1' })).body.total).toBe(1);
    expect((await list({}, 'sales-rep')).body.total).toBe(2);
    await receive(paid, 'r6,d6,2024-05-02,100,USD');
    expect([(await list()).body.total, (await list({}, 'sales-rep')).body.total]).toEqual([3, 2]);
    expect((await list({ search: 'd6' }, 'manager')).body.total).toBe(0);
    expect((await paid.admin.post(`/api/imports/${file.id}/undo`)).status).toBe(200);
    expect((await list()).body).toMatchObject({ total: 1, rows: [{ id: 'r6' }] });
  });
});
