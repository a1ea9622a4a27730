import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { insertRecords } from '../../../testing/insert-records.ts';
import { startTestContext, type TestContext } from '../../../testing/start-test-context.ts';
import { type PaidWorkspace, paidWorkspace, tieredPlan } from '../../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

const day = fc.integer({ min: 1, max: 28 }).map((one) => `2024-03-${String(one).padStart(2, '0')}`);
const stated = fc.record({
  date: fc.oneof(day, fc.constant('2024-05-02')),
  amount: fc.integer({ min: -900_000, max: 9_000_000 }).map((cents) => (cents / 100).toFixed(2)),
  currency: fc.constantFrom('USD', 'USD', 'EUR'),
  participantId: fc.constantFrom('ann', 'bob', 'cid'),
  product: fc.constantFrom('Bikes', 'Boats'),
  splits: fc.constantFrom(
    [],
    [],
    [
      { participantId: 'ann', sharePercent: '33.33' },
      { participantId: 'bob', sharePercent: '66.67' },
    ],
  ),
});

const quota = fc.record({
  of: fc.constant('quota' as const),
  participantId: fc.constantFrom('ann', 'bob', 'mia'),
  componentId: fc.constantFrom(null, 'bookings'),
  after: fc.option(
    fc.record({
      amount: fc.integer({ min: 1, max: 200_000 }).map(String),
      currency: fc.constantFrom(null, null, 'EUR'),
    }),
    { freq: 4 },
  ),
});
const rate = fc.record({
  of: fc.constant('exchange-rate' as const),
  date: fc.constantFrom('2024-01-01', '2024-02-05', '2024-03-10'),
  after: fc.option(fc.record({ rate: fc.constantFrom('1.05', '1.3') }), { freq: 4 }),
});
const assignment = fc.record({
  of: fc.constant('assignment' as const),
  participantId: fc.constantFrom('ann', 'bob', 'cid', 'mia'),
  after: fc.option(fc.record({ to: fc.constantFrom('2024-02-15', '2024-03-31', null) }), { freq: 4 }),
});
const dealChange = fc.record({
  of: fc.constant('deal' as const),
  id: fc.constantFrom('r0', 'r1', 'r2', 'new'),
  after: fc.option(stated, { freq: 5 }),
});
const days = { from: '2024-01-01', to: '2024-03-31' };
type Made = { readonly of: string; readonly after: object | null } & Readonly<Record<string, unknown>>;
const whole = (one: Made): Made =>
  one.of === 'quota'
    ? { ...one, ...days }
    : one.of === 'exchange-rate'
      ? { ...one, from: 'EUR', to: 'USD' }
      : one.of === 'assignment'
        ? { ...one, from: days.from }
        : one;
const anyChange = fc.oneof(dealChange, quota, rate, assignment).map(whole);

const ask = (paid: PaidWorkspace, runId: string, made: Made) =>
  paid.admin.post(`/api/calculations/${runId}/recalculations`, {
    change: made,
    reason: 'as the contract says',
  });
const change = (paid: PaidWorkspace, runId: string, id: string, after: object | null) =>
  ask(paid, runId, { of: 'deal', id, after });

/** Makes the change in the records themselves, as an import would. */
async function applied(paid: PaidWorkspace, made: Made): Promise<void> {
  const insert = (records: object) =>
    insertRecords(ctx.ctx.db, paid.tenant.tenantId, records as Parameters<typeof insertRecords>[2]);
  const { of, after, ...key } = made;
  if (of === 'deal') {
    await paid.sql('DELETE FROM deals WHERE tenant_id = $1 AND id = $2', [key.id]);
    // a deal without splits has none stored, not an empty list
    const { splits, ...rest } = (after ?? {}) as { splits?: readonly object[] };
    const row = { ...key, ...rest, ...(splits !== undefined && splits.length > 0 && { splits }) };
    if (after !== null) await insert({ deals: [row] });
  } else if (of === 'quota') {
    await paid.sql(
      `DELETE FROM quotas WHERE tenant_id = $1 AND participant_id = $2 AND component_id = $3 AND from_date = '2024-01-01'`,
      [key.participantId, key.componentId ?? ''],
    );
    const { componentId, ...own } = key;
    const named = componentId === null ? own : key;
    if (after !== null) await insert({ quotas: [{ ...named, ...after }] });
  } else if (of === 'exchange-rate') {
    await paid.sql(`DELETE FROM exchange_rates WHERE tenant_id = $1 AND date = $2`, [key.date]);
    if (after !== null) await insert({ exchangeRates: [{ ...key, ...after }] });
    // as the change states it
    await paid.sql(`UPDATE exchange_rates SET source = 'stated' WHERE tenant_id = $1 AND date = $2`, [
      key.date,
    ]);
  } else {
    await paid.sql(
      'DELETE FROM plan_assignments WHERE tenant_id = $1 AND participant_id = $2 AND from_date = $3',
      [key.participantId, days.from],
    );
    if (after !== null)
      await paid.sql(
        `INSERT INTO plan_assignments (tenant_id, plan_id, participant_id, from_date, to_date, created_by, updated_at)
         VALUES ($1, $2, $3, $4, $5, $2, '2020-01-01')`,
        [paid.planId, key.participantId, days.from, (after as { to: string | null }).to],
      );
  }
}

/** Says each change before it is made, makes it, and holds what was said to a full calculation. */
async function equalsFullRuns(paid: PaidWorkspace, changes: readonly Made[]): Promise<void> {
  await insertRecords(ctx.ctx.db, paid.tenant.tenantId, {
    deals: Array.from({ length: 6 }, (_, i) => ({
      id: `r${i}`,
      date: `2024-02-0${i + 1}`,
      amount: `${(i + 1) * 1000}.50`,
      participantId: i % 2 === 0 ? 'ann' : 'bob',
      product: 'Bikes',
    })),
    exchangeRates: [
      { from: 'EUR', to: 'USD', date: '2023-12-31', rate: '1.1' },
      { from: 'EUR', to: 'USD', date: '2024-03-10', rate: '1.2' },
    ],
  });
  let run = await paid.calculate();
  for (const one of changes) {
    const made = await ask(paid, run.id, one);
    if (made.status === 404 && one.after === null) continue;
    expect(made.status, JSON.stringify([one, made.body])).toBe(201);
    await applied(paid, one);
    const full = await paid.calculate();
    if (made.body.payees.length === 0 && made.body.lines.length === 0) {
      if (full.status === 'unchanged') continue;
    }
    expect(full.status, JSON.stringify([one, full])).toBe('completed');
    const { body } = await paid.admin.get(`/api/calculations/${full.id}/difference`, { limit: 200 });
    for (const line of made.body.lines) expect(line.because, JSON.stringify([one, line])).not.toEqual([]);
    const lines = made.body.lines.map(
      ({ message: _, because: __, ...line }: { message: string; because: string[] }) => line,
    );
    expect(new Set(lines), JSON.stringify(one)).toEqual(new Set(body.rows));
    const { rows } = await ctx.ctx.db.owner.query(
      `SELECT n.participant_id AS "participantId", n.input_hash AS "inputHash" FROM payout_inputs n
        WHERE n.run_id = $2 AND n.input_hash IS DISTINCT FROM
              (SELECT o.input_hash FROM payout_inputs o WHERE o.run_id = $1 AND o.participant_id = n.participant_id)
        ORDER BY n.participant_id COLLATE "C"`,
      [run.id, full.id],
    );
    const hashes = made.body.payees.map(({ total: _, ...payee }: { total: string }) => payee);
    expect(hashes, JSON.stringify(one)).toEqual(rows);
    run = full;
  }
}

function drawn(arbitrary: fc.Arbitrary<Made>, numRuns: number): Made[] {
  return fc.sample(arbitrary, { numRuns });
}

const [bookings, bikes] = tieredPlan.components;
const manager = { of: 'own-and-team', levels: null, factorPercents: ['10'] } as const;
const rollUp = { ...tieredPlan, components: [bookings!, { ...bikes!, credit: manager }] };
const spiff = { from: '2024-01-01', to: '2024-03-31', fund: '700' };
const funded = {
  ...tieredPlan,
  components: [
    { ...bookings!, weight: 100 },
    { ...bikes!, weight: 0, spiff },
  ],
};
const together = {
  ...tieredPlan,
  rounding: { mode: 'HALF_UP', splits: 'largest-remainder' },
  components: [bookings!, { ...bikes!, filter: [], rate: { kind: 'flat', ratePercent: '3.33' } }],
} as const;

describe('one changed record', () => {
  test('[DEP-5] [DEP-1] [DEP-2] [DEP-3] [DEP-4] whatever it becomes, what is paid again equals a full run, line by line and by the hashes of all inputs', async () => {
    await equalsFullRuns(await paidWorkspace(ctx, rollUp), drawn(anyChange, 8));
  });

  test('[DEP-5] [PAY-36] where a fund is shared everybody who draws on it is paid again', async () => {
    await equalsFullRuns(await paidWorkspace(ctx, funded), [
      ...drawn(dealChange, 3).map(whole),
      ...drawn(anyChange, 2),
    ]);
  });

  test('[DEP-5] [PAY-44] where parts of split deals are rounded together, nothing of others is needed', async () => {
    await equalsFullRuns(await paidWorkspace(ctx, together), drawn(dealChange, 5).map(whole));
  });

  test('is stored beside the run with its reason, audited, listed, and changes nothing else', async () => {
    const paid = await paidWorkspace(ctx);
    const run = await paid.calculate();
    const deal = {
      date: '2024-02-20',
      amount: '5000',
      currency: 'USD',
      participantId: 'ann',
      product: 'Bikes',
    };
    const { status, body } = await change(paid, run.id, 'late', deal);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({
      runId: run.id,
      change: { of: 'deal', before: null, after: { id: 'late' } },
      reachesLater: false,
    });
    expect(body.lines[1].because).toEqual(['Deal late is new (amount 5000, currency USD, date 2024-02-20).']);
    expect(body.lines.map((line: { componentId: string }) => line.componentId)).toEqual([
      'bookings',
      'bikes',
    ]);
    expect(body.lines[1]).toMatchObject({ kind: 'changed', delta: '100.00' });
    const list = await paid.admin.get(`/api/calculations/${run.id}/recalculations`);
    expect(list.body).toEqual({ rows: [body], nextCursor: null });
    const log = await paid.admin.get('/api/audit', { limit: 1 });
    expect(log.body.rows[0]).toMatchObject({ action: 'calculation.recalculated' });
    expect(JSON.stringify(log.body.rows[0])).toContain(body.resultHash);
    const again = await paid.calculate();
    expect(again).toMatchObject({ status: 'unchanged', sameAs: run.id });
    const beside = await change(paid, again.id, 'd3', null);
    expect(beside.body).toMatchObject({ runId: run.id, change: { before: { id: 'd3' }, after: null } });
    expect((await change(paid, again.id, 'late', null)).status).toBe(404);
  });

  test('says no to whoever may not, to other workspaces, and to deals that cannot be paid, with the reason', async () => {
    const paid = await paidWorkspace(ctx);
    const run = await paid.calculate();
    const deal = { date: '2024-02-20', amount: '5', currency: 'USD', participantId: 'ann' };
    const path = `/api/calculations/${run.id}/recalculations`;
    const asked = { change: { of: 'deal', id: 'x', after: deal }, reason: 'because' };
    expect((await paid.tenant.as('sales-rep').post(path, asked)).status).toBe(403);
    expect((await paid.tenant.as('manager').get(path)).status).toBe(403);
    const foreign = await change(paid, run.id, 'x', { ...deal, currency: 'CHF' });
    expect(foreign).toMatchObject({ status: 422, body: { issues: [{ rule: 'CREDIT-6' }] } });
    const shares = [{ participantId: 'ann', sharePercent: '40' }];
    const uneven = await change(paid, run.id, 'x', { ...deal, splits: shares });
    expect(uneven).toMatchObject({ status: 422, body: { issues: [{ rule: 'CREDIT-2' }] } });
    expect((await change(paid, newId(), 'x', deal)).status).toBe(404);
    expect((await change(paid, run.id, 'x', { ...deal, amount: '1e5' })).status).toBe(400);
    const other = await paidWorkspace(ctx);
    expect((await change(other, run.id, 'x', deal)).status).toBe(404);
  });
});

describe('late records', () => {
  test('[DEP-5] [DEP-6] what came after a run is shown line by line and why, and equals what calculating again then changes', async () => {
    const paid = await paidWorkspace(ctx, rollUp);
    const run = await paid.calculate();
    const path = `/api/calculations/${run.id}/late-records`;
    const nothing = await paid.admin.get(path);
    expect(nothing.body).toMatchObject({ delta: '0.00', payeesRead: 0, payeesChanged: 0, lines: [] });
    await paid.importDeals(
      'Deal ID,Date,Amount,Currency,Participant,Product\nd5,2024-03-02,99000,USD,bob,Bikes\nlate,2024-02-03,7000,EUR,cid,Bikes\n',
    );
    const [file] = (await paid.admin.get('/api/imports', { limit: 1 })).body.rows;
    const checked = (await paid.admin.get(`/api/imports/${file.id}`)).body.summary.pay;
    // what the dry run said before anything was stored is what the records say now
    expect(checked).toMatchObject({ note: null, runs: [{ runId: run.id, version: 1, rejected: null }] });
    expect(checked.runs[0].difference).toEqual((await paid.admin.get(path)).body);
    expect(checked.runs[0].difference.lineCount).toBeGreaterThan(1);
    await paid.admin.post('/api/assignments/end', {
      planId: paid.planId,
      participantIds: ['ann'],
      on: '2024-02-15',
    });
    const late = await paid.admin.get(path);
    expect(late.status, JSON.stringify(late.body)).toBe(200);
    expect(late.body.payeesRead).toBeLessThanOrEqual(4);
    const because = late.body.lines.flatMap((line: { because: string[] }) => line.because);
    expect(because).toContain('Deal late is new (amount 7000, currency EUR, date 2024-02-03).');
    expect(because).toContain('Deal d5: amount 12345.67 becomes 99000, product none becomes Bikes.');
    const rejected = await change(paid, run.id, 'd1', null);
    const quotaChange = {
      of: 'quota',
      participantId: 'ann',
      from: '2024-01-01',
      to: '2024-03-31',
      after: null,
    };
    const stale = await ask(paid, run.id, quotaChange);
    expect([rejected.status, stale.status]).toEqual([201, 409]);
    const full = await paid.calculate();
    const { body } = await paid.admin.get(`/api/calculations/${full.id}/difference`, { limit: 200 });
    const lines = late.body.lines.map(
      ({ message: _, because: __, ...line }: { message: string; because: string[] }) => line,
    );
    expect(new Set(lines)).toEqual(new Set(body.rows));
    expect([late.body.after, late.body.delta]).toEqual([full.total, body.totalDelta]);
    expect((await paid.tenant.as('sales-rep').get(path)).status).toBe(403);
  });
});
