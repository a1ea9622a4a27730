import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { type PaidWorkspace, paidWorkspace } from '../payouts/paid-workspace.fixture.ts';
import { madePayments } from './paid-period.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

async function calculated(): Promise<PaidWorkspace> {
  const paid = await paidWorkspace(ctx);
  await paid.calculate();
  return paid;
}

const rejected = { status: 403, body: { code: 'NOT_ALLOWED', issues: [{ rule: 'PAYM-24' }] } };
const reasonsOf = async (paid: PaidWorkspace, action: string) => {
  const { body } = await paid.admin.get('/api/audit', { action, limit: 10 });
  return body.rows.map((row: { body: string }) => JSON.parse(row.body).reason?.code ?? null);
};

describe('[PAYM-24] who approves payments', () => {
  test('is not who adjusted them; that person can make them, and two people are enough', async () => {
    const adjustments = [
      ['/api/holds', { participantId: 'ann', reason: 'Cash is not in' }],
      [
        '/api/draws',
        {
          participantId: 'mia',
          currency: 'USD',
          kind: 'recoverable',
          amount: '1000',
          from: '2024-01-01',
          reason: 'ramp',
        },
      ],
    ] as const;
    for (const [path, body] of adjustments) {
      const paid = await calculated();
      const finance = paid.tenant.as('finance');
      expect((await finance.post(path, body)).status).toBe(201);
      const first = await madePayments(paid.admin, '2024-Q1');
      expect((await finance.get(`/api/payments/${first.id}`)).body.barred.approve).toContain('adjustment');
      expect(await finance.post(`/api/payments/${first.id}/approve`)).toMatchObject(rejected);
      const second = await madePayments(finance, '2024-Q1');
      const move = (who: typeof finance, name: string) => who.post(`/api/payments/${second.id}/${name}`);
      expect((await move(paid.admin, 'approve')).status).toBe(200);
      for (const name of ['post', 'pay']) {
        expect(await move(paid.admin, name), name).toMatchObject(rejected);
        expect((await move(finance, name)).status, name).toBe(200);
      }
      expect(await reasonsOf(paid, 'payment.posted')).toEqual(['two-person']);
      expect(await reasonsOf(paid, 'payment.paid')).toEqual(['two-person']);
    }
  });

  test('is not who is paid by them', async () => {
    const paid = await calculated();
    const finance = paid.tenant.as('finance');
    await paid.sql(
      `UPDATE memberships SET participant_id = 'bob' WHERE tenant_id = $1 AND 'finance' = ANY(roles)`,
    );
    const run = await madePayments(paid.admin, '2024-Q1');
    expect((await finance.get(`/api/payments/${run.id}`)).body.barred.approve).toContain('your own pay');
    expect(await finance.post(`/api/payments/${run.id}/approve`)).toMatchObject(rejected);
  });
});

describe('[PAYM-25] calculations that are out of date', () => {
  test('are paid only when each is confirmed with a reason, which stays with the payments and in the log', async () => {
    const paid = await calculated();
    await paid.importDeals('Deal ID,Date,Amount,Currency,Participant\nlate,2024-03-30,9000,USD,bob\n');
    const { body: preview } = await paid.admin.get('/api/payments/preview', { period: '2024-Q1' });
    expect(preview).toMatchObject({ blocked: null, replaces: null, period: { from: '2024-01-01' } });
    const [one] = preview.sources;
    expect(one).toMatchObject({ planName: 'Field sales', version: 1, changes: [expect.any(String)] });
    const order = (more: object) => paid.admin.post('/api/payments', { period: '2024-Q1', ...more });
    const reason = 'The late deal is paid next quarter';
    for (const more of [{}, { reason }, { outdated: [one.calculationId] }])
      expect(await order(more)).toMatchObject({
        status: 409,
        body: {
          code: 'CONFLICT',
          error: expect.stringContaining('Field sales (2024-Q1)'),
          issues: [{ rule: 'PAYM-25', path: `outdated.${one.calculationId}` }],
        },
      });
    const ordered = await order({ outdated: [one.calculationId], reason });
    const { calculationId, planName, periodKey, version, changes } = one;
    expect(ordered.body.outdated).toEqual({
      reason,
      calculations: [{ calculationId, planName, periodKey, version, changes }],
    });
    expect(await reasonsOf(paid, 'payment.ordered')).toEqual(['outdated']);
  });
});

describe('a preview of payments', () => {
  test('says what each calculation adds, what a newer version adds to a paid one, and why there can be none', async () => {
    const paid = await calculated();
    const preview = async (period: string) =>
      (await paid.admin.get('/api/payments/preview', { period })).body;
    const { totals } = await preview('2024-Q1');
    const run = await madePayments(paid.admin, '2024-Q1');
    expect(totals).toEqual(run.totals);
    expect(await preview('2024-Q1')).toMatchObject({ replaces: run.id, blocked: null });
    expect(await preview('2024-Q2')).toMatchObject({
      replaces: null,
      blocked:
        'The payments of 2024-Q1 are calculated. Post or withdraw them first, because balances carry over.',
    });
    const finance = paid.tenant.as('finance');
    expect((await finance.post(`/api/payments/${run.id}/approve`)).status).toBe(200);
    expect((await paid.admin.post(`/api/payments/${run.id}/post`)).status).toBe(200);
    expect((await preview('2024-Q1')).blocked).toContain('2024-Q1 is closed');
    await paid.importDeals('Deal ID,Date,Amount,Currency,Participant\nlate,2024-03-30,9000,USD,bob\n');
    await paid.calculate();
    const [later] = (await preview('2024-Q2')).sources;
    expect(later).toMatchObject({ periodKey: '2024-Q1', version: 2, isDifference: true });
    expect(Number(later.amount)).toBeGreaterThan(0);
    expect(
      (await paid.tenant.as('sales-rep').get('/api/payments/preview', { period: '2024-Q1' })).status,
    ).toBe(403);
  });
});

describe('the status of a statement', () => {
  test('follows its payment, and a later version says what changed', async () => {
    const paid = await calculated();
    const rep = paid.tenant.as('sales-rep');
    const seen = async () => {
      const [row] = (await rep.get('/api/statements')).body.rows;
      const { body } = await rep.get(`/api/statements/${row.runId}/ann`);
      expect([body.status, body.earlier]).toEqual([row.status, row.earlier]);
      return row;
    };
    expect(await seen()).toMatchObject({ status: 'calculated', version: 1, earlier: null });
    const run = await madePayments(paid.admin, '2024-Q1');
    const finance = paid.tenant.as('finance');
    expect((await seen()).status).toBe('calculated');
    for (const [move, who, status] of [
      ['approve', finance, 'approved'],
      ['post', paid.admin, 'posted'],
      ['pay', paid.admin, 'paid'],
    ] as const) {
      await who.post(`/api/payments/${run.id}/${move}`);
      expect((await seen()).status).toBe(status);
    }
    const before = (await seen()).total;
    await paid.addDeal({ id: 'late', amount: '1000.00', participantId: 'ann', product: 'Bikes' });
    const again = await paid.calculate();
    const now = await seen();
    expect(now).toMatchObject({
      runId: again.id,
      status: 'calculated',
      version: 2,
      earlier: { version: 1, total: before, status: 'paid' },
    });
    expect(Number(now.total) - Number(before)).toBeCloseTo(Number(now.earlier.difference), 2);
  });
});
