import { decimal, sum } from '@attain/domain/base/decimal';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { resumeJobs } from '../../jobs/resume-jobs.ts';
import type { Client } from '../../testing/client.ts';
import { overtaken } from '../../testing/overtaken.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { ended, type PaidWorkspace, paidWorkspace, tieredPlan } from '../payouts/paid-workspace.fixture.ts';
import { ledgerOf, madePayments, payrollLayout, postedPayments } from './paid-period.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

async function calculated(): Promise<PaidWorkspace> {
  const paid = await paidWorkspace(ctx);
  await paid.calculate();
  return paid;
}

describe('from payouts to money', () => {
  test('[PAYM-1] [INV-2] payments pay what was calculated: ledgers sum to payments, payments to the run', async () => {
    const paid = await calculated();
    const run = await madePayments(paid.admin, '2024-Q1');
    expect(run).toMatchObject({ status: 'calculated', version: 1, paymentCount: 4, stale: [], problems: [] });
    expect(run.totals).toEqual([{ currency: 'USD', amount: '4683.46' }]);
    expect(run.sources).toMatchObject([
      { planName: 'Field sales', periodKey: '2024-Q1', version: 1, originalId: null },
    ]);
    const { body: list } = await paid.admin.get(`/api/payments/${run.id}/payees`);
    expect(list.total).toBe(4);
    for (const row of list.rows) {
      const detail = await ledgerOf(paid.admin, run.id, row.participantId);
      expect(sum(detail.ledger.map(({ amount }) => decimal(amount))).toFixed(2)).toBe(row.net);
    }
    expect(sum(list.rows.map((row: { net: string }) => decimal(row.net))).toFixed(2)).toBe('4683.46');
  });

  test('[PAYM-12] nobody is paid less than the least of the day, earned or not, and nobody more than the most', async () => {
    const paid = await calculated();
    await paid.sql(
      `INSERT INTO participants (tenant_id, id, name, hired_on, left_on) VALUES ($1, 'new', 'New Example', '2024-03-01', NULL), ($1, 'old', 'Old Example', '2020-01-01', '2024-02-01')`,
    );
    await paid.sql(
      `INSERT INTO payment_limits (tenant_id, participant_id, currency, from_date, to_date, minimum, maximum) VALUES
         ($1, 'ann', 'USD', '2024-01-01', NULL, NULL, 1000), ($1, 'ann', 'USD', '2024-02-01', NULL, NULL, 2000.50),
         ($1, 'bob', 'USD', '2024-01-01', '2024-03-30', NULL, 1), ($1, 'new', 'USD', '2024-01-01', NULL, 1500, 9000),
         ($1, 'old', 'USD', '2024-01-01', NULL, 1500, NULL)`,
    );
    await paid.sql(
      `INSERT INTO imports (tenant_id, id, kind, file_name, content_hash, byte_count, status, commit_seq, created_by, committed_at, touched_from)
       VALUES ($1, $2, 'payment-limits', 'limits.csv', 'x', 1, 'committed', 99, $2, now(), '2024-01-01')`,
      [newId()],
    );
    const { body: runs } = await paid.admin.get('/api/calculations');
    expect(runs.rows[0]).toMatchObject({ status: 'completed', stale: [] });
    const run = await madePayments(paid.admin, '2024-Q1');
    const paidWith = async (client: Client) => (await client.get('/api/deals/d4/credits')).body.rows;
    expect(await paidWith(paid.admin)).toMatchObject([
      { participantId: 'ann', role: 'split', payments: [{ periodKey: '2024-Q1', status: 'calculated' }] },
      { participantId: 'bob', role: 'split', sharePercent: '40', planName: 'Field sales' },
    ]);
    const own = await paidWith(paid.tenant.as('sales-rep'));
    expect(own).toMatchObject([{ participantId: 'ann', payments: [] }]);
    expect((await paid.tenant.as('sales-rep').get('/api/deals/d5/credits')).status).toBe(404);
    expect((await ledgerOf(paid.admin, run.id, 'ann')).net).toBe('2000.50');
    expect((await ledgerOf(paid.admin, run.id, 'bob')).net).toBe('283.46');
    const min = await ledgerOf(paid.admin, run.id, 'new');
    expect(min.words).toEqual(['minimum 1500.00']);
    expect(min.ledger[0]).toMatchObject({ rule: 'PAYM-12', references: { limitFrom: '2024-01-01' } });
    expect((await paid.admin.get(`/api/payments/${run.id}/payees/old/USD`)).status).toBe(404);
    const { body: listed } = await paid.admin.get('/api/payment-limits', { limit: 3 });
    expect(listed.rows).toHaveLength(3);
    const { body: rest } = await paid.admin.get('/api/payment-limits', { cursor: listed.nextCursor });
    expect([...listed.rows, ...rest.rows].map((row) => `${row.participantId} ${row.from}`)).toEqual([
      ...['ann 2024-01-01', 'ann 2024-02-01', 'bob 2024-01-01', 'new 2024-01-01', 'old 2024-01-01'],
    ]);
    const { body: ownLimits } = await paid.tenant.as('sales-rep').get('/api/payment-limits');
    expect(ownLimits.rows.map((row: { participantId: string }) => row.participantId)).toEqual(['ann', 'ann']);
    await paid.sql(
      `UPDATE payment_limits SET maximum = 9, updated_at = clock_timestamp() WHERE tenant_id = $1 AND participant_id = 'bob'`,
    );
    const { body: stale } = await paid.admin.get(`/api/payments/${run.id}`);
    expect(stale.stale).toEqual(['Draws, holds or payment limits changed after it was made.']);
  });

  test('[PAYM-17] [INV-11] [AUTH-25] calculated → approved → posted → paid → finalized, and who made them may not approve', async () => {
    const paid = await calculated();
    const finance = paid.tenant.as('finance');
    const run = await madePayments(paid.admin, '2024-Q1');
    const path = `/api/payments/${run.id}`;
    expect((await finance.post(`${path}/post`)).body).toMatchObject({ code: 'CONFLICT' });
    const own = await paid.admin.post(`${path}/approve`);
    expect(own).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED', issues: [{ rule: 'PAYM-24' }] } });
    const key = { 'idempotency-key': 'approve-once' };
    const approved = await finance.post(`${path}/approve`, {}, key);
    expect(approved.body).toMatchObject({ status: 'approved', mine: false });
    expect(approved.body.approved.by).not.toBe(approved.body.made.by);
    expect((await finance.post(`${path}/approve`, {}, key)).body).toEqual(approved.body);
    for (const [move, status] of [
      ['post', 'posted'],
      ['pay', 'paid'],
      ['finalize', 'finalized'],
    ] as const) {
      expect((await paid.admin.post(`${path}/${move}`)).body.status).toBe(status);
      expect((await paid.admin.post(`${path}/${move}`)).body.code).toBe('CONFLICT');
    }
    expect((await paid.admin.post(`${path}/withdraw`)).body.code).toBe('CONFLICT');
    const { body: log } = await paid.admin.get('/api/audit', { limit: 100 });
    const acts = log.rows
      .map((entry: { action: string }) => entry.action)
      .filter((act: string) => act.startsWith('payment.'));
    expect(acts.sort()).toEqual([
      'payment.approved',
      'payment.calculated',
      'payment.finalized',
      'payment.ordered',
      'payment.paid',
      'payment.posted',
    ]);
  });

  test('payments made again take the place of calculated ones; a closed period is closed', async () => {
    const paid = await calculated();
    const first = await madePayments(paid.admin, '2024-Q1');
    const second = await madePayments(paid.admin, '2024-Q1');
    expect(second.version).toBe(2);
    expect((await paid.admin.get(`/api/payments/${first.id}`)).body.status).toBe('withdrawn');
    expect((await paid.admin.post('/api/payments', { period: '2024-Q2' })).body).toMatchObject({
      code: 'CONFLICT',
    });
    const finance = paid.tenant.as('finance');
    await finance.post(`/api/payments/${second.id}/approve`);
    await paid.admin.post(`/api/payments/${second.id}/post`);
    const again = await paid.admin.post('/api/payments', { period: '2024-Q1' });
    expect(again.body).toMatchObject({ code: 'CONFLICT' });
    expect(again.body.error).toContain('2024-Q1 is closed');
  });

  test('[PAYM-17] whoever makes payments again while somebody approves them comes second: what is approved is not withdrawn', async () => {
    const paid = await calculated();
    const first = await madePayments(paid.admin, '2024-Q1');
    const again = (meanwhile: string) =>
      overtaken(
        ctx.ctx,
        {
          hold: ['SELECT 1 FROM payment_runs WHERE id = $1 FOR UPDATE', [first.id]],
          meanwhile: [`UPDATE payment_runs SET ${meanwhile} WHERE id = $1`, [first.id]],
        },
        () => paid.admin.post('/api/payments', { period: '2024-Q1' }),
      );
    const approved = await again(`status = 'approved', approved_at = now()`);
    expect([approved.status, approved.body.error]).toEqual([
      409,
      expect.stringContaining('The payments of 2024-Q1 are approved.'),
    ]);
    await paid.sql(`UPDATE payment_runs SET status = 'calculated' WHERE tenant_id = $1`);
    const posted = await again(`status = 'posted', posted_at = now()`);
    expect([posted.status, posted.body.error]).toEqual([409, expect.stringContaining('2024-Q1 is closed')]);
    await paid.sql(`UPDATE payment_runs SET status = 'calculated', posted_at = NULL WHERE tenant_id = $1`);
    expect(await again('paid_at = NULL')).toMatchObject({ status: 202 });
    expect((await paid.admin.get(`/api/payments/${first.id}`)).body.status).toBe('withdrawn');
  });

  test('[PAYM-20] a trial over other days is not paid, and does not make payments out of date', async () => {
    const components = tieredPlan.components.slice(1).map((one) => ({ ...one, weight: 100 }));
    const paid = await paidWorkspace(ctx, { ...tieredPlan, components });
    await paid.calculate();
    const run = await madePayments(paid.admin, '2024-Q1');
    const trial = await paid.admin.post('/api/calculations', {
      planId: paid.planId,
      period: '2024-01-15..2024-02-14',
    });
    expect((await ended(paid.admin, trial.body.id)).status).toBe('completed');
    expect((await paid.admin.get(`/api/payments/${run.id}`)).body.stale).toEqual([]);
    expect((await madePayments(paid.admin, '2024-Q1')).totals).toEqual(run.totals);
    await paid.admin.post(
      `/api/payments/${(await paid.admin.get('/api/payments')).body.rows[0].id}/withdraw`,
    );
    const month = await paid.admin.post('/api/calculations', { planId: paid.planId, period: '2024-01' });
    await ended(paid.admin, month.body.id);
    await postedPayments(paid, '2024-01');
    const twice = await madePayments(paid.admin, '2024-02-01..2024-03-31');
    expect(twice).toMatchObject({ status: 'failed', problems: [{ rule: 'PAYM-20' }] });
    expect(twice.problems[0]?.message).toContain('paid twice');
  });

  test('payees have their sums and what the posted run before paid them, each within reach', async () => {
    const components = tieredPlan.components.slice(1).map((one) => ({ ...one, weight: 100 }));
    const paid = await paidWorkspace(ctx, { ...tieredPlan, components });
    await paid.addDeal({
      id: 'bike',
      date: '2024-02-05',
      amount: '1000',
      participantId: 'bob',
      product: 'Bikes',
    });
    for (const period of ['2024-01', '2024-02']) {
      const run = await paid.admin.post('/api/calculations', { planId: paid.planId, period });
      await ended(paid.admin, run.body.id);
      await postedPayments(paid, period);
    }
    const [february, january] = (await paid.admin.get('/api/payments')).body.rows;
    const payees = async (client: Client, { id }: { id: string }, search?: string) =>
      (await client.get(`/api/payments/${id}/payees`, search === undefined ? {} : { search })).body;
    const amounts = (amount: string) => [{ currency: 'USD', amount }];
    expect(await payees(paid.admin, january)).toMatchObject({
      against: null,
      sums: { paid: amounts('1200.00'), previous: [] },
    });
    const all = await payees(paid.admin, february);
    expect(all).toMatchObject({
      against: '2024-01',
      sums: { earned: amounts('20.00'), paid: amounts('20.00'), previous: amounts('1200.00') },
    });
    const previous = Object.fromEntries(
      all.rows.map((row: { participantId: string; previous: unknown }) => [row.participantId, row.previous]),
    );
    expect(previous).toMatchObject({ ann: amounts('1200.00')[0], bob: amounts('0.00')[0] });
    expect((await payees(paid.admin, february, 'Bob')).sums).toMatchObject({ previous: amounts('0.00') });
    const moved = `UPDATE reporting_lines SET from_date = '2024-02-01' WHERE tenant_id = $1 AND participant_id = 'ann'`;
    await paid.sql(moved);
    const led = await payees(paid.tenant.as('manager'), february);
    expect(led.rows.map((row: { participantId: string }) => row.participantId)).toEqual([
      'ann',
      'bob',
      'mia',
    ]);
    expect(led.rows[0].previous).toBeNull();
    expect(led.sums.previous).toEqual(amounts('0.00'));
  });

  test('a killed process leaves its payments to the next one; a cancelled one stays cancelled, and gives nothing away', async () => {
    const paid = await calculated();
    const hold = await paid.admin.post('/api/holds', { participantId: 'ann', reason: 'under review' });
    await paid.admin.post(`/api/holds/${hold.body.id}/release`, { reason: 'nothing found' });
    const left = async (status: string) => {
      const id = newId();
      await paid.sql(
        `INSERT INTO payment_runs (tenant_id, id, period_key, period_from, period_to, status, created_by, reporting_currency) SELECT $1, $2, '2024-Q1', '2024-01-01', '2024-03-31', $3, m.user_id, 'USD' FROM memberships m WHERE m.tenant_id = $1 AND 'administrator' = ANY(m.roles)`,
        [id, status],
      );
      await paid.sql(
        `INSERT INTO jobs (tenant_id, kind, subject_id, status, done, cancel_requested, attempts) VALUES ($1, 'payment', $2, $3, 0, false, 0)`,
        [id, status],
      );
      return id;
    };
    const statusOf = async (id: string) => (await paid.admin.get(`/api/payments/${id}`)).body.status;
    const { db, jobs } = ctx.ctx;
    const stopped = await left('running');
    await paid.admin.post(`/api/payments/${stopped}/cancel`);
    await resumeJobs(db.owner, jobs);
    await expect.poll(() => statusOf(stopped)).toBe('cancelled');
    const { body: holds } = await paid.admin.get('/api/holds');
    expect(holds.rows[0].releases).toMatchObject([{ runId: null }]);
    expect((await paid.admin.get(`/api/payments/${stopped}/payees`)).body.rows).toEqual([]);
    const killed = await left('running');
    await resumeJobs(db.owner, jobs);
    await expect.poll(() => statusOf(killed)).toBe('calculated');
    await resumeJobs(db.owner, jobs);
    const { body: log } = await paid.admin.get('/api/audit', { objectId: killed });
    expect(log.rows.map(({ action }: { action: string }) => action)).toEqual(['payment.calculated']);
    const queued = await left('queued');
    expect((await paid.admin.post(`/api/payments/${queued}/cancel`)).body.status).toBe('cancelled');
    expect((await paid.admin.post(`/api/payments/${queued}/cancel`)).body.code).toBe('CONFLICT');
  });

  test('[PAYM-18] what was earned is spread over the months it pays off, to the cent', async () => {
    const paid = await calculated();
    const run = await madePayments(paid.admin, '2024-Q1');
    const { body } = await paid.admin.get(`/api/payments/${run.id}/amortisation`, { months: 36 });
    expect(body).toMatchObject([{ currency: 'USD', cost: '4683.46', mayExpenseAtOnce: false }]);
    expect(body[0].months).toHaveLength(36);
    expect(body[0].months[0]).toEqual({ month: '2024-01', amount: '130.10', left: '4553.36' });
    expect(body[0].months.at(-1)).toMatchObject({ month: '2026-12', left: '0.00' });
    expect((await paid.admin.get(`/api/payments/${run.id}/amortisation`, { months: 0 })).status).toBe(400);
  });

  test('nothing to pay, and a period that is none', async () => {
    const paid = await paidWorkspace(ctx);
    expect((await paid.admin.post('/api/payments', { period: '2024-Q1' })).body.code).toBe('NOT_CALCULABLE');
    expect((await paid.admin.post('/api/payments', { period: 'soon' })).body.code).toBe('BAD_INPUT');
  });

  test('what changed since they were made stands in the way of an approval', async () => {
    const paid = await calculated();
    const finance = paid.tenant.as('finance');
    const run = await madePayments(paid.admin, '2024-Q1');
    await paid.addDeal({ id: 'late', amount: '1000.00', participantId: 'bob' });
    await paid.calculate();
    const hold = { participantId: 'bob', reason: 'under review' };
    expect((await paid.admin.post('/api/holds', hold)).status).toBe(201);
    const { body: stale } = await paid.admin.get(`/api/payments/${run.id}`);
    expect(stale.stale).toEqual([
      'Field sales of 2024-Q1 was recalculated since.',
      'Draws, holds or payment limits changed after it was made.',
    ]);
    expect((await finance.post(`/api/payments/${run.id}/approve`)).body.code).toBe('CONFLICT');
    expect((await madePayments(paid.admin, '2024-Q1')).stale).toEqual([]);
  });

  test('[PAYM-21] what is paid in several currencies is told in the workspace’s, or which rate is missing', async () => {
    const paid = await calculated();
    await paid.sql(`UPDATE participants SET currency = 'EUR' WHERE tenant_id = $1 AND id = 'ann'`);
    const run = await madePayments(paid.admin, '2024-Q1');
    const [euros, dollars] = run.totals ?? [];
    const part = decimal(euros?.amount ?? '')
      .times(decimal('1.1'))
      .round(2, 1);
    expect(run.reporting).toMatchObject({
      currency: 'USD',
      amount: part.plus(decimal(dollars?.amount ?? '')).toFixed(2),
      converted: [
        {
          currency: 'EUR',
          amount: part.toFixed(2),
          exchange: { rate: '1.1', date: '2024-01-01', source: 'central bank' },
        },
      ],
      missing: [],
    });
    const listed = await paid.admin.get('/api/payments');
    expect(listed.body.rows[0].reporting).toEqual(run.reporting);
    const headers = { cookie: paid.admin.cookie };
    const response = await fetch(`${ctx.url}/api/payments/${run.id}/payees.xlsx`, { headers });
    const [payees, together] = (await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets;
    expect(payees?.rows.length).toBe(1 + (run.paymentCount ?? 0));
    const paidIn = (row: readonly unknown[]) => row.slice(3);
    const day = new Date('2024-01-01T00:00:00Z');
    expect(together?.rows.map(paidIn)).toEqual([
      ['Paid in', 'Paid', 'Together in', 'Together', 'Rate', 'Rate of', 'Rate by'],
      ['EUR', Number(euros?.amount), 'USD', Number(part.toFixed(2)), 1.1, day, 'central bank'],
      ['USD', Number(dollars?.amount), 'USD', Number(dollars?.amount), null, null, null],
    ]);
    const { body: written } = await paid.admin.get(`/api/payments/${run.id}/together.csv`);
    const rows: Record<string, string>[] = parse(written, { bom: true, columns: true });
    expect(sum(rows.map((row) => decimal(row.Together ?? ''))).toFixed(2)).toBe(run.reporting?.amount);
  });

  test('[PAYM-21] payments keep the currency of reports they were ordered under, and once posted also the rates', async () => {
    const paid = await calculated();
    await paid.sql(`UPDATE participants SET currency = 'EUR' WHERE tenant_id = $1 AND id = 'ann'`);
    const before = await madePayments(paid.admin, '2024-Q1');
    for (const reportingCurrency of ['eur', 'EURO', '', 7]) {
      const rejected = await paid.admin.put('/api/workspace/settings', { reportingCurrency });
      expect([rejected.status, rejected.body.issues[0].path]).toEqual([400, 'reportingCurrency']);
    }
    const finance = paid.tenant.as('finance');
    expect((await finance.put('/api/workspace/settings', { reportingCurrency: 'EUR' })).status).toBe(403);
    const chosen = await paid.admin.put('/api/workspace/settings', { reportingCurrency: 'CHF' });
    expect(chosen.body).toMatchObject({ currency: 'USD', reportingCurrency: 'CHF', runsKeptDays: null });
    expect((await paid.admin.get('/api/workspace/settings')).body).toEqual(chosen.body);
    const kept = await paid.admin.get(`/api/payments/${before.id}`);
    expect(kept.body.reporting).toEqual(before.reporting);
    const run = await madePayments(paid.admin, '2024-Q1');
    const missing = ['EUR', 'USD'].map(
      (currency) => `There is no exchange rate from ${currency} to CHF on or before 2024-03-31. Import one.`,
    );
    expect(run.reporting).toMatchObject({ currency: 'CHF', amount: null, missing });
    await paid.admin.put('/api/workspace/settings', { reportingCurrency: 'EUR' });
    const posted = await postedPayments(paid, '2024-Q1');
    expect(posted.reporting).toMatchObject({ currency: 'EUR', converted: [{ currency: 'USD' }] });
    await paid.sql(`UPDATE exchange_rates SET rate = 2 WHERE tenant_id = $1`);
    expect((await paid.admin.get(`/api/payments/${posted.id}`)).body.reporting).toEqual(posted.reporting);
  });

  test('[PAYM-15] who is paid in another currency is paid at the rate of the last day, or nobody is paid', async () => {
    const paid = await calculated();
    await paid.sql(`UPDATE participants SET currency = 'EUR' WHERE tenant_id = $1 AND id = 'ann'`);
    const run = await madePayments(paid.admin, '2024-Q1');
    expect(run.totals?.map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
    const ann = await ledgerOf(paid.admin, run.id, 'ann');
    const rate = '0.90909090909090909091';
    expect(ann.paid.exchange).toEqual({ rate, date: '2024-01-01', source: 'central bank (1 ÷ 1.1)' });
    expect(ann.paid.amount).toBe(decimal(ann.net).times(decimal(rate)).round(2, 1).toFixed(2));
    await paid.sql(`UPDATE participants SET currency = 'CHF' WHERE tenant_id = $1 AND id = 'ann'`);
    const failed = await madePayments(paid.admin, '2024-Q1');
    expect(failed).toMatchObject({
      status: 'failed',
      problems: [{ rule: 'PAYM-15', path: 'ann (USD) pay.exchange' }],
    });
    expect(failed.error).toContain('No payments were created');
  });
});

describe('[PAYM-13] a closed period', () => {
  test('its newer version comes into the open period line by line, and its own payments stay as they were', async () => {
    const paid = await calculated();
    const closed = await postedPayments(paid, '2024-Q1');
    const before = await ledgerOf(paid.admin, closed.id, 'bob');
    await paid.addDeal({ id: 'late', amount: '1000.00', participantId: 'bob' });
    const newer = await paid.calculate();
    // what the newer version pays otherwise is all there is to pay
    const open = await madePayments(paid.admin, '2024-Q2');
    expect(open.sources).toMatchObject([{ periodKey: '2024-Q1', version: 2, calculationId: newer.id }]);
    const { body: lines } = await paid.admin.get(`/api/payments/${open.id}/lines`, { kind: 'prior-period' });
    expect(lines.rows).toHaveLength(1);
    const [delta] = lines.rows;
    expect(delta).toMatchObject({
      participantId: 'bob',
      references: { runId: newer.id, periodKey: '2024-Q1', componentId: 'bookings' },
    });
    const { original, recalculated } = delta.references;
    expect(decimal(recalculated).minus(decimal(original)).toFixed(2)).toBe(delta.amount);
    expect(before.ledger.find((line) => line.references.componentId === 'bookings')?.amount).toBe(original);
    expect((await ledgerOf(paid.admin, open.id, 'bob')).words).toEqual([`prior-period ${delta.amount}`]);
    expect(await ledgerOf(paid.admin, closed.id, 'bob')).toEqual(before);
    const { body: ways } = await paid.admin.get(
      `/api/statements/${closed.sources[0]?.calculationId}/bob/payments`,
    );
    expect(ways.map(({ runId }: { runId: string }) => runId)).toEqual([open.id, closed.id]);
  });

  test('a recalculation that changes nothing posts nothing', async () => {
    const paid = await calculated();
    await postedPayments(paid, '2024-Q1');
    await paid.addDeal({ id: 'nobody', amount: '0.00', participantId: 'bob' });
    expect((await paid.calculate()).version).toBe(2);
    const draw = {
      participantId: 'cid',
      currency: 'USD',
      kind: 'recoverable',
      amount: '50',
      from: '2024-04-01',
    };
    await paid.admin.post('/api/draws', { ...draw, reason: 'welcome' });
    const open = await madePayments(paid.admin, '2024-Q2');
    expect(open.paymentCount).toBe(1);
    expect(
      (await paid.admin.get(`/api/payments/${open.id}/lines`, { kind: 'prior-period' })).body.rows,
    ).toEqual([]);
  });
});

describe('who sees what', () => {
  test('a rep sees the own payment once it is posted, a manager the team’s, a viewer none', async () => {
    const paid = await calculated();
    const [rep, manager, viewer] = (['sales-rep', 'manager', 'viewer'] as const).map((role) =>
      paid.tenant.as(role),
    );
    const run = await madePayments(paid.admin, '2024-Q1');
    expect((await rep!.get(`/api/payments/${run.id}`)).status).toBe(404);
    expect((await rep!.get('/api/payments')).body.rows).toEqual([]);
    await paid.tenant.as('finance').post(`/api/payments/${run.id}/approve`);
    await paid.admin.post(`/api/payments/${run.id}/post`);
    const [seen] = (await rep!.get('/api/payments')).body.rows;
    expect(seen).toMatchObject({
      id: run.id,
      status: 'posted',
      totals: null,
      reporting: null,
      paymentCount: null,
    });
    const names = async (who: typeof rep) =>
      (await who!.get(`/api/payments/${run.id}/payees`)).body.rows.map(
        (row: { participantId: string }) => row.participantId,
      );
    expect(await names(rep)).toEqual(['ann']);
    expect(await names(manager)).toEqual(['ann', 'bob', 'mia']);
    expect((await ledgerOf(rep!, run.id, 'ann')).run.id).toBe(run.id);
    expect((await rep!.get(`/api/payments/${run.id}/payees/bob/USD`)).status).toBe(404);
    expect((await viewer!.get('/api/payments')).status).toBe(403);
    expect((await rep!.post('/api/payments', { period: '2024-Q2' })).status).toBe(403);
  });

  test('[INV-2] the file for payroll says what the run pays, and to each no more than they may see', async () => {
    const paid = await paidWorkspace(ctx);
    await paid.sql(`UPDATE participants SET name = '=1+1' WHERE tenant_id = $1 AND id = 'bob'`);
    await paid.calculate();
    const run = await postedPayments(paid, '2024-Q1');
    const rowsFor = async (who: Client) => {
      const answer = await who.get(`/api/payments/${run.id}/payees.csv`);
      expect(answer.headers.get('content-disposition')).toContain('payments-2024-Q1-v1.csv');
      return parse(String(answer.body), { bom: true, columns: true }) as Record<string, string>[];
    };
    const all = await rowsFor(paid.admin);
    expect(sum(all.map((row) => decimal(row.Paid ?? ''))).toFixed(2)).toBe('4683.46');
    expect(all.find((row) => row['Participant id'] === 'bob')?.Participant).toBe("'=1+1");
    expect((await rowsFor(paid.tenant.as('sales-rep'))).map((row) => row['Participant id'])).toEqual(['ann']);
    expect((await paid.tenant.as('viewer').get(`/api/payments/${run.id}/payees.csv`)).status).toBe(403);
    expect((await paid.admin.get('/api/payments/nothing/payees.csv')).status).toBe(404);
  });

  test('[PAYM-29] [PAYM-30] posted payments are written as payroll reads them, and only to who sees everyone’s pay', async () => {
    const paid = await calculated();
    const finance = paid.tenant.as('finance');
    const layouts = '/api/payroll-layouts';
    expect((await paid.tenant.as('manager').post(layouts, payrollLayout)).status).toBe(403);
    const unusable = await paid.admin.post(layouts, { ...payrollLayout, currency: null });
    expect([unusable.status, unusable.body.issues[0].rule]).toEqual([400, 'PAYM-29']);
    const { body: layout } = await paid.admin.post(layouts, payrollLayout);
    const twin = await paid.admin.post(layouts, payrollLayout);
    expect([twin.status, twin.body.error]).toEqual([409, expect.stringContaining('“Payroll”')]);
    const made = await madePayments(paid.admin, '2024-Q1');
    const file = (id: string) => `/api/payments/${id}/payroll/${layout.id}`;
    expect((await finance.get(file(made.id))).body).toMatchObject({
      code: 'CONFLICT',
      error: expect.stringContaining('not posted'),
    });
    const run = await postedPayments(paid, '2024-Q1');
    const { body: text } = await finance.get(file(run.id));
    const [heads, ...rows] = text.trim().split('\r\n') as string[];
    expect(heads).toBe('Employee;Code;Amount;Paid for');
    expect(rows).toContainEqual(expect.stringMatching(/^ann;COMM;\d+,\d\d;03\/31\/2024$/));
    const amounts = rows.map((row) => decimal((row.split(';')[2] ?? '').replace(',', '.')));
    expect(sum(amounts).toFixed(2)).toBe(run.totals?.[0]?.amount);
    expect((await paid.tenant.as('sales-rep').get(file(run.id))).status).toBe(403);
    const columns = payrollLayout.columns.map((one) =>
      one.header === 'Code' ? { header: 'Mail', field: 'email' } : one,
    );
    expect((await paid.admin.post(layouts, { ...payrollLayout, id: layout.id, columns })).status).toBe(200);
    expect((await paid.admin.post(layouts, { ...payrollLayout, id: run.id })).status).toBe(404);
    const lacking = await finance.get(file(run.id));
    expect([lacking.status, lacking.body.issues[0].path]).toEqual([409, 'ann']);
    expect((await paid.admin.post(`${layouts}/${layout.id}/remove`)).status).toBe(200);
    expect((await finance.get(file(run.id))).status).toBe(404);
    expect((await finance.get(layouts)).body.rows).toEqual([]);
  });

  test('lists come in pages', async () => {
    const paid = await calculated();
    const run = await madePayments(paid.admin, '2024-Q1');
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await paid.admin.get(`/api/payments/${run.id}/payees`, {
        limit: 1,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...body.rows.map((row: { participantId: string }) => row.participantId));
      cursor = body.nextCursor ?? '';
      if (!cursor) break;
    }
    expect(seen).toEqual(['ann', 'bob', 'mia', 'cid']);
    expect((await paid.admin.get('/api/payments', { cursor: 'bm8' })).body.code).toBe('BAD_INPUT');
  });
});
