import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { overtaken } from '../../testing/overtaken.ts';
import { sharedTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { validPlan } from '../../testing/valid-plan.ts';

let ctx: TestContext;
let tenant: TestTenant;
let planId: string;

beforeAll(async () => {
  ctx = await sharedTestContext();
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
  projectedSavings: '1234.50',
  confidence: '0.8',
  confidenceFormula: 'payees with a full year ÷ payees',
});

describe('a suggestion', () => {
  const proposed = async (change: object = {}) => {
    const made = await tenant.as('finance').post('/api/suggestions', { ...claim(), ...change });
    expect(made.status).toBe(201);
    return made.body as { id: string; uuid: string };
  };
  const activate = async () => {
    const { body } = await tenant.as('finance').get(`/api/plans/${planId}`);
    const done = await tenant
      .as('finance')
      .post(`/api/plans/${planId}/activate`, { documentHash: body.documentHash });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
  };
  const reason = 'Agreed for next year.';

  it('[ASSIST-STORE-10] [SGR-5] [SGR-3] [ASSIST-MODE-01] [ASSIST-MODE-02] applied, is in a new draft version with its evidence, and pays nobody before another activates it', async () => {
    const designer = tenant.as('plan-designer');
    await activate();
    const before = await designer.get(`/api/plans/${planId}`);
    expect(before.body).toMatchObject({ version: 1, activeVersion: 1 });
    const made = await tenant.as('finance').post('/api/suggestions', claim());
    expect(made.body).toMatchObject({
      ...claim(),
      id: 'cap-services',
      confidence: 80,
      confidenceLevel: 'High',
      trustLevel: 'Caution',
      impact: 'Saves $1,234.50',
      impactType: 'positive',
      personaTone: { Finance: expect.any(String) },
      status: 'open',
      currency: 'USD',
      decision: null,
      workflowRunId: null,
    });
    const path = `/api/suggestions/${made.body.id}`;
    expect((await tenant.as('finance').post(`${path}/apply`, { reason })).status).toBe(403);
    expect((await designer.post(`${path}/apply`, { reason: '' })).status).toBe(400);
    const applied = await designer.post(`${path}/apply`, { reason });
    expect(applied.body).toMatchObject({
      status: 'applied',
      evidence: claim().evidence,
      decision: { by: 'plan-designer', reason, code: null, draftVersion: 2 },
    });
    for (const [move, more] of [['apply'], ['reject'], ['override', { code: 'OTHER' }]] as const)
      expect((await designer.post(`${path}/${move}`, { reason, ...more })).body).toMatchObject({
        code: 'CONFLICT',
        error: expect.stringContaining('already applied'),
      });
    const after = (await designer.get(`/api/plans/${planId}`)).body;
    expect(after).toMatchObject({ version: 2, activeVersion: 1, problems: [] });
    const capOf = (plan: { document: { components: { id: string; cap: unknown }[] } }) =>
      plan.document.components.find(({ id }) => id === 'services')?.cap;
    expect(capOf(after)).toBe('2x');
    const paying = await designer.get(`/api/plans/${planId}`, { version: 1 });
    expect(paying.body.documentHash).toBe(before.body.documentHash);
    expect(capOf(paying.body)).not.toBe('2x');
    // who applied it has written the draft, and so does not activate it
    const alone = await designer.post(`/api/plans/${planId}/activate`, { documentHash: after.documentHash });
    expect(alone.status).toBe(403);
    // a person who is asked to activate it sees the evidence of what was applied
    const asked = await designer.post(`/api/plans/${planId}/submit`, { documentHash: after.documentHash });
    const request = await tenant.as('finance').get(`/api/approvals/${asked.body.approvalId}`);
    expect(request.body.facts.figures.at(-1)).toMatchObject({
      label: 'Applied suggestion: Cap services',
      after: `REG-${applied.body.evidenceHash.slice(0, 12)}`,
    });
    const log = await tenant.as('auditor').get('/api/audit', { objectId: made.body.uuid });
    expect(log.body.rows[0]).toMatchObject({ action: 'suggestion.applied' });
  });

  it('[SGR-6] is open again when its draft is thrown away, and the plan says what it said before', async () => {
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
    const again = await designer.post(`/api/suggestions/${open.body.rows[0].id}/apply`, { reason });
    expect(again.body.decision.draftVersion).toBe(2);
    const log = await tenant.as('auditor').get('/api/audit', { objectId: planId });
    expect(log.body.rows[0]).toMatchObject({ action: 'plan.discarded' });
  });

  it('[SGR-5] is applied to the draft that is being written; one whose values were edited since is refused and stays open', async () => {
    const designer = tenant.as('plan-designer');
    const capped = (cap: string) => ({ changes: [{ component: 'services', set: { cap } }] });
    const second = await proposed(capped('3x'));
    const late = await proposed({ title: 'Late', ...capped('4x') });
    const written = await designer.post(`/api/suggestions/${second.id}/apply`, {});
    expect(written.body.decision).toMatchObject({ draftVersion: 2, reason: 'Applied from suggestion' });
    const edited = await designer.post(`/api/suggestions/${late.id}/apply`, { reason });
    expect(edited).toMatchObject({
      status: 409,
      body: {
        issues: [{ rule: 'SGR-5', path: 'services.cap' }],
        error: expect.stringContaining('no longer apply'),
      },
    });
    const last = await proposed({ title: 'Too late', ...capped('5x') });
    const removal = await proposed({ changes: [{ remove: 'services' }], componentId: null });
    expect((await designer.post(`/api/suggestions/${removal.uuid}/apply`, { reason })).status).toBe(200);
    const gone = await designer.post(`/api/suggestions/${last.id}/apply`, { reason });
    expect(gone).toMatchObject({
      status: 409,
      body: { issues: [{ rule: 'PLAN-10', path: 'services.cap' }] },
    });
    expect((await designer.get(`/api/suggestions/${last.id}`)).body.status).toBe('open');
    const { documentHash } = (await designer.get(`/api/plans/${planId}`)).body;
    await designer.post(`/api/plans/${planId}/discard-draft`, { documentHash });
    const open = await designer.get('/api/suggestions', { status: 'open', planId });
    expect(open.body.rows.length).toBe(5);
  });

  it('[ASSIST-STORE-13] answers what is not accepted with its status and a text that says why', async () => {
    const designer = tenant.as('plan-designer');
    const one = await proposed({ title: 'Once', changes: [{ component: 'services', set: { cap: '5x' } }] });
    await designer.post(`/api/suggestions/${one.id}/reject`, { reason: 'No.' });
    const at = `${ctx.url}/api/suggestions/${one.id}`;
    const apply = `/api/suggestions/${one.id}/apply`;
    const answers = [
      await designer.post(`/api/suggestions/${one.id}/override`, { code: 'NONE', reason: '' }),
      { status: (await fetch(at)).status, body: await (await fetch(at)).json() },
      await tenant.as('viewer').post(apply, {}),
      await designer.get('/api/suggestions/none'),
      await designer.post(apply, {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 401, 403, 404, 409]);
    for (const { body } of answers) expect(body.error).toMatch(/\w+ \w+/);
  });

  it('[SGR-6] [SGR-40] [CONF-COMP-07] is undone while its version was never active; then the draft it opened is gone', async () => {
    const designer = tenant.as('plan-designer');
    const before = (await designer.get(`/api/plans/${planId}`)).body;
    const one = await proposed({ title: 'Cap', changes: [{ component: 'services', set: { cap: '6x' } }] });
    const other = await proposed({
      title: 'Cap',
      changes: [{ component: 'services', set: { name: 'Work' } }],
    });
    expect([one.id, other.id]).toEqual(['cap', 'cap-2']);
    const move = (id: string, name: string) => designer.post(`/api/suggestions/${id}/${name}`, {});
    const draft = async () => (await designer.get(`/api/plans/${planId}`)).body;
    await move('cap', 'apply');
    await move('cap-2', 'apply');
    const undone = await move('cap', 'undo');
    expect(undone.body).toMatchObject({ id: 'cap', status: 'open', decision: null });
    expect((await move('cap', 'undo')).status).toBe(409);
    const rest = await draft();
    expect(rest.version).toBe(2);
    expect(rest.document.components).toEqual(
      before.document.components.map((component: { id: string }) =>
        component.id === 'services' ? { ...component, name: 'Work' } : component,
      ),
    );
    // bound to the component's ID: its name is another one by now
    expect((await move('cap', 'apply')).status).toBe(200);
    const renamed = (await draft()).document.components.find(({ id }: { id: string }) => id === 'services');
    expect(renamed).toMatchObject({ name: 'Work', cap: '6x' });
    await move('cap', 'undo');
    await move('cap-2', 'undo');
    expect(await draft()).toMatchObject({ version: 1, documentHash: before.documentHash });
    await move('cap', 'apply');
    const { documentHash } = await draft();
    await tenant.as('administrator').post(`/api/plans/${planId}/activate`, { documentHash });
    const active = await move('cap', 'undo');
    expect([active.status, active.body.error]).toEqual([409, expect.stringContaining('was activated')]);
  });

  it('[SGR-3] [ASSIST-OVR-09] is rejected, or overridden for one of seven kinds of reason, and then changes nothing', async () => {
    const designer = tenant.as('plan-designer');
    const before = (await designer.get(`/api/plans/${planId}`)).body.documentHash;
    const rejected = await proposed({ title: 'Other' });
    const no = await designer.post(`/api/suggestions/${rejected.id}/reject`, { reason: 'No.. not now.' });
    expect(no.body).toMatchObject({ status: 'rejected', decision: { code: null, draftVersion: null } });
    const overtook = await proposed({ title: 'Decided by two' });
    const late = await overtaken(
      ctx.ctx,
      {
        hold: ['SELECT 1 FROM suggestions WHERE id = $1 FOR UPDATE', [overtook.uuid]],
        meanwhile: [`UPDATE suggestions SET status = 'overridden' WHERE id = $1`, [overtook.uuid]],
      },
      () => designer.post(`/api/suggestions/${overtook.id}/apply`, { reason }),
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

  it('[SGR-5] that changes nothing in the document is agreed to without a draft', async () => {
    const designer = tenant.as('plan-designer');
    const quotas = await proposed({ title: 'Set the quotas anew', changes: [], componentId: null });
    const done = await designer.post(`/api/suggestions/${quotas.id}/apply`, { reason });
    expect(done.body).toMatchObject({ status: 'applied', decision: { draftVersion: null } });
    expect((await designer.get(`/api/plans/${planId}`)).body.version).toBe(2);
  });

  it.each([
    ['SGR-1', { confidence: '1.5' }],
    ['SGR-1', { confidenceFormula: null }],
    ['SGR-2', { componentId: 'yachts' }],
    ['SGR-2', { participantId: 'nobody' }],
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
