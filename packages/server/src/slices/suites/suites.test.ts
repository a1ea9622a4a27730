import { EMPTY_WORKFLOW, type Workflow, type WorkflowNode } from '@attain/domain/workflows/workflow';
import { getTableColumns } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { qualityAssuranceConfigs } from '../../db/schema/suites.ts';
import type { Client } from '../../testing/client.ts';
import { settled } from '../../testing/settled.ts';
import { sharedTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';

let ctx: TestContext;
let tenant: TestTenant;
let dev: Client;
const nobody = { participantId: null };
beforeAll(async () => {
  ctx = await sharedTestContext();
  tenant = await ctx.newTenant({
    administrator: nobody,
    'agent-developer': nobody,
    'agent-operator': nobody,
    finance: nobody,
    viewer: nobody,
  });
  dev = tenant.as('agent-developer');
});
afterAll(() => ctx?.stop());

const node = (id: string, type: string, config: WorkflowNode['config'] = {}): WorkflowNode => ({
  id,
  type,
  title: id,
  position: { x: 0, y: 0 },
  config,
});
const link = (from: string, to: string, port = 'out') => ({
  id: `${from}_${port}-${to}`,
  from: { node: from, port },
  to: { node: to, port: 'in' },
});

/** Adds up, asks a person for large amounts. */
const bonus = (name: string, limit: number): Workflow => ({
  ...EMPTY_WORKFLOW,
  name,
  nodes: [
    node('begin', 'start'),
    node('sum', 'calculator', { formula: 'input.base + input.bonus' }),
    node('large', 'decision', { condition: `nodes.sum > ${limit}` }),
    node('ask', 'approval', { title: 'Pay {{ nodes.sum }}?', queue: 'finance' }),
    node('paid', 'end', { result: 'nodes.sum' }),
    node('asked', 'end', { result: 'nodes.ask.decision' }),
    node('rejected', 'end', { result: '"rejected"' }),
  ],
  edges: [
    link('begin', 'sum'),
    link('sum', 'large'),
    link('large', 'ask', 'yes'),
    link('large', 'paid', 'no'),
    link('ask', 'asked', 'approved'),
    link('ask', 'rejected', 'rejected'),
  ],
});

const flow = async (name: string) => {
  const { body } = await dev.post('/api/workflows', { name, document: bonus(name, 1_000) });
  return body as { id: string; documentHash: string; revision: number };
};
const publish = (workflow: { id: string; documentHash: string }) =>
  dev.post(`/api/workflows/${workflow.id}/versions`, { documentHash: workflow.documentHash });

const caseOf = (name: string, input: object, ...expectations: object[]) => ({
  name,
  input,
  variables: {},
  startAt: '2026-01-31T12:00:00Z',
  stubs: [] as object[],
  expectations,
});
const equals = (value: unknown) => ({ kind: 'output', path: '', test: 'equals', value, tolerance: '0' });
const small = caseOf('Small', { base: 100, bonus: 20 }, equals(120), {
  kind: 'port',
  node: 'large',
  port: 'no',
});
const answered = {
  ...caseOf('Large', { base: 900, bonus: 200 }, equals('approved')),
  stubs: [
    {
      node: 'ask',
      turn: null,
      delaySeconds: 3_600,
      result: { kind: 'output', value: { decision: 'approved', values: {}, comment: '' } },
    },
  ],
};

const made = async (name: string, workflowId: string, ...cases: object[]) => {
  const { status, body } = await dev.post('/api/suites', { name, description: 'Bonuses', workflowId });
  expect([status, body.error]).toEqual([201, undefined]);
  let suite = body;
  for (const test of cases) {
    const added = await dev.post(`/api/suites/${suite.id}/cases`, {
      revision: suite.revision,
      caseId: null,
      test,
    });
    expect([added.status, added.body.error]).toEqual([200, undefined]);
    suite = added.body;
  }
  return suite;
};
const run = async (suiteId: string, wanted: string, more: object = {}) => {
  const { status, body } = await dev.post('/api/suites/run', { suites: [suiteId], version: null, ...more });
  expect([status, body.error]).toEqual([202, undefined]);
  return (await settled(dev, `/api/test-runs/${body.runs[0].id}`, [wanted])).body;
};
const read = async (id: string) => (await dev.get(`/api/suites/${id}`)).body;

describe('a case of one step', () => {
  const pinned = {
    ...caseOf('The limit', {}, { kind: 'port', node: 'large', port: 'yes' }),
    step: 'large',
    stubs: [{ node: 'sum', turn: null, delaySeconds: 0, result: { kind: 'output', value: 1_001 } }],
  };

  it('[WT-13] [TESTS-24] runs with the results given for the steps before it, begins with sample data, and covers only itself', async () => {
    const workflow = await flow('Bonus by step');
    const suite = await made('Tests of steps', workflow.id, pinned);
    const { results, report } = await run(suite.id, 'passed');
    expect(results[0]).toMatchObject({ type: 'unit', status: 'passed', output: 1_001 });
    expect(report.functions).toEqual({ reached: 1, total: 7 });
    const { body } = await dev.get(`/api/suites/${suite.id}/sample-case?step=ask`);
    expect(body.test).toMatchObject({ step: 'ask', stubs: [{ node: 'large' }] });
  });

  it('[WT-13] is rejected for a step that cannot run alone', async () => {
    const suite = await made('Tests of no step', (await flow('Bonus by no step')).id);
    const added = { revision: suite.revision, caseId: null, test: { ...pinned, step: 'paid' } };
    const { status, body } = await dev.post(`/api/suites/${suite.id}/cases`, added);
    expect([status, body.code]).toEqual([400, 'BAD_INPUT']);
    expect((await dev.get(`/api/suites/${suite.id}/sample-case?step=gone`)).status).toBe(400);
    expect((await read(suite.id)).tests).toEqual([]);
  });
});

describe('[WT-12] faults put into a workflow', () => {
  it('are tried once all cases pass; those no case finds are listed with what to add', async () => {
    const workflow = await flow('Mutated bonus');
    const suite = await made('Mutated bonus tests', workflow.id, small, answered);
    const { mutation } = await run(suite.id, 'passed');
    expect(mutation.killed).toBeGreaterThan(0);
    expect(mutation.survivors).toContainEqual({
      ...{ kind: 'operator-changed', node: 'large', why: 'same' },
      ...{ before: 'nodes.sum > 1000', after: 'nodes.sum >= 1000' },
    });
    const counting = mutation.survivors.filter(({ why }: { why: string }) => why !== 'same').length;
    expect(mutation.counted).toBe(mutation.killed + counting);
    expect(mutation.score).toBe(Math.floor((mutation.killed * 100) / mutation.counted));
    const { body } = await dev.post(`/api/suites/${suite.id}/cases`, {
      ...{ revision: (await read(suite.id)).revision, caseId: null },
      test: caseOf('At the limit', { base: 900, bonus: 100 }, equals(1_000)),
    });
    const again = await run(body.id, 'passed');
    expect(again.mutation.survivors.map(({ after }: { after: string }) => after)).not.toContain(
      'nodes.sum >= 1000',
    );
  });

  it('are not tried where a case fails', async () => {
    const workflow = await flow('Failing bonus');
    const suite = await made(
      'Failing bonus tests',
      workflow.id,
      caseOf('Wrong', { base: 1, bonus: 1 }, equals(3)),
    );
    expect((await run(suite.id, 'failed')).mutation).toBeNull();
  });
});

describe('a suite', () => {
  it('[TESTS-22] [TESTS-23] [TESTS-12] [WT-8] runs its cases in the background and stores what each came to', async () => {
    const workflow = await flow('Bonus');
    const suite = await made('Bonus tests', workflow.id, small, answered);
    expect(suite).toMatchObject({ status: null, coverage: null, duration: null, cases: 2, lastRun: null });
    const { body } = await dev.post('/api/suites/run', { suites: [suite.id], version: null });
    expect(body.runs).toMatchObject([{ suiteName: 'Bonus tests', status: 'running', total: 2 }]);
    const done = (await settled(dev, `/api/test-runs/${body.runs[0].id}`, ['passed'])).body;
    expect(done).toMatchObject({ passed: 2, failed: 0, version: null, documentHash: workflow.documentHash });
    expect(done.results[1].resources.virtualMs).toBe(3_600_000);
    const after = await read(suite.id);
    expect(after).toMatchObject({
      id: suite.id,
      name: 'Bonus tests',
      description: 'Bonuses',
      status: 'passed',
      coverage: done.coverage,
      duration: expect.any(Number),
      lastRun: { id: done.id, isCurrent: true },
    });
    expect(after.tests[0]).toEqual({
      id: expect.any(String),
      name: 'Small',
      type: 'unit',
      status: 'passed',
      duration: expect.any(Number),
      coverage: expect.any(Number),
      lastRun: done.at,
      assertions: 2,
      passedAssertions: 2,
      test: expect.objectContaining({ input: { base: 100, bonus: 20 } }),
      withheld: null,
      runId: null,
    });
    const { body: log } = await tenant.as('administrator').get('/api/audit', { limit: 50 });
    expect(log.rows.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['suite.created', 'suite.case-added', 'test-run.ordered', 'test-run.completed']),
    );
  });

  it('[TESTS-25] [TESTS-26] [WT-4] [WT-5] is partial when a case fails, and says what was expected, what was found, and where', async () => {
    const workflow = await flow('Partial');
    const wrong = caseOf('Wrong', { base: 1, bonus: 1 }, equals(3), {
      kind: 'node',
      node: 'ask',
      status: 'success',
    });
    const suite = await made('Partial tests', workflow.id, small, wrong);
    const done = await run(suite.id, 'partial');
    expect(done).toMatchObject({ passed: 1, failed: 1, total: 2, status: 'partial' });
    expect(done.results[1]).toMatchObject({
      status: 'failed',
      passedAssertions: 0,
      checks: [
        { expected: 3, actual: 2, node: 'paid', message: 'The output differs in one place.' },
        { expected: 'success', actual: 'skipped', node: 'ask' },
      ],
    });
    expect(done.report).toMatchObject({
      functions: { reached: 4, total: 7 },
      lines: { reached: 3, total: 6 },
      branches: { reached: 1, total: 4 },
      percent: 44,
      missedEdges: ['large_yes-ask', 'ask_approved-asked', 'ask_rejected-rejected'],
    });
  });

  it('[TESTS-02] [TESTS-03] [TESTS-04] [TESTS-06] [TESTS-07] [TESTS-27] the overview counts cases, runs all suites or those that failed', async () => {
    const other = await ctx.newTenant({ 'agent-developer': nobody });
    const mine = other.as('agent-developer');
    const before = dev;
    dev = mine;
    try {
      const workflow = await flow('Counted');
      const good = await made('Good', workflow.id, small);
      const bad = await made('Bad', workflow.id, { ...small, name: 'Bad', expectations: [equals(1)] });
      await made('Empty', workflow.id);
      const ordered = await mine.post('/api/suites/run', { suites: null, version: null });
      expect(ordered.body.runs.map(({ suiteId }: { suiteId: string }) => suiteId)).toEqual([bad.id, good.id]);
      for (const { id } of ordered.body.runs)
        await settled(mine, `/api/test-runs/${id}`, ['passed', 'failed']);
      const { body } = await mine.get('/api/suites');
      const coverage = (await read(good.id)).coverage;
      expect(body.totals).toEqual({ passed: 1, failed: 1, total: 2, coverage });
      const again = await mine.post('/api/suites/run', { suites: null, onlyFailed: true, version: null });
      expect(again.body.runs.map(({ suiteId }: { suiteId: string }) => suiteId)).toEqual([bad.id]);
      await settled(mine, `/api/test-runs/${again.body.runs[0].id}`, ['failed']);
      const list = await mine.get('/api/test-runs', { limit: 2 });
      expect(list.body.rows[0].id).toBe(again.body.runs[0].id);
      const next = await mine.get('/api/test-runs', { limit: 2, cursor: list.body.nextCursor });
      expect(next.body.rows).toHaveLength(1);
    } finally {
      dev = before;
    }
  });

  it('tests a published version, and says why a draft with errors can’t run', async () => {
    const workflow = await flow('Versions');
    const suite = await made('Version tests', workflow.id, small);
    await publish(workflow);
    const { edges: _, ...loose } = bonus('Versions', 1_000);
    const saved = await dev.put(`/api/workflows/${workflow.id}`, {
      revision: workflow.revision,
      document: { ...loose, edges: [] },
    });
    expect(saved.status).toBe(200);
    expect(await run(suite.id, 'passed', { version: 1 })).toMatchObject({ version: 1 });
    const broken = await run(suite.id, 'failed');
    expect(broken.error).toMatch(/^The workflow has errors/);
    expect((await read(suite.id)).lastRun.isCurrent).toBe(false);
  });

  it('is changed by one editor at a time, and only by those who may', async () => {
    const workflow = await flow('Edited');
    const suite = await made('Edited tests', workflow.id, small);
    const change = {
      revision: suite.revision,
      caseId: suite.tests[0].id,
      test: { ...small, name: 'Renamed' },
    };
    const path = `/api/suites/${suite.id}/cases`;
    expect((await tenant.as('viewer').post(path, change)).status).toBe(403);
    expect((await tenant.as('agent-operator').post(path, change)).status).toBe(403);
    expect(await dev.post(path, change)).toMatchObject({
      status: 200,
      body: { tests: [{ name: 'Renamed' }] },
    });
    expect(await dev.post(path, change)).toMatchObject({ status: 409 });
    const taken = { name: 'Edited tests', description: '', workflowId: workflow.id };
    expect(await dev.post('/api/suites', taken)).toMatchObject({ status: 409 });
    const { revision } = await read(suite.id);
    const removed = await dev.post(`${path}/remove`, { revision, caseId: suite.tests[0].id });
    expect(removed.body.tests).toEqual([]);
    expect(await dev.post('/api/suites/run', { suites: [suite.id], version: null })).toMatchObject({
      status: 409,
    });
    expect(await dev.post(`/api/suites/${suite.id}/remove`, {})).toMatchObject({ status: 200 });
    expect((await dev.get(`/api/suites/${suite.id}`)).status).toBe(404);
  });
});

it('[WT-1] a case has at most 500 stubs and 500,000 characters', async () => {
  const workflow = await flow('Limits');
  const suite = await made('Limits', workflow.id);
  const add = (test: object) =>
    dev.post(`/api/suites/${suite.id}/cases`, { revision: suite.revision, caseId: null, test });
  expect((await add({ ...small, stubs: Array(501).fill(answered.stubs[0]) })).status).toBe(400);
  expect((await add({ ...small, input: 'x'.repeat(500_001) })).status).toBe(409);
  expect((await add({ ...small, startAt: 'tomorrow' })).status).toBe(400);
});

describe('[WT-6] a recorded run', () => {
  it('[WT-10] becomes a case that passes on its version, and is replayed on the draft', async () => {
    const workflow = await flow('Recorded');
    await publish(workflow);
    const input = { base: 900, bonus: 200 };
    const { body: started } = await dev.post(`/api/workflows/${workflow.id}/runs`, { input });
    expect(await dev.post('/api/suites/capture', { runId: started.id, suiteId: null })).toMatchObject({
      status: 409,
    });
    const { body: tasks } = await tenant.as('finance').get('/api/tasks', { runId: started.id });
    const decided = await tenant.as('finance').post(`/api/tasks/${tasks.rows[0].id}/decide`, {
      decision: 'approved',
      values: {},
      comment: '',
    });
    expect([decided.status, decided.body.error]).toEqual([200, undefined]);
    await settled(dev, `/api/workflow-runs/${started.id}`, ['completed']);
    const captured = await dev.post('/api/suites/capture', { runId: started.id, suiteId: null });
    expect(captured.status).toBe(201);
    const { suite, caseId } = captured.body;
    expect(suite).toMatchObject({ name: 'Recorded', workflowId: workflow.id });
    expect(suite.tests[0]).toMatchObject({
      id: caseId,
      runId: started.id,
      test: { input, stubs: [{ node: 'ask', result: { kind: 'output', value: { decision: 'approved' } } }] },
    });
    await run(suite.id, 'passed');
    const again = await dev.post('/api/suites/capture', { runId: started.id, suiteId: null });
    expect(again.body.suite.id).toBe(suite.id);
    const replays = () => dev.get('/api/test-replays', { workflowId: workflow.id });
    expect((await replays()).body.rows).toMatchObject([{ runId: started.id, verdict: 'same', version: 1 }]);
    const changed = bonus('Recorded', 1_000);
    const document = {
      ...changed,
      nodes: changed.nodes.map((one) =>
        one.id === 'asked' ? { ...one, config: { result: '"paid"' } } : one,
      ),
    };
    await dev.put(`/api/workflows/${workflow.id}`, { revision: workflow.revision, document });
    expect((await replays()).body.rows).toMatchObject([
      {
        verdict: 'different-end',
        recorded: { status: 'completed', output: 'approved' },
        replayed: { status: 'completed', output: 'paid' },
      },
    ]);
    const old = await dev.get('/api/test-replays', { workflowId: workflow.id, version: 1 });
    expect(old.body.rows).toMatchObject([{ verdict: 'same' }]);
  });

  it('[WF-46] keeps its values from those who may not read what the run read', async () => {
    const name = 'Reads deals';
    const document: Workflow = {
      ...EMPTY_WORKFLOW,
      name,
      nodes: [
        node('begin', 'start'),
        node('deals', 'database_read', { database: 'attain', query: 'deals' }),
        node('done', 'end'),
      ],
      edges: [link('begin', 'deals'), link('deals', 'done')],
    };
    const admin = tenant.as('administrator');
    const { body: workflow } = await admin.post('/api/workflows', { name, document });
    await admin.post(`/api/workflows/${workflow.id}/versions`, { documentHash: workflow.documentHash });
    const { body: started } = await admin.post(`/api/workflows/${workflow.id}/runs`, {});
    await settled(admin, `/api/workflow-runs/${started.id}`, ['completed']);
    expect((await dev.post('/api/suites/capture', { runId: started.id, suiteId: null })).status).toBe(403);
    const { body: captured } = await admin.post('/api/suites/capture', { runId: started.id, suiteId: null });
    expect(captured.suite.tests[0].withheld).toBeNull();
    const hidden = await read(captured.suite.id);
    expect(hidden.tests[0]).toMatchObject({ test: null, withheld: expect.stringMatching(/hidden/) });
    const done = await run(captured.suite.id, 'passed');
    expect(done.results[0]).toMatchObject({ output: null, withheld: expect.stringMatching(/hidden/) });
    expect(done.results[0].checks.every((check: { actual: unknown }) => check.actual === null)).toBe(true);
    const replays = await dev.get('/api/test-replays', { workflowId: workflow.id });
    expect(replays.body.rows).toMatchObject([
      {
        verdict: 'same',
        withheld: expect.any(String),
        recorded: { output: null },
        replayed: { output: null },
      },
    ]);
    const change = { revision: hidden.revision, caseId: captured.caseId, test: small };
    expect((await dev.post(`/api/suites/${captured.suite.id}/cases`, change)).status).toBe(403);
  });
});

it('[DATA-quality_assurance_configs-01] a suite has the stated columns; the rest is ours', () => {
  expect(Object.keys(getTableColumns(qualityAssuranceConfigs))).toEqual(
    expect.arrayContaining([
      ...['tenantId', 'configId', 'name', 'environment', 'testingLevel', 'validationRules', 'testCases'],
      ...['performanceThresholds', 'qualityMetrics', 'outcomeCriteria', 'monitoringRules', 'alertingConfig'],
      ...['reportingFormat', 'complianceRequirements', 'isTemplate', 'isActive'],
    ]),
  );
});

describe('[TESTS-17] [TESTS-18] reports', () => {
  it('count the runs of the week and list what grew since the run before, as PDF and CSV', async () => {
    const workflow = await flow('Reported');
    const suite = await made('Reported', workflow.id, small);
    await run(suite.id, 'passed');
    const before = (await read(suite.id)).lastRun.id;
    const { revision, tests } = await read(suite.id);
    const longer = { ...answered, name: 'Small' };
    await dev.post(`/api/suites/${suite.id}/cases`, { revision, caseId: tests[0].id, test: longer });
    await run(suite.id, 'passed');
    expect((await read(suite.id)).lastRun.id).not.toBe(before);
    const { body: used } = await dev.get('/api/test-performance');
    const mine = used.rows.find(({ suiteId }: { suiteId: string }) => suiteId === suite.id);
    expect(mine.regressions).toContainEqual({ measure: 'virtualMs', before: 0, after: 3_600_000 });
    const weekly = (await dev.get('/api/test-reports/weekly')).body;
    expect(weekly.title).toBe('Weekly Test Summary');
    expect(weekly.rows.find(([name]: string[]) => name === 'Reported')).toEqual(
      expect.arrayContaining(['2', 'passed', '1 of 1']),
    );
    const grown = (await dev.get('/api/test-reports/regressions')).body;
    expect(grown.title).toBe('Performance Regression Analysis');
    expect(grown.rows).toContainEqual(['Reported', 'Small', 'Virtual time (ms)', '0', '3600000']);
    for (const kind of ['weekly', 'regressions']) {
      const pdf = await dev.get(`/api/test-reports/${kind}.pdf`);
      expect([pdf.status, String(pdf.body).slice(0, 5)]).toEqual([200, '%PDF-']);
      const csv = await dev.get(`/api/test-reports/${kind}.csv`);
      expect([csv.status, String(csv.body).split('\r\n')[0]]).toEqual([
        200,
        expect.stringContaining('Suite,'),
      ]);
    }
    expect((await dev.get('/api/test-reports/other')).status).toBe(400);
  });
});

describe('[WT-9] a required suite', () => {
  it('lets a version be published only after its cases passed on exactly that document', async () => {
    const workflow = await flow('Gated');
    const suite = await made('Gate', workflow.id, small);
    const required = { revision: suite.revision, name: 'Gate', description: '', required: true };
    expect((await tenant.as('agent-operator').put(`/api/suites/${suite.id}`, required)).status).toBe(403);
    expect(await dev.put(`/api/suites/${suite.id}`, required)).toMatchObject({
      status: 200,
      body: { required: true },
    });
    const rejected = await publish(workflow);
    expect(rejected).toMatchObject({
      status: 422,
      body: { code: 'GATE_FAILED', issues: [{ message: expect.stringContaining('“Gate”') }] },
    });
    await run(suite.id, 'passed');
    expect((await publish(workflow)).status).toBe(200);
    const saved = await dev.put(`/api/workflows/${workflow.id}`, {
      revision: workflow.revision,
      document: bonus('Gated', 50),
    });
    expect(saved.status).toBe(200);
    expect((await publish(saved.body)).status).toBe(422);
    await run(suite.id, 'failed');
    expect((await publish(saved.body)).status).toBe(422);
  });
});
