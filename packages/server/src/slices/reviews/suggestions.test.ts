import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { soundPlan } from '../../testing/sound-plan.ts';
import { startTestHouse, type TestHouse, type TestTenant } from '../../testing/start-test-house.ts';

let house: TestHouse;
let tenant: TestTenant;
let planId: string;

beforeAll(async () => {
  house = await startTestHouse();
  const nobody = { participantId: null };
  tenant = await house.newTenant({
    'plan-designer': nobody,
    finance: nobody,
    viewer: nobody,
    auditor: nobody,
    administrator: nobody,
  });
  const document = soundPlan();
  const made = await tenant.as('plan-designer').post('/api/plans', { ...document, document });
  planId = made.body.id;
});
afterAll(() => house?.stop());

const claim = () => ({
  planId,
  componentId: 'services',
  title: 'Cap services',
  reasoning: 'Two payees were paid three times their target.',
  changes: [{ component: 'services', set: { cap: '2x' } }],
  evidence: [{ kind: 'plan', id: planId, hash: 'f'.repeat(64), say: 'The component has no cap.' }],
  savings: '1234.50',
  confidence: '0.8',
  confidenceFormula: 'payees with a full year ÷ payees',
});

describe('a suggestion', () => {
  it('[SUGG-3] [ASSIST-MODE-01] [ASSIST-MODE-02] carries reasoning and evidence, is decided once with a reason, and changes no plan', async () => {
    const designer = tenant.as('plan-designer');
    const before = await designer.get(`/api/plans/${planId}`);
    const made = await tenant.as('finance').post('/api/suggestions', claim());
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...claim(),
      status: 'open',
      currency: 'USD',
      decision: null,
      workflowRunId: null,
    });
    const path = `/api/suggestions/${made.body.id}`;
    const reason = 'Agreed for next year.';
    expect((await tenant.as('finance').post(`${path}/accept`, { reason })).status).toBe(403);
    expect((await designer.post(`${path}/accept`, { reason: '' })).status).toBe(400);
    const accepted = await designer.post(`${path}/accept`, { reason });
    expect(accepted.body).toMatchObject({ status: 'accepted', decision: { by: 'plan-designer', reason } });
    for (const move of ['accept', 'reject'])
      expect((await designer.post(`${path}/${move}`, { reason })).body).toMatchObject({
        ...{ code: 'CONFLICT', error: expect.stringContaining('accepted already') },
      });
    expect((await designer.get(`/api/plans/${planId}`)).body.documentHash).toBe(before.body.documentHash);
    const rejected = await tenant.as('finance').post('/api/suggestions', { ...claim(), title: 'Other' });
    await designer.post(`/api/suggestions/${rejected.body.id}/reject`, { reason: 'No.. not now.' });
    const list = await tenant.as('auditor').get('/api/suggestions', { planId });
    expect(list.body.rows.map((row: { status: string }) => row.status)).toEqual(['rejected', 'accepted']);
    expect((await designer.get('/api/suggestions', { status: 'open' })).body.rows).toEqual([]);
    expect((await tenant.as('viewer').get('/api/suggestions')).status).toBe(403);
  });

  it.each([
    ['SUGG-1', { confidence: '1.5' }],
    ['SUGG-1', { confidenceFormula: null }],
    ['SUGG-2', { componentId: 'yachts' }],
    ['SUGG-2', { participantId: 'nobody' }],
    ['PLAN-10', { changes: [{ remove: 'yachts' }] }],
    ['PLAN-1', { changes: [{ component: 'services', set: { cap: 2 } }] }],
    ['INPUT', { evidence: [{ kind: 'rumour', id: 'x', say: 'heard' }] }],
  ])('[%s] is refused where it is wrong: %j', async (rule, change) => {
    const answer = await tenant.as('finance').post('/api/suggestions', { ...claim(), ...change });
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_INPUT', issues: [{ rule }] } });
  });

  it('is about a plan of the workspace', async () => {
    const answer = await tenant.as('finance').post('/api/suggestions', { ...claim(), planId: newId() });
    expect(answer.status).toBe(404);
  });
});
