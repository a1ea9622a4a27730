import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { ledgerOf, madePayments, postedPayments } from '../payments/paid-period.fixture.ts';
import { type PaidWorkspace, paidWorkspace } from '../payouts/paid-workspace.fixture.ts';

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

const bonus = (special: object = {}) => ({
  participantId: 'ann',
  currency: 'USD',
  amount: '250',
  kind: 'bonus',
  reason: 'closed the renewal of the year',
  ...special,
});
const decide = async (by: Client, id: string, decision: 'approve' | 'reject', reason?: string) => {
  const { hash } = (await by.get(`/api/approvals/${id}`)).body;
  return by.post(`/api/approvals/${id}/decide`, { decision, hash, reason });
};
const statusOf = async (by: Client, id: string) =>
  (await by.get('/api/adjustments')).body.rows.find((row: { id: string }) => row.id === id)?.status;

describe('[PAYM-27] an adjustment', () => {
  test('is approved by someone else, paid once, and read by its payee only once it is posted', async () => {
    const paid = await calculated();
    const finance = paid.tenant.as('finance');
    const entered = await paid.admin.post('/api/adjustments', bonus());
    expect([entered.status, entered.body]).toMatchObject([
      201,
      { amount: '250.00', status: 'submitted', countsAs: 'earnings', runId: null },
    ]);
    const { id, approvalId } = entered.body;
    const own = await decide(paid.admin, approvalId, 'approve');
    expect([own.status, own.body.code]).toEqual([403, 'NOT_ALLOWED']);
    const before = await madePayments(paid.admin, '2024-Q1');
    expect((await ledgerOf(finance, before.id, 'ann')).words.join()).not.toContain('adjusted');

    const waiting = (await finance.get(`/api/approvals/${approvalId}`)).body;
    expect(waiting).toMatchObject({
      kind: 'adjustment',
      amount: '250.00',
      currency: 'USD',
      mayDecide: true,
      reason: 'closed the renewal of the year',
    });
    expect((await decide(finance, approvalId, 'approve')).body.status).toBe('approved');
    const outdated = (await paid.admin.get(`/api/payments/${before.id}`)).body;
    expect(outdated.stale).toEqual(['Adjustments were approved after it was made.']);

    const made = await madePayments(paid.admin, '2024-Q1');
    const ledger = await ledgerOf(finance, made.id, 'ann');
    expect(ledger.words.slice(0, 3)).toContain('adjusted-earnings 250.00');
    expect(await statusOf(paid.admin, id)).toBe('taken');
    const late = await paid.admin.post(`/api/adjustments/${id}/withdraw`);
    expect([late.status, late.body.code]).toEqual([409, 'CONFLICT']);
    const maker = await paid.admin.post(`/api/payments/${made.id}/approve`);
    expect(maker.status).toBe(403);

    const ann = paid.tenant.as('sales-rep');
    expect((await ann.get('/api/adjustments')).body.rows).toEqual([]);
    await postedPayments(paid, '2024-Q1');
    expect((await ann.get('/api/adjustments')).body.rows).toMatchObject([{ id, status: 'posted' }]);
    const next = await madePayments(paid.admin, '2024-Q2').catch((error: Error) => error.message);
    expect(String(next)).toContain('There is nothing to pay');
  });

  test('goes back when its payments are withdrawn, and can be withdrawn then', async () => {
    const paid = await calculated();
    const { id, approvalId } = (await paid.admin.post('/api/adjustments', bonus({ amount: '-75.5' }))).body;
    await decide(paid.tenant.as('finance'), approvalId, 'approve');
    const run = await madePayments(paid.admin, '2024-Q1');
    expect(await statusOf(paid.admin, id)).toBe('taken');
    await paid.admin.post(`/api/payments/${run.id}/withdraw`);
    expect(await statusOf(paid.admin, id)).toBe('approved');
    expect((await paid.admin.post(`/api/adjustments/${id}/withdraw`)).body.status).toBe('withdrawn');
    const again = await madePayments(paid.admin, '2024-Q1');
    expect((await ledgerOf(paid.admin, again.id, 'ann')).words.join()).not.toContain('adjusted');
    expect((await paid.admin.post(`/api/adjustments/${id}/withdraw`)).status).toBe(409);
  });

  test('waits for its day, and a rejected one is never paid', async () => {
    const paid = await calculated();
    const finance = paid.tenant.as('finance');
    const later = (await paid.admin.post('/api/adjustments', bonus({ payFrom: '2024-04-01' }))).body;
    await decide(finance, later.approvalId, 'approve');
    const no = (await paid.admin.post('/api/adjustments', bonus({ kind: 'correction' }))).body;
    await decide(finance, no.approvalId, 'reject', 'paid in March already');
    const first = await postedPayments(paid, '2024-Q1');
    expect((await ledgerOf(finance, first.id, 'ann')).words.join()).not.toContain('adjusted');
    expect(await statusOf(paid.admin, no.id)).toBe('rejected');
    const second = await madePayments(paid.admin, '2024-Q2');
    expect((await ledgerOf(finance, second.id, 'ann')).words).toEqual(['adjusted-earnings 250.00']);
  });

  test('that was split counts as a whole for the approvals it requires', async () => {
    const paid = await calculated();
    const rules = [{ kind: 'adjustment', fromAmount: '400', required: 2 }];
    await paid.sql(
      `INSERT INTO approval_requirements (tenant_id, kind, from_amount, required) SELECT $1, r->>'kind', (r->>'fromAmount')::numeric, (r->>'required')::int FROM jsonb_array_elements($2::jsonb) r`,
      [JSON.stringify(rules)],
    );
    const [one, two] = [
      (await paid.admin.post('/api/adjustments', bonus())).body,
      (await paid.admin.post('/api/adjustments', bonus({ amount: '-250' }))).body,
    ];
    const required = async (id: string) =>
      (await paid.admin.get(`/api/approvals/${id}`)).body.requiredApprovals;
    expect([await required(one.approvalId), await required(two.approvalId)]).toEqual([1, 2]);
  });

  test('of zero, of an unknown deal or payee, or with too many decimals is rejected with the field', async () => {
    const paid = await calculated();
    const tried = async (special: object) => {
      const { status, body } = await paid.admin.post('/api/adjustments', bonus(special));
      return [status, body.issues?.[0]?.path ?? body.error];
    };
    expect(await tried({ amount: '0' })).toEqual([400, 'amount']);
    expect(await tried({ amount: '1.005' })).toEqual([400, 'amount']);
    expect(await tried({ dealId: 'none' })).toEqual([400, 'dealId']);
    expect((await tried({ participantId: 'nobody' }))[0]).toBe(404);
    expect((await paid.tenant.as('sales-rep').post('/api/adjustments', bonus())).status).toBe(403);
    expect((await paid.admin.get('/api/adjustments')).body.rows).toEqual([]);
  });
});
