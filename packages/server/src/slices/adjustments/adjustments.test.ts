import { decimal } from '@attain/domain/base/decimal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overtaken } from '../../testing/overtaken.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { ledgerOf, madePayments, postedPayments } from '../payments/paid-period.fixture.ts';
import { type PaidWorkspace, paidWorkspace, tieredPlan } from '../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

async function calculated(): Promise<PaidWorkspace & { runId: string }> {
  const paid = await paidWorkspace(ctx);
  const run = await paid.calculate();
  return { ...paid, runId: run.id };
}

/** Whoever posts payments or ends a draw waits for this, by the workspace. */
const paymentsTurn = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 13))';

const draw = (special: object) => ({
  participantId: 'mia',
  currency: 'USD',
  kind: 'recoverable',
  amount: '1000',
  per: 'month',
  from: '2024-01-01',
  reason: 'ramping up',
  ...special,
});

describe('draws', () => {
  test('[PAYM-6] [PAYM-7] a draw is advanced in one period and recovered in the next, and its balance is told', async () => {
    const paid = await calculated();
    const granted = await paid.admin.post('/api/draws', draw({ participantId: 'bob', amount: '500' }));
    expect(granted).toMatchObject({
      status: 201,
      body: { advanced: '0', recovered: '0', balance: '0', to: null },
    });
    const first = await postedPayments(paid, '2024-Q1');
    const ledger = await ledgerOf(paid.admin, first.id, 'bob');
    const advanced = decimal('1500').minus(decimal(ledger.earned)).toFixed(2);
    expect(ledger.net).toBe('1500.00');
    expect(ledger.closing.draw).toBe(advanced);
    const { id } = granted.body;
    const end = (on: string) => paid.admin.post(`/api/draws/${id}/end`, { id, on, reason: 'ramp is over' });
    // payments are posted while somebody ends it: the day is judged by what is closed then
    const late = await overtaken(
      ctx.ctx,
      {
        hold: [paymentsTurn, [paid.tenant.tenantId]],
        meanwhile: [`UPDATE payment_runs SET period_to = '2024-04-30' WHERE id = $1`, [first.id]],
      },
      () => end('2024-03-31'),
    );
    expect([late.status, late.body.error]).toEqual([409, expect.stringContaining('up to 2024-04-30')]);
    await paid.sql(`UPDATE payment_runs SET period_to = '2024-03-31' WHERE tenant_id = $1`);
    // of two who end it at once, the second does not make it longer again
    const twice = await Promise.all([end('2024-03-31'), end('2024-03-31')]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    const ended = twice.find(({ status }) => status === 200);
    expect(ended?.body).toMatchObject({ to: '2024-03-31', advanced, balance: advanced });
    await paid.addDeal({
      id: 'q2',
      date: '2024-05-01',
      amount: '900000.00',
      participantId: 'bob',
      product: 'Bikes',
    });
    const ordered = await paid.admin.post('/api/calculations', { planId: paid.planId, period: '2024-Q2' });
    expect(ordered.status).toBe(202);
    await expect
      .poll(async () => (await paid.admin.get(`/api/calculations/${ordered.body.id}`)).body.status)
      .toBe('completed');
    const second = await postedPayments(paid, '2024-Q2');
    const after = await ledgerOf(paid.admin, second.id, 'bob');
    expect(after.ledger.find(({ kind }) => kind === 'draw-recovered')?.amount).toBe(`-${advanced}`);
    const { body: list } = await paid.admin.get('/api/draws', { participantId: 'bob' });
    expect(list.rows).toMatchObject([{ id, advanced, recovered: advanced }]);
    expect(Number(list.rows[0].balance)).toBe(0);
  });

  test('[PAYM-8] [PAYM-16] what is no draw is refused with every problem', async () => {
    const { admin, tenant } = await paidWorkspace(ctx);
    const bad = await admin.post(
      '/api/draws',
      draw({ amount: '0', to: '2023-01-01', recovery: { earningsPercent: '101' } }),
    );
    expect(bad).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } });
    expect(bad.body.issues.map(({ path }: { path: string }) => path)).toEqual([
      'amount',
      'to',
      'recovery.earningsPercent',
    ]);
    expect((await admin.post('/api/draws', draw({ participantId: 'nobody' }))).status).toBe(404);
    expect((await admin.post('/api/draws', draw({ to: '2024-06-30' }))).status).toBe(201);
    expect((await admin.post('/api/draws', draw({ from: '2024-06-30' }))).body.code).toBe('CONFLICT');
    expect((await admin.post('/api/draws', draw({ from: '2024-07-01' }))).status).toBe(201);
    expect((await tenant.as('manager').post('/api/draws', draw({}))).status).toBe(403);
    expect((await tenant.as('manager').get('/api/draws')).body.rows).toHaveLength(2);
    expect((await tenant.as('sales-rep').get('/api/draws')).body.rows).toEqual([]);
  });
});

describe('holds', () => {
  test('[PAYM-2] [PAYM-3] a deal is held, half of it released, then the rest', async () => {
    const paid = await calculated();
    const placed = await paid.admin.post('/api/holds', { dealId: 'd6', reason: 'cash is not in' });
    expect(placed).toMatchObject({ status: 201, body: { open: true, held: [], releases: [] } });
    const { id } = placed.body;
    const first = await postedPayments(paid, '2024-Q1');
    const ledger = await ledgerOf(paid.admin, first.id, 'cid');
    expect(ledger.words).toEqual([`earned ${ledger.earned}`, 'earned 0.00', `held -${ledger.earned}`].sort());
    expect(ledger).toMatchObject({ net: '0.00', closing: { held: ledger.earned } });
    const half = await paid.admin.post(`/api/holds/${id}/release`, {
      id,
      percent: '50',
      reason: 'half is in',
    });
    expect(half.body).toMatchObject({
      open: true,
      held: [{ currency: 'USD', amount: ledger.earned }],
      releases: [{ percent: '50', runId: null }],
    });
    await paid.admin.post(
      '/api/draws',
      draw({ participantId: 'mia', kind: 'non-recoverable', from: '2024-04-01' }),
    );
    const second = await postedPayments(paid, '2024-Q2');
    const released = await ledgerOf(paid.admin, second.id, 'cid');
    const halved = decimal(ledger.earned).times('0.5').round(2, 1).toFixed(2);
    expect(released.words).toEqual([`released ${halved}`]);
    const rest = await paid.admin.post(`/api/holds/${id}/release`, { id, reason: 'all of it is in' });
    expect(rest.body).toMatchObject({ open: false });
    expect((await paid.admin.post(`/api/holds/${id}/release`, { id, reason: 'once more' })).body.code).toBe(
      'CONFLICT',
    );
    const withdrawn = await madePayments(paid.admin, '2024-Q3');
    expect((await ledgerOf(paid.admin, withdrawn.id, 'cid')).closing.held).toBe('0.00');
    await paid.admin.post(`/api/payments/${withdrawn.id}/withdraw`);
    const third = await postedPayments(paid, '2024-Q3');
    expect((await ledgerOf(paid.admin, third.id, 'cid')).net).toBe(
      decimal(ledger.earned).minus(decimal(halved)).toFixed(2),
    );
    const { body: list } = await paid.admin.get('/api/holds', { open: 'false' });
    expect(list.rows).toMatchObject([
      { id, held: [], releases: [{ runId: second.id }, { runId: third.id }] },
    ]);
    expect((await paid.admin.get('/api/holds', { open: 'true' })).body.rows).toEqual([]);
  });

  test('[PAYM-3] a hold until a day is released by the payments of the period it lies in, or the next there are, whatever else there is to pay', async () => {
    const paid = await calculated();
    const until = { releaseEvent: 'day', releaseOn: '2024-05-20' };
    const placed = await paid.admin.post('/api/holds', { dealId: 'd6', reason: 'trial month', ...until });
    expect(placed).toMatchObject({ status: 201, body: { open: true, ...until } });
    const first = await postedPayments(paid, '2024-Q1');
    const { earned } = await ledgerOf(paid.admin, first.id, 'cid');
    expect((await paid.admin.get('/api/holds', { open: 'true' })).body.rows).toHaveLength(1);
    const second = await postedPayments(paid, '2024-Q3');
    expect(await ledgerOf(paid.admin, second.id, 'cid')).toMatchObject({
      words: [`released ${earned}`],
      closing: { held: '0.00' },
    });
    const { body } = await paid.admin.get('/api/holds');
    expect(body.rows).toMatchObject([{ open: false, held: [] }]);
    const late = await paid.admin.post(`/api/holds/${placed.body.id}/release`, { reason: 'once more' });
    expect([late.status, late.body.code]).toEqual([409, 'CONFLICT']);
    const dayless = await paid.admin.post('/api/holds', {
      dealId: 'd6',
      reason: 'because',
      releaseEvent: 'day',
    });
    expect(dayless.body.issues).toMatchObject([{ rule: 'PAYM-16', path: 'releaseOn' }]);
    const past = await paid.admin.post('/api/holds', { dealId: 'd6', reason: 'too late', ...until });
    expect(past.body.issues).toMatchObject([{ rule: 'PAYM-16', path: 'releaseOn' }]);
    expect((await paid.admin.get('/api/holds')).body.rows).toHaveLength(1);
  });

  test('[PAYM-16] a hold on everything, or on what is not there, is refused', async () => {
    const { admin } = await paidWorkspace(ctx);
    const issues = async (hold: object) =>
      (await admin.post('/api/holds', { reason: 'because', ...hold })).body.issues.map(
        ({ path }: { path: string }) => path,
      );
    expect(await issues({})).toEqual(['']);
    expect(await issues({ dealId: 'd99', percent: '0' })).toEqual(['percent', 'dealId']);
    expect(await issues({ participantId: 'ann', componentId: 'bookings' })).toEqual([
      'planId',
      'componentId',
    ]);
    expect((await admin.post('/api/holds', { participantId: 'ann', reason: '' })).status).toBe(400);
  });
});

describe('clawbacks', () => {
  const back = (runId: string, special: object = {}) => ({
    calculationId: runId,
    participantId: 'ann',
    componentId: 'bikes',
    dealId: 'd1',
    decidedOn: '2024-07-10',
    kind: 'pro-rata',
    termMonths: 12,
    reason: 'the customer left',
    ...special,
  });

  test('[PAYM-10] a deal is taken back pro rata from the next payment, linked to the line, and never more than it earned', async () => {
    const paid = await calculated();
    expect((await paid.admin.post('/api/clawbacks', back(paid.runId))).body.code).toBe('CONFLICT');
    await postedPayments(paid, '2024-Q1');
    // somebody takes all of it back from another version of the period at the same moment
    const early = await overtaken(
      ctx.ctx,
      {
        hold: ['SELECT pg_advisory_xact_lock(hashtextextended($1, 25))', [`${paid.tenant.tenantId}/ann`]],
        meanwhile: [
          `INSERT INTO clawbacks (tenant_id, id, participant_id, currency, calculation_id, component_id, deal_id, earned, amount, formula, floor, reason, decided_on, created_by)
           SELECT tenant_id, gen_random_uuid(), 'ann', 'USD', id, 'bikes', 'd1', 1200, 1200, '', 'carry', '', '2024-07-10', created_by
             FROM calculation_runs WHERE id = $1`,
          [paid.runId],
        ],
      },
      () => paid.admin.post('/api/clawbacks', back(paid.runId)),
    );
    expect(early).toMatchObject({ status: 400, body: { issues: [{ rule: 'PAYM-10' }] } });
    await paid.sql('DELETE FROM clawbacks WHERE tenant_id = $1');
    const decided = await paid.admin.post('/api/clawbacks', back(paid.runId));
    expect(decided).toMatchObject({
      status: 201,
      body: { earned: '1200.00', amount: '600.00', formula: '1,200.00 × 6 ÷ 12 months', runId: null },
    });
    const rest = await paid.admin.post('/api/clawbacks', back(paid.runId, { kind: 'full' }));
    expect(rest.body).toMatchObject({ amount: '600.00' });
    const more = await paid.admin.post('/api/clawbacks', back(paid.runId, { kind: 'full' }));
    expect(more).toMatchObject({ status: 400, body: { issues: [{ rule: 'PAYM-10' }] } });
    const late = await paid.admin.post('/api/clawbacks', back(paid.runId, { windowDays: 90, dealId: 'd9' }));
    expect(late.status).toBe(404);
    await paid.admin.post('/api/draws', draw({ from: '2024-04-01' }));
    const next = await madePayments(paid.admin, '2024-Q2');
    const ledger = await ledgerOf(paid.admin, next.id, 'ann');
    expect(ledger.words).toEqual(['clawback -600.00', 'clawback -600.00', 'carried-out 1200.00']);
    expect(ledger.ledger[0]?.references).toMatchObject({ originalRunId: paid.runId, dealId: 'd1' });
    const { body: list } = await paid.tenant.as('sales-rep').get('/api/clawbacks');
    expect(list.rows.map(({ runId }: { runId: string }) => runId)).toEqual([next.id, next.id]);
  });

  test('[PAYM-10] a whole line is taken back from its newest paid version, and of a line what its deals leave', async () => {
    const rate = {
      kind: 'curve',
      curve: { shape: 'stepped', beyond: 'hold', points: [{ atPercent: '10', valuePercent: '50' }] },
    } as const;
    const components = tieredPlan.components.map((one) =>
      one.id === 'bikes' ? { ...one, name: 'Objectives', rate } : one,
    );
    const paid = await paidWorkspace(ctx, { ...tieredPlan, components });
    await paid.sql(`UPDATE participants SET target_variable_annual = 12000 WHERE tenant_id = $1`);
    const first = await paid.calculate();
    await paid.admin.post('/api/holds', { participantId: 'bob', percent: '50', reason: 'trial' });
    await postedPayments(paid, '2024-Q1');
    await paid.addDeal({ id: 'd7', date: '2024-03-30', amount: '100.00', participantId: 'cid' });
    const newest = await paid.calculate();
    await paid.admin.post('/api/draws', draw({ participantId: 'cid', from: '2024-04-01' }));
    await postedPayments(paid, '2024-Q2');
    const whole = { dealId: null, decidedOn: '2024-10-01', reason: 'scored wrongly' };
    const take = (special: object = {}, runId = newest.id) =>
      paid.admin.post('/api/clawbacks', back(runId, { ...whole, ...special }));
    expect((await take({}, first.id)).body).toMatchObject({
      code: 'CONFLICT',
      error: expect.stringContaining('Version 2 of this calculation was paid since'),
    });
    expect((await take({ dealId: undefined })).status).toBe(400);
    expect((await take({ componentId: 'none' })).status).toBe(404);
    const late = await take({ decidedOn: '2024-05-01', windowDays: 30 });
    expect(late.body.issues).toMatchObject([{ rule: 'PAYM-10', path: 'decidedOn' }]);
    // two at once take the two halves, and no more
    const halves = await Promise.all([take(), take()]);
    expect(halves.map(({ body }) => [body.amount, body.formula])).toEqual([
      ['300.00', '600.00 × 6 ÷ 12 months'],
      ['300.00', '600.00 × 6 ÷ 12 months'],
    ]);
    expect((await take()).body.issues).toMatchObject([{ rule: 'PAYM-10', path: 'amount' }]);
    const bookings = { componentId: 'bookings', kind: 'full' };
    const deal = await take({ ...bookings, dealId: 'd2' });
    const rest = await take(bookings);
    expect(rest.body).toMatchObject({ dealId: null, componentName: 'Bookings', periodKey: '2024-Q1' });
    expect(rest.body.amount).toBe(decimal(rest.body.earned).minus(decimal(deal.body.amount)).toFixed(2));
    expect((await take({ ...bookings, dealId: 'd4' })).body.issues).toMatchObject([
      { message: expect.stringMatching(/of what its line has paid 0\.00 is left\.$/) },
    ]);
    // half of this line is held, so that half of it was paid
    const held = await take({ ...bookings, participantId: 'bob' });
    expect(held.body).toMatchObject({ earned: '283.46', amount: '141.73' });
    const next = await madePayments(paid.admin, '2024-Q3');
    const { ledger } = await ledgerOf(paid.admin, next.id, 'ann');
    const taken = ledger.filter(({ kind }) => kind === 'clawback');
    expect(taken.map(({ message }) => message)).toEqual([
      'Taken back for Objectives of 2024-Q1: scored wrongly',
      'Taken back for Objectives of 2024-Q1: scored wrongly',
      'Taken back for deal d2: scored wrongly',
      'Taken back for Bookings of 2024-Q1: scored wrongly',
    ]);
    expect(taken[0]?.references).toMatchObject({ originalRunId: newest.id, periodKey: '2024-Q1' });
  });
});
