import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Client } from '../../testing/client.ts';
import { insertRecords } from '../../testing/insert-records.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { validPlan } from '../../testing/valid-plan.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

/** A workspace with one plan and three people: Ann, Bob since 2024, Cid until 2023. */
async function workspace(): Promise<{ tenantId: string; admin: Client; planId: string }> {
  const tenant = await ctx.newTenant();
  const admin = tenant.as('administrator');
  await insertRecords(ctx.ctx.db, tenant.tenantId, {
    participants: [
      { id: 'ann', name: 'Ann' },
      { id: 'bob', name: 'Bob', hiredOn: '2024-01-01' },
      { id: 'cid', name: 'Cid', leftOn: '2023-12-31' },
    ],
  });
  const plan = await admin.post('/api/plans', {
    name: 'Field Sales',
    type: 'bonus-plan',
    document: validPlan(),
  });
  return { tenantId: tenant.tenantId, admin, planId: plan.body.id };
}

async function spans(admin: Client, query: Record<string, string> = {}) {
  const list = await admin.get('/api/assignments', query);
  return list.body.rows.map((row: { participantId: string; from: string; to: string | null }) =>
    [row.participantId, row.from, row.to].join(' '),
  );
}

describe('assigning', () => {
  it('puts people on a plan from a day on, and shows who is paid by it', async () => {
    const { admin, planId } = await workspace();
    const body = { planId, participantIds: ['bob', 'ann', 'bob'], from: '2024-01-01', to: '2024-12-31' };
    const answer = await admin.post('/api/assignments', body);
    expect([answer.status, answer.body]).toEqual([201, { assigned: 2, unchanged: 0 }]);
    const list = await admin.get('/api/assignments', { planId });
    expect(list.body.rows[0]).toEqual({
      planId,
      planName: 'Field Sales',
      participantId: 'ann',
      participantName: 'Ann',
      from: '2024-01-01',
      to: '2024-12-31',
    });
    expect(await spans(admin, { search: 'BO' })).toEqual(['bob 2024-01-01 2024-12-31']);
    expect(await spans(admin, { participantId: 'cid' })).toEqual([]);
    expect((await admin.get(`/api/plans/${planId}`)).body.assignedCount).toBe(0);
  });

  it('with everybody means those employed on any day of the span', async () => {
    const { admin, planId } = await workspace();
    const year = (from: string, to: string | null) =>
      admin.post('/api/assignments', { planId, everybody: true, from, to });
    expect((await year('2023-01-01', '2023-12-31')).body).toEqual({ assigned: 2, unchanged: 0 });
    expect((await year('2024-01-01', null)).body).toEqual({ assigned: 2, unchanged: 0 });
    expect(await spans(admin)).toEqual([
      'ann 2023-01-01 2023-12-31',
      'ann 2024-01-01 ',
      'bob 2024-01-01 ',
      'cid 2023-01-01 2023-12-31',
    ]);
    expect((await admin.get(`/api/plans/${planId}`)).body.assignedCount).toBe(2);
  });

  it('counts the participants employed on any of the days, and those without a quota then', async () => {
    const { tenantId, admin } = await workspace();
    await insertRecords(ctx.ctx.db, tenantId, {
      quotas: [{ participantId: 'ann', from: '2024-01-01', to: '2024-03-31', amount: '1000' }],
    });
    const count = async (from: string, to?: string) =>
      (await admin.get('/api/assignments/everybody', to === undefined ? { from } : { from, to })).body;
    expect(await count('2023-01-01', '2023-12-31')).toEqual({ participants: 2, withoutQuota: 2 });
    expect(await count('2024-03-31', '2024-12-31')).toEqual({ participants: 2, withoutQuota: 1 });
    expect(await count('2024-04-01')).toEqual({ participants: 2, withoutQuota: 2 });
  });

  it('leaves those alone who are on the plan on any of the days already', async () => {
    const { admin, planId } = await workspace();
    const assign = (ids: string[], from: string, to: string | null) =>
      admin.post('/api/assignments', { planId, participantIds: ids, from, to });
    await assign(['ann'], '2024-03-01', '2024-03-31');
    expect((await assign(['ann', 'bob'], '2024-01-01', null)).body).toEqual({ assigned: 1, unchanged: 1 });
    expect((await assign(['ann'], '2024-03-31', '2024-04-30')).body).toEqual({ assigned: 0, unchanged: 1 });
    expect((await assign(['ann'], '2024-04-01', null)).body).toEqual({ assigned: 1, unchanged: 0 });
    const log = await admin.get('/api/audit', { objectId: planId, action: 'plan.assigned' });
    const reasons = log.body.rows.map(
      (entry: { body: string }) => JSON.parse(entry.body).reason?.code ?? null,
    );
    expect(reasons).toEqual([null, 'unchanged', null, null]);
  });

  it('makes one assignment out of two requests at the same moment', async () => {
    const { admin, planId } = await workspace();
    const answers = await Promise.all(
      ['2024-01-01', '2024-02-01'].map((from) =>
        admin.post('/api/assignments', { planId, participantIds: ['ann'], from }),
      ),
    );
    expect(answers.map((answer) => answer.body.assigned).sort()).toEqual([0, 1]);
    expect(await spans(admin)).toHaveLength(1);
  });

  it('names every unknown participant in one refusal and assigns nobody', async () => {
    const { admin, planId } = await workspace();
    const participantIds = ['ann', 'zoe', 'bob', 'yan'];
    const answer = await admin.post('/api/assignments', { planId, participantIds, from: '2024-01-01' });
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_INPUT']);
    expect(answer.body.error).toContain('“zoe”, “yan”');
    expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toEqual([
      'participantIds[1]',
      'participantIds[3]',
    ]);
    expect(await spans(admin)).toEqual([]);
  });

  it('refuses what makes no sense: nobody, both ways at once, an end before the start, days beyond the calendar', async () => {
    const { admin, planId } = await workspace();
    const bodies = [
      { planId, from: '2024-01-01' },
      { planId, participantIds: ['ann'], everybody: true, from: '2024-01-01' },
      { planId, everybody: true, from: '2024-01-01', to: '2023-12-31' },
      { planId, everybody: true, from: '2023-02-29' },
      { planId, everybody: true, from: '0000-01-01' },
    ];
    for (const body of bodies) expect((await admin.post('/api/assignments', body)).status).toBe(400);
    const nowhere = { planId: newId(), everybody: true, from: '2024-01-01' };
    expect((await admin.post('/api/assignments', nowhere)).status).toBe(404);
  });
});

describe('ending', () => {
  it('cuts what goes on, removes what had not begun, leaves what is over', async () => {
    const { admin, planId } = await workspace();
    const assign = (from: string, to: string | null) =>
      admin.post('/api/assignments', { planId, participantIds: ['ann'], from, to });
    await assign('2023-01-01', '2023-12-31');
    await assign('2024-01-01', '2024-12-31');
    await assign('2025-01-01', null);
    const body = { planId, participantIds: ['ann'], on: '2024-06-30' };
    expect((await admin.post('/api/assignments/end', body)).body).toEqual({ ended: 1, removed: 1 });
    expect(await spans(admin)).toEqual(['ann 2023-01-01 2023-12-31', 'ann 2024-01-01 2024-06-30']);
    expect((await admin.post('/api/assignments/end', body)).body).toEqual({ ended: 0, removed: 0 });
  });

  it('names unknown participants and plans', async () => {
    const { admin, planId } = await workspace();
    const end = (body: object) => admin.post('/api/assignments/end', { on: '2024-06-30', ...body });
    const unknown = await end({ planId, participantIds: ['zoe', 'ann'] });
    expect([unknown.status, unknown.body.issues.length]).toEqual([400, 1]);
    expect((await end({ planId: newId(), participantIds: ['ann'] })).status).toBe(404);
  });
});

describe('listing', () => {
  it('finds who is on other plans on any of the days', async () => {
    const { admin, planId } = await workspace();
    const assign = (participant: string, from: string, to: string | null) =>
      admin.post('/api/assignments', { planId, participantIds: [participant], from, to });
    await assign('ann', '2024-01-01', '2024-03-31');
    await assign('bob', '2024-04-01', null);
    const other = await admin.post('/api/plans', { name: 'Other', type: 'bonus-plan' });
    const days = { exceptPlanId: other.body.id, from: '2024-03-31' };
    expect(await spans(admin, { ...days, to: '2024-03-31' })).toEqual(['ann 2024-01-01 2024-03-31']);
    expect(await spans(admin, { ...days, from: '2024-04-01' })).toEqual(['bob 2024-04-01 ']);
    expect(await spans(admin, days)).toHaveLength(2);
    expect(await spans(admin, { ...days, exceptPlanId: planId })).toEqual([]);
  });

  it('pages through all assignments in order', async () => {
    const { admin, planId } = await workspace();
    await admin.post('/api/assignments', { planId, everybody: true, from: '2023-01-01' });
    const first = await admin.get('/api/assignments', { limit: 2 });
    expect([first.body.rows.length, first.body.total]).toEqual([2, 3]);
    const second = await admin.get('/api/assignments', { limit: 2, cursor: first.body.nextCursor });
    expect(second.body.rows.map((row: { participantId: string }) => row.participantId)).toEqual(['cid']);
    expect(second.body.nextCursor).toBeNull();
  });

  it('[SHELL-PROD-01] shows a workspace’s assignments to nobody else, and takes no stranger’s participants', async () => {
    const mine = await workspace();
    await mine.admin.post('/api/assignments', { planId: mine.planId, everybody: true, from: '2023-01-01' });
    const tenant = await ctx.newTenant();
    const other = tenant.as('administrator');
    expect((await other.get('/api/assignments')).body.rows).toEqual([]);
    const plan = await other.post('/api/plans', { name: 'Theirs', type: 'bonus-plan' });
    const body = { planId: plan.body.id, participantIds: ['ann'], from: '2024-01-01' };
    expect((await other.post('/api/assignments', body)).status).toBe(400);
  });
});
