import { getTableColumns } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attestationRecords } from '../../db/schema/approvals.ts';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { validPlan } from '../../testing/valid-plan.ts';
import { madePayments } from '../payments/paid-period.fixture.ts';
import { type PaidWorkspace, paidWorkspace } from '../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

const listOf = async (who: Client, whose: string, more: Record<string, string> = {}) =>
  (await who.get('/api/approvals', { whose, ...more })).body as {
    rows: { id: string; summary: string; status: string; kind: string }[];
    total: number;
  };
/** The workspace's own plan was activated by the administrator alone, through the same record. */
const ofPayments = { kind: 'payment-run' };
const unreadOf = async (who: Client) =>
  (await who.get('/api/notices', { status: 'unread' })).body.rows as {
    title: string;
    message: string;
    about: object;
  }[];
const decide = (who: Client, request: { id: string; hash: string }, body: object) =>
  who.post(`/api/approvals/${request.id}/decide`, { hash: request.hash, ...body });

describe('the record of a request', () => {
  test('[DATA-attestation_records-01] has what the specification states; the rest is ours', () => {
    expect(Object.keys(getTableColumns(attestationRecords))).toEqual(
      expect.arrayContaining([
        ...['suggestionId', 'userId', 'action', 'reasonCode', 'reasonText', 'attestationType'],
        ...['requiredApprovals', 'currentApprovals', 'approvers', 'hash', 'status', 'expiresAt'],
        ...['complianceLevel', 'tenantId', 'environment'],
      ]),
    );
  });

  test('[DATA-attestation_records-02] [DATA-attestation_records-03] requires one approval and starts with none', () => {
    const { requiredApprovals, currentApprovals } = getTableColumns(attestationRecords);
    expect([requiredApprovals.default, currentApprovals.default]).toEqual([1, 0]);
  });

  test('and its votes cannot be rewritten by the application', async () => {
    const grants = await ctx.ctx.db.owner.query<{ table: string; privilege: string }>(
      `SELECT DISTINCT table_name AS "table", privilege_type AS privilege FROM information_schema.role_table_grants
        WHERE table_name IN ('approval_votes', 'attestation_records') AND grantee NOT IN (SELECT current_user)`,
    );
    const of = (table: string) =>
      grants.rows.filter((one) => one.table === table).map((one) => one.privilege);
    expect(of('approval_votes').sort()).toEqual(['INSERT', 'SELECT']);
    expect(of('attestation_records').sort()).toEqual(['INSERT', 'SELECT']);
  });
});

async function calculated(): Promise<PaidWorkspace> {
  const paid = await paidWorkspace(ctx);
  await paid.calculate();
  return paid;
}

describe('payments', () => {
  test('[AUTH-25] a payment run asks everyone who may approve it, and not the person who created it', async () => {
    const paid = await calculated();
    const { admin, tenant } = paid;
    const finance = tenant.as('finance');
    const run = await madePayments(admin, '2024-Q1');
    const [total] = run.totals ?? [];
    const mine = await listOf(finance, 'for-me');
    expect(mine).toMatchObject({
      total: 1,
      rows: [
        {
          kind: 'payment-run',
          subject: { type: 'payment', id: run.id },
          summary: `${run.paymentCount} payments for 2024-Q1`,
          amount: total?.amount,
          currency: 'USD',
          status: 'open',
          requiredApprovals: 1,
          currentApprovals: 0,
          mayDecide: true,
        },
      ],
    });
    expect((await listOf(admin, 'for-me')).total).toBe(0);
    expect(await listOf(admin, 'asked', ofPayments)).toMatchObject({
      rows: [{ mine: true, mayDecide: false }],
    });
    expect((await listOf(tenant.as('viewer'), 'all', ofPayments)).total).toBe(0);
    expect(await unreadOf(finance)).toMatchObject([
      { title: `Approval needed: ${run.paymentCount} payments for 2024-Q1`, about: { of: 'approval' } },
    ]);
    expect((await unreadOf(finance))[0]?.message).toContain('$');
    for (const who of [admin, tenant.as('viewer'), tenant.as('sales-rep')])
      expect((await unreadOf(who)).filter(({ title }) => title.startsWith('Approval'))).toEqual([]);
  });

  test('[AUTH-25] [APR-3] [APR-4] an approval in the inbox approves the run, and the person who asked is notified', async () => {
    const { admin, tenant } = await calculated();
    const finance = tenant.as('finance');
    const run = await madePayments(admin, '2024-Q1');
    const [row] = (await listOf(finance, 'for-me')).rows;
    const request = (await finance.get(`/api/approvals/${row?.id}`)).body;
    expect(request.facts.figures.at(-1)).toMatchObject({ label: 'Net', isTotal: true });
    expect(await decide(admin, request, { decision: 'approve' })).toMatchObject({ status: 403 });
    expect(await decide(finance, { ...request, hash: 'other' }, { decision: 'approve' })).toMatchObject({
      status: 409,
      body: { issues: [{ rule: 'APR-3' }] },
    });
    const done = await decide(finance, request, { decision: 'approve', reason: 'Checked' });
    expect(done.body).toMatchObject({
      status: 'approved',
      currentApprovals: 1,
      votes: [{ decision: 'approve', reason: 'Checked' }],
    });
    expect((await admin.get(`/api/payments/${run.id}`)).body.status).toBe('approved');
    expect((await listOf(finance, 'for-me')).total).toBe(0);
    expect(await unreadOf(finance)).toEqual([]);
    expect((await unreadOf(admin))[0]?.title).toMatch(/^Approved: .*2024-Q1, \$/);
    expect((await decide(finance, request, { decision: 'approve' })).status).toBe(409);
  });

  test('[APR-7] a rejection says why and withdraws the run', async () => {
    const { admin, tenant } = await calculated();
    const finance = tenant.as('finance');
    const run = await madePayments(admin, '2024-Q1');
    const [row] = (await listOf(finance, 'for-me')).rows;
    const request = (await finance.get(`/api/approvals/${row?.id}`)).body;
    expect((await decide(finance, request, { decision: 'reject' })).body).toMatchObject({
      code: 'BAD_INPUT',
      issues: [{ rule: 'APR-7' }],
    });
    const done = await decide(finance, request, { decision: 'reject', reason: 'Bob left' });
    expect(done.body).toMatchObject({ status: 'rejected', currentApprovals: 0 });
    expect((await admin.get(`/api/payments/${run.id}`)).body.status).toBe('withdrawn');
    expect((await unreadOf(admin))[0]).toMatchObject({ message: expect.stringContaining('Bob left') });
    const log = await admin.get('/api/audit', { action: 'payment.rejected' });
    expect(log.body.total).toBe(1);
  });

  test('[APR-1] [APR-6] a newer run makes the request void, a withdrawn one withdraws it, and an approval elsewhere decides it', async () => {
    const { admin, tenant } = await calculated();
    const finance = tenant.as('finance');
    await madePayments(admin, '2024-Q1');
    const second = await madePayments(admin, '2024-Q1');
    expect((await listOf(admin, 'asked', ofPayments)).rows.map(({ status }) => status)).toEqual([
      'open',
      'void',
    ]);
    expect(await unreadOf(finance)).toHaveLength(1);
    await admin.post(`/api/payments/${second.id}/withdraw`);
    expect((await listOf(admin, 'asked', ofPayments)).rows.map(({ status }) => status)).toEqual([
      'withdrawn',
      'void',
    ]);
    const third = await madePayments(admin, '2024-Q1');
    expect((await finance.post(`/api/payments/${third.id}/approve`)).status).toBe(200);
    expect((await listOf(admin, 'asked', ofPayments)).rows[0]?.status).toBe('approved');
  });

  test('[APR-2] two accounts of one person are one person', async () => {
    const paid = await calculated();
    const { admin, tenant, sql } = paid;
    await sql(
      `UPDATE memberships SET participant_id = 'mia' WHERE tenant_id = $1 AND roles && '{finance,administrator}'`,
    );
    await madePayments(admin, '2024-Q1');
    const finance = tenant.as('finance');
    expect((await listOf(finance, 'for-me')).total).toBe(0);
    const [row] = (await listOf(finance, 'all', ofPayments)).rows;
    const request = (await finance.get(`/api/approvals/${row?.id}`)).body;
    expect(await decide(finance, request, { decision: 'approve' })).toMatchObject({
      status: 403,
      body: { code: 'NOT_ALLOWED' },
    });
  });

  test('[APR-5] a request expires after seven days', async () => {
    const { admin, tenant, sql } = await calculated();
    const finance = tenant.as('finance');
    await madePayments(admin, '2024-Q1');
    const [row] = (await listOf(finance, 'for-me')).rows;
    const request = (await finance.get(`/api/approvals/${row?.id}`)).body;
    const days = (Date.parse(request.expiresAt) - Date.parse(request.askedAt)) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    await sql(`UPDATE attestation_records SET expires_at = now() WHERE tenant_id = $1`);
    expect((await listOf(finance, 'for-me')).total).toBe(0);
    expect((await listOf(admin, 'asked', ofPayments)).rows[0]?.status).toBe('expired');
    expect(await decide(finance, request, { decision: 'approve' })).toMatchObject({
      status: 409,
      body: { issues: [{ rule: 'APR-5' }] },
    });
  });

  test('[APR-4] of two approvers at once one vote counts, every time', async () => {
    const { admin, tenant, sql } = await calculated();
    await sql(`UPDATE memberships SET roles = '{finance}' WHERE tenant_id = $1 AND 'viewer' = ANY(roles)`);
    const both = [tenant.as('finance'), tenant.as('viewer')];
    for (let race = 0; race < 10; race += 1) {
      const run = await madePayments(admin, '2024-Q1');
      const [row] = (await listOf(both[0] as Client, 'for-me')).rows;
      const request = (await admin.get(`/api/approvals/${row?.id}`)).body;
      const answers = await Promise.all(both.map((who) => decide(who, request, { decision: 'approve' })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const after = (await admin.get(`/api/approvals/${row?.id}`)).body;
      expect([after.currentApprovals, after.votes.length]).toEqual([1, 1]);
      await admin.post(`/api/payments/${run.id}/withdraw`);
    }
  });
});

describe('payees', () => {
  test('are notified when their statement is new, changed or posted, and of nothing else', async () => {
    const paid = await calculated();
    const { admin, tenant, addDeal, calculate } = paid;
    const rep = tenant.as('sales-rep');
    const titles = async () => (await unreadOf(rep)).map(({ title }) => title);
    expect(await titles()).toEqual(['Your statement for 2024-Q1 is ready']);
    await calculate();
    expect(await titles()).toHaveLength(1);
    await addDeal({ id: 'of-cid', amount: '500.00', participantId: 'cid' });
    await calculate();
    expect(await titles()).toHaveLength(1);
    await addDeal({ id: 'of-ann', amount: '500.00', participantId: 'ann', product: 'Bikes' });
    const last = await calculate();
    expect(await titles()).toEqual([
      'Your statement for 2024-Q1 changed',
      'Your statement for 2024-Q1 is ready',
    ]);
    expect((await unreadOf(rep))[0]).toMatchObject({
      message: expect.stringMatching(/^\$[\d,.]+ → \$[\d,.]+\.$/),
      about: { of: 'statement', runId: last.id, participantId: 'ann' },
    });
    const run = await madePayments(admin, '2024-Q1');
    const finance = tenant.as('finance');
    expect((await finance.post(`/api/payments/${run.id}/approve`)).status).toBe(200);
    expect(await titles()).toHaveLength(2);
    expect((await admin.post(`/api/payments/${run.id}/post`)).status).toBe(200);
    expect((await unreadOf(rep))[0]).toMatchObject({
      title: 'Your payment for 2024-Q1 is posted',
      about: { of: 'statement', runId: last.id, participantId: 'ann' },
    });
  });
});

describe('plans', () => {
  async function submitted(): Promise<{
    tenant: TestTenant;
    plan: { id: string; documentHash: string; revision: number };
  }> {
    const tenant = await ctx.newTenant({
      'plan-designer': { participantId: null },
      finance: { participantId: null },
      viewer: { participantId: null },
    });
    const designer = tenant.as('plan-designer');
    const made = await designer.post('/api/plans', {
      name: 'Field',
      type: 'bonus-plan',
      document: validPlan({ name: 'Field' }),
    });
    const plan = made.body;
    const asked = await designer.post(`/api/plans/${plan.id}/submit`, {
      documentHash: plan.documentHash,
      reason: 'For next quarter',
    });
    expect(asked.status).toBe(200);
    expect(asked.body.approvalId).toEqual(expect.any(String));
    return { tenant, plan };
  }

  test('[AUTH-25] a designer submits a draft, finance activates it from the inbox', async () => {
    const { tenant, plan } = await submitted();
    const finance = tenant.as('finance');
    const designer = tenant.as('plan-designer');
    const [row] = (await listOf(finance, 'for-me')).rows;
    expect(row).toMatchObject({ kind: 'plan-activation', summary: 'Activate Field, version 1' });
    expect((await listOf(tenant.as('viewer'), 'for-me')).total).toBe(0);
    const request = (await finance.get(`/api/approvals/${row?.id}`)).body;
    expect(request).toMatchObject({ hash: plan.documentHash, reason: 'For next quarter' });
    expect(request.facts.figures.length).toBeGreaterThan(0);
    expect((await decide(designer, request, { decision: 'approve' })).status).toBe(403);
    expect((await decide(finance, request, { decision: 'approve' })).body.status).toBe('approved');
    const { body } = await finance.get(`/api/plans/${plan.id}`);
    expect(body).toMatchObject({ status: 'Active', approvalId: null });
    expect((await unreadOf(designer))[0]?.title).toBe('Approved: Activate Field, version 1');
  });

  test('[APR-6] an edit makes the request void', async () => {
    const { tenant, plan } = await submitted();
    const finance = tenant.as('finance');
    const [row] = (await listOf(finance, 'for-me')).rows;
    const request = (await finance.get(`/api/approvals/${row?.id}`)).body;
    await tenant.as('plan-designer').put(`/api/plans/${plan.id}`, {
      revision: plan.revision,
      document: validPlan({ name: 'Field', currency: 'EUR' }),
    });
    expect((await finance.get(`/api/approvals/${request.id}`)).body.status).toBe('void');
    expect(await unreadOf(finance)).toEqual([]);
    expect((await decide(finance, request, { decision: 'approve' })).status).toBe(409);
  });

  test('a rejected draft stays a draft and can be submitted again', async () => {
    const { tenant, plan } = await submitted();
    const finance = tenant.as('finance');
    const [row] = (await listOf(finance, 'for-me')).rows;
    const request = (await finance.get(`/api/approvals/${row?.id}`)).body;
    await decide(finance, request, { decision: 'reject', reason: 'Too generous' });
    const again = await tenant
      .as('plan-designer')
      .post(`/api/plans/${plan.id}/submit`, { documentHash: plan.documentHash });
    expect([again.status, again.body.status]).toEqual([200, 'Draft']);
    expect((await listOf(finance, 'for-me')).total).toBe(1);
  });
});
