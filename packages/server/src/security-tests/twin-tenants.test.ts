import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { fillApprovals } from '../slices/approvals/filled-approvals.fixture.ts';
import { fillConnections, rightConnection } from '../slices/connections/filled-connections.fixture.ts';
import { fillConnectors, rightConnector } from '../slices/connectors/filled-connectors.fixture.ts';
import { fillCosts, rightCosts } from '../slices/costs/filled-costs.fixture.ts';
import { fillContracts, rightContract } from '../slices/data-contracts/filled-contracts.fixture.ts';
import { fillDeployments, rightDeployment } from '../slices/deployments/filled-deployments.fixture.ts';
import { fillDisputes } from '../slices/disputes/filled-disputes.fixture.ts';
import { fillImports } from '../slices/imports/filled-imports.fixture.ts';
import { fillPayments } from '../slices/payments/paid-period.fixture.ts';
import { type PaidWorkspace, paidWorkspace, tieredPlan } from '../slices/payouts/paid-workspace.fixture.ts';
import { fillPeople } from '../slices/people/filled-people.fixture.ts';
import { fillPolicies, rightPolicy } from '../slices/policies/filled-policies.fixture.ts';
import { writeAllSegments } from '../slices/records/ledger/write-segments.ts';
import { fillSchedules, rightSchedule } from '../slices/schedules/filled-schedules.fixture.ts';
import { emptyTest, fillSimulations } from '../slices/simulations/simulated-plan.fixture.ts';
import { fillSuggestions } from '../slices/suggestions/filled-suggestions.fixture.ts';
import { fillSuites, rightCase } from '../slices/suites/filled-suites.fixture.ts';
import { fillAlerts, rightAlert } from '../slices/telemetry/filled-alerts.fixture.ts';
import { fillWorkflows } from '../slices/workflow-runs/filled-workflows.fixture.ts';
import type { Answer, Client } from '../testing/client.ts';
import { startTestContext, type TestContext } from '../testing/start-test-context.ts';
import { validPlan } from '../testing/valid-plan.ts';
import { addressOf, type Endpoint, endpoints } from './endpoints.fixture.ts';

/** Stands in every text of the other workspace, and in nothing that is ever sent. */
const canary = 'canary7Q';

let ctx: TestContext;
let mine: PaidWorkspace;
let theirs: PaidWorkspace;
let me: Client;
/** What only the other workspace has, by field. */
let foreign: Record<string, string>;
let own: Record<string, string>;
let secrets: string[];
/** Tables that hold rows of workspaces. */
let tables: string[] = [];

beforeAll(async () => {
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_HOSTS: 'hooks.example.com' } });
  mine = await paidWorkspace(ctx);
  me = mine.admin;
  theirs = await paidWorkspace(ctx, {
    ...tieredPlan,
    name: `Plan ${canary}`,
    components: tieredPlan.components.map((one) => ({ ...one, name: `${one.name} ${canary}` })),
  });
  await fill(mine, 'own');
  await fill(theirs, 'far');
  await mark();
  for (const { tenantId } of [mine.tenant, theirs.tenant])
    await ctx.ctx.db.within(tenantId, writeAllSegments);
  own = await idsOf(mine, 'own');
  foreign = await idsOf(theirs, 'far');
  const { tenantId, runId, planId, import: importId, user, session } = foreign;
  secrets = [canary, tenantId, runId, planId, importId, user, session].map(String);
  // a slow machine must not ask for another proof of who it is
  await ctx.ctx.db.owner.query(`UPDATE sessions SET proved_at = now() + interval '1 day'`);
  await untilAtRest();
});
afterAll(() => ctx?.stop());

/** Somebody and something that no other workspace has, two of each kind. */
async function fill(workspace: PaidWorkspace, prefix: string): Promise<void> {
  const { sql, admin } = workspace;
  await sql(
    `INSERT INTO participants (tenant_id, id, name) SELECT $1, $2 || n, 'Somebody ' || n FROM generate_series(1, 2) n`,
    [`${prefix}-p`],
  );
  await sql(
    `INSERT INTO quotas (tenant_id, participant_id, unit, from_date, to_date, amount) SELECT $1, $2 || n, '$', '2024-01-01', '2024-03-31', 50000 FROM generate_series(1, 2) n`,
    [`${prefix}-p`],
  );
  await sql(
    `INSERT INTO territory_assignments (tenant_id, participant_id, territory, from_date) SELECT $1, $2 || n, 'Territory', '2024-01-01' FROM generate_series(1, 2) n`,
    [`${prefix}-p`],
  );
  await sql(
    `INSERT INTO opportunities (tenant_id, id, name, participant_id, stage, status, amount) SELECT $1, $2 || '-o' || n, 'Renewal ' || n, $2 || '-p' || n, 'Quote', 'open', n FROM generate_series(1, 2) n`,
    [prefix],
  );
  for (const n of [1, 2])
    await workspace.addDeal({ id: `${prefix}-d${n}`, amount: '31415.92', participantId: `${prefix}-p${n}` });
  await sql(
    `INSERT INTO cash_receipts (tenant_id, id, deal_id, date, amount, currency) SELECT $1, $2 || '-r' || n, $2 || '-d' || n, '2024-02-01', 31.41, 'USD' FROM generate_series(1, 2) n`,
    [prefix],
  );
  await sql(
    `INSERT INTO import_problems (tenant_id, import_id, seq, line, reason, fix, value) SELECT $1, $2, n, n, 'reason', 'mend', 'value' FROM generate_series(1, 2) n`,
    [workspace.importId],
  );
  await sql(
    `INSERT INTO import_changes (tenant_id, import_id, line, key, changes) SELECT $1, $2, n, 'key', '[]' FROM generate_series(1, 2) n`,
    [workspace.importId],
  );
  await sql(
    `INSERT INTO holidays (tenant_id, date, name) SELECT $1, '2024-05-01'::date + n, 'Day off' FROM generate_series(1, 2) n`,
  );
  await admin.post('/api/assignments', { planId: workspace.planId, everybody: true, from: '2024-01-01' });
}

/** Writes the canary into every text the other workspace holds, then calculates, so that the pay holds it too. */
async function mark(): Promise<void> {
  const texts: Record<string, string[]> = {
    participants: ['name', 'title'],
    deals: ['customer', 'product', 'source_text'],
    opportunities: ['name', 'customer'],
    imports: ['file_name'],
    import_problems: ['reason', 'fix', 'value'],
    import_changes: ['key'],
    exchange_rates: ['source'],
    holidays: ['name'],
    territory_assignments: ['territory'],
  };
  for (const [table, columns] of Object.entries(texts)) {
    const changes = columns.map((column) => `${column} = coalesce(${column}, '') || '${canary}'`);
    await theirs.sql(`UPDATE ${table} SET ${changes.join(', ')} WHERE tenant_id = $1`);
  }
  await theirs.sql(`UPDATE tenants SET name = name || '${canary}' WHERE id = $1`);
}

async function idsOf(workspace: PaidWorkspace, prefix: string): Promise<Record<string, string>> {
  const run = await workspace.calculate();
  expect(run.status).toBe('completed');
  const plan = await workspace.admin.get(`/api/plans/${workspace.planId}`);
  const things = await fillPayments(workspace, {
    calculationId: run.id,
    lines: [1, 2].map((n) => ({
      participantId: `${prefix}-p${n}`,
      componentId: 'bookings',
      dealId: `${prefix}-d${n}`,
    })),
  });
  const tried = await workspace.admin.post(`/api/calculations/${run.id}/recalculations`, {
    change: { of: 'deal', id: `${prefix}-d1`, after: null },
    reason: 'as agreed',
  });
  const simulated = await fillSimulations(workspace);
  const reviewed = await fillDisputes(workspace, {
    calculationId: run.id,
    participantIds: [`${prefix}-p1`, `${prefix}-p2`],
  });
  const suggested = await fillSuggestions(workspace);
  const brought = await fillImports(workspace, prefix === 'far' ? canary : 'Somebody else');
  const fetched = await fillConnectors(workspace, `Orders of ${prefix === 'far' ? canary : prefix}`);
  const approvals = await fillApprovals(workspace, `Activate ${prefix}`);
  const people = await fillPeople(workspace, `Member of ${prefix}`);
  const flows = await fillWorkflows(workspace, `Approval of ${prefix}`);
  const { agentId, agentVersion } = flows;
  const moved = await fillDeployments(workspace, { name: `Moved of ${prefix}`, agentId, agentVersion });
  const tests = await fillSuites(workspace, { name: `Tests of ${prefix}`, workflowId: flows.workflowId });
  const contracts = await fillContracts(workspace, `Orders of ${prefix}`);
  const policies = await fillPolicies(workspace, `Rules of ${prefix}`);
  const costs = await fillCosts(workspace, `Models of ${prefix}`);
  const alerts = await fillAlerts(workspace, `Failures of ${prefix}`);
  const schedules = await fillSchedules(workspace, `Nightly of ${prefix}`);
  const connections = await fillConnections(workspace, `Chat of ${prefix}`);
  const who = await workspace.admin.get('/api/auth/me');
  const sessions = await workspace.admin.get('/api/auth/sessions');
  return {
    tenantId: workspace.tenant.tenantId,
    planId: workspace.planId,
    runId: run.id,
    recalculationId: String(tried.body.id),
    batchId: await recalculated(workspace),
    upTo: run.id,
    against: run.id,
    import: workspace.importId,
    participantId: `${prefix}-p1`,
    componentId: 'bookings',
    deal: `${prefix}-d1`,
    documentHash: plan.body.documentHash,
    user: who.body.user.id,
    session: String(sessions.body.rows?.[0]?.id ?? sessions.body[0]?.id),
    objectId: workspace.planId,
    ...things,
    ...simulated,
    ...reviewed,
    ...suggested,
    ...people,
    ...approvals,
    ...brought,
    ...fetched,
    ...flows,
    ...moved,
    ...tests,
    ...connections,
    ...costs,
    ...policies,
    ...alerts,
    ...contracts,
    ...schedules,
  };
}

/** A recalculation of all that is out of date, which has ended. */
async function recalculated(workspace: PaidWorkspace): Promise<string> {
  const id = newId();
  await workspace.sql(
    `INSERT INTO recalculation_batches (tenant_id, id, status, results, created_by, finished_at) VALUES ($1, $2, 'completed', '[]', $2, now())`,
    [id],
  );
  return id;
}

/** The value of a field: an id of somewhere, or a harmless one of the right shape. */
function fieldValue(endpoint: Endpoint, field: string, ids: Record<string, string>): unknown {
  const nouns: Record<string, string | undefined> = {
    plans: ids.planId,
    planTests: ids.planId,
    findings: ids.planId,
    simulations: ids.simulationId,
    calculations: ids.runId,
    recalculations: ids.runId,
    recalculateAll: ids.batchId,
    imports: ids.import,
    participantAliases: ids.aliasId,
    importProfiles: ids.profileId,
    connectors: ids.connectorId,
    participants: ids.participantId,
    records: ids.deal,
    auth: ids.session,
    payments: ids.paymentId,
    connections: ids.connectionId,
    webhooks: ids.webhookId,
    dataContracts: ids.contractId,
    suites: ids.suiteId,
    testRuns: ids.testRunId,
    policies: ids.policyId,
    environments: 'prod',
    deployments: ids.deploymentId,
    releases: /list|create/.test(endpoint.name) ? ids.agentId : ids.releaseId,
    restorePoints: ids.restorePointId,
    budgets: ids.budgetId,
    prices: ids.priceId,
    costEntries: ids.entryId,
    workflows: ids.workflowId,
    workflowRuns: ids.workflowRunId,
    runBatches: ids.runBatchId,
    traces: ids.workflowRunId,
    alerts: ids.alertId,
    alertRules: ids.ruleId,
    schedules: ids.scheduleId,
    workflowTriggers: ids.triggerId,
    tasks: ids.taskId,
    agents: ids.agentId,
    agentPresets: ids.agentId,
    agentInstances: ids.instanceId,
    agentTemplates: ids.templateId,
    agentVersions: ids.agentId,
    agentBranches: ids.agentId,
    mergeRequests: /list|open/.test(endpoint.name) ? ids.agentId : ids.mergeRequestId,
    suggestions: ids.suggestionId,
    explanations: ids.suggestionId,
    planChecks: ids.planId,
    evidence: ids.suggestionId,
    analyses: ids.planId,
    approvals: ids.approvalId,
    people: /resend|revoke/.test(endpoint.name) ? ids.invitationId : ids.memberId,
    apiTokens: ids.tokenId,
    serviceAccounts: ids.serviceId,
    accessGrants: ids.accessId,
    accessReviews: ids.reviewId,
    roles: ids.roleId,
    disputes: ids.disputeId,
    notices: ids.noticeId,
    draws: ids.drawId,
    payrollLayouts: ids.layoutId,
    savedViews: ids.viewId,
    notes: ids.noteId,
    adjustments: ids.adjustmentId,
    holds: ids.holdId,
  };
  const plain: Record<string, unknown> = {
    id: nouns[endpoint.name.split('.')[0] ?? ''],
    participantIds: [ids.participantId],
    answers: [{ name: 'Somebody', participantId: ids.participantId }],
    document: validPlan(),
    test: endpoint.name.startsWith('suites.') ? rightCase : emptyTest,
    suites: [ids.suiteId],
    version: endpoint.name === 'suites.run' ? null : undefined,
    description: 'A description',
    required: false,
    // what `what-depends` and what a recalculation take
    change: {
      of: 'quota',
      before: null,
      after: null,
      participantId: ids.participantId,
      from: '2024-01-01',
      to: '2024-03-31',
    },
    after: null,
    mapping: { header: true, decimal: '.', date: 'iso', fields: { id: { columns: [0] } } },
    name: endpoint.name === 'agentBranches.create' ? newId() : `Mine ${newId()}`,
    type: endpoint.name.startsWith('agents.')
      ? 'Custom'
      : endpoint.name === 'suggestions.feedback'
        ? 'thumbs_up'
        : 'bonus-plan',
    when: { kind: 'webhook' },
    revision: 1,
    displayName: 'Bea',
    username: newId(),
    roles: [{ role: 'viewer' }],
    scopes: ['read:plans'],
    days: 1,
    permission: 'read:deals',
    hours: 1,
    cells: [{ permission: 'read:plans', scope: 'tenant' }],
    node: 'ask',
    to: endpoint.name.startsWith('tasks.') ? 'someone' : undefined,
    period: '2024-Q1',
    from: endpoint.name === 'audit.consistency' ? 1 : endpoint.method === 'GET' ? undefined : '2024-01-01',
    ...(/[bB]ackfill/.test(endpoint.name)
      ? { from: '2024-01-01T00:00:00Z', to: '2024-01-02T00:00:00Z' }
      : {}),
    tags: [],
    act: { 'runBatches.estimate': 'retry', 'schedules.act': 'run' }[endpoint.name],
    on: '2024-12-31',
    index: 0,
    anchor: '00000000',
    entryCount: 1,
    calculationId: ids.runId,
    dealId: ids.deal,
    decidedOn: '2024-04-02',
    months: 12,
    currency: 'USD',
    amount: '100',
    reason: 'as agreed',
    stated: [],
    ...(endpoint.name.startsWith('connections.') && endpoint.method !== 'GET' ? rightConnection : {}),
    ...(endpoint.name === 'connections.stageSecret' ? { secret: 'the next secret' } : {}),
    ...(endpoint.name.startsWith('dataContracts.') ? rightContract : {}),
    ...(endpoint.name.startsWith('policies.') ? rightPolicy : {}),
    ...(/^(environments|deployments|releases|rollbacks|restorePoints)\./.test(endpoint.name)
      ? rightDeployment
      : {}),
    ...(/^(budgets|prices|costEntries)\./.test(endpoint.name) ? rightCosts : {}),
    ...(endpoint.name.startsWith('alertRules.') ? rightAlert : {}),
    ...(endpoint.name === 'accessReviews.decide' ? { items: [ids.reviewItemId] } : {}),
    ...(endpoint.name === 'schedules.save' ? rightSchedule : {}),
    ...(endpoint.name === 'roles.saveSettings'
      ? { active: true, requireApproval: false, auditActions: false }
      : {}),
    ...(endpoint.name.startsWith('agentPresets.') ? { parameters: {} } : {}),
    deprecated: true,
    as: endpoint.name === 'logs.export' ? 'csv' : 'odcs',
    side: 'input',
    text: { 'dataContracts.import': '{}', 'notes.create': 'A note', 'notes.change': 'Another' }[
      endpoint.name
    ],
    ...(endpoint.name.startsWith('notes.') ? { subject: 'plan', subjectId: ids.planId } : {}),
    hash: /^(agentVersions|deployments|releases)\./.test(endpoint.name) ? ids.agentVersion : 'a1',
    ours: ids.agentVersion,
    theirs: ids.agentVersion,
    branch: 'second',
    form: {},
    status: { 'agentVersions.move': 'deprecated', 'policies.setStatus': 'active' }[endpoint.name],
    decision: { 'deployments.decide': 'promote', 'accessReviews.decide': 'keep' }[endpoint.name] ?? 'approve',
    title: 'A title',
    reasoning: 'For a reason.',
    assignee: 'nobody',
    message: 'A message',
    outcome: endpoint.name === 'disputes.resolve' ? 'dismissed' : undefined,
    code: endpoint.name === 'suggestions.override' ? 'OTHER' : undefined,
    url: 'https://hooks.example.com/attain',
    isActive: true,
    events: endpoint.name.startsWith('webhooks.')
      ? ['plan.activated']
      : [{ id: newId(), type: 'why', timestamp: '2026-01-01T00:00:00Z' }],
    level: endpoint.name.startsWith('logs.') ? undefined : 1,
    isPaused: false,
    parameter: 'cap',
    componentId: 'bookings',
    newValue: '3x',
    kind: {
      'connections.create': 'chat',
      'draws.create': 'recoverable',
      'adjustments.submit': 'bonus',
      'clawbacks.decide': 'full',
      'simulations.start': 'replay',
    }[endpoint.name],
    ...(endpoint.name.startsWith('connectors.') ? rightConnector : {}),
  };
  // what is called a run there is a run of payments
  if (/^agent(Versions|Branches)\./.test(endpoint.name) && ['from', 'to'].includes(field))
    return ids.agentVersion;
  if (field === 'runId' && endpoint.path.startsWith('/payments/')) return ids.paymentId;
  return ids[field] ?? plain[field];
}

/** Ids shaped like those of the other workspace, which nobody has. */
function idsOfNobody(): Record<string, string> {
  const nobody = (field: string, id: string) => {
    if (/^[\da-f-]{36}$/.test(id)) return newId();
    return /^[\da-f]{16,}$/.test(id) ? id.replace(/./g, '0') : `none-${field}`;
  };
  return Object.fromEntries(Object.entries(foreign).map(([field, id]) => [field, nobody(field, id)]));
}

async function call(
  who: Client,
  endpoint: Endpoint,
  ids: (field: string) => Record<string, string>,
  more: Record<string, unknown> = {},
): Promise<Answer> {
  const at = (field: string) => fieldValue(endpoint, field, ids(field));
  const path = addressOf(
    endpoint,
    Object.fromEntries(endpoint.inPath.map((field) => [field, String(at(field))])),
  );
  const beside = endpoint.beside
    .map((field) => [field, at(field)])
    .filter(([, value]) => value !== undefined);
  const input = { ...Object.fromEntries(beside), ...more };
  if (endpoint.method === 'GET') return who.get(path, input);
  return endpoint.method === 'PUT' ? who.put(path, input) : who.post(path, input);
}

/** Fields that name something: a row, or the content of one. */
const naming = [
  'id',
  'planId',
  'testId',
  'baselinePlanId',
  'runId',
  'against',
  'participantId',
  'participantIds',
  'tenantId',
  'documentHash',
  'objectId',
  'calculationId',
  'dealId',
  'workflowId',
  'upTo',
];
const namesIn = (endpoint: Endpoint) =>
  [...endpoint.inPath, ...endpoint.beside].filter((field) => naming.includes(field));
const walked = endpoints.filter(
  ({ access, name }) => access !== 'public' && !/logout|endOthers|endOtherSessions|changePassword/.test(name),
);

/** What of the other workspace is in an answer; what was sent oneself does not count. */
function leaked(answer: Answer, sent: string): string[] {
  const text = `${JSON.stringify(answer.body)} ${[...answer.headers].join(' ')}`;
  return secrets.filter((secret) => text.includes(secret) && !sent.includes(secret));
}

/** Waits until the jobs that filling the other workspace has started write nothing any more. */
async function untilAtRest(): Promise<void> {
  for (let before = {}; ; ) {
    const now = await everythingOfTheirs();
    if (isDeepStrictEqual(now, before)) return;
    before = now;
    await setTimeout(1_000);
  }
}

/** A hash of every row the other workspace holds, by table. */
async function everythingOfTheirs(): Promise<Record<string, string>> {
  const { owner } = ctx.ctx.db;
  if (tables.length === 0) {
    const found = await owner.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'sessions' ORDER BY 1`,
    );
    tables = found.rows.map(({ name }) => name);
  }
  const hashes = tables.map(
    (name) =>
      `(SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM ${name} t WHERE tenant_id = $1) AS ${name}`,
  );
  const { rows } = await owner.query({
    name: 'everything',
    text: `SELECT ${hashes.join(', ')}`,
    values: [foreign.tenantId],
  });
  return rows[0];
}

const without = (answer: Answer, ids: Record<string, string>) => {
  const { requestId: _, ...body } = answer.body;
  return Object.values(ids).reduce(
    (text, id) => text.replaceAll(id, '?'),
    JSON.stringify({ status: answer.status, body }),
  );
};

describe('[SHELL-PROD-01] of two workspaces alike', () => {
  test('the canaries are there to be found: the other one’s own administrator meets them everywhere', async () => {
    const met = new Set<string>();
    const moments: string[] = [];
    for (const endpoint of walked.filter(({ method }) => method === 'GET')) {
      const answer = await call(theirs.admin, endpoint, () => foreign);
      const text = JSON.stringify(answer.body);
      if (text.includes(canary)) met.add(endpoint.name);
      for (const [field] of text.matchAll(/"\w+":"\d{4}-\d\d-\d\d \d\d:[^"]+"/g))
        moments.push(`${endpoint.name} ${field}`);
    }
    // moments are sent as the web reads them, not as the database writes them
    expect(moments).toEqual([]);
    expect([...met].sort()).toEqual(
      expect.arrayContaining([
        'adjustments.list',
        'assignments.list',
        'calculations.get',
        'calculations.list',
        'clawbacks.list',
        'connectors.executions',
        'connectors.list',
        'draws.list',
        'imports.get',
        'imports.list',
        'imports.skips',
        'participantAliases.list',
        'participants.get',
        'participants.list',
        'paymentLimits.list',
        'payments.ledger',
        'payments.lines',
        'payments.list',
        'payments.payees',
        'payouts.credits',
        'payouts.explain',
        'payouts.list',
        'payouts.ofDeal',
        'plans.get',
        'plans.list',
        'records.deal',
        'records.deals',
        'records.exchangeRates',
        'records.opportunities',
        'records.quotas',
        'records.receipts',
        'records.territories',
        'simulations.get',
        'simulations.list',
        'simulations.payees',
        'statementArchives.list',
        'statements.get',
        'statements.list',
      ]),
    );
  });

  test.each(walked.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]))(
    '%s answers for the ids of the other as for ids of nobody, and shows and changes nothing there',
    async (_name, endpoint) => {
      const before = await everythingOfTheirs();
      const nobody = idsOfNobody();
      const names = namesIn(endpoint);
      // all of them at once, then each alone among ids that are one's own
      for (const wrong of [names, ...names.map((name) => [name])]) {
        if (wrong.length === 0) continue;
        const pick = (ids: Record<string, string>) => (field: string) => (wrong.includes(field) ? ids : own);
        const answer = await call(me, endpoint, pick(foreign));
        const asNobody = await call(me, endpoint, pick(nobody));
        const described = { endpoint: endpoint.name, wrong, body: JSON.stringify(answer.body).slice(0, 300) };
        expect({ ...described, leaked: leaked(answer, JSON.stringify(foreign)) }).toEqual({
          ...described,
          leaked: [],
        });
        expect({ ...described, text: JSON.stringify(answer.body).includes(canary) }).toEqual({
          ...described,
          text: false,
        });
        expect(without(answer, foreign)).toBe(without(asNobody, nobody));
        // every workspace has the same three environments
        const isOwned = (field: string) =>
          field !== 'componentId' && !endpoint.name.startsWith('environments.');
        if (wrong.some((field) => endpoint.inPath.includes(field) && isOwned(field)))
          expect({ ...described, status: answer.status }).toEqual({ ...described, status: 404 });
        else if (answer.status < 300)
          expect({
            ...described,
            rows: answer.body.rows ?? (answer.body.count === 0 ? [] : undefined),
          }).toEqual({ ...described, rows: [] });
      }
      // and with nothing wrong at all, unless that would sign one out
      if (!['auth.switch', 'auth.endSession'].includes(endpoint.name)) {
        const plain = await call(me, endpoint, () => own);
        expect(leaked(plain, '')).toEqual([]);
      }
      expect((await me.get('/api/auth/me')).status).toBe(200);
      expect(await everythingOfTheirs()).toEqual(before);
    },
  );

  test('files of the other are found no more than files of nobody', async () => {
    for (const format of ['pdf', 'csv', 'json']) {
      for (const path of [
        `${foreign.runId}/${foreign.participantId}`,
        `${foreign.runId}/ann`,
        `${own.runId}/${foreign.participantId}`,
      ]) {
        const answer = await me.get(`/api/statements/${path}.${format}`);
        expect([path, answer.status, leaked(answer, path)]).toEqual([path, 404, []]);
      }
      const twin = await me.get(`/api/statements/${own.runId}/ann.${format}`);
      expect([twin.status, leaked(twin, '')]).toEqual([200, []]);
    }
    for (const dispute of [foreign.disputeId, own.disputeId]) {
      const answer = await me.get(`/api/disputes/${dispute}/files/${foreign.disputeFileId}`);
      expect([dispute, answer.status, leaked(answer, '')]).toEqual([dispute, 404, []]);
    }
    const file = await me.get(`/api/disputes/${own.disputeId}/files/${own.disputeFileId}`);
    expect([file.status, leaked(file, '')]).toEqual([200, []]);
    const log = await me.get('/api/audit/export');
    expect([log.status, leaked(log, '')]).toEqual([200, []]);
    expect(String((await theirs.admin.get('/api/audit/export')).body)).toContain(foreign.tenantId);
    const upload = await me.upload(
      '/api/imports/upload',
      { name: 'c.csv', content: 'id,name\na,b\n' },
      { kind: 'plan-components', planId: String(foreign.planId) },
    );
    expect([upload.status, leaked(upload, JSON.stringify(foreign))]).toEqual([400, []]);
  });

  test('cursors, searches and sorts of the other lead to one’s own rows only', async () => {
    const lists = walked.filter(({ beside }) => beside.includes('cursor'));
    expect(lists.length).toBeGreaterThan(12);
    for (const endpoint of lists) {
      const limit = { limit: 1 };
      const unfiltered = (ids: Record<string, string>) => (field: string) =>
        endpoint.inPath.includes(field) || field === 'planId' ? ids : {};
      const first = await call(theirs.admin, endpoint, unfiltered(foreign), limit);
      const cursors = [first.body.nextCursor, Buffer.from(JSON.stringify([''])).toString('base64url')].filter(
        Boolean,
      );
      const tries: Record<string, unknown>[] = cursors.map((cursor) => ({ cursor, limit: 1000 }));
      if (endpoint.beside.includes('search'))
        for (const search of [canary, 'far-', '%', '_', String(foreign.planId)]) tries.push({ search });
      if (endpoint.beside.includes('sort'))
        for (const sort of [
          'id',
          '-id',
          'name',
          '-name',
          'date',
          '-date',
          'amount',
          '-amount',
          'participant',
          'attainment',
          '-attainment',
        ])
          tries.push({ sort, limit: 1000 });
      for (const one of tries) {
        const answer = await call(me, endpoint, unfiltered(own), one);
        expect([endpoint.name, one, leaked(answer, JSON.stringify(one))]).toEqual([endpoint.name, one, []]);
        if (one.search === canary || one.search === 'far-') expect(answer.body.rows).toEqual([]);
      }
    }
  });
});

describe('fields that nobody is asked for', () => {
  const forged = () => ({
    tenantId: foreign.tenantId,
    tenant_id: foreign.tenantId,
    createdBy: foreign.user,
    created_by: foreign.user,
    activatedBy: foreign.user,
    activatedAt: '2020-01-01T00:00:00Z',
    userId: foreign.user,
    status: 'Active',
    version: 99,
    activeVersion: 99,
    documentHash: '0'.repeat(64),
    roles: ['administrator'],
    total: '1000000.00',
    problems: [],
  });

  test('change nothing in what is stored', async () => {
    const before = await everythingOfTheirs();
    const id = newId();
    const plan = await me.post('/api/plans', { name: 'Forged', type: 'bonus-plan', id, ...forged() });
    expect(plan.body).toMatchObject({ status: 'Draft', version: 1, activeVersion: null });
    expect(plan.body.id).not.toBe(id);
    const saved = await me.put(`/api/plans/${plan.body.id}`, {
      revision: plan.body.revision,
      document: validPlan({ name: 'Forged' }),
      ...forged(),
    });
    expect(saved.body).toMatchObject({ status: 'Draft', activeVersion: null });
    const { status: _s, documentHash: _h, ...rest } = forged();
    const active = await me.post(`/api/plans/${plan.body.id}/activate`, {
      ...rest,
      documentHash: saved.body.documentHash,
    });
    expect(active.body).toMatchObject({ status: 'Active', activeVersion: 1 });
    const rows = await ctx.ctx.db.owner.query(
      "SELECT v.tenant_id, p.created_by AS made, v.created_by AS wrote, v.activated_by AS approved, v.activated_at > now() - interval '1 hour' AS fresh FROM plan_versions v JOIN plans p ON p.id = v.plan_id WHERE v.plan_id = $1",
      [plan.body.id],
    );
    expect(rows.rows).toEqual([
      { tenant_id: own.tenantId, made: own.user, wrote: own.user, approved: own.user, fresh: true },
    ]);
    const upload = await me.upload(
      '/api/imports/upload',
      { name: 'x.csv', content: 'id,name\nx,y\n' },
      {
        kind: 'participants',
        id,
        tenantId: String(foreign.tenantId),
        status: 'committed',
        createdBy: String(foreign.user),
      },
    );
    expect([upload.body.status, upload.body.id === id, upload.body.createdBy]).toEqual([
      'uploaded',
      false,
      'administrator',
    ]);
    const assigned = await me.post('/api/assignments', {
      planId: plan.body.id,
      participantIds: ['ann'],
      from: '2024-01-01',
      ...forged(),
    });
    expect(assigned.body).toEqual({ assigned: 1, unchanged: 0 });
    const run = await me.post('/api/calculations', {
      planId: plan.body.id,
      period: '2024-Q1',
      id,
      ...forged(),
    });
    expect([run.status, run.body.status, run.body.total, run.body.id === id]).toEqual([
      202,
      'queued',
      null,
      false,
    ]);
    expect(await everythingOfTheirs()).toEqual(before);
  });

  test('are refused inside a plan document, which is kept to the letter', async () => {
    const document = {
      ...validPlan(),
      tenantId: foreign.tenantId,
      status: 'Active',
      activatedBy: foreign.user,
    };
    const answer = await me.post('/api/plans', { name: 'Stowaway', type: 'bonus-plan', document });
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_INPUT']);
  });
});
