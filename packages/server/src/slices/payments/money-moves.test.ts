import { createHash } from 'node:crypto';
import { type Decimal, decimal, sum } from '@attain/domain/base/decimal';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { type PaidWorkspace, paidWorkspace } from '../payouts/paid-workspace.fixture.ts';
import { ledgerOf, madePayments, postedPayments } from './paid-period.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

const reason = 'as agreed with finance';
const bobsDraw = { participantId: 'bob', currency: 'USD', kind: 'recoverable', amount: '500' };
const draw = { ...bobsDraw, per: 'month', from: '2024-01-01', reason };
const clawback = (calculationId: string) => ({
  calculationId,
  participantId: 'ann',
  componentId: 'bikes',
  dealId: 'd1',
  decidedOn: '2024-07-10',
  kind: 'pro-rata',
  termMonths: 12,
  reason,
});

async function done(client: Client, path: string, body: object): Promise<{ id: string }> {
  const answer = await client.post(path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

type Row = Readonly<Record<string, string>>;
const rowsOf = async (client: Client, path: string): Promise<Row[]> =>
  parse(String((await client.get(path)).body), { bom: true, columns: true });
const total = (rows: readonly Row[], column: string): Decimal =>
  sum(rows.map((row) => decimal(row[column] ?? '')));

/** A first quarter with a draw, a hold and a limit, and a second one that releases, recovers, takes back and corrects. */
async function eventfulQuarters(paid: PaidWorkspace) {
  const calculation = await paid.calculate();
  await paid.sql(`UPDATE participants SET currency = 'EUR' WHERE tenant_id = $1 AND id = 'ann'`);
  await paid.sql(
    `INSERT INTO payment_limits (tenant_id, participant_id, currency, from_date, minimum) VALUES ($1, 'mia', 'USD', '2024-01-01', 250.50)`,
  );
  await done(paid.admin, '/api/draws', draw);
  const { id } = await done(paid.admin, '/api/holds', { dealId: 'd6', reason });
  const first = await postedPayments(paid, '2024-Q1');
  await paid.addDeal({ id: 'late', amount: '90000.00', participantId: 'bob' });
  const newer = await paid.calculate();
  await done(paid.admin, `/api/holds/${id}/release`, { percent: '50', reason });
  await done(paid.admin, '/api/clawbacks', clawback(calculation.id));
  return { runs: [first, await postedPayments(paid, '2024-Q2')], statements: [calculation.id, newer.id] };
}

test('[INV-2] [PAYM-1] the ledger, every statement that shows it and the file for payroll are one sum, per payee and currency', async () => {
  const paid = await paidWorkspace(ctx);
  const { runs, statements } = await eventfulQuarters(paid);
  const rowsByRun = new Map<string, Row[]>();
  for (const statement of statements)
    for (const payee of ['ann', 'bob', 'cid', 'mia'])
      rowsByRun.set(
        `${statement} ${payee}`,
        await rowsOf(paid.admin, `/api/statements/${statement}/${payee}.csv`),
      );
  const [kinds, shown] = [new Set<string>(), new Set<string>()];
  for (const run of runs) {
    const file = await rowsOf(paid.admin, `/api/payments/${run.id}/payees.csv`);
    const currencies = new Set(file.map((row) => row['Paid in'] ?? ''));
    const totals = [...currencies].map((currency) => ({
      currency,
      amount: total(
        file.filter((row) => row['Paid in'] === currency),
        'Paid',
      ).toFixed(2),
    }));
    expect(totals).toEqual(expect.arrayContaining(run.totals ?? []));
    expect(file).toHaveLength(run.paymentCount ?? -1);
    for (const row of file) {
      const payee = row['Participant id'] ?? '';
      const { ledger, net } = await ledgerOf(paid.admin, run.id, payee);
      for (const { kind } of ledger) kinds.add(kind);
      expect([net, sum(ledger.map(({ amount }) => decimal(amount))).toFixed(2)]).toEqual([row.Net, row.Net]);
      for (const [name, rows] of rowsByRun) {
        const payment = rows.filter((one) => one['Payment of'] === run.period.key);
        if (!name.endsWith(` ${payee}`) || payment.length === 0) continue;
        shown.add(`${run.period.key} ${payee}`);
        const at = payment.findIndex((one) => one.Row === 'To be paid');
        expect(total(payment.slice(0, at), 'Earned').toFixed(2)).toBe(row.Net);
        expect([payment[at]?.Earned, payment[at]?.Currency]).toEqual([row.Paid, row['Paid in']]);
      }
    }
  }
  expect([...kinds].sort()).toEqual(
    [
      'carried-out',
      'clawback',
      'draw-advanced',
      'earned',
      'held',
      'minimum',
      'prior-period',
      'released',
    ].sort(),
  );
  expect([...shown].sort()).toEqual(
    ['2024-Q1', '2024-Q2'].flatMap((key) => ['ann', 'bob', 'cid', 'mia'].map((payee) => `${key} ${payee}`)),
  );
});

interface Act {
  readonly action: string;
  readonly path: string;
  readonly body?: object;
  readonly by?: 'manager';
}

/** What anybody can do by which somebody's money becomes another, but for the moves of payments. */
async function moneyActs(paid: PaidWorkspace): Promise<Act[]> {
  const { admin } = paid;
  const { id: calculationId } = await paid.calculate();
  await postedPayments(paid, '2024-Q1');
  const { id: drawId } = await done(admin, '/api/draws', { ...draw, participantId: 'mia' });
  const { id: holdId } = await done(admin, '/api/holds', { dealId: 'd6', reason });
  const bobsQuota = { of: 'quota', participantId: 'bob', from: '2024-01-01', to: '2024-03-31' };
  const change = { ...bobsQuota, after: { amount: '90000' } };
  const again = `/api/calculations/${calculationId}/recalculations`;
  return [
    { action: 'calculation.recalculated', path: again, body: { change } },
    { action: 'draw.granted', path: '/api/draws', body: draw },
    { action: 'draw.ended', path: `/api/draws/${drawId}/end`, body: { on: '2024-06-30' } },
    { action: 'hold.placed', path: '/api/holds', body: { participantId: 'bob' } },
    { action: 'hold.released', path: `/api/holds/${holdId}/release` },
    { action: 'clawback.decided', path: '/api/clawbacks', body: clawback(calculationId) },
    { action: 'deal.approved', path: '/api/deals/d1/approve', by: 'manager' },
  ];
}

interface Logged {
  readonly action: string;
  readonly actor: string;
  readonly body: string;
}

test('[INV-11] [PAYM-17] whatever changes money is refused without a reason, and leaves one record of who did it and why', async () => {
  const paid = await paidWorkspace(ctx);
  const acts = await moneyActs(paid);
  const log = async (): Promise<Logged[]> => (await paid.admin.get('/api/audit', { limit: 100 })).body.rows;
  const said = createHash('sha256').update(reason).digest('hex');
  let before = (await log()).length;
  const added = async () => {
    const all = await log();
    const some = all.slice(0, all.length - before);
    before = all.length;
    return some.map(({ action, actor }) => `${actor}: ${action}`);
  };
  for (const { action, path, body, by } of acts) {
    const client = by === undefined ? paid.admin : paid.tenant.as(by);
    for (const nothing of [undefined, '', '   ']) {
      const rejected = await client.post(path, { ...body, reason: nothing });
      expect([path, rejected.status, rejected.body.issues?.[0]?.path]).toEqual([path, 400, 'reason']);
    }
    expect(await added()).toEqual([]);
    await done(client, path, { ...body, reason });
    expect(await added()).toEqual([`${by ?? 'administrator'}: ${action}`]);
    const [entry] = await log();
    expect(JSON.parse(entry?.body ?? '{}').reason.textHash).toBe(said);
  }
  // payments give their own reason, the ledger; they ask for somebody else's approval instead
  const { id } = await madePayments(paid.admin, '2024-Q2');
  expect(await added()).toEqual([
    'Attain for administrator: payment.calculated',
    'administrator: payment.ordered',
  ]);
  const moved = async (move: string, by: 'administrator' | 'finance') =>
    (await paid.tenant.as(by).post(`/api/payments/${id}/${move}`)).status;
  expect(await moved('post', 'finance')).toBe(409);
  expect(await moved('approve', 'administrator')).toBe(403);
  expect(await added()).toEqual(['administrator: access.refused']);
  for (const [move, action] of [
    ['approve', 'approved'],
    ['post', 'posted'],
    ['pay', 'paid'],
    ['finalize', 'finalized'],
  ] as const) {
    const by = move === 'approve' ? 'finance' : 'administrator';
    expect(await moved(move, by)).toBe(200);
    expect(await added()).toEqual([`${by}: payment.${action}`]);
  }
});
