import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { validPlan } from '../../testing/valid-plan.ts';
import { escalateOverdue } from './escalate-overdue.ts';
import { notifyExpired } from './notify-expired.ts';

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

/** A further draft of the designer, under the rules of now. */
async function submit(designer: Client, name: string): Promise<Request> {
  const document = validPlan({ name });
  const { body: plan } = await designer.post('/api/plans', { name, type: 'bonus-plan', document });
  const { documentHash } = plan;
  const { body } = await designer.post(`/api/plans/${plan.id}/submit`, { documentHash });
  return (await designer.get(`/api/approvals/${body.approvalId}`)).body;
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

const age = (tenantId: string) =>
  ctx.ctx.db.owner.query(
    `UPDATE attestation_records SET due_at = now() - interval '1 hour' WHERE tenant_id = $1 AND status = 'open'`,
    [tenantId],
  );

describe('[APR-15] a question holds nothing', () => {
  test('after its asker has voted, who asks no more', async () => {
    const { designer, finance, admin } = await submitted([]);
    const rules = [{ kind: 'plan-activation', required: 2 }];
    expect((await admin.put('/api/approval-rules', { rules })).status).toBe(200);
    const request = await submit(designer, 'Both');
    expect((await write(finance, request, 'Why?')).body.question).toMatchObject({ mine: true });
    expect((await decide(finance, request)).body).toMatchObject({ status: 'open', question: null });
    const again = await write(finance, request, 'And why now?');
    expect([again.status, again.body.error]).toEqual([409, 'You have already voted. Ask before you vote.']);
    expect((await decide(admin, request)).body.status).toBe('approved');
  });

  test('after its asker lost the role, and then the request is overdue again', async () => {
    const { tenant, finance, admin, waiting } = await submitted(['Field']);
    const [request] = (await waiting(finance)) as [Request];
    await write(finance, request, 'Why?');
    await ctx.ctx.db.owner.query(
      `UPDATE memberships SET roles = '{viewer}' WHERE tenant_id = $1 AND roles = '{finance}'`,
      [tenant.tenantId],
    );
    await age(tenant.tenantId);
    expect((await waiting(admin))[0]).toMatchObject({ question: null, isOverdue: true });
    await escalateOverdue(ctx.ctx);
    expect(await titles(admin)).toContain('Approval overdue: Activate Field, version 1');
    expect((await decide(admin, request)).body.status).toBe('approved');
  });

  test('after its requester left, who can’t be asked', async () => {
    const { tenant, finance, admin, waiting } = await submitted(['Field', 'Inside']);
    const [second, first] = (await waiting(finance)) as [Request, Request];
    expect(await readOne(admin, first)).toMatchObject({ mayAsk: true });
    await write(finance, first, 'Why?');
    await ctx.ctx.db.owner.query(
      `UPDATE memberships SET state = 'removed' WHERE tenant_id = $1 AND roles = '{plan-designer}'`,
      [tenant.tenantId],
    );
    expect(await readOne(admin, first)).toMatchObject({
      question: null,
      mayDecide: true,
      mayAsk: false,
    });
    const asked = await write(admin, second, 'Why?');
    expect([asked.status, asked.body.error]).toEqual([409, 'The requester can’t answer questions.']);
    expect((await decide(admin, first)).body.status).toBe('approved');
  });
});

test('[APR-12] an administrator whom the rule doesn’t name activates no plan, not even one they wrote', async () => {
  const { designer, finance, admin } = await submitted([]);
  const rules = [{ kind: 'plan-activation', required: 1, roles: ['finance'] }];
  expect((await admin.put('/api/approval-rules', { rules })).status).toBe(200);
  const request = await submit(designer, 'Finance only');
  expect(await readOne(admin, request)).toMatchObject({ mayDecide: false });
  for (const decision of ['approve', 'reject'])
    expect((await decide(admin, request, decision)).status).toBe(403);
  const document = validPlan({ name: 'Own' });
  const { body: own } = await admin.post('/api/plans', { name: 'Own', type: 'bonus-plan', document });
  const alone = await admin.post(`/api/plans/${own.id}/activate`, { documentHash: own.documentHash });
  expect([alone.status, alone.body.error]).toEqual([403, 'Only these roles approve this request: Finance.']);
  expect((await decide(finance, request)).body.status).toBe('approved');
});

describe('[APR-16] an overdue request', () => {
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
    const request = await readOne(finance, await submit(designer, 'Late'));
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

  test('is due later by the time its requester took to answer', async () => {
    const { tenant, designer, finance, waiting } = await submitted(['Field']);
    const [request] = (await waiting(finance)) as [Request];
    await write(finance, request, 'Why?');
    await ctx.ctx.db.owner.query(
      `UPDATE approval_messages SET created_at = created_at - interval '1 day' WHERE tenant_id = $1`,
      [tenant.tenantId],
    );
    const { dueAt, askedAt } = (await write(designer, request, 'Agreed')).body;
    expect(((Date.parse(dueAt) - Date.parse(askedAt)) / 86_400_000).toFixed(1)).toBe('3.0');
  });

  test('that can’t be escalated keeps no other from it', async () => {
    const { tenant, admin, finance, waiting } = await submitted(['Broken', 'Field']);
    const [, broken] = (await waiting(finance)) as [Request, Request];
    await age(tenant.tenantId);
    const set = (assignment: string) =>
      ctx.ctx.db.owner.query(`UPDATE attestation_records SET ${assignment} WHERE id = $1`, [broken.id]);
    await set(`kind = 'unknown', due_at = now() - interval '1 day'`);
    await escalateOverdue(ctx.ctx);
    await set(`status = 'void'`);
    expect(await overdue(admin)).toEqual(['Approval overdue: Activate Field, version 1']);
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

test.each([
  ['Attain', '00000000-0000-0000-0000-000000000000'],
  ['a former member', '00000000-0000-0000-0000-000000000001'],
])('[APR-18] an expired request of %s is in the log once, and no longer asks others', async (_, asker) => {
  const { tenant, finance, admin, waiting } = await submitted(['Field']);
  const [request] = (await waiting(finance)) as [Request];
  await ctx.ctx.db.owner.query(
    `UPDATE attestation_records SET expires_at = now(), user_id = $2 WHERE tenant_id = $1`,
    [tenant.tenantId, asker],
  );
  await Promise.all([notifyExpired(ctx.ctx), notifyExpired(ctx.ctx)]);
  await notifyExpired(ctx.ctx);
  for (const one of [finance, admin]) expect(await titles(one)).toEqual([]);
  const { body: log } = await admin.get('/api/audit', { action: 'approval.expired' });
  expect(log.rows).toMatchObject([{ object: { type: 'approval', id: request.id } }]);
});

test('[APR-18] an expired request notifies the person who asked, once, and no longer asks others', async () => {
  const { tenant, designer, finance, admin, waiting } = await submitted(['Field', 'Inside']);
  const [, first] = (await waiting(finance)) as [Request, Request];
  const of = (title: string) => title.includes('Field');
  expect((await titles(finance)).filter(of)).toEqual(['Approval needed: Activate Field, version 1']);
  await notifyExpired(ctx.ctx);
  expect((await titles(designer)).filter(of)).toEqual([]);
  await ctx.ctx.db.owner.query(
    `UPDATE attestation_records SET expires_at = now() WHERE tenant_id = $1 AND id = $2`,
    [tenant.tenantId, first.id],
  );
  await Promise.all([notifyExpired(ctx.ctx), notifyExpired(ctx.ctx)]);
  await notifyExpired(ctx.ctx);
  expect(await titles(designer)).toEqual(['Expired: Activate Field, version 1']);
  for (const one of [finance, admin])
    expect(await titles(one)).toEqual(['Approval needed: Activate Inside, version 1']);
  expect(await readOne(designer, first)).toMatchObject({ status: 'expired' });
  const { body: log } = await admin.get('/api/audit', { action: 'approval.expired' });
  expect(log.rows).toMatchObject([{ object: { type: 'approval', id: first.id } }]);
});
