import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { ledgerOf, madePayments, postedPayments } from '../payments/paid-period.fixture.ts';
import { paidWorkspace } from '../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

async function decide(by: Client, id: string): Promise<string> {
  const { hash } = (await by.get(`/api/approvals/${id}`)).body;
  return (await by.post(`/api/approvals/${id}/decide`, { decision: 'approve', hash })).body.status;
}

/** A calculated quarter, and a way to override Ann's bike bonus of 1,200.00 in one of its versions. */
async function calculated() {
  const paid = await paidWorkspace(ctx);
  const run = await paid.calculate();
  const override = (shouldPay: string, calculationId = run.id, by = paid.admin) =>
    by.post('/api/adjustments/overrides', {
      ...{ calculationId, participantId: 'ann', componentId: 'bikes', shouldPay },
      reason: 'agreed for the launch',
    });
  const own = async (by: Client = paid.admin) => (await by.get('/api/adjustments')).body.rows;
  return { paid, run, override, own, finance: paid.tenant.as('finance') };
}

describe('[PAYM-28] an override of a line', () => {
  test('is approved, paid as a line of the ledger, and counted from by the next one', async () => {
    const { paid, run, override, own, finance } = await calculated();
    const entered = (await override('1500.50')).body;
    expect(entered).toMatchObject({
      ...{ kind: 'override', amount: '300.50', status: 'submitted', payFrom: '2024-03-31' },
      line: { componentName: 'Bike bonus', periodKey: '2024-Q1', pays: '1200.00', shouldPay: '1500.50' },
    });
    const again = await override('1600');
    expect([again.status, again.body.error]).toEqual([409, expect.stringContaining('not posted')]);
    const asked = (await finance.get(`/api/approvals/${entered.approvalId}`)).body;
    expect(asked.facts.figures[0]).toMatchObject({ before: '1200.00', after: '1500.50', change: '300.50' });
    expect(await decide(finance, entered.approvalId)).toBe('approved');
    const payments = await postedPayments(paid, '2024-Q1');
    const ledger = await ledgerOf(finance, payments.id, 'ann');
    expect(ledger.words).toContain('adjusted-earnings 300.50');
    expect(ledger.ledger.find(({ kind }) => kind === 'adjusted-earnings')).toMatchObject({
      message: 'Override: Bike bonus of 2024-Q1 pays 1,500.50 instead of 1,200.00: agreed for the launch',
      references: { adjustmentId: entered.id, runId: run.id, componentId: 'bikes' },
    });
    const ann = paid.tenant.as('sales-rep');
    expect(await own(ann)).toMatchObject([{ id: entered.id, status: 'posted' }]);
    const next = (await override('1400')).body;
    expect([next.amount, next.line.pays]).toEqual(['-100.50', '1500.50']);
  });

  test('is kept by a version that leaves its line alone and voided by one that changes it', async () => {
    const { paid, override, own, finance } = await calculated();
    const entered = (await override('2000')).body;
    await decide(finance, entered.approvalId);
    await paid.addDeal({ id: 'd7', amount: '1000', participantId: 'ann' });
    const second = await paid.calculate();
    expect([second.version, (await own())[0].status]).toEqual([2, 'approved']);
    const early = await override('2100', entered.line.calculationId);
    expect([early.status, early.body.error]).toEqual([409, expect.stringContaining('newer version')]);
    await paid.addDeal({ id: 'd8', amount: '1000', participantId: 'ann', product: 'Bikes' });
    const third = await paid.calculate();
    expect((await own())[0].status).toBe('void');
    const notices = (await paid.admin.get('/api/notices')).body.rows;
    expect(notices.find(({ title }: { title: string }) => title.startsWith('Your override'))).toMatchObject({
      message: expect.stringContaining('paid $1,200.00 and now pays $1,220.00'),
      about: { of: 'line', runId: third.id, componentId: 'bikes' },
    });
    const payments = await madePayments(paid.admin, '2024-Q1');
    expect((await ledgerOf(finance, payments.id, 'ann')).words.join()).not.toContain('adjusted');
    expect((await override('2000', third.id)).body.amount).toBe('780.00');
  });

  test('that was posted stays, and its author is told when its line changes', async () => {
    const { paid, override, own, finance } = await calculated();
    const { approvalId } = (await override('1500')).body;
    await decide(finance, approvalId);
    await postedPayments(paid, '2024-Q1');
    await paid.addDeal({ id: 'd8', amount: '15000', participantId: 'ann', product: 'Bikes' });
    const second = await paid.calculate();
    expect((await own())[0].status).toBe('posted');
    const titles = (await paid.admin.get('/api/notices')).body.rows.map(
      ({ title }: { title: string }) => title,
    );
    expect(titles).toContain('A line with a posted override changed: Ann Example');
    expect((await override('1500', second.id)).body).toMatchObject({
      amount: '-300.00',
      line: { pays: '1800.00' },
    });
  });

  test('of an unknown line, the same amount, no amount or by a payee is rejected', async () => {
    const { paid, run, override, own } = await calculated();
    const tried = async (amount: string, by?: Client) => {
      const { status, body } = await override(amount, run.id, by);
      return [status, body.issues?.[0]?.path];
    };
    expect(await tried('1200.00')).toEqual([400, 'shouldPay']);
    expect(await tried('12oo')).toEqual([400, 'shouldPay']);
    expect((await tried('1200.005'))[0]).toBe(400);
    expect((await tried('1', paid.tenant.as('sales-rep')))[0]).toBe(403);
    const unknown = await paid.admin.post('/api/adjustments/overrides', {
      ...{ calculationId: run.id, participantId: 'ann', componentId: 'none', shouldPay: '1' },
      reason: 'agreed',
    });
    expect([unknown.status, (await own()).length]).toEqual([404, 0]);
  });
});
