import { mutantKinds } from '@attain/domain/suites/mutants';
import { survivals } from '@attain/domain/suites/mutation';
import { measures } from '@attain/domain/suites/regressions';
import { replayVerdicts } from '@attain/domain/suites/replay-run';
import {
  expectedNodeStatuses,
  expectedStatuses,
  outputTests,
  pathMatches,
  SUITE_LIMITS,
  suiteStatuses,
  testStatuses,
  testTypes,
} from '@attain/domain/suites/test-case';
import { z } from 'zod';
import { Decimal, endpoint, Moment, PageInput, pageOf, Words } from './base.ts';
import { Json, runStatuses } from './workflow-runs.ts';

const node = z.string().min(1).max(200);
const fields = z.record(z.string(), Json);

/** What a step that needs the outside returns. Several for one step answer its calls in turn; the last repeats. */
const Stub = z.object({
  node,
  turn: z.string().max(2_000).nullable().describe('Only in this turn of the loops around it; null: in all'),
  delaySeconds: z.number().min(0).max(SUITE_LIMITS.delaySeconds),
  result: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('output'), value: Json }),
    z.object({
      kind: z.literal('error'),
      code: z.string().min(1).max(100),
      message: z.string().max(2_000),
      retryable: z.boolean(),
    }),
    z.object({ kind: z.literal('none') }).describe('It does not return before the run ends'),
  ]),
});

/** What a case expects of its run. */
const Expectation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), status: z.enum(expectedStatuses) }),
  z.object({
    kind: z.literal('output'),
    path: z.string().max(500).describe('Such as `rows[0].amount`; empty: the whole output'),
    test: z.enum(outputTests).describe('`matches`: a text with `*` for any characters'),
    value: Json,
    tolerance: Decimal.describe('For `within`: how far the number may be off'),
  }),
  z.object({ kind: z.literal('error'), code: z.string().max(100) }),
  z.object({
    kind: z.literal('path'),
    match: z.enum(pathMatches),
    nodes: z.array(node).max(SUITE_LIMITS.path),
  }),
  z.object({ kind: z.literal('node'), node, status: z.enum(expectedNodeStatuses) }),
  z.object({ kind: z.literal('port'), node, port: z.string().min(1).max(200) }),
  z.object({ kind: z.literal('calls'), node, count: z.number().int().min(0).max(10_000) }),
  z.object({ kind: z.literal('request'), node, config: fields }),
  z.object({ kind: z.literal('duration'), maxSeconds: z.number().min(0).max(SUITE_LIMITS.delaySeconds) }),
]);

/** A case: what goes in, what stands in for the outside, and what is expected. */
export const TestCase = z.object({
  name: Words.min(1, 'Enter a name for the case.').max(200),
  step: node.optional().describe('Tests only this step; stubs of earlier steps are their results'),
  input: Json,
  variables: fields,
  startAt: z.iso.datetime({ offset: true }).describe('When the run starts'),
  stubs: z.array(Stub).max(SUITE_LIMITS.stubs),
  expectations: z.array(Expectation).max(SUITE_LIMITS.expectations),
});

/** A test with its latest result (TESTS-23). */
const SuiteTest = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(testTypes),
  status: z.enum(testStatuses).nullable().describe('Null: it has not run yet'),
  duration: z.number().int().nullable().describe('Milliseconds'),
  coverage: z.number().int().nullable().describe('Percent of the workflow that it reaches'),
  lastRun: Moment.nullable(),
  assertions: z.number().int(),
  passedAssertions: z.number().int(),
});

/** A suite with its latest result (TESTS-22). */
export const Suite = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  workflowId: z.string(),
  workflowName: z.string(),
  agentName: z.string().nullable(),
  required: z.boolean().describe('The workflow can be published only if all cases pass'),
  status: z.enum(suiteStatuses).nullable().describe('Null: it has not run yet'),
  coverage: z.number().int().nullable().describe('Percent'),
  duration: z.number().int().nullable().describe('Milliseconds'),
  cases: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
  lastRun: z
    .object({ id: z.uuid(), at: Moment, version: z.number().int().nullable(), isCurrent: z.boolean() })
    .nullable()
    .describe('`isCurrent`: neither the draft nor the cases have changed since'),
});
export type Suite = z.infer<typeof Suite>;

const Share = z.object({ reached: z.number().int(), total: z.number().int() });

/** What the cases of a run reach together. */
const Coverage = z.object({
  functions: Share.describe('Steps that ended'),
  lines: Share.describe('Connections taken'),
  branches: Share.describe('Outcomes seen'),
  percent: z.number().int(),
  components: z.object({ computed: Share, effects: Share, people: Share }),
  nodes: z.array(
    z.object({
      node: z.string(),
      component: z.enum(['computed', 'effects', 'people']),
      reached: z.boolean(),
      outcomes: z.array(z.object({ outcome: z.string(), reached: z.boolean() })),
    }),
  ),
  missedEdges: z.array(z.string()),
});

const PortRef = z.object({ node: z.string(), port: z.string() });

/** A workflow as lists and pictures of it show it. */
const Graph = z.object({
  nodes: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      type: z.string(),
      position: z.object({ x: z.number(), y: z.number() }),
      asks: z.boolean().describe('It needs the outside, a person or a signal, so tests need a stub'),
      alone: z.boolean().describe('It can be tested alone'),
      outcomes: z.array(z.string()).describe('Its ports'),
    }),
  ),
  edges: z.array(z.object({ id: z.string(), from: PortRef, to: PortRef })),
});

export const SuiteDetail = Suite.extend({
  revision: z.number().int(),
  tests: z.array(
    SuiteTest.extend({
      test: TestCase.nullable().describe('Null: hidden'),
      withheld: z.string().nullable().describe('Why its values are hidden'),
      runId: z.uuid().nullable().describe('The run it was captured from'),
    }),
  ),
  graph: Graph.describe('Of the draft'),
  versions: z.array(z.number().int()).describe('Published versions, newest first'),
});
export type SuiteDetail = z.infer<typeof SuiteDetail>;

export const TestRun = z.object({
  id: z.uuid(),
  suiteId: z.uuid(),
  suiteName: z.string(),
  workflowId: z.string(),
  version: z.number().int().nullable().describe('The published version tested; null: a draft'),
  documentHash: z.string().nullable(),
  status: z.enum(suiteStatuses),
  error: z.string().nullable().describe('Why no case could run'),
  passed: z.number().int(),
  failed: z.number().int(),
  total: z.number().int(),
  coverage: z.number().int().nullable(),
  duration: z.number().int().nullable().describe('Milliseconds'),
  startedBy: z.string().nullable(),
  at: Moment,
});
export type TestRun = z.infer<typeof TestRun>;

const Check = z.object({
  kind: z.string(),
  passed: z.boolean(),
  expected: Json,
  actual: Json,
  node: z.string().nullable(),
  message: z.string(),
  differences: z.array(z.object({ path: z.string(), expected: Json, actual: Json })),
});

const TestResult = SuiteTest.extend({
  status: z.enum(['passed', 'failed']),
  withheld: z.string().nullable(),
  runStatus: z.enum(runStatuses),
  output: Json,
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  checks: z.array(Check),
  steps: z.array(z.object({ node: z.string(), iteration: z.string(), status: z.string() })),
  resources: z.object({
    virtualMs: z.number(),
    steps: z.number().int(),
    calls: z.number().int(),
    expressionSteps: z.number(),
    journalCharacters: z.number().int(),
  }),
});

/** Small faults put into the workflow, and whether a case found them (WT-12). */
const Mutation = z.object({
  score: z.number().int().nullable().describe('Percent of the faults that count; null: none counts'),
  counted: z.number().int().describe('Faults that count'),
  killed: z.number().int().describe('Found by a case'),
  untried: z.number().int().describe('Not tried, because of the limit'),
  survivors: z.array(
    z.object({
      kind: z.enum(mutantKinds),
      node,
      before: z.string(),
      after: z.string(),
      why: z.enum(survivals).describe('`same`: every run is the same with it, so it does not count'),
    }),
  ),
});

export const TestRunDetail = TestRun.extend({
  report: Coverage.nullable(),
  mutation: Mutation.nullable().describe('Null unless all cases passed'),
  graph: Graph.describe('Of the version tested, or of the draft as it is now'),
  results: z.array(TestResult),
});
export type TestRunDetail = z.infer<typeof TestRunDetail>;

/** What a case used in its latest run, and what grew since the run before. */
const CasePerformance = z.object({
  caseId: z.uuid(),
  name: z.string(),
  suiteId: z.uuid(),
  suiteName: z.string(),
  duration: z.number().int().describe('Milliseconds of processing'),
  virtualMs: z.number().describe('From start to end in virtual time'),
  steps: z.number().int(),
  calls: z.number().int(),
  expressionSteps: z.number(),
  journalCharacters: z.number().int(),
  regressions: z.array(z.object({ measure: z.enum(measures), before: z.number(), after: z.number() })),
});
export type CasePerformance = z.infer<typeof CasePerformance>;

export const reportKinds = ['weekly', 'regressions'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** A report about tests; `/api/test-reports/{kind}.pdf` and `.csv` return it as a file. */
export const TestReport = z.object({
  kind: z.enum(reportKinds),
  title: z.string(),
  lines: z.array(z.string()).describe('Its summary'),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
});
export type TestReport = z.infer<typeof TestReport>;

const Difference = z.object({ path: z.string(), expected: Json.optional(), actual: Json.optional() });
const RunEnd = z.object({ status: z.string(), output: Json, error: z.string().nullable() });

/** How a recorded run would go on another version. */
export const ReplayedRun = z.object({
  runId: z.uuid(),
  at: Moment,
  version: z.number().int().describe('The version it ran on'),
  verdict: z.enum(replayVerdicts),
  withheld: z.string().nullable().describe('Why its values are hidden'),
  recorded: RunEnd,
  replayed: RunEnd,
  differences: z.array(Difference),
  calls: z.array(
    z.object({
      node: z.string(),
      change: z.enum(['added', 'removed', 'changed']),
      differences: z.array(Difference),
    }),
  ),
  missing: z.array(z.string()).describe('Steps that need a result the run does not have'),
});
export type ReplayedRun = z.infer<typeof ReplayedRun>;

const suiteId = z.object({ id: z.uuid() });
const revision = z.number().int().min(0).max(1_000_000_000);
const name = Words.min(1, 'Enter a name for the suite.').max(100);
const description = Words.max(1_000);
const tags = ['Tests of workflows'];

export const suites = {
  list: endpoint
    .route({ method: 'GET', path: '/suites', summary: 'List test suites with their latest results', tags })
    .meta({ access: 'read:workflows' })
    .input(
      PageInput.extend({
        search: z.string().max(200).optional(),
        workflowId: z.string().max(200).optional(),
        agent: z.string().max(200).optional(),
      }),
    )
    .output(
      pageOf(Suite).extend({
        totals: z.object({
          passed: z.number().int(),
          failed: z.number().int(),
          total: z.number().int().describe('Cases, run or not'),
          coverage: z.number().int().nullable().describe('Rounded mean over the suites that ran'),
        }),
      }),
    ),
  get: endpoint
    .route({ method: 'GET', path: '/suites/{id}', summary: 'Get a suite with its cases', tags })
    .meta({ access: 'read:workflows' })
    .input(suiteId)
    .output(SuiteDetail),
  sampleCase: endpoint
    .route({
      method: 'GET',
      path: '/suites/{id}/sample-case',
      summary: 'Get a case with sample data, of the whole draft or one step; stores nothing',
      tags,
    })
    .meta({ access: 'read:workflows' })
    .input(suiteId.extend({ step: node.optional() }))
    .output(z.object({ test: TestCase })),
  create: endpoint
    .route({ method: 'POST', path: '/suites', summary: 'Create a suite', tags, successStatus: 201 })
    .meta({ access: 'edit:workflows' })
    .input(z.object({ name, description, workflowId: z.string().min(1).max(200) }))
    .output(SuiteDetail),
  save: endpoint
    .route({ method: 'PUT', path: '/suites/{id}', summary: 'Rename a suite, or require it to pass', tags })
    .meta({ access: 'publish:workflows' })
    .input(suiteId.extend({ revision, name, description, required: z.boolean() }))
    .output(SuiteDetail),
  remove: endpoint
    .route({ method: 'POST', path: '/suites/{id}/remove', summary: 'Delete a suite and its results', tags })
    .meta({ access: 'publish:workflows' })
    .input(suiteId)
    .output(z.object({ removed: z.literal(true) })),
  saveCase: endpoint
    .route({ method: 'POST', path: '/suites/{id}/cases', summary: 'Add a case, or replace one', tags })
    .meta({ access: 'edit:workflows' })
    .input(suiteId.extend({ revision, caseId: z.uuid().nullable(), test: TestCase }))
    .output(SuiteDetail),
  removeCase: endpoint
    .route({ method: 'POST', path: '/suites/{id}/cases/remove', summary: 'Delete a case', tags })
    .meta({ access: 'edit:workflows' })
    .input(suiteId.extend({ revision, caseId: z.uuid() }))
    .output(SuiteDetail),
  capture: endpoint
    .route({
      method: 'POST',
      path: '/suites/capture',
      summary: 'Make a case of a recorded run, in a suite or a new one',
      tags,
      successStatus: 201,
    })
    .meta({ access: 'edit:workflows' })
    .input(z.object({ runId: z.uuid(), suiteId: z.uuid().nullable() }))
    .output(z.object({ suite: SuiteDetail, caseId: z.uuid() })),
  run: endpoint
    .route({
      method: 'POST',
      path: '/suites/run',
      summary: 'Run suites in the background',
      tags,
      successStatus: 202,
    })
    .meta({ access: 'run:workflows' })
    .input(
      z.object({
        suites: z.array(z.uuid()).max(200).nullable().describe('Null: all'),
        onlyFailed: z.boolean().default(false).describe('Only those whose latest run did not pass'),
        version: z.number().int().min(1).max(1_000_000_000).nullable().describe('Null: the draft'),
      }),
    )
    .output(z.object({ runs: z.array(TestRun) })),
};

export const testRuns = {
  list: endpoint
    .route({ method: 'GET', path: '/test-runs', summary: 'List runs of suites, newest first', tags })
    .meta({ access: 'read:workflows' })
    .input(PageInput.extend({ suiteId: z.uuid().optional() }))
    .output(pageOf(TestRun)),
  get: endpoint
    .route({ method: 'GET', path: '/test-runs/{id}', summary: 'Get a run of a suite with its results', tags })
    .meta({ access: 'read:workflows' })
    .input(suiteId)
    .output(TestRunDetail),
  replay: endpoint
    .route({
      method: 'GET',
      path: '/test-replays',
      summary: 'Replay the latest ended runs of a workflow on its draft or a version; stores nothing',
      tags,
    })
    .meta({ access: 'read:workflow-runs' })
    .input(
      z.object({
        workflowId: z.string().min(1).max(200),
        version: z.coerce
          .number()
          .int()
          .min(1)
          .max(1_000_000_000)
          .optional()
          .describe('Without it: the draft'),
        limit: z.coerce.number().int().min(1).max(100).default(20).describe('Runs to replay'),
      }),
    )
    .output(z.object({ rows: z.array(ReplayedRun), graph: Graph })),
  performance: endpoint
    .route({
      method: 'GET',
      path: '/test-performance',
      summary: 'List what cases used in their latest runs',
      tags,
    })
    .meta({ access: 'read:workflows' })
    .input(z.object({}))
    .output(z.object({ rows: z.array(CasePerformance).max(1_000) })),
  report: endpoint
    .route({ method: 'GET', path: '/test-reports/{kind}', summary: 'Get a report about tests', tags })
    .meta({ access: 'read:workflows' })
    .input(z.object({ kind: z.enum(reportKinds) }))
    .output(TestReport),
};
