import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillApprovals } from '../slices/approvals/filled-approvals.fixture.ts';
import { fillConnections, rightConnection } from '../slices/connections/filled-connections.fixture.ts';
import { fillConnectors, rightConnector } from '../slices/connectors/filled-connectors.fixture.ts';
import { fillCosts, rightCosts } from '../slices/costs/filled-costs.fixture.ts';
import { fillContracts, rightContract } from '../slices/data-contracts/filled-contracts.fixture.ts';
import { fillDeployments, rightDeployment } from '../slices/deployments/filled-deployments.fixture.ts';
import { fillDisputes } from '../slices/disputes/filled-disputes.fixture.ts';
import { fillImports } from '../slices/imports/filled-imports.fixture.ts';
import { fillPayments } from '../slices/payments/paid-period.fixture.ts';
import { type PaidWorkspace, paidWorkspace } from '../slices/payouts/paid-workspace.fixture.ts';
import { fillPolicies, rightPolicy } from '../slices/policies/filled-policies.fixture.ts';
import { fillSchedules, rightSchedule } from '../slices/schedules/filled-schedules.fixture.ts';
import { emptyTest, fillSimulations } from '../slices/simulations/simulated-plan.fixture.ts';
import { fillSuggestions } from '../slices/suggestions/filled-suggestions.fixture.ts';
import { fillSuites, rightCase } from '../slices/suites/filled-suites.fixture.ts';
import { fillAlerts, rightAlert } from '../slices/telemetry/filled-alerts.fixture.ts';
import { fillWorkflows } from '../slices/workflow-runs/filled-workflows.fixture.ts';
import type { Answer } from '../testing/client.ts';
import { settled } from '../testing/settled.ts';
import { startTestContext, type TestContext } from '../testing/start-test-context.ts';
import { validPlan } from '../testing/valid-plan.ts';
import { addressOf, type Endpoint, endpoints } from './endpoints.fixture.ts';

let ctx: TestContext;
let work: PaidWorkspace;
let known: Record<string, string>;

beforeAll(async () => {
  ctx = await startTestContext();
  work = await paidWorkspace(ctx);
  const run = await work.calculate();
  known = { planId: work.planId, runId: run.id, participantId: 'ann', componentId: 'bookings' };
  await fillLists();
  // a slow machine must not ask for another proof of who it is
  await ctx.ctx.db.owner.query(`UPDATE sessions SET proved_at = now() + interval '1 day'`);
});
afterAll(() => ctx?.stop());

/** Sends text as it is. */
const post = (path: string, body: string) =>
  work.admin.send(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });

/** Values that are right for the fields, so that the bad one among them gets as deep as it can. */
function rightFor(endpoint: Endpoint): Record<string, unknown> {
  const { agentVersion } = known;
  const ofVersion = {
    hash: agentVersion,
    from: agentVersion,
    to: agentVersion,
    ours: agentVersion,
    theirs: agentVersion,
    status: 'deprecated',
    branch: 'second',
    form: {},
    choices: {},
  };
  return {
    id: {
      plans: work.planId,
      planTests: work.planId,
      findings: work.planId,
      simulations: known.simulationId,
      calculations: known.runId,
      recalculations: known.runId,
      recalculateAll: known.runId,
      imports: work.importId,
      participantAliases: known.aliasId,
      importProfiles: known.profileId,
      connectors: known.connectorId,
      participants: 'ann',
      records: 'd1',
      payments: known.paymentId,
      connections: known.connectionId,
      webhooks: known.webhookId,
      dataContracts: known.contractId,
      suites: known.suiteId,
      testRuns: known.testRunId,
      policies: known.policyId,
      environments: 'prod',
      deployments: known.deploymentId,
      releases: /list|create/.test(endpoint.name) ? known.agentId : known.releaseId,
      restorePoints: known.restorePointId,
      budgets: known.budgetId,
      prices: known.priceId,
      costEntries: known.entryId,
      workflows: known.workflowId,
      workflowRuns: known.workflowRunId,
      runBatches: known.runBatchId,
      traces: known.workflowRunId,
      alerts: known.alertId,
      alertRules: known.ruleId,
      schedules: known.scheduleId,
      workflowTriggers: known.triggerId,
      tasks: known.taskId,
      agents: known.agentId,
      agentPresets: known.agentId,
      agentInstances: known.instanceId,
      agentTemplates: known.templateId,
      agentVersions: known.agentId,
      agentBranches: known.agentId,
      mergeRequests: /list|open/.test(endpoint.name) ? known.agentId : known.mergeRequestId,
      suggestions: known.suggestionId,
      explanations: known.suggestionId,
      planChecks: work.planId,
      evidence: known.suggestionId,
      analyses: known.planId,
      approvals: known.approvalId,
      disputes: known.disputeId,
      notices: known.noticeId,
      draws: known.drawId,
      payrollLayouts: known.layoutId,
      savedViews: known.viewId,
      notes: known.noteId,
      adjustments: known.adjustmentId,
      holds: known.holdId,
      accessReviews: known.reviewId,
    }[endpoint.name.split('.')[0] ?? ''],
    document: validPlan(),
    test: endpoint.name.startsWith('suites.') ? rightCase : emptyTest,
    ...(endpoint.name.startsWith('suites.')
      ? { description: '', required: false, suites: [known.suiteId] }
      : {}),
    change:
      endpoint.name === 'recalculations.make'
        ? { of: 'deal', id: 'd1', after: { date: '2024-02-02', amount: '100', participantId: 'ann' } }
        : { of: 'quota', before: null, after: null },
    after: { date: '2024-02-02', amount: '100', currency: 'USD', participantId: 'ann' },
    furtherDeals: [{ amount: '1' }],
    ...(endpoint.name === 'simulations.start' ? { kind: 'replay', scenarios: 10, seed: 'x' } : {}),
    mapping: { header: true, decimal: '.', date: 'iso', fields: { id: { columns: [0] } } },
    from: endpoint.name === 'audit.consistency' ? 1 : '2024-01-01',
    participantIds: ['ann'],
    on: '2030-01-01',
    period: '2024-Q1',
    type: 'bonus-plan',
    when: { kind: 'webhook' },
    revision: 1,
    index: 0,
    anchor: '00000000',
    entryCount: 1,
    parameter: 'cap',
    newValue: '3x',
    currency: 'USD',
    amount: '100',
    reason: 'as agreed',
    stated: [],
    months: 12,
    month: '2024-03',
    title: 'A title',
    reasoning: 'For a reason.',
    changes: [],
    evidence: [],
    ...(endpoint.name === 'approvals.decide' ? { hash: 'a1', decision: 'approve' } : {}),
    ...(endpoint.name === 'accessReviews.decide' ? { items: [known.reviewItemId], decision: 'keep' } : {}),
    ...(endpoint.name === 'disputes.resolve' ? { outcome: 'dismissed' } : {}),
    ...(endpoint.name === 'suggestions.override' ? { code: 'OTHER' } : {}),
    ...(endpoint.name.startsWith('connections.') ? { ...rightConnection, kind: 'chat' } : {}),
    ...(endpoint.name.startsWith('dataContracts.') && endpoint.method !== 'GET' ? rightContract : {}),
    ...(endpoint.name.startsWith('policies.') ? rightPolicy : {}),
    ...(/^(budgets|prices|costEntries)\./.test(endpoint.name) ? rightCosts : {}),
    ...(endpoint.name.startsWith('alertRules.') ? rightAlert : {}),
    ...(endpoint.name === 'schedules.save' ? { ...rightSchedule, name: 'Nightly' } : {}),
    ...(endpoint.name === 'schedules.act' ? { act: 'pause' } : {}),
    ...(/^(traces|measures|logs)\./.test(endpoint.name)
      ? { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', status: 'error', as: 'csv' }
      : {}),
    ...(/[bB]ackfill/.test(endpoint.name)
      ? { from: '2024-01-01T00:00:00Z', to: '2024-01-02T00:00:00Z' }
      : {}),
    ...(endpoint.name === 'runBatches.estimate' ? { act: 'retry' } : {}),
    ...(endpoint.name.startsWith('connectors.') ? rightConnector : {}),
    ...(endpoint.name === 'dataContracts.infer' ? { side: 'input' } : {}),
    ...(endpoint.name === 'dataContracts.import' ? { text: '{}' } : {}),
    ...(endpoint.name === 'dataContracts.export' ? { as: 'odcs' } : {}),
    ...known,
    ...(/^(environments|deployments|releases|rollbacks|restorePoints)\./.test(endpoint.name)
      ? { ...rightDeployment, hash: known.agentVersion, agent: known.agentId }
      : {}),
    ...(/^agent(Instances|Templates)\./.test(endpoint.name)
      ? { agent: known.agentId, instance: undefined, name: `A ${endpoint.name}`, replace: true }
      : {}),
    ...(endpoint.name.startsWith('agentPresets.') ? { parameters: {}, name: 'A preset' } : {}),
    ...(endpoint.name.startsWith('agents.') ? { name: 'An agent', type: 'Custom', agentId: '' } : {}),
    ...(endpoint.path.startsWith('/payments/') ? { runId: known.paymentId } : {}),
    ...(/^(agentVersions|agentBranches|mergeRequests)\./.test(endpoint.name) ? ofVersion : {}),
    ...(endpoint.name.startsWith('notes.')
      ? { subject: 'plan', subjectId: work.planId, text: 'A note' }
      : {}),
    ...(endpoint.name === 'disputes.checkDeal' ? { calculationId: known.runId } : {}),
    ...(endpoint.name === 'payouts.ofDeal' ? { dealId: 'd1' } : {}),
  };
}

async function send(endpoint: Endpoint, change: { field: string; value: unknown }): Promise<Answer> {
  const all = { ...rightFor(endpoint), [change.field]: change.value };
  const inPath = Object.fromEntries(endpoint.inPath.map((field) => [field, wellFormed(String(all[field]))]));
  const path = addressOf(endpoint, inPath);
  const beside = endpoint.beside
    .filter((field) => all[field] !== undefined)
    .map((field) => [field, all[field]]);
  if (endpoint.method === 'GET') {
    const query = Object.fromEntries(beside.map(([field, value]) => [field, wellFormed(String(value))]));
    return work.admin.get(path, query);
  }
  const body = Object.fromEntries(beside);
  return endpoint.method === 'PUT' ? work.admin.put(path, body) : work.admin.post(path, body);
}

/** An address cannot hold half a character at all; JSON can. */
const wellFormed = (text: string) => text.toWellFormed();

const texts = [
  '',
  ' ',
  'a\u0000b',
  '\u0000',
  '\ud800',
  'x\udfff',
  '\u{10ffff}\u202e',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  "'; DROP TABLE deals; --",
  '%',
  '\\',
  '%\u0000%',
  'null',
  '[]',
  '0',
  '-1',
  '1e400',
  'Infinity',
  'NaN',
  '999999999999999',
  '9'.repeat(40),
  '2024-02-30',
  '0000-00-00',
  '0000-01-01',
  '10000-01-01',
  '-0001-01-01',
  '9999-12-31',
  '2024-13',
  '9999-Q4',
  '0000-Q1',
  '0001',
  '2024-01-01..9999-12-31',
  '2024-12-31..2024-01-01',
  'x'.repeat(450),
  '王'.repeat(150),
];
const values = [
  null,
  true,
  -1,
  0,
  1.5,
  1e15,
  1e308,
  -0,
  [],
  {},
  [null],
  [[[]]],
  ['\ud800'],
  ['a\u0000b'],
  [{}],
  { a: { b: [] } },
];

/** What is wrong with an answer to nonsense, or nothing. */
function wrongWith(answer: Answer): string | null {
  if (answer.status >= 500) return `${answer.status} ${JSON.stringify(answer.body)}`;
  if (answer.status < 400) return null;
  const { error, code, requestId } = answer.body;
  const readable = typeof error === 'string' && error.length > 10 && /[a-z]/.test(error);
  return readable && code && requestId ? null : `unreadable: ${answer.status} ${JSON.stringify(answer.body)}`;
}

/** What every field is given; the other values are dealt out, so that each meets fields of every kind. */
const always: readonly unknown[] = ['a\u0000b', '\ud800', 'x'.repeat(450), null, {}];
const dealt = 5;

/** The values for a field of an endpoint: those for all, and a fifth of the others. */
function triesOf(all: readonly unknown[], [endpoint, field]: readonly [number, number]): unknown[] {
  const isAlways = (value: unknown) => always.some((one) => JSON.stringify(one) === JSON.stringify(value));
  return all.filter((value, at) => isAlways(value) || (at + endpoint + field) % dealt === 0);
}

describe('bad input', () => {
  const walked = endpoints.filter((endpoint) => endpoint.name !== 'auth.logout');

  test.each(walked.map((endpoint, at): [string, Endpoint, number] => [endpoint.name, endpoint, at]))(
    'nonsense in any field of %s is answered in words and never by a defect',
    async (_name, endpoint, at) => {
      const found: string[] = [];
      for (const [fieldAt, field] of [...endpoint.inPath, ...endpoint.beside].entries()) {
        const isText = endpoint.method === 'GET' || endpoint.inPath.includes(field);
        const tries = triesOf(isText ? texts : [...texts, ...values], [at, fieldAt]);
        const answers = await Promise.all(
          tries.map(async (value) => ({ value, answer: await send(endpoint, { field, value }) })),
        );
        for (const { value, answer } of answers) {
          const wrong = wrongWith(answer);
          if (wrong) found.push(`${field}=${JSON.stringify(value).slice(0, 60)}: ${wrong}`);
        }
      }
      expect(found).toEqual([]);
    },
  );

  test('bodies no person would write are refused, and the server goes on', async () => {
    const deep = (opening: string, closing: string, depth = 100_000) =>
      opening.repeat(depth) + closing.repeat(depth);
    const draft = (document: string) => `{"name":"Deep","type":"bonus-plan","document":${document}}`;
    const bodies: Record<string, string> = {
      'deep lists': draft(deep('[', ']')),
      'deep objects': draft(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
      'deep, with keys of a prototype': draft(`${'{"__proto__":'.repeat(50_000)}1${'}'.repeat(50_000)}`),
      'deep beside what is asked for': `{"name":"Deep","type":"bonus-plan","more":${deep('[', ']')}}`,
      'deep filter of a sound plan': draft(
        JSON.stringify(validPlan()).replace('"filter":[]', `"filter":${deep('[', ']')}`),
      ),
      'deep and never closed': '['.repeat(1_000_000),
      'key of a prototype': '{"name":"P","type":"bonus-plan","__proto__":{"isAdmin":true}}',
      'key of a constructor': '{"name":"P","type":"bonus-plan","constructor":{"prototype":{"isAdmin":true}}}',
      'a huge list': draft(`[${'1,'.repeat(400_000)}1]`),
      'a huge object': draft(`{${Array.from({ length: 50_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`),
      'quotes that never close': `{"name":"${String.raw`\"`.repeat(400_000)}`,
      'a number without end': draft(`{"components":${'9'.repeat(900_000)}}`),
      'half a character': '{"name":"\\ud800","type":"bonus-plan"}',
      'a NUL': '{"name":"a\\u0000b","type":"bonus-plan"}',
      'bytes that are no text': '{"name":"\u00ff\u00fe","type":',
      nothing: '',
      'a word': 'null',
      'a list': '[]',
      'a text': '"x"',
      'a number': '1e999',
      two: '{}{}',
    };
    const found: string[] = [];
    for (const path of [
      '/api/plans',
      '/api/plans/check',
      `/api/plans/${work.planId}/activate`,
      '/api/assignments',
      '/api/auth/login',
      '/api/calculations',
    ]) {
      for (const [name, body] of Object.entries(bodies)) {
        const answer = await post(path, body);
        const wrong = wrongWith(answer);
        if (wrong) found.push(`${path} ${name}: ${wrong}`);
        if (answer.body.issues?.length > 1_000)
          found.push(`${path} ${name}: ${answer.body.issues.length} issues`);
      }
    }
    expect(found).toEqual([]);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect((await work.admin.get('/api/auth/me')).status).toBe(200);
  });

  test('of a key written twice the last one counts, for the checks as for the work', async () => {
    const answer = await post(
      '/api/plans',
      '{"name":"","name":"Twice","type":"bonus-plan","type":"sales-commission"}',
    );
    expect([answer.status, answer.body.name, answer.body.type]).toEqual([201, 'Twice', 'sales-commission']);
    const list = await work.admin.send('/api/deals?limit=1&limit=2&sort=date&sort=-date', { method: 'GET' });
    expect(list.status).toBe(400);
  });

  test.each([
    ['limit=-1'],
    ['limit=0'],
    ['limit=1001'],
    ['limit=1e9'],
    ['limit=NaN'],
    ['sort=amount;drop'],
    ['sort='],
    ['sort[a]=b'],
    ['from=2024-02-30'],
    ['from=0000-00-00'],
    ['to=tomorrow'],
    ['__proto__[limit]=1&limit=x'],
    ['cursor=%'],
    [`cursor=${'A'.repeat(501)}`],
    [`search=${'x'.repeat(201)}`],
  ])('a list asked for ?%s says what is wrong with it', async (query) => {
    const answer = await work.admin.send(`/api/deals?${query}`, { method: 'GET' });
    expect({ status: answer.status, wrong: wrongWith(answer) }).toEqual({ status: 400, wrong: null });
  });

  test('addresses that are none are refused in the one shape', async () => {
    const found: string[] = [];
    for (const path of [
      '/api/%',
      '/api/%00',
      '/api/deals/%00',
      '/api/deals/%ff%fe',
      '/api/deals/%ed%a0%80',
      `/api/deals/${'x'.repeat(600)}`,
      '/api//',
      '/api/plans/..%2f..%2fx',
      '/api/statements/x/y.pdf',
      `/api/statements/${known.runId}/%00.pdf`,
      `/api/statements/${known.runId}/%ff.csv`,
      `/api/statements/${known.runId}/..%2fx.json`,
      `/api/statements/${known.runId}/nobody.json`,
      '/api/audit/export?x=%',
    ]) {
      const answer = await work.admin.send(path, { method: 'GET' });
      if (answer.status < 400 && !path.includes('export')) found.push(`${path}: ${answer.status}`);
      const wrong = wrongWith(answer);
      if (wrong) found.push(`${path}: ${wrong}`);
    }
    expect(found).toEqual([]);
  });

  test('amounts without measure and days without a calendar are named row by row; what can be paid is paid to the cent', async () => {
    const rows = [
      ['big', '2024-02-01', '999999999999999.99'],
      ['negative', '2024-02-01', '-999999999999999.99'],
      ['endless', '2024-02-01', '9'.repeat(400)],
      ['power', '2024-02-01', '1e400'],
      ['infinite', '2024-02-01', 'Infinity'],
      ['nan', '2024-02-01', 'NaN'],
      ['leap', '2023-02-29', '1'],
      ['zero', '0000-00-00', '1'],
      ['far', '99999-01-01', '1'],
      ['__proto__', '2024-02-01', '1.00'],
      ['constructor', '2024-02-01', '=1+1'],
    ];
    const csv = (some: string[][]) =>
      ['id,date,amount,participant', ...some.map((row) => [...row, 'cid'].join(','))].join('\n');
    const dryRun = async (some: string[][]) => {
      const file = { name: 'amounts.csv', content: csv(some) };
      const { body } = await work.admin.upload('/api/imports/upload', file, { kind: 'deals' });
      await work.admin.post(`/api/imports/${body.id}/check`, { mapping: body.mapping });
      await settled(work.admin, `/api/imports/${body.id}`, ['checked']);
      const problems = await work.admin.get(`/api/imports/${body.id}/problems`);
      return { id: body.id as string, lines: problems.body.rows.map((row: { line: number }) => row.line) };
    };
    const first = await dryRun(rows);
    const bad = new Set<number>(first.lines);
    expect([...bad].sort((a, b) => a - b)).toEqual([4, 5, 6, 7, 8, 9, 10, 12]);
    const second = await dryRun(rows.filter((_, at) => !bad.has(at + 2)));
    expect(second.lines).toEqual([]);
    await work.admin.post(`/api/imports/${second.id}/commit`);
    await settled(work.admin, `/api/imports/${second.id}`, ['committed']);
    const stored = await work.admin.get('/api/deals', { search: 'big' });
    expect(stored.body.rows[0].amount).toBe('999999999999999.99');
    const before = await work.admin.get(`/api/calculations/${known.runId}`);
    const after = await work.calculate();
    expect(after.status).toBe('completed');
    const paid = await work.admin.get(`/api/calculations/${after.id}/payouts`, {
      search: 'cid',
      componentId: 'bookings',
    });
    // 80,000 and a dollar more: the two giants cancel out
    expect([before.body.status, paid.body.rows[0].credited]).toEqual(['completed', '80001']);
  });

  test('uploads that are none are refused in words', async () => {
    const upload = (fields: Record<string, string>, content: string, name = 'x.csv') =>
      work.admin.upload('/api/imports/upload', { name, content }, fields);
    const found: string[] = [];
    const answers = {
      'no kind': await upload({}, 'a,b\n1,2\n'),
      'kind of a prototype': await upload({ kind: '__proto__' }, 'a,b\n1,2\n'),
      'field of a prototype': await upload(
        { kind: 'deals', ['__proto__']: 'x', constructor: 'y' } as never,
        'id\n\n',
      ),
      'a NUL in the name': await upload(
        { kind: 'deals' },
        'id,date,amount\n1,2024-01-01,5\n',
        'a\u0000b.csv',
      ),
      'a path as name': await upload({ kind: 'deals' }, '', '../../../etc/passwd'),
      'a plan that is none': await upload({ kind: 'plan-components', planId: "x'; --" }, 'id\n1\n'),
      'half a character in the head': await upload({ kind: 'deals' }, 'i\u0000d,\u0000,amount\n1,2\n'),
      'no file': await work.admin.send('/api/imports/upload', { method: 'POST', body: new FormData() }),
      JSON: await work.admin.post('/api/imports/upload', {}),
      'a broken form': await work.admin.send('/api/imports/upload', {
        method: 'POST',
        body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      }),
      'no boundary': await work.admin.send('/api/imports/upload', {
        method: 'POST',
        body: 'x',
        headers: { 'content-type': 'multipart/form-data' },
      }),
    };
    for (const [name, answer] of Object.entries(answers)) {
      const wrong = wrongWith(answer);
      if (wrong) found.push(`${name}: ${wrong}`);
    }
    expect(found).toEqual([]);
  });

  test('a cursor that was tampered with is refused, whatever it holds', async () => {
    const junk = [
      null,
      '',
      'x',
      '\u0000',
      '\ud800',
      -1,
      1e15,
      1e308,
      'infinity',
      '-infinity',
      'epoch',
      'now',
      '2024-13-45',
      '0000-00-00',
      'ffffffff-ffff',
      '1'.repeat(60),
      '1e400',
      'NaN',
    ];
    const found: string[] = [];
    // the tests above may have replaced the tags and changed what a calculation reads
    await work.calculate();
    await work.admin.put(`/api/workflows/${known.workflowId}/tags`, { tags: ['first', 'second'] });
    for (const endpoint of endpoints.filter((one) => one.beside.includes('cursor'))) {
      const cursors: unknown[] = [{}, [], 'text', 7, [[]], [{}]];
      // of the wrong length it is refused by that alone, or it goes on as one of its own length does
      for (let length = 1; length <= 7; length += 1) {
        for (const value of [null, 'x', -1]) cursors.push(Array(length).fill(value));
      }
      const own = await ownPlace(endpoint);
      for (const value of junk) for (const at of own.keys()) cursors.push(own.with(at, value));
      const answers = await Promise.all(
        cursors.map(async (value) => {
          const cursor = Buffer.from(JSON.stringify(value)).toString('base64url');
          return { value, answer: await send(endpoint, { field: 'cursor', value: cursor }) };
        }),
      );
      for (const { value, answer } of answers) {
        const wrong = wrongWith(answer);
        if (wrong) found.push(`${endpoint.name} ${JSON.stringify(value).slice(0, 100)}: ${wrong}`);
      }
    }
    expect(found).toEqual([]);
  });
});

/** The place a list itself would go on from after its first row. */
async function ownPlace(endpoint: Endpoint): Promise<unknown[]> {
  const inPath = endpoint.inPath.map((field) => [field, String(rightFor(endpoint)[field])]);
  const path = addressOf(endpoint, Object.fromEntries(inPath));
  const answer = await work.admin.get(path, { limit: 1 });
  expect({ list: endpoint.name, next: typeof answer.body.nextCursor }).toEqual({
    list: endpoint.name,
    next: 'string',
  });
  return JSON.parse(Buffer.from(answer.body.nextCursor, 'base64url').toString('utf8'));
}

/** Gives every list of the workspace a second page. */
async function fillLists(): Promise<void> {
  // enough for an exception of each
  await work.addDeal({ id: 'd7', amount: '1000000.00', participantId: 'bob' });
  await work.addDeal({ id: 'd8', amount: '1000000.00', participantId: 'ann' });
  known.runId = (await work.calculate()).id;
  const lines = ['d1', 'd4'].map((dealId) => ({ participantId: 'ann', componentId: 'bookings', dealId }));
  Object.assign(known, await fillPayments(work, { calculationId: String(known.runId), lines }));
  for (const amount of ['1', '2']) {
    const after = { date: '2024-01-10', amount, currency: 'USD', participantId: 'ann' };
    const asked = { change: { of: 'deal', id: 'd1', after }, reason: 'as agreed' };
    const tried = await work.admin.post(`/api/calculations/${known.runId}/recalculations`, asked);
    known.recalculationId = String(tried.body.id);
  }
  Object.assign(known, await fillSimulations(work));
  const disputed = { calculationId: String(known.runId), participantIds: ['ann', 'bob'] } as const;
  Object.assign(known, await fillDisputes(work, disputed));
  Object.assign(known, await fillSuggestions(work));
  Object.assign(known, await fillConnections(work, 'Chat'));
  Object.assign(known, await fillContracts(work, 'Orders'));
  Object.assign(known, await fillCosts(work, 'Models'));
  Object.assign(known, await fillPolicies(work, 'Rules'));
  Object.assign(known, await fillAlerts(work, 'Failures'));
  Object.assign(known, await fillSchedules(work, 'Costs'));
  Object.assign(known, await fillImports(work, 'Somebody else'));
  Object.assign(known, await fillConnectors(work, 'Orders'));
  Object.assign(known, await fillApprovals(work, 'Activate'));
  Object.assign(known, await fillWorkflows(work, 'Approval'));
  const deployed = {
    name: 'Moved',
    agentId: String(known.agentId),
    agentVersion: String(known.agentVersion),
  };
  Object.assign(known, await fillDeployments(work, deployed));
  const tested = { name: 'Tests', workflowId: String(known.workflowId) };
  Object.assign(known, await fillSuites(work, tested));
  const { body: review } = await work.admin.post('/api/access-reviews', { days: 30 });
  Object.assign(known, { reviewId: String(review.id), reviewItemId: String(review.items[0].id) });
  await work.sql(
    `INSERT INTO access_reviews (tenant_id, id, status, due_on, opened_by)
     SELECT $1, gen_random_uuid(), 'completed', '2024-01-31', opened_by FROM access_reviews WHERE tenant_id = $1`,
  );
  await work.admin.post('/api/plans', { name: 'Second', type: 'bonus-plan' });
  await work.admin.upload(
    '/api/imports/upload',
    { name: 'more.csv', content: 'id,date,amount\n1,2024-01-01,5\n' },
    { kind: 'deals' },
  );
  await work.sql(
    `INSERT INTO territory_assignments (tenant_id, participant_id, territory, from_date) VALUES ($1, 'ann', 'North', '2024-01-01'), ($1, 'ann', 'South', '2024-02-01')`,
  );
  await work.sql(
    `INSERT INTO pay_terms (tenant_id, participant_id, from_date, target_variable_annual) VALUES ($1, 'ann', '2023-01-01', 1), ($1, 'ann', '2023-02-01', 2)`,
  );
  await work.sql(
    `INSERT INTO exchange_rates (tenant_id, from_currency, to_currency, date, rate, source) VALUES ($1, 'EUR', 'USD', '2023-01-01', 1.2, 'x')`,
  );
  await work.sql(
    `INSERT INTO opportunities (tenant_id, id, participant_id, stage, status, amount) VALUES ($1, 'o1', 'ann', 'Quote', 'open', 1), ($1, 'o2', 'ann', 'Quote', 'open', 2)`,
  );
  await work.sql(
    `INSERT INTO cash_receipts (tenant_id, id, deal_id, date, amount, currency) VALUES ($1, 'r1', 'd1', '2024-02-01', 1, 'USD'), ($1, 'r2', 'd1', '2024-02-02', 2, 'USD')`,
  );
  await work.sql(
    `INSERT INTO parallel_pay (tenant_id, participant_id, plan, component, from_date, to_date, amount)
     SELECT $1, id, '', '', '2024-01-01', '2024-03-31', 1 FROM unnest(ARRAY['ann', 'bob']) id`,
  );
  const two = [work.importId];
  await work.sql(
    `INSERT INTO import_problems (tenant_id, import_id, seq, line, reason, fix) SELECT $1, $2, n, n, 'x', 'y' FROM generate_series(1, 2) n`,
    two,
  );
  await work.sql(
    `INSERT INTO import_changes (tenant_id, import_id, line, key, changes) SELECT $1, $2, n, 'k', '[]' FROM generate_series(1, 2) n`,
    two,
  );
}
