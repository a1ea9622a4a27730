import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { validPlan } from '../../testing/valid-plan.ts';
import { escalateOverdue } from './escalate-overdue.ts';

let ctx: TestContext;
const nobody = { participantId: null };
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

interface Request {
  readonly id: string;
  readonly hash: string;
  readonly summary: string;
}

/** Drafts of a designer that wait for approval: finance and the administrator can decide them. */
async function submitted(names: readonly string[]) {
  const tenant = await ctx.newTenant({
    administrator: nobody,
    finance: nobody,
    'plan-designer': nobody,
    viewer: nobody,
  });
  const designer = tenant.as('plan-designer');
  for (const name of names) {
    const { body: plan } = await designer.post('/api/plans', {
      name,
      type: 'bonus-plan',
      document: validPlan({ name }),
    });
    const { documentHash } = plan;
    expect((await designer.post(`/api/plans/${plan.id}/submit`, { documentHash })).status).toBe(200);
  }
  const waiting = async (who: Client): Promise<Request[]> =>
    (await who.get('/api/approvals', { whose: 'for-me' })).body.rows;
  return { tenant, designer, finance: tenant.as('finance'), admin: tenant.as('administrator'), waiting };
}

const titles = async (who: Client) =>
  (await who.get('/api/notices', { status: 'unread' })).body.rows.map(
    ({ title }: { title: string }) => title,
  );
const readOne = async (who: Client, { id }: Request) => (await who.get(`/api/approvals/${id}`)).body;
const write = (who: Client, { id }: Request, message: string) =>
  who.post(`/api/approvals/${id}/messages`, { message });
const decide = (who: Client, { id, hash }: Request, decision = 'approve') =>
  who.post(`/api/approvals/${id}/decide`, { hash, decision, reason: 'Checked' });

describe('[APR-15] a question', () => {
  test('goes to the requester, holds approvals of others until the answer, and is answered to who asked', async () => {
    const { tenant, designer, finance, admin, waiting } = await submitted(['Field']);
    const [request] = (await waiting(finance)) as [Request];
    expect((await write(tenant.as('viewer'), request, 'Why?')).status).toBe(403);
    const early = await write(designer, request, 'Because');
    expect([early.status, early.body.error]).toEqual([409, 'There is no open question about this request.']);
    const asked = await write(finance, request, 'Why is the rate 5%?');
    expect(asked.body).toMatchObject({
      status: 'open',
      question: { mine: true },
      messages: [{ message: 'Why is the rate 5%?' }],
    });
    expect(await titles(designer)).toEqual(['Question about your request: Activate Field, version 1']);
    const held = await decide(admin, request);
    expect([held.status, held.body.issues[0].rule]).toEqual([409, 'APR-15']);
    expect((await write(admin, request, 'And the cap?')).status).toBe(409);
    const answered = await write(designer, request, 'As agreed in May.');
    expect(answered.body).toMatchObject({ question: null, messages: [{}, { message: 'As agreed in May.' }] });
    expect(await titles(designer)).toEqual([]);
    expect(await titles(finance)).toContain('Answered: Activate Field, version 1');
    expect((await decide(admin, request)).body.status).toBe('approved');
    expect(await titles(finance)).toEqual([]);
    const late = await write(finance, request, 'Too late?');
    expect([late.status, late.body.error]).toEqual([409, 'This approval request is closed.']);
    const { body: log } = await admin.get('/api/audit', { action: 'approval.asked' });
    expect(log.total).toBe(1);
  });

  test('does not bind who asked it, nor a rejection by others', async () => {
    const { finance, admin, waiting } = await submitted(['Field', 'Inside']);
    const [second, first] = (await waiting(finance)) as [Request, Request];
    for (const request of [first, second]) expect((await write(finance, request, 'Why?')).status).toBe(200);
    expect((await decide(finance, first)).body.status).toBe('approved');
    expect((await decide(admin, second, 'reject')).body.status).toBe('rejected');
  });
});

describe('[APR-16] an overdue request', () => {
  const age = (tenantId: string) =>
    ctx.ctx.db.owner.query(
      `UPDATE attestation_records SET due_at = now() - interval '1 hour' WHERE tenant_id = $1 AND status = 'open'`,
      [tenantId],
    );
  const overdue = async (who: Client) =>
    (await titles(who)).filter((title: string) => title.startsWith('Approval overdue'));

  test('goes to the role of its rule, once, and is due after the days of the rule', async () => {
    const { tenant, designer, finance, admin } = await submitted([]);
    const saved = await admin.put('/api/approval-rules', {
      rules: [
        { kind: 'plan-activation', required: 1, roles: ['administrator'], dueDays: 3, escalateTo: 'finance' },
      ],
    });
    expect(saved.body.rules).toMatchObject([{ dueDays: 3, escalateTo: 'finance' }]);
    const document = validPlan({ name: 'Late' });
    const { body: plan } = await designer.post('/api/plans', { name: 'Late', type: 'bonus-plan', document });
    const { documentHash } = plan;
    const { body: asked } = await designer.post(`/api/plans/${plan.id}/submit`, { documentHash });
    const request = await readOne(finance, { id: asked.approvalId } as Request);
    const days = (Date.parse(request.dueAt) - Date.parse(request.askedAt)) / 86_400_000;
    expect([days.toFixed(2), request.isOverdue]).toEqual(['3.00', false]);
    expect((await decide(finance, request)).status).toBe(403);
    await age(tenant.tenantId);
    await Promise.all([escalateOverdue(ctx.ctx), escalateOverdue(ctx.ctx)]);
    await escalateOverdue(ctx.ctx);
    expect(await overdue(finance)).toEqual(['Approval overdue: Activate Late, version 1']);
    expect(await overdue(admin)).toHaveLength(1);
    expect(await overdue(designer)).toEqual([]);
    expect(await readOne(finance, request)).toMatchObject({ isOverdue: true, mayDecide: true });
    const { body: log } = await admin.get('/api/audit', { action: 'approval.escalated' });
    expect(log.rows).toMatchObject([{ reason: 'to-finance' }]);
    expect((await decide(finance, request)).body.status).toBe('approved');
    expect(await overdue(admin)).toEqual([]);
  });

  test('without such a rule reminds those who can decide, and waits for an answer while a question is open', async () => {
    const { tenant, designer, finance, admin, waiting } = await submitted(['Field']);
    const [request] = (await waiting(finance)) as [Request];
    await age(tenant.tenantId);
    await write(finance, request, 'Why?');
    await escalateOverdue(ctx.ctx);
    expect(await overdue(admin)).toEqual([]);
    await write(designer, request, 'Agreed');
    await escalateOverdue(ctx.ctx);
    expect(await overdue(admin)).toHaveLength(1);
    expect(await overdue(finance)).toHaveLength(1);
  });

  test('rejects a rule that escalates to a role without the right', async () => {
    const { admin } = await submitted([]);
    const rules = [{ kind: 'plan-activation', required: 1, escalateTo: 'viewer' }];
    const { status, body } = await admin.put('/api/approval-rules', { rules });
    expect([status, body.issues]).toMatchObject([400, [{ rule: 'APR-10', path: 'rules.0.escalateTo' }]]);
  });
});

test('[APR-17] several requests are decided at once, each by its own checks, with one reason', async () => {
  const { designer, finance, admin, waiting } = await submitted(['One', 'Two', 'Three']);
  const [three, two, one] = (await waiting(finance)) as [Request, Request, Request];
  const body = {
    decision: 'approve',
    reason: 'Reviewed together',
    requests: [
      { id: one.id, hash: one.hash },
      { id: two.id, hash: 'other' },
      { id: three.id, hash: three.hash },
    ],
  };
  const barred = await designer.post('/api/approvals/decide', body);
  expect(barred.body.rows.map(({ status }: { status: string | null }) => status)).toEqual([null, null, null]);
  const key = { 'idempotency-key': 'once-only' };
  const done = await finance.post('/api/approvals/decide', body, key);
  expect(done.body.rows).toEqual([
    { id: one.id, status: 'approved', error: null },
    { id: two.id, status: null, error: { error: expect.stringContaining('changed'), code: 'CONFLICT' } },
    { id: three.id, status: 'approved', error: null },
  ]);
  // repeated, nothing is counted twice
  expect((await finance.post('/api/approvals/decide', body, key)).body).toEqual(done.body);
  expect((await readOne(admin, one)).votes).toMatchObject([
    { decision: 'approve', reason: 'Reviewed together' },
  ]);
  const { body: log } = await admin.get('/api/audit', { action: 'plan.activated' });
  expect(log.total).toBe(2);
  expect((await waiting(finance)).map(({ id }) => id)).toEqual([two.id]);
  const tooMany = Array.from({ length: 51 }, () => ({ id: two.id, hash: two.hash }));
  expect((await finance.post('/api/approvals/decide', { ...body, requests: tooMany })).status).toBe(400);
});
