import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { sharedTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { validPlan } from '../../testing/valid-plan.ts';

let ctx: TestContext;
let tenant: TestTenant;
let planId: string;

beforeAll(async () => {
  ctx = await sharedTestContext();
  const unpaid = { participantId: null };
  tenant = await ctx.newTenant({
    'plan-designer': unpaid,
    finance: unpaid,
    viewer: unpaid,
    'compliance-officer': unpaid,
    administrator: unpaid,
  });
  const document = validPlan();
  const made = await tenant.as('plan-designer').post('/api/plans', { ...document, document });
  planId = made.body.id;
});
afterAll(() => ctx?.stop());

async function proposed(title: string): Promise<{ id: string; uuid: string }> {
  const claim = { planId, title, reasoning: 'It is not capped.', projectedSavings: '10' };
  const made = await tenant.as('finance').post('/api/suggestions', claim);
  expect(made.status).toBe(201);
  return made.body;
}

describe('an override', () => {
  const override = { code: 'POLICY_CONFLICT', reason: 'The policy forbids it.' };

  it('[ASSIST-STORE-03] [SGR-42] [ASSIST-ENT-21] [ASSIST-ENT-22] [CONF-ASSIST-29] takes effect at once and is attested by another person', async () => {
    const { id, uuid } = await proposed('Override me');
    const designer = tenant.as('plan-designer');
    const done = await designer.post(`/api/suggestions/${id}/override`, override);
    const { attestation } = done.body.decision;
    expect(done.body).toMatchObject({ status: 'overridden', decision: { code: 'POLICY_CONFLICT' } });
    expect(attestation).toMatchObject({ status: 'open', shortAnchor: attestation.hash.slice(0, 8) });
    const stored = await ctx.ctx.db.owner.query('SELECT * FROM attestation_records WHERE id = $1', [
      attestation.id,
    ]);
    expect(stored.rows[0]).toMatchObject({
      action: 'override',
      attestation_type: 'reasoned-override',
      suggestion_id: uuid,
      reason_code: 'POLICY_CONFLICT',
      required_approvals: 1,
      current_approvals: 0,
    });
    const vote = { decision: 'approve', hash: attestation.hash };
    const at = `/api/approvals/${attestation.id}/decide`;
    expect((await designer.post(at, vote)).status).toBe(403);
    const attested = await tenant.as('compliance-officer').post(at, vote);
    expect(attested.body).toMatchObject({ status: 'approved', currentApprovals: 1 });
    const after = await designer.get(`/api/suggestions/${id}`);
    expect(after.body).toMatchObject({
      status: 'overridden',
      decision: { attestation: { status: 'approved' } },
    });
  });

  it('[SGR-42] that the second person rejects, leaves the suggestion open, and the log keeps its reason', async () => {
    const { id, uuid } = await proposed('Reject my override');
    const designer = tenant.as('plan-designer');
    const { body } = await designer.post(`/api/suggestions/${id}/override`, override);
    const { attestation } = body.decision;
    const vote = { decision: 'reject', hash: attestation.hash, reason: 'The policy allows it.' };
    const at = `/api/approvals/${attestation.id}/decide`;
    const rejected = await tenant.as('compliance-officer').post(at, vote);
    expect(rejected.body).toMatchObject({ status: 'rejected' });
    expect((await designer.get(`/api/suggestions/${id}`)).body).toMatchObject({
      status: 'open',
      decision: null,
    });
    const log = await tenant.as('administrator').get('/api/audit', { objectId: uuid });
    expect(log.body.rows.map(({ action }: { action: string }) => action).slice(0, 2)).toEqual([
      'suggestion.override-rejected',
      'suggestion.overridden',
    ]);
    const again = await designer.post(`/api/suggestions/${id}/override`, override);
    expect(again.body).toMatchObject({ status: 'overridden', decision: { attestation: { status: 'open' } } });
  });

  it('[SGR-42] is reopened, and then no one attests to it any more', async () => {
    const { id } = await proposed('Reopen me');
    const designer = tenant.as('plan-designer');
    const { body } = await designer.post(`/api/suggestions/${id}/override`, override);
    const reopened = await designer.post(`/api/suggestions/${id}/reopen`);
    expect(reopened.body).toMatchObject({ status: 'open', decision: null });
    const request = await tenant.as('finance').get(`/api/approvals/${body.decision.attestation.id}`);
    expect(request.body.status).toBe('void');
    expect((await designer.post(`/api/suggestions/${id}/reopen`)).status).toBe(409);
  });
});

it('[ASSIST-STORE-04] [ASSIST-ENT-23] [ASSIST-ENT-25] [ASSIST-ENT-26] [CONF-ASSIST-13] a new vote replaces the old one, and all votes of the workspace are analysed', async () => {
  const { id } = await proposed('Vote');
  const vote = (who: 'finance' | 'plan-designer', type: string) =>
    tenant.as(who).put(`/api/suggestions/${id}/feedback`, { type });
  const first = await vote('finance', 'thumbs_up');
  const second = await vote('finance', 'thumbs_down');
  expect(second.body).toMatchObject({ id: first.body.id, suggestionId: id, type: 'thumbs_down' });
  expect((await tenant.as('finance').get(`/api/suggestions/${id}`)).body.feedback).toBe('thumbs_down');
  expect((await tenant.as('plan-designer').get(`/api/suggestions/${id}`)).body.feedback).toBeNull();
  expect(
    (await tenant.as('viewer').put(`/api/suggestions/${id}/feedback`, { type: 'thumbs_up' })).status,
  ).toBe(403);
  for (let n = 1; n < 10; n += 1) {
    const { id: other } = await proposed(`Vote ${n}`);
    await tenant.as('finance').put(`/api/suggestions/${other}/feedback`, { type: 'thumbs_down' });
  }
  const bias = await tenant.as('administrator').get('/api/assistant/bias');
  expect(bias.body).toMatchObject({
    votes: 10,
    rejectionRate: 1,
    patterns: [
      { type: 'High Rejection Rate', confidence: 95 },
      { type: 'Declining Trust', confidence: 90 },
    ],
    details: {
      byAnalyser: [{ analyser: null, newest: 'vote-9', votes: 10, rejected: 10 }],
      byPersona: [
        { persona: 'Rep', votes: 0, rejected: 0 },
        { persona: 'Manager', votes: 0, rejected: 0 },
        { persona: 'Finance', votes: 10, rejected: 10 },
      ],
    },
  });
  expect((await tenant.as('viewer').get('/api/assistant/bias')).body.details).toBeNull();
});

it('[CONF-ASSIST-12] [CONF-ASSIST-28] [SGR-44] [ASSIST-ENT-27] [ASSIST-ENT-48] an event is stored once, under the signed-in user, outside the audit log', async () => {
  const viewer = tenant.as('viewer');
  const event = { id: newId(), type: 'why', suggestionId: 'cap', timestamp: new Date().toISOString() };
  const old = { ...event, id: newId(), timestamp: '2020-01-01T00:00:00Z' };
  const post = (events: object[]) => viewer.post('/api/assistant/events', { events });
  expect((await post([event, old])).body).toEqual({ stored: 2 });
  expect((await post([event])).body).toEqual({ stored: 0 });
  expect((await post([{ ...event, type: 'mood' }])).status).toBe(400);
  const { rows } = await ctx.ctx.db.owner.query('SELECT * FROM telemetry_events WHERE tenant_id = $1', [
    tenant.tenantId,
  ]);
  const me = await viewer.get('/api/auth/me');
  expect(rows).toMatchObject([{ id: event.id, user_id: me.body.user.id, metadata: {} }]);
  const log = await tenant.as('administrator').get('/api/audit', { limit: 5 });
  expect(JSON.stringify(log.body)).not.toContain('assistantEvents');
});

it('[SGR-43] how people rely on suggestions is counted: applied unseen, and the median time from opening to deciding', async () => {
  const designer = tenant.as('plan-designer');
  const reliance = async () =>
    (await tenant.as('compliance-officer').get('/api/assistant/bias')).body.details.reliance;
  const before = await reliance();
  const apply = (id: string) => designer.post(`/api/suggestions/${id}/apply`, { reason: 'Agreed.' });
  const [seen, unseen] = [await proposed('Seen'), await proposed('Unseen')];
  const opened = (seconds: number, suggestionId: string, type = 'why') => ({
    ...{ id: newId(), type, suggestionId, metadata: {} },
    timestamp: new Date(Date.now() - seconds * 1000).toISOString(),
  });
  // two openings: the first counts; someone else’s, and another kind of event, count for nothing
  await designer.post('/api/assistant/events', {
    events: [opened(100, seen.id), opened(10, seen.id, 'evidence'), opened(50, unseen.id, 'apply')],
  });
  await tenant.as('finance').post('/api/assistant/events', { events: [opened(50, unseen.id)] });
  for (const { id } of [seen, unseen]) expect((await apply(id)).body.status).toBe('applied');
  const now = await reliance();
  expect([now.applied - before.applied, now.unseen - before.unseen]).toEqual([2, 1]);
  expect(before.medianSeconds).toBeNull();
  expect(now.medianSeconds).toBeGreaterThanOrEqual(100);
});

it('[SGR-46] [ASSIST-STATE-02] [CONF-ASSIST-03] the level is stored for the workspace and capped by the mode of each user', async () => {
  const admin = tenant.as('administrator');
  const state = async (who = admin) => (await who.get('/api/assistant/state', { planId })).body;
  expect(await state()).toMatchObject({
    mode: 'hybrid',
    autonomy: { chosen: 1, level: 1, cap: 2, policyId: 'default' },
    trust: { userControl: 85, auditability: 85 },
  });
  expect((await tenant.as('finance').put('/api/assistant/autonomy', { level: 2 })).status).toBe(403);
  const changed = await admin.put('/api/assistant/autonomy', { level: 3 });
  expect(changed.body).toMatchObject({ from: 1, to: 3, context: 'hybrid_mode', policyId: 'default' });
  await tenant.as('viewer').put('/api/auth/preferences', { mode: 'traditional' });
  expect((await state()).autonomy).toMatchObject({ chosen: 3, level: 2 });
  expect((await state(tenant.as('viewer'))).autonomy).toMatchObject({ chosen: 3, level: 0 });
  const log = await admin.get('/api/audit', { limit: 5 });
  expect(log.body.rows.map(({ action }: { action: string }) => action)).toContain('autonomy.changed');
  await admin.put('/api/assistant/pause', { isPaused: true, planId });
  expect((await state()).paused).toEqual({ workspace: false, plan: true });
  const resumed = await admin.put('/api/assistant/pause', { isPaused: false, planId });
  expect(resumed.body).toEqual({ isPaused: false, pausedPlans: [] });
});

it('[CONF-ASSIST-05] [CONF-ASSIST-06] [ASSIST-CONF-03] [ASSIST-CONF-09] words are served as shipped until the workspace edits them', async () => {
  const admin = tenant.as('administrator');
  const at = '/api/assistant/configurations';
  const shipped = await admin.get(`${at}/personas/rep`);
  expect(shipped.body).toMatchObject({
    name: 'Rep',
    version: 0,
    currency: 'USD',
    fieldLabels: { limit: 'Maximum' },
  });
  const { fieldLabels, complianceBadges, explainabilityFocus, tone, version } = shipped.body;
  const edited = { complianceBadges, explainabilityFocus, tone, version };
  const save = () =>
    admin.put(`${at}/personas/Rep`, { ...edited, fieldLabels: { ...fieldLabels, limit: 'Ceiling' } });
  expect((await save()).body).toMatchObject({ version: 1, fieldLabels: { limit: 'Ceiling' } });
  expect((await save()).status).toBe(409);
  const { levels } = (await admin.get(`${at}/autonomy/default`)).body;
  expect(levels.map(({ id, thresholds }: { id: number; thresholds: object }) => [id, thresholds])).toEqual([
    [0, {}],
    [1, {}],
    [2, { confidence: 80, risk: 20 }],
    [3, { confidence: 90, risk: 20, losersPercent: 10, costPercent: 2, ruleMatch: 80 }],
  ]);
  expect((await admin.get(`${at}/industries/forestry`)).status).toBe(404);
});

it('[ASSIST-CONF-04] [ASSIST-CONF-05] [ASSIST-CONF-06] [ASSIST-CONF-07] [ASSIST-CONF-08] [ASSIST-PERS-06] [ASSIST-PERS-07] [ASSIST-PERS-08] [ASSIST-PERS-09] [ASSIST-ENT-35] [ASSIST-ENT-36] [CONF-ASSIST-07] every persona and industry is served with its words, badges, focus and tone', async () => {
  const viewer = tenant.as('viewer');
  const served = async (path: string) => (await viewer.get(`/api/assistant/configurations/${path}`)).body;
  const words = {
    'industries/technology': ['Bookings Target', 'Sales Incentive', 'Product Multiplier'],
    'industries/financial%20services': ['Production Target', 'Variable Remuneration', 'Deferral Limit'],
    'industries/healthcare': ['Territory Target', 'Field Incentive', 'Fair Market Value Limit'],
    'industries/manufacturing': ['Shipment Target', 'Sales Bonus', 'Margin Multiplier'],
    'industries/saas': ['ARR Target', 'Variable Revenue Share', 'Growth Multiplier'],
    'industries/banking': ['Credit Target', 'Incentive Compensation', 'Regulatory Limit'],
    'industries/insurance': ['Premium Target', 'Policy Commission', 'Renewal Bonus'],
    'personas/manager': [
      ...['Quota Assignment', 'Variable Compensation', 'Performance Multiplier', 'Payout Ceiling'],
    ],
    'personas/finance': ['Revenue Target', 'Variable Cost', 'Cost Multiplier', 'Budget Control'],
  };
  for (const [path, labels] of Object.entries(words)) {
    const one = await served(path);
    expect(Object.values(one.fieldLabels), path).toEqual(labels);
    expect(one).toMatchObject({ currency: 'USD', tone: expect.any(String) });
    expect(one.complianceBadges.length > 0, path).toBe(path.startsWith('industries'));
    expect(one.explainabilityFocus.length > 0, path).toBe(path.startsWith('personas'));
  }
});

it('[SGR-48] [SGR-49] settings are for those who edit the workspace: versioned, audited, and checked as a whole', async () => {
  const admin = tenant.as('administrator');
  const read = async (who = tenant.as('viewer')) => (await who.get('/api/assistant/settings')).body;
  const shipped = await read();
  expect(shipped).toMatchObject({ version: 0, savedBy: null, savedAt: null, off: [] });
  expect(shipped.thresholds).toMatchObject({ minPayees: 20, minSharePercent: 0.25 });
  expect(shipped.analysers).toHaveLength(23);
  const { thresholds, acting } = shipped;
  const put = (change: object, who = admin) =>
    who.put('/api/assistant/settings', { version: 0, off: [], thresholds, acting, ...change });
  expect((await put({}, tenant.as('plan-designer'))).status).toBe(403);
  const wrong = await put({
    off: ['guess'],
    thresholds: { ...thresholds, minPayees: 4, minSharePercent: 0.26 },
    acting: { ...acting, actConfidence: 89 },
  });
  expect(wrong.status).toBe(400);
  expect(wrong.body.issues.map(({ path }: { path: string }) => path)).toEqual([
    'off',
    'thresholds.minPayees',
    'thresholds.minSharePercent',
    'acting.actConfidence',
  ]);
  const saved = await put({
    off: ['lock-exchange', 'add-cap'],
    thresholds: { ...thresholds, minSharePercent: 0.5 },
    acting: { ...acting, actConfidence: 95, taskRisk: 10 },
  });
  expect(saved.body).toMatchObject({
    version: 1,
    savedBy: 'administrator',
    off: ['add-cap', 'lock-exchange'],
    thresholds: { minSharePercent: 0.5, minPayees: 20 },
  });
  expect((await put({})).body.code).toBe('CONFLICT');
  expect(await read()).toEqual(saved.body);
  const { levels } = (await admin.get('/api/assistant/configurations/autonomy/default')).body;
  expect([levels[2].thresholds, levels[3].thresholds]).toMatchObject([
    { confidence: 80, risk: 10 },
    { confidence: 95, risk: 20 },
  ]);
  const log = await admin.get('/api/audit', { action: 'configuration.saved' });
  expect(log.body.rows[0]).toMatchObject({ object: { id: 'settings/default' } });
  expect((await put({ version: 1 })).body).toMatchObject({ version: 2, off: [] });
});

it('[SGR-45] persona and industry are preferences of each person; without one they follow role and workspace', async () => {
  const finance = tenant.as('finance');
  const state = async (who = finance) => (await who.get('/api/assistant/state')).body;
  expect(await state()).toMatchObject({ persona: 'Finance', industry: 'SaaS' });
  const chosen = { mode: 'hybrid', persona: 'Rep', industry: 'Banking' };
  expect((await finance.put('/api/auth/preferences', chosen)).body).toEqual(chosen);
  expect(await state()).toMatchObject({ persona: 'Rep', industry: 'Banking' });
  expect(await state(tenant.as('administrator'))).toMatchObject({ persona: 'Manager', industry: 'SaaS' });
  expect((await finance.put('/api/auth/preferences', { ...chosen, persona: 'Boss' })).status).toBe(400);
});

it('[ASSIST-PERS-10] [ASSIST-ENT-02] [ASSIST-ENT-07] [CONF-ASSIST-36] [CONF-ASSIST-37] who may not decide is refused whatever the persona; impact is text in the currency of the plan, confidence percent', async () => {
  const document = validPlan({ name: 'Field Sales Europe', currency: 'EUR' });
  const designer = tenant.as('plan-designer');
  const { id: europe } = (await designer.post('/api/plans', { ...document, document })).body;
  const claim = { planId: europe, title: 'Cap it', reasoning: 'It is not capped.', projectedSavings: '10' };
  const confidence = { confidence: '0.84', confidenceFormula: 'a stated share' };
  const made = await tenant.as('finance').post('/api/suggestions', { ...claim, ...confidence });
  expect(made.body).toMatchObject({
    impact: expect.stringContaining('€10'),
    confidence: 84,
    riskFactors: [],
  });
  const stored = await ctx.ctx.db.owner.query('SELECT confidence FROM suggestions WHERE id = $1', [
    made.body.uuid,
  ]);
  expect(stored.rows[0]?.confidence).toBe('0.84');
  const override = { code: 'OTHER', reason: 'No.' };
  for (const persona of ['Rep', 'Manager', 'Finance'])
    for (const who of ['finance', 'viewer'] as const) {
      await tenant.as(who).put('/api/auth/preferences', { mode: 'hybrid', persona });
      const at = `/api/suggestions/${made.body.id}`;
      expect((await tenant.as(who).post(`${at}/apply`, {})).status).toBe(403);
      expect((await tenant.as(who).post(`${at}/override`, override)).status).toBe(403);
    }
  expect((await designer.get(`/api/suggestions/${made.body.id}`)).body.status).toBe('open');
});

it('[ASSIST-STATE-13] Run Checks looks at the stored plan; a suggestion without figures has no explanation', async () => {
  const viewer = tenant.as('viewer');
  const good = await viewer.post(`/api/plans/${planId}/checks`);
  expect(good.body).toMatchObject({ passed: true });
  const designer = tenant.as('plan-designer');
  const { revision, document } = (await designer.get(`/api/plans/${planId}`)).body;
  const [first, ...others] = document.components;
  const twice = { ...document, components: [first, ...others, { ...first, id: 'again' }] };
  await designer.put(`/api/plans/${planId}`, { revision, document: twice });
  const bad = await viewer.post(`/api/plans/${planId}/checks`);
  const failed = bad.body.checks.filter(({ passed }: { passed: boolean }) => !passed);
  expect(failed.map(({ key }: { key: string }) => key)).toContain('names');
  const { id } = await proposed('No figures');
  expect((await designer.get(`/api/suggestions/${id}/explanation`)).status).toBe(404);
});
