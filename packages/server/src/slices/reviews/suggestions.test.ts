import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { overtaken } from '../../testing/overtaken.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { validPlan } from '../../testing/valid-plan.ts';

let ctx: TestContext;
let tenant: TestTenant;
let planId: string;

beforeAll(async () => {
  ctx = await startTestContext();
  const nobody = { participantId: null };
  tenant = await ctx.newTenant({
    'plan-designer': nobody,
    finance: nobody,
    viewer: nobody,
    auditor: nobody,
    administrator: nobody,
  });
  const document = validPlan();
  const made = await tenant.as('plan-designer').post('/api/plans', { ...document, document });
  planId = made.body.id;
});
afterAll(() => ctx?.stop());

const claim = () => ({
  planId,
  componentId: 'services',
  title: 'Cap services',
  reasoning: 'Two payees were paid three times their target.',
  changes: [{ component: 'services', set: { cap: '2x' } }],
  evidence: [{ kind: 'plan', id: planId, hash: 'f'.repeat(64), message: 'The component has no cap.' }],
  savings: '1234.50',
  confidence: '0.8',
  confidenceFormula: 'payees with a full year ÷ payees',
});

describe('a suggestion', () => {
  const proposed = async (change: object = {}) => {
    const made = await tenant.as('finance').post('/api/suggestions', { ...claim(), ...change });
    expect(made.status).toBe(201);
    return made.body as { id: string };
  };
  const activate = async () => {
    const { body } = await tenant.as('finance').get(`/api/plans/${planId}`);
    const done = await tenant
      .as('finance')
      .post(`/api/plans/${planId}/activate`, { documentHash: body.documentHash });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
  };
  const reason = 'Agreed for next year.';

  it('[SUGG-5] [SUGG-3] [ASSIST-MODE-01] [ASSIST-MODE-02] accepted, stands in a new draft version with its evidence, and pays nobody before another activates it', async () => {
    const designer = tenant.as('plan-designer');
    await activate();
    const before = await designer.get(`/api/plans/${planId}`);
    expect(before.body).toMatchObject({ version: 1, activeVersion: 1 });
    const made = await tenant.as('finance').post('/api/suggestions', claim());
    expect(made.body).toMatchObject({
      ...claim(),
      ...{ status: 'open', currency: 'USD', decision: null, workflowRunId: null },
    });
    const path = `/api/suggestions/${made.body.id}`;
    expect((await tenant.as('finance').post(`${path}/accept`, { reason })).status).toBe(403);
    expect((await designer.post(`${path}/accept`, { reason: '' })).status).toBe(400);
    const accepted = await designer.post(`${path}/accept`, { reason });
    expect(accepted.body).toMatchObject({
      ...{ status: 'accepted', evidence: claim().evidence },
      decision: { by: 'plan-designer', reason, code: null, draftVersion: 2 },
    });
    for (const [move, more] of [['accept'], ['reject'], ['override', { code: 'OTHER' }]] as const)
      expect((await designer.post(`${path}/${move}`, { reason, ...more })).body).toMatchObject({
        ...{ code: 'CONFLICT', error: expect.stringContaining('already accepted') },
      });
    const after = (await designer.get(`/api/plans/${planId}`)).body;
    expect(after).toMatchObject({ version: 2, activeVersion: 1, problems: [] });
    const capOf = (plan: { document: { components: { id: string; cap: unknown }[] } }) =>
      plan.document.components.find(({ id }) => id === 'services')?.cap;
    expect(capOf(after)).toBe('2x');
    const paying = await designer.get(`/api/plans/${planId}`, { version: 1 });
    expect(paying.body.documentHash).toBe(before.body.documentHash);
    expect(capOf(paying.body)).not.toBe('2x');
    // who accepted it has written the draft, and so does not activate it
    const alone = await designer.post(`/api/plans/${planId}/activate`, { documentHash: after.documentHash });
    expect(alone.status).toBe(403);
    const log = await tenant.as('auditor').get('/api/audit', { objectId: made.body.id });
    expect(log.body.rows[0]).toMatchObject({ action: 'suggestion.accepted' });
  });

  it('[SUGG-6] is open again when its draft is thrown away, and the plan says what it said before', async () => {
    const designer = tenant.as('plan-designer');
    const draft = (await designer.get(`/api/plans/${planId}`)).body;
    const discard = (documentHash: string) =>
      designer.post(`/api/plans/${planId}/discard-draft`, { documentHash });
    expect((await discard('0'.repeat(64))).body).toMatchObject({ code: 'CONFLICT' });
    expect(
      (
        await tenant
          .as('finance')
          .post(`/api/plans/${planId}/discard-draft`, { documentHash: draft.documentHash })
      ).status,
    ).toBe(403);
    const back = await discard(draft.documentHash);
    expect(back.body).toMatchObject({ version: 1, activeVersion: 1, status: 'Active' });
    const open = await designer.get('/api/suggestions', { status: 'open', planId });
    expect(open.body.rows).toMatchObject([{ title: claim().title, decision: null }]);
    expect((await discard(back.body.documentHash)).body.error).toContain('not a draft');
    const again = await designer.post(`/api/suggestions/${open.body.rows[0].id}/accept`, { reason });
    expect(again.body.decision.draftVersion).toBe(2);
    const log = await tenant.as('auditor').get('/api/audit', { objectId: planId });
    expect(log.body.rows[0]).toMatchObject({ action: 'plan.discarded' });
  });

  it('[SUGG-5] goes into the draft that is being written; what no longer apply is refused and stays open', async () => {
    const designer = tenant.as('plan-designer');
    const second = await proposed({ changes: [{ component: 'services', set: { cap: '3x' } }] });
    const third = await proposed({ changes: [{ remove: 'services' }], componentId: null });
    const stays = await proposed({ title: 'Late', changes: [{ component: 'services', set: { cap: '4x' } }] });
    const written = await designer.post(`/api/suggestions/${second.id}/accept`, { reason });
    expect(written.body.decision.draftVersion).toBe(2);
    expect((await designer.post(`/api/suggestions/${third.id}/accept`, { reason })).status).toBe(200);
    const late = await designer.post(`/api/suggestions/${stays.id}/accept`, { reason });
    expect(late).toMatchObject({
      status: 409,
      body: { issues: [{ rule: 'PLAN-10' }], error: expect.stringContaining('no longer apply') },
    });
    expect((await designer.get(`/api/suggestions/${stays.id}`)).body.status).toBe('open');
    const { documentHash } = (await designer.get(`/api/plans/${planId}`)).body;
    await designer.post(`/api/plans/${planId}/discard-draft`, { documentHash });
    const open = await designer.get('/api/suggestions', { status: 'open', planId });
    expect(open.body.rows.length).toBe(4);
  });

  it('[SUGG-3] [ASSIST-OVR-09] is rejected, or overridden for one of seven kinds of reason, and then changes nothing', async () => {
    const designer = tenant.as('plan-designer');
    const before = (await designer.get(`/api/plans/${planId}`)).body.documentHash;
    const rejected = await proposed({ title: 'Other' });
    const no = await designer.post(`/api/suggestions/${rejected.id}/reject`, { reason: 'No.. not now.' });
    expect(no.body).toMatchObject({ status: 'rejected', decision: { code: null, draftVersion: null } });
    const overtook = await proposed({ title: 'Decided by two' });
    const late = await overtaken(
      ctx.ctx,
      {
        hold: ['SELECT 1 FROM suggestions WHERE id = $1 FOR UPDATE', [overtook.id]],
        meanwhile: [`UPDATE suggestions SET status = 'overridden' WHERE id = $1`, [overtook.id]],
      },
      () => designer.post(`/api/suggestions/${overtook.id}/accept`, { reason }),
    );
    expect([late.status, late.body.error]).toEqual([409, '“Decided by two” was already overridden.']);
    const overridden = await proposed({ title: 'Third' });
    const path = `/api/suggestions/${overridden.id}/override`;
    expect((await designer.post(path, { reason, code: 'MOOD' })).status).toBe(400);
    expect((await designer.post(path, { reason: '', code: 'OTHER' })).status).toBe(400);
    const done = await designer.post(path, { reason, code: 'BUSINESS_EXCEPTION' });
    expect(done.body).toMatchObject({
      status: 'overridden',
      decision: { reason, code: 'BUSINESS_EXCEPTION' },
    });
    const list = await tenant.as('auditor').get('/api/suggestions', { planId, limit: 2 });
    expect(list.body.rows.map((row: { status: string }) => row.status)).toEqual(['overridden', 'overridden']);
    expect((await designer.get(`/api/plans/${planId}`)).body.documentHash).toBe(before);
    expect((await tenant.as('viewer').get('/api/suggestions')).status).toBe(403);
  });

  it('[SUGG-5] that changes nothing in the document is agreed to without a draft', async () => {
    const designer = tenant.as('plan-designer');
    const quotas = await proposed({ title: 'Set the quotas anew', changes: [], componentId: null });
    const done = await designer.post(`/api/suggestions/${quotas.id}/accept`, { reason });
    expect(done.body).toMatchObject({ status: 'accepted', decision: { draftVersion: null } });
    expect((await designer.get(`/api/plans/${planId}`)).body.version).toBe(1);
  });

  it.each([
    ['SUGG-1', { confidence: '1.5' }],
    ['SUGG-1', { confidenceFormula: null }],
    ['SUGG-2', { componentId: 'yachts' }],
    ['SUGG-2', { participantId: 'nobody' }],
    ['PLAN-10', { changes: [{ remove: 'yachts' }] }],
    ['PLAN-1', { changes: [{ component: 'services', set: { cap: 2 } }] }],
    ['BASE-9', { evidence: [{ kind: 'rumour', id: 'x', message: 'heard' }] }],
  ])('[%s] is refused where it is wrong: %j', async (rule, change) => {
    const answer = await tenant.as('finance').post('/api/suggestions', { ...claim(), ...change });
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_INPUT', issues: [{ rule }] } });
  });

  it('is about a plan of the workspace', async () => {
    const answer = await tenant.as('finance').post('/api/suggestions', { ...claim(), planId: newId() });
    expect(answer.status).toBe(404);
  });
});
