import { trends } from '@attain/domain/costs/cost-figures';
import { spanKinds, traceStatuses, waitReasons } from '@attain/domain/telemetry/span';
import { z } from 'zod';
import { Currency, endpoint, Moment, PageInput, pageOf } from './base.ts';
import { conversions, otherCosts } from './costs.ts';
import { logLevels, runTriggers } from './workflow-runs.ts';

const cost = z
  .string()
  .nullable()
  .describe(
    'Exact decimal in the currency of the answer; null: no call, no known price or rate, or no permission to view costs',
  );
const status = z.enum(traceStatuses).nullable().describe('Null: it is not over');
const duration = z.number().int().nullable().describe('Milliseconds; null: it is not over');
const Failure = z.object({ code: z.string(), message: z.string() });

/** One piece of a run: the run itself, a loop, a turn of a loop, or an attempt of a step. */
const Span = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  depth: z.number().int(),
  kind: z.enum(spanKinds),
  runId: z.uuid().describe('Another run for the steps of a sub-workflow'),
  node: z.string().nullable(),
  iteration: z.string(),
  title: z.string(),
  type: z.string().describe('Node type; of a run its trigger'),
  attempt: z.number().int(),
  turn: z.number().int().nullable().describe('Of a turn, counted from 0'),
  start: z.number().int().describe('Milliseconds from the start of the trace'),
  duration,
  worked: z.number().int().describe('Milliseconds in which at least one step worked'),
  waited: z.number().int().describe('The rest: people, timers, signals and retries'),
  waits: z.array(z.object({ start: z.number().int(), duration, for: z.enum(waitReasons) })),
  isTimed: z.boolean().describe('False for computed steps, which have the time of the event they followed'),
  status,
  error: Failure.nullable(),
  tokens: z.number().int().nullable().describe('Tokens in and out; null: none reported'),
  cost,
});
export type Span = z.infer<typeof Span>;

const traceFields = {
  id: z.uuid().describe('The ID of the run'),
  timestamp: Moment,
  duration,
  status,
  operation: z.string().describe('Name of the workflow'),
  workflowId: z.string(),
  agentName: z.string().nullable(),
  version: z.number().int(),
  environment: z.string(),
  trigger: z.enum(runTriggers),
  tokens: z.number().int().nullable(),
  cost,
};

const TraceRow = z.object({ ...traceFields, others: otherCosts, error: Failure.nullable() });
export type TraceRow = z.infer<typeof TraceRow>;

/** A run as a tree of spans, read from its journal. */
const Trace = z.object({
  ...traceFields,
  startedBy: z.string().nullable(),
  worked: z.number().int(),
  waited: z.number().int(),
  currency: Currency,
  ...conversions,
  unpriced: z.number().int().describe('Calls without a known price'),
  usual: z
    .object({ runs: z.number().int(), p50: z.number().int(), p95: z.number().int() })
    .nullable()
    .describe('Completed runs of the workflow in the 30 days before it; null: fewer than five'),
  spans: z.array(Span).describe('Each before its parts'),
  errors: z.array(Failure.extend({ spanId: z.string() })),
  isCut: z.boolean().describe('True if it has more spans than are shown'),
});
export type Trace = z.infer<typeof Trace>;

const range = {
  from: z.iso.datetime({ offset: true }).optional().describe('Default: 24 hours before the end'),
  to: z.iso.datetime({ offset: true }).optional().describe('Default: now'),
};
const scope = { workflowId: z.string().max(200).optional() };

const Metric = z.object({
  name: z.enum(['runs', 'success-rate', 'errors', 'p50', 'p95', 'cost', 'tokens']),
  value: z.string().nullable().describe('Null: nothing to measure'),
  unit: z.string().describe('count, percent, ms, tokens or a currency'),
  trend: z.enum(trends),
  change: z.string().nullable().describe('Percent against the same span before; null: nothing before'),
  points: z.array(z.number().nullable()).describe('A value for each bucket'),
});
export type Metric = z.infer<typeof Metric>;

const counts = {
  runs: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
  open: z.number().int().describe('Not over yet'),
  successRate: z.string().nullable().describe('Percent of ended runs that completed, one decimal'),
  p50: duration,
  p95: duration,
  cost,
};

const Measures = z.object({
  from: Moment,
  to: Moment,
  bucketMs: z.number().int(),
  currency: Currency,
  ...conversions,
  totals: z.object(counts),
  metrics: z.array(Metric),
  buckets: z.array(z.object({ start: Moment, ...counts })),
  workflows: z.array(
    z.object({
      workflowId: z.string(),
      name: z.string(),
      agentId: z.string().nullable(),
      agentName: z.string().nullable(),
      ...counts,
    }),
  ),
  errors: z
    .array(z.object({ code: z.string(), message: z.string().describe('The newest'), runs: z.number().int() }))
    .describe('Failed runs by error code, most frequent first'),
});
export type Measures = z.infer<typeof Measures>;

/** One line of the log of a run. */
const LogLine = z.object({
  id: z.string(),
  timestamp: Moment,
  level: z.enum(logLevels),
  message: z.string(),
  source: z.string().describe('The workflow, and the step if the line is about one'),
  metadata: z.object({
    runId: z.uuid(),
    workflowId: z.string(),
    version: z.number().int(),
    node: z.string().nullable(),
  }),
});
export type LogLine = z.infer<typeof LogLine>;

const logSearch = {
  ...range,
  ...scope,
  search: z.string().max(200).optional().describe('Part of the message or source, in any case'),
  level: z.enum(logLevels).optional().describe('The least level; default: info'),
};

const tags = ['Observability'];
const read = { access: 'read:workflow-runs' } as const;

export const traces = {
  list: endpoint
    .route({ method: 'GET', path: '/traces', summary: 'List traces of runs, newest first', tags })
    .meta(read)
    .input(
      PageInput.extend({
        ...range,
        ...scope,
        status: z.enum([...traceStatuses, 'running']).optional(),
        code: z.string().max(100).optional().describe('Error code'),
        minDuration: z.coerce.number().int().min(0).max(1e12).optional().describe('Milliseconds'),
      }),
    )
    .output(pageOf(TraceRow).extend({ currency: Currency })),
  get: endpoint
    .route({ method: 'GET', path: '/traces/{id}', summary: 'Get the trace of a run', tags })
    .meta(read)
    .input(z.object({ id: z.uuid() }))
    .output(Trace),
};

export const measures = {
  read: endpoint
    .route({ method: 'GET', path: '/measures', summary: 'Get figures of runs over a time range', tags })
    .meta(read)
    .input(z.object({ ...range, ...scope }))
    .output(Measures),
};

export const logs = {
  search: endpoint
    .route({
      method: 'GET',
      path: '/logs',
      summary: 'Search the logs of runs that began in a range, newest first',
      tags,
    })
    .meta(read)
    .input(PageInput.extend(logSearch))
    .output(
      pageOf(LogLine).extend({
        searchedTo: Moment.nullable().describe(
          'One answer reads at most 500 runs. Runs made before this moment are on the next page; null: all were read',
        ),
      }),
    ),
  export: endpoint
    .route({ method: 'GET', path: '/logs/export', summary: 'Export log lines as CSV or JSON Lines', tags })
    .meta(read)
    .input(z.object({ ...logSearch, as: z.enum(['csv', 'jsonl']).default('csv') }))
    .output(z.object({ fileName: z.string(), mediaType: z.string(), text: z.string() })),
};
