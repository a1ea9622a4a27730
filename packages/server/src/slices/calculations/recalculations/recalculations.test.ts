import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { insertRecords } from '../../../testing/insert-records.ts';
import { startTestHouse, type TestHouse } from '../../../testing/start-test-house.ts';
import { type PaidWorkspace, paidWorkspace, tieredPlan } from '../../payouts/paid-workspace.fixture.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await startTestHouse();
});
afterAll(() => house?.stop());

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

const change = (paid: PaidWorkspace, runId: string, dealId: string, deal: object | null) =>
  paid.admin.post(`/api/calculations/${runId}/recalculations`, {
    dealId,
    after: deal,
    reason: 'as the contract says',
  });

/** Makes the change in the records themselves, as an import would. */
async function applied(
  paid: PaidWorkspace,
  id: string,
  deal: { readonly splits: readonly object[] } | null,
): Promise<void> {
  await paid.sql('DELETE FROM deals WHERE tenant_id = $1 AND id = $2', [id]);
  if (deal !== null) {
    // a deal without splits has none stored, not an empty list
    const { splits, ...rest } = deal;
    const row = { id, ...rest, ...(splits.length > 0 && { splits }) };
    await insertRecords(house.house.db, paid.tenant.tenantId, { deals: [row as never] });
  }
}

describe('one changed deal', () => {
  test('[DEP-5] [DEP-1] whatever the deal becomes, what is paid again equals a full run, line by line and by the hashes of all inputs', async () => {
    const manager = { of: 'own-and-team', levels: null, factorPercents: ['10'] } as const;
    const [first, second] = tieredPlan.components;
    const paid = await paidWorkspace(house, {
      ...tieredPlan,
      components: [first!, { ...second!, credit: manager }],
    });
    await insertRecords(house.house.db, paid.tenant.tenantId, {
      deals: Array.from({ length: 6 }, (_, i) => ({
        ...{ id: `r${i}`, date: `2024-02-0${i + 1}`, amount: `${(i + 1) * 1000}.50` },
        ...{ participantId: i % 2 === 0 ? 'ann' : 'bob', product: 'Bikes' },
      })),
      exchangeRates: [
        { from: 'EUR', to: 'USD', date: '2023-12-31', rate: '1.1' },
        { from: 'EUR', to: 'USD', date: '2024-03-10', rate: '1.2' },
      ],
    });
    const seed = Date.now() % 2 ** 31;
    console.log(`one changed deal: seed ${seed}`);
    const changes = fc.sample(
      fc.record({ id: fc.constantFrom('r0', 'r1', 'r2', 'new'), deal: fc.option(stated, { freq: 5 }) }),
      { seed, numRuns: 5 },
    );
    let run = await paid.calculate();
    for (const { id, deal } of changes) {
      const made = await change(paid, run.id, id, deal);
      if (made.status === 404 && deal === null) continue;
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      await applied(paid, id, deal);
      const full = await paid.calculate();
      if (made.body.payees.length === 0) {
        expect(full.status).toBe('unchanged');
        continue;
      }
      expect(full.status).toBe('completed');
      const { body } = await paid.admin.get(`/api/calculations/${full.id}/difference`, { limit: 200 });
      const lines = made.body.lines.map(({ say: _, ...line }: { say: string }) => line);
      expect(new Set(lines)).toEqual(new Set(body.rows));
      const { rows } = await house.house.db.owner.query(
        `SELECT n.participant_id AS "participantId", n.input_hash AS "inputHash" FROM payout_inputs n
          WHERE n.run_id = $2 AND n.input_hash IS DISTINCT FROM
                (SELECT o.input_hash FROM payout_inputs o WHERE o.run_id = $1 AND o.participant_id = n.participant_id)
          ORDER BY n.participant_id COLLATE "C"`,
        [run.id, full.id],
      );
      const hashes = made.body.payees.map(({ total: _, ...payee }: { total: string }) => payee);
      expect(hashes).toEqual(rows);
      run = full;
    }
  });

  test('is stored beside the run with its reason, audited, listed, and changes nothing else', async () => {
    const paid = await paidWorkspace(house);
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
    expect(body).toMatchObject({ runId: run.id, before: null, after: { id: 'late' }, reachesLater: false });
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
    expect(beside.body).toMatchObject({ runId: run.id, before: { id: 'd3' }, after: null });
    expect((await change(paid, again.id, 'late', null)).status).toBe(404);
  });

  test('says no to whoever may not, to other workspaces, and to deals that cannot be paid, with the reason', async () => {
    const paid = await paidWorkspace(house);
    const run = await paid.calculate();
    const deal = { date: '2024-02-20', amount: '5', currency: 'USD', participantId: 'ann' };
    const path = `/api/calculations/${run.id}/recalculations`;
    const ask = { dealId: 'x', after: deal, reason: 'because' };
    expect((await paid.tenant.as('sales-rep').post(path, ask)).status).toBe(403);
    expect((await paid.tenant.as('manager').get(path)).status).toBe(403);
    const foreign = await change(paid, run.id, 'x', { ...deal, currency: 'CHF' });
    expect(foreign).toMatchObject({ status: 422, body: { issues: [{ rule: 'CREDIT-6' }] } });
    const shares = [{ participantId: 'ann', sharePercent: '40' }];
    const uneven = await change(paid, run.id, 'x', { ...deal, splits: shares });
    expect(uneven).toMatchObject({ status: 422, body: { issues: [{ rule: 'CREDIT-2' }] } });
    expect((await change(paid, newId(), 'x', deal)).status).toBe(404);
    expect((await change(paid, run.id, 'x', { ...deal, amount: '1e5' })).status).toBe(400);
    const other = await paidWorkspace(house);
    expect((await change(other, run.id, 'x', deal)).status).toBe(404);
  });
});
