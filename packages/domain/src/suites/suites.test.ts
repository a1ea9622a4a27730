import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GALLERY } from '../agents/gallery/gallery.ts';
import { prepareWorkflow } from '../workflows/prepare-workflow.ts';
import { randomWorkflow } from '../workflows/random-workflow.fixture.ts';
import { flow, prepared } from '../workflows/sample-workflow.fixture.ts';
import { simulateRun } from '../workflows/simulate-run.ts';
import { caseFromRun } from './case-from-run.ts';
import { coverageOf } from './coverage.ts';
import { matchesPattern } from './json-differences.ts';
import { type Mutation, mutationOf, mutationScore } from './mutation.ts';
import { regressionsOf } from './regressions.ts';
import { replayRun } from './replay-run.ts';
import { runCase, testedEntries } from './run-case.ts';
import { sampleCase, sampleCaseOfStep } from './sample-case.ts';
import {
  averageCoverage,
  type Expectation,
  type Stub,
  suiteStatus,
  type TestCase,
  testType,
} from './test-case.ts';

const paying = prepared(
  flow(
    {
      start: 'start',
      rate: ['api_call', { url: 'https://example.com/', retries: 1 }],
      large: ['decision', { condition: 'nodes.rate.body.amount > 1000' }],
      approve: ['approval', { title: 'Pay?', expiresAfterMinutes: 60 }],
      pay: ['end', { result: '{"paid": nodes.rate.body.amount}' }],
      small: ['end', { result: '"small"' }],
      no: ['end', { result: '"rejected"' }],
      late: ['end', { result: '"nobody answered"' }],
      down: ['end', { result: '"down"' }],
    },
    [
      ...['start.out > rate.in', 'rate.out > large.in', 'rate.error > down.in', 'large.yes > approve.in'],
      ...['large.no > small.in', 'approve.approved > pay.in', 'approve.rejected > no.in'],
      'approve.expired > late.in',
    ],
  ),
);

const stub = (node: string, value: unknown, delaySeconds = 0): Stub => ({
  node,
  turn: null,
  delaySeconds,
  result: { kind: 'output', value: value as never },
});
const failing = (node: string, retryable: boolean): Stub => ({
  node,
  turn: null,
  delaySeconds: 0,
  result: { kind: 'error', code: 'DOWN', message: 'The host is down.', retryable },
});
const amount = (value: number) => stub('rate', { status: 200, body: { amount: value } });
const approved = stub('approve', { decision: 'approved', values: {}, comment: '' }, 600);
const equals = (value: unknown, path = ''): Expectation => ({
  kind: 'output',
  path,
  test: 'equals',
  value: value as never,
  tolerance: '0',
});
const caseOf = (stubs: readonly Stub[], ...expectations: Expectation[]): TestCase => ({
  name: 'Case',
  input: {},
  variables: {},
  startAt: '2026-01-31T12:00:00.000Z',
  stubs,
  expectations,
});

describe('a test case', () => {
  test('[WT-2] [WT-3] [TESTS-24] runs in virtual time: a person answers after ten minutes, or the task expires', () => {
    const paid = runCase(paying, caseOf([amount(5_000), approved], equals({ paid: 5_000 })));
    expect([paid.passed, paid.resources.virtualMs]).toEqual([true, 600_000]);
    const late = runCase(paying, caseOf([amount(5_000)], equals('nobody answered')));
    expect([late.passed, late.resources.virtualMs]).toEqual([true, 3_600_000]);
    expect(testType(caseOf([amount(5_000), approved]))).toBe('scenario');
    expect(testType(caseOf([amount(5_000)]))).toBe('integration');
    expect(testType(caseOf([]))).toBe('unit');
  });

  test('[WT-3] answers the calls of a step in turn, so that a retry succeeds and a second failure takes the error port', () => {
    const retried = runCase(
      paying,
      caseOf([failing('rate', true), amount(1)], equals('small'), { kind: 'calls', node: 'rate', count: 2 }),
    );
    expect(retried.checks.map(({ passed }) => passed)).toEqual([true, true]);
    const down = caseOf([failing('rate', true)], equals('down'), {
      kind: 'port',
      node: 'rate',
      port: 'error',
    });
    expect(runCase(paying, down).passed).toBe(true);
  });

  test('[WT-3] fails where a step has no stub, and names the step', () => {
    const { passed, checks } = runCase(paying, caseOf([], equals('down')));
    expect(passed).toBe(false);
    expect(checks.find(({ kind }) => kind === 'stub')).toMatchObject({ node: 'rate', passed: false });
  });

  test('[WT-4] states what was expected, what was found, and where', () => {
    const { checks } = runCase(
      paying,
      caseOf(
        [amount(5_000), approved],
        equals({ paid: 4_000 }),
        { kind: 'status', status: 'failed' },
        { kind: 'node', node: 'approve', status: 'skipped' },
        { kind: 'path', match: 'superset', nodes: ['start', 'rate', 'large', 'pay'] },
        { kind: 'request', node: 'rate', config: { method: 'POST' } },
        { kind: 'duration', maxSeconds: 599 },
        { kind: 'error', code: 'DEADLINE' },
      ),
    );
    expect(checks.map(({ passed }) => passed)).toEqual(checks.map(() => false));
    expect(checks[0]).toMatchObject({
      node: 'pay',
      differences: [{ path: 'paid', expected: 4_000, actual: 5_000 }],
    });
    expect(checks[2]).toMatchObject({ node: 'approve', expected: 'skipped', actual: 'success' });
    expect(checks[3]).toMatchObject({ node: 'approve', message: 'The run also reached approve.' });
    expect(checks[4]).toMatchObject({ node: 'rate', actual: expect.objectContaining({ method: 'GET' }) });
    expect(checks[5]).toMatchObject({ expected: 599, actual: 600 });
  });

  test('[WT-4] compares parts of the output', () => {
    const part = (kind: 'contains' | 'matches' | 'within', value: unknown, path = ''): Expectation => ({
      kind: 'output',
      path,
      test: kind,
      value: value as never,
      tolerance: '0.5',
    });
    const run = (one: Expectation) => runCase(paying, caseOf([amount(5_000), approved], one)).passed;
    expect(run(part('contains', { paid: 5_000 }))).toBe(true);
    expect(run(part('contains', { paid: 1 }))).toBe(false);
    expect(run(part('within', '5000.50', 'paid'))).toBe(true);
    expect(run(part('within', '5000.51', 'paid'))).toBe(false);
    expect(run(part('matches', '5*0', 'paid'))).toBe(true);
    expect(run(equals(null, 'owed'))).toBe(false);
    expect(matchesPattern('aXbXc', 'a*X*c')).toBe(true);
    expect(matchesPattern('ab', 'ab*b')).toBe(false);
  });
});

describe('coverage', () => {
  const journalsOf = (...cases: readonly Stub[][]) =>
    cases.map((stubs) => runCase(paying, caseOf(stubs)).journal);

  test('[WT-5] counts steps, connections and outcomes that the cases reach together', () => {
    const one = coverageOf(paying, journalsOf([amount(1)]));
    expect(one).toMatchObject({
      functions: { reached: 4, total: 9 },
      lines: { reached: 3, total: 8 },
      branches: { reached: 2, total: 7 },
    });
    expect(one.percent).toBe(37);
    const outcomes = one.nodes.find(({ node }) => node === 'large')?.outcomes;
    expect(outcomes).toEqual([
      { outcome: 'yes', reached: false },
      { outcome: 'no', reached: true },
    ]);
    const rejected = stub('approve', { decision: 'rejected', values: {}, comment: 'No' });
    const all = coverageOf(
      paying,
      journalsOf(...[[amount(1)], [amount(5_000), approved], [amount(5_000), rejected], [amount(5_000)]], [
        failing('rate', false),
      ]),
    );
    expect([all.percent, all.missedEdges]).toEqual([100, []]);
    expect(all.components).toEqual({
      computed: { reached: 7, total: 7 },
      effects: { reached: 1, total: 1 },
      people: { reached: 1, total: 1 },
    });
  });

  test('[WT-5] tells no turn, one turn and more turns of a loop apart', () => {
    const looping = prepared(
      flow(
        {
          start: 'start',
          each: ['loop', { over: 'input.rows' }],
          add: ['calculator', { formula: '1 + 1' }],
          end: 'end',
        },
        ['start.out > each.in', 'each.each > add.in', 'add.out > each.next', 'each.done > end.in'],
      ),
    );
    const turns = (...counts: number[]) =>
      coverageOf(
        looping,
        counts.map(
          (count) => runCase(looping, { ...caseOf([]), input: { rows: Array(count).fill(1) } }).journal,
        ),
      ).branches;
    expect([turns(0), turns(0, 1), turns(1, 3, 0)]).toEqual([
      { reached: 1, total: 3 },
      { reached: 2, total: 3 },
      { reached: 3, total: 3 },
    ]);
  });

  test('[TESTS-26] [TESTS-27] a suite is partial when some cases passed, and the overview shows the rounded mean', () => {
    expect([3, 2, 0].map((passed) => suiteStatus({ passed, total: 3 }))).toEqual([
      'passed',
      'partial',
      'failed',
    ]);
    expect([averageCoverage([50, 75, null]), averageCoverage([null])]).toEqual([63, null]);
  });
});

function mutate(...tests: readonly TestCase[]): Mutation {
  const cases = tests.map((test) => ({ test, result: runCase(paying, test) }));
  expect(cases.map(({ result }) => result.passed)).toEqual(cases.map(() => true));
  const faults = mutationOf(paying, cases, (workflow, isDraft) => {
    const again = prepareWorkflow(workflow, undefined, isDraft);
    return again.ok ? again.value : null;
  });
  for (;;) {
    const next = faults.next();
    if (next.done) return next.value;
  }
}

describe('[WT-12] faults put into a workflow', () => {
  const paid = caseOf([amount(5_000), approved], equals({ paid: 5_000 }));
  const rejected = caseOf(
    [amount(5_000), stub('approve', { decision: 'rejected', values: {}, comment: 'No' })],
    equals('rejected'),
  );
  const bounds = [
    caseOf([amount(1_000)], equals('small')),
    caseOf([amount(1_001), approved], equals({ paid: 1_001 })),
  ];
  const late = caseOf([amount(5_000)], equals('nobody answered'));
  const down = caseOf([failing('rate', true), failing('rate', true), amount(1)], equals('down'));
  const retried = caseOf([failing('rate', true), amount(1)], equals('small'));

  test('are found by cases that hold every outcome and both sides of a bound', () => {
    const all = mutate(paid, rejected, ...bounds, late, down, retried);
    expect([all.survivors, mutationScore(all), all.untried]).toEqual([[], 100, 0]);
    expect(all.killed).toBe(9);
  });

  test('survive where no case reaches, where runs are the same, and where no expectation notices', () => {
    const vague = caseOf([amount(5_000), approved], { kind: 'status', status: 'completed' });
    const found = mutate(vague, caseOf([amount(1)], equals('small')));
    const large = (after: string) => ({ node: 'large', before: 'nodes.rate.body.amount > 1000', after });
    expect(found.survivors.map(({ kind: _, ...one }) => one)).toEqual([
      // no call fails, so none is repeated
      { node: 'rate', before: '1', after: '0', why: 'unnoticed' },
      { ...large('nodes.rate.body.amount >= 1000'), why: 'same' },
      { ...large('nodes.rate.body.amount > 1001'), why: 'same' },
      { node: 'approve', before: 'approved, rejected', after: 'rejected, approved', why: 'unnoticed' },
      { node: 'approve', before: 'approved, expired', after: 'expired, approved', why: 'unnoticed' },
      { node: 'approve', before: 'rejected, expired', after: 'expired, rejected', why: 'same' },
    ]);
    const small = mutate(caseOf([amount(1)], equals('small')));
    expect(small.survivors.filter(({ node }) => node === 'approve').map(({ why }) => why)).toEqual([
      'unreached',
      'unreached',
      'unreached',
    ]);
  });
});

describe('[WT-6] a recorded run as a case', () => {
  test('[WT-10] passes and replays as the same on the version it was recorded on, whatever came from outside', () => {
    const property = fc.property(randomWorkflow, fc.infiniteStream(fc.nat(1_000)), (workflow, stream) => {
      const plan = prepared(workflow);
      const dice = (sides: number) => (stream.next().value ?? 0) % sides;
      const recorded = simulateRun(
        plan,
        { input: {}, atMs: 0 },
        {
          perform: () => {
            const delayMs = dice(5) * 1_000;
            if (dice(4) > 0) return { delayMs, output: dice(9) };
            return { delayMs, error: { code: 'DOWN', message: 'Down.' }, retryable: dice(2) > 0 };
          },
          answer: () => ({
            value: { decision: dice(2) > 0 ? 'approved' : 'rejected' },
            delayMs: dice(5) * 1_000,
          }),
        },
      );
      const test = caseFromRun('Recorded', recorded.journal);
      if (test === null) throw new Error(`A run that is ${recorded.state.status} became no case.`);
      const result = runCase(plan, test);
      expect(result.checks.filter(({ passed }) => !passed)).toEqual([]);
      expect(result.resources.virtualMs).toBe(recorded.endedAtMs);
      expect(replayRun(plan, recorded.journal)?.verdict).toBe('same');
    });
    fc.assert(property, { numRuns: 150 });
  });

  test('[WT-7] grew if a measure is more than 10 % above the run before', () => {
    const { resources } = runCase(paying, caseOf([amount(5_000), approved]));
    const before = { ...resources, calls: 10, steps: 10 };
    expect(regressionsOf(before, { ...before, calls: 11, steps: 12 })).toEqual([
      { measure: 'steps', before: 10, after: 12 },
    ]);
    expect(regressionsOf(null, resources)).toEqual([]);
  });

  test('[WT-7] uses the same each time', () => {
    const test = caseOf([amount(5_000), approved]);
    expect(runCase(paying, test)).toEqual(runCase(paying, test));
  });
});

describe('a case with sample data', () => {
  test.each(GALLERY.map((agent) => [agent.agentId, agent.workflow] as const))(
    'passes on %s',
    (_id, workflow) => {
      const sample = sampleCase(workflow, Date.parse('2026-01-31T12:00:00Z'));
      expect(sample.expectations.length).toBeGreaterThan(1);
      expect(runCase(prepared(workflow), sample).checks.filter(({ passed }) => !passed)).toEqual([]);
    },
  );

  test('of a draft that can’t run is empty', () => {
    const { workflow } = paying;
    expect(sampleCase({ ...workflow, edges: [] }, 0)).toMatchObject({ stubs: [], expectations: [] });
  });
});

describe('[WT-10] a recorded run on another version', () => {
  const recorded = runCase(paying, caseOf([amount(5_000), approved])).journal;
  const changed = (id: string, config: object) =>
    prepared({
      ...paying.workflow,
      nodes: paying.workflow.nodes.map((node) =>
        node.id === id ? { ...node, config: { ...node.config, ...config } } : node,
      ),
    });

  test('ends the same, ends differently, calls differently, or lacks a result', () => {
    expect(replayRun(paying, recorded)).toMatchObject({ verdict: 'same', differences: [], calls: [] });
    expect(replayRun(changed('pay', { result: 'nodes.rate.body.amount * 2' }), recorded)).toMatchObject({
      verdict: 'different-end',
      recorded: { output: { paid: 5_000 } },
      replayed: { output: 10_000 },
    });
    expect(replayRun(changed('rate', { url: 'https://example.com/2' }), recorded)).toMatchObject({
      verdict: 'different-calls',
      calls: [
        {
          node: 'rate',
          change: 'changed',
          differences: [{ path: 'url', expected: 'https://example.com/', actual: 'https://example.com/2' }],
        },
      ],
    });
    const { nodes, edges } = paying.workflow;
    const renamed = prepared({
      ...paying.workflow,
      nodes: nodes.map((node) =>
        node.id === 'rate'
          ? { ...node, id: 'rates' }
          : JSON.parse(JSON.stringify(node).replace('nodes.rate.', 'nodes.rates.')),
      ),
      edges: JSON.parse(JSON.stringify(edges).replaceAll('"rate"', '"rates"')),
    });
    expect(replayRun(renamed, recorded)).toMatchObject({ verdict: 'not-replayable', missing: ['rates'] });
  });
});

describe('a case of one step', () => {
  const ofStep = (step: string, stubs: readonly Stub[], ...expectations: Expectation[]): TestCase => ({
    ...caseOf(stubs, ...expectations),
    step,
  });

  test('[WT-13] [TESTS-24] runs the step on the results given for the steps before it, and is a unit test', () => {
    const large = ofStep('large', [amount(5_000)], { kind: 'port', node: 'large', port: 'yes' });
    const { passed, steps, resources } = runCase(paying, large);
    expect([testType(large), passed, resources.calls]).toEqual(['unit', true, 0]);
    expect(steps.map(({ node, status }) => [node, status])).toEqual([
      ['start', 'success'],
      ['rate', 'success'],
      ['large', 'success'],
    ]);
    expect(runCase(paying, { ...large, stubs: [amount(5)] }).passed).toBe(false);
  });

  test('[WT-13] calls the outside by a stub of its own, and its output is that of the run', () => {
    const rate = ofStep('rate', [amount(7)], equals(7, 'body.amount'), {
      kind: 'request',
      node: 'rate',
      config: { method: 'GET' },
    });
    const result = runCase(paying, rate);
    expect([result.passed, result.resources.calls]).toEqual([true, 1]);
    const wrong = runCase(paying, { ...rate, expectations: [equals(8, 'body.amount')] });
    expect(wrong.checks[0]).toMatchObject({ node: 'rate', passed: false });
  });

  test('[WT-13] fails where the step is gone, has no stub for an earlier call, or cannot run alone', () => {
    const gone = runCase(paying, ofStep('gone', []));
    expect([gone.passed, gone.checks[0]?.message]).toEqual([
      false,
      expect.stringContaining('can’t run alone'),
    ]);
    const bare = runCase(paying, ofStep('large', []));
    expect(bare.checks[0]).toMatchObject({ kind: 'stub', node: 'rate' });
    expect(runCase(paying, ofStep('start', [])).passed).toBe(false);
  });

  test('[WT-13] covers its own step only, and finds faults in it but not in its connections', () => {
    const large = ofStep('large', [amount(5_000)], { kind: 'port', node: 'large', port: 'yes' });
    const result = runCase(paying, large);
    const coverage = coverageOf(paying, [testedEntries(large, result.journal)]);
    expect([coverage.functions.reached, coverage.lines.reached, coverage.branches.reached]).toEqual([
      1, 1, 1,
    ]);
    const { killed, survivors } = mutate(large);
    expect(killed).toBe(1);
    const ofLarge = survivors.filter(({ node }) => node === 'large');
    // the result given lies beyond both bounds
    expect(ofLarge.map(({ kind, why }) => [kind, why])).toEqual([
      ['operator-changed', 'same'],
      ['number-changed', 'same'],
      ['outputs-swapped', 'unreached'],
    ]);
  });

  test('[WT-13] sample data of a step leads to it past earlier decisions, and passes', () => {
    const sample = sampleCaseOfStep(paying.workflow, 'rate', 0);
    expect(sample.ok && runCase(paying, sample.value).passed).toBe(true);
    const behind = sampleCaseOfStep(paying.workflow, 'approve', 0);
    expect(behind.ok && runCase(paying, behind.value)).toMatchObject({ passed: true });
    expect(sampleCaseOfStep(paying.workflow, 'start', 0)).toMatchObject({ ok: false });
  });
});
