import type { JsonValue } from '@attain/domain/workflows/json-value';
import { z } from 'zod';
import { endpoint, Moment, PageInput, pageOf } from './base.ts';
import { WorkflowDocument } from './workflows.ts';

/** Where a run stands; lists show everything that has not ended as running. */
export const runStatuses = [
  'pending',
  'running',
  'waiting',
  'cancelling',
  'completed',
  'failed',
  'cancelled',
] as const;

/** What set a run off. */
export const runTriggers = ['manual', 'api', 'schedule', 'webhook', 'event', 'sub-workflow'] as const;

/** What JSON.stringify writes for characters no database keeps: half a surrogate pair, and zero. */
const unkeepable = /(?<!\\)(?:\\\\)*\\u(?:d[89a-f]|0000)/i;

/** Any JSON value that a database keeps. */
export const Json: z.ZodType<JsonValue, JsonValue> = z
  .json()
  .refine((value) => !unkeepable.test(JSON.stringify(value)), 'JSON of whole characters only')
  .meta({ component: 'JsonValue', description: 'Any JSON value' });

/** A run in the list of runs. */
export const RunSummary = z.object({
  id: z.uuid(),
  workflowId: z.string(),
  workflowName: z.string(),
  agentName: z.string().nullable().describe('The agent whose workflow it is; null: no agent runs it'),
  version: z.number().int().describe('The published version it is pinned to'),
  status: z.enum(runStatuses),
  trigger: z.enum(runTriggers),
  startedBy: z.string().nullable().describe('Display name'),
  waitingFor: z.string().nullable().describe('A person or a timer, in words'),
  error: z.string().nullable(),
  createdAt: Moment,
  startedAt: Moment.nullable(),
  endedAt: Moment.nullable(),
  durationMs: z.number().int().nullable(),
  progress: z.number().int().describe('Steps that are over, of the workflow’s nodes, percent'),
  triedAgainAs: z.uuid().nullable().describe('The latest run that tried it again from a node'),
});
export type RunSummary = z.infer<typeof RunSummary>;

const Cut = z
  .object({ input: z.number().int().nullable(), output: z.number().int().nullable() })
  .nullable()
  .describe('Characters of a value that is too large to be shown: in its place stands how its JSON begins');

/** One step of a run: a node in one turn of the loops around it. */
export const RunStep = z.object({
  node: z.string(),
  iteration: z.string(),
  title: z.string(),
  type: z.string(),
  status: z.enum(['idle', 'running', 'waiting', 'retrying', 'success', 'error', 'skipped', 'cancelled']),
  attempt: z.number().int(),
  startedAt: Moment.nullable(),
  endedAt: Moment.nullable(),
  isTimed: z
    .boolean()
    .describe('Whether its times are its own; computed steps carry the moment of the event they followed'),
  input: Json.nullable(),
  output: Json.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  by: z.string().nullable().describe('Whose answer it was'),
  cut: Cut,
});
export type RunStep = z.infer<typeof RunStep>;

/** A run with everything it did. */
export const RunDetail = RunSummary.extend({
  documentHash: z.string(),
  document: WorkflowDocument.describe('The frozen workflow it runs on'),
  input: Json,
  output: Json.nullable(),
  cut: Cut,
  variables: z.record(z.string(), Json),
  steps: z.array(RunStep),
  counts: z
    .object({ nodes: z.number().int(), nodesExecuted: z.number().int(), executions: z.number().int() })
    .describe(
      'Nodes of the workflow, those that were executed, and how often in all; loops execute a node again',
    ),
  cancelReason: z.string().nullable(),
  parentRunId: z.uuid().nullable(),
  mine: z.boolean().describe('Whether who asks has started it'),
  withheld: z
    .string()
    .nullable()
    .describe('Why its values are not shown to who asks; where it says so, these stand as null'),
  journal: z
    .object({ lines: z.number().int(), characters: z.number().int(), head: z.string(), intact: z.boolean() })
    .describe('The hash its lines lead to, and whether those that are stored still do'),
});
export type RunDetail = z.infer<typeof RunDetail>;

/** How much a line of a log matters, the most first. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;

/** One line of a run's log, made from its journal. */
export const RunLogLine = z.object({
  seq: z.number().int().describe('Its number in the log, from small to large; not every number is taken'),
  timestamp: Moment,
  level: z.enum(logLevels),
  message: z.string(),
  nodeId: z.string().optional(),
  nodeName: z.string().optional(),
});
export type RunLogLine = z.infer<typeof RunLogLine>;

const runId = z.object({ id: z.uuid() });

/** Durable runs of workflows: rows that move on, whoever's process lives. */
export const workflowRuns = {
  start: endpoint
    .route({
      method: 'POST',
      path: '/workflows/{workflowId}/runs',
      summary: 'Start a run of the newest published version, or of the one asked for',
      tags: ['Workflow runs'],
      successStatus: 201,
    })
    .meta({ access: 'run:workflows' })
    .input(
      z.object({
        workflowId: z.string().max(200),
        version: z.number().int().min(1).max(1_000_000_000).optional(),
        input: Json.default({}),
        variables: z.record(z.string(), Json).default({}),
        key: z.string().min(1).max(200).optional().describe('The same key starts the same run only once'),
      }),
    )
    .output(RunSummary),
  list: endpoint
    .route({ method: 'GET', path: '/workflow-runs', summary: 'Runs, newest first', tags: ['Workflow runs'] })
    .meta({ access: 'read:workflow-runs' })
    .input(
      PageInput.extend({
        workflowId: z.string().max(200).optional(),
        status: z
          .enum(['running', 'completed', 'failed', 'cancelled', 'dead-letter'])
          .optional()
          .describe('dead-letter: failed for good, and nobody has tried it again'),
        search: z
          .string()
          .max(200)
          .optional()
          .describe('Part of a workflow’s name, or the beginning of a run’s id'),
      }),
    )
    .output(pageOf(RunSummary)),
  get: endpoint
    .route({
      method: 'GET',
      path: '/workflow-runs/{id}',
      summary: 'One run, step by step',
      tags: ['Workflow runs'],
    })
    .meta({ access: 'read:workflow-runs' })
    .input(
      runId.extend({
        values: z.enum(['shown', 'whole']).default('shown').describe('Whole: however large they are'),
      }),
    )
    .output(RunDetail),
  log: endpoint
    .route({
      method: 'GET',
      path: '/workflow-runs/{id}/log',
      summary: 'What a run did, line by line',
      tags: ['Workflow runs'],
    })
    .meta({ access: 'read:workflow-runs' })
    .input(PageInput.extend({ id: z.uuid() }))
    .output(pageOf(RunLogLine)),
  cancel: endpoint
    .route({
      method: 'POST',
      path: '/workflow-runs/{id}/cancel',
      summary: 'Ask a run to stop; what has been done stands. Who may only run agents stops only their own',
      tags: ['Workflow runs'],
    })
    .meta({ access: 'run:agents' })
    .input(runId.extend({ reason: z.string().trim().max(2000).default('') }))
    .output(RunSummary),
  rerun: endpoint
    .route({
      method: 'POST',
      path: '/workflow-runs/{id}/rerun',
      summary: 'Start a new run with the same input, on the same version or another',
      tags: ['Workflow runs'],
      successStatus: 201,
    })
    .meta({ access: 'run:workflows' })
    .input(runId.extend({ version: z.number().int().min(1).max(1_000_000_000).optional() }))
    .output(RunSummary),
  retry: endpoint
    .route({
      method: 'POST',
      path: '/workflow-runs/{id}/retry',
      summary: 'Try an ended run again from a node, as a new run; what was finished elsewhere stands',
      tags: ['Workflow runs'],
      successStatus: 201,
    })
    .meta({ access: 'run:workflows' })
    .input(runId.extend({ node: z.string().min(1).max(200) }))
    .output(RunSummary),
  signal: endpoint
    .route({
      method: 'POST',
      path: '/workflow-runs/{id}/signals/{name}',
      summary: 'Tell a run that waits for a signal; early and double ones are kept or recorded',
      tags: ['Workflow runs'],
    })
    .meta({ access: 'run:workflows' })
    .input(runId.extend({ name: z.string().min(1).max(100), value: Json.default(null) }))
    .output(RunSummary),
};

/** A task that waits for a person. */
export const HumanTask = z.object({
  id: z.uuid(),
  runId: z.uuid(),
  workflowId: z.string(),
  workflowName: z.string(),
  nodeId: z.string(),
  type: z.string(),
  title: z.string(),
  instructions: z.string(),
  priority: z.string(),
  queue: z.string().nullable(),
  assignee: z.string().nullable().describe('User name'),
  startedBy: z.string().describe('User name of who started the run'),
  status: z.enum(['pending', 'escalated', 'completed', 'expired', 'withdrawn']),
  form: z.array(z.record(z.string(), Json)).describe('What has to be filled in'),
  decisions: z.array(z.string()).describe('The answers there are; empty: filling in is enough'),
  input: Json.nullable().describe('What the step was given, to decide by'),
  dueAt: Moment,
  expiresAt: Moment.nullable(),
  createdAt: Moment,
  completedAt: Moment.nullable(),
  completedBy: z.string().nullable(),
  result: Json.nullable(),
  fallbackReason: z
    .string()
    .nullable()
    .describe('Why its recipient can’t take it; it then waits for those who may reassign tasks'),
  withheld: z
    .string()
    .nullable()
    .describe('Why its values are not shown; then input and result are null and no text is filled in'),
});
export type HumanTask = z.infer<typeof HumanTask>;

const TaskMove = z.object({
  id: z.uuid(),
  to: z.string().trim().min(1).max(200).describe('User name'),
  reason: z.string().trim().max(2000).default(''),
});

/** What waits for people, in the Action Center. */
export const tasks = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/tasks',
      summary: 'Tasks for people, the most urgent first',
      tags: ['Tasks'],
    })
    .meta({ access: 'read:tasks' })
    .input(
      PageInput.extend({
        whose: z
          .enum(['mine', 'all'])
          .default('mine')
          .describe('Mine: assigned to me, or open in a queue of my roles'),
        status: z.enum(['open', 'done']).default('open'),
        runId: z.uuid().optional(),
      }),
    )
    .output(pageOf(HumanTask)),
  get: endpoint
    .route({ method: 'GET', path: '/tasks/{id}', summary: 'One task', tags: ['Tasks'] })
    .meta({ access: 'read:tasks' })
    .input(z.object({ id: z.uuid() }))
    .output(HumanTask),
  decide: endpoint
    .route({
      method: 'POST',
      path: '/tasks/{id}/decide',
      summary: 'Answer a task; its run goes on',
      tags: ['Tasks'],
    })
    .meta({ access: 'decide:tasks' })
    .input(
      z.object({
        id: z.uuid(),
        decision: z.string().max(100).optional(),
        values: z.record(z.string(), Json).default({}),
        comment: z
          .string()
          .max(4000)
          .default('')
          .describe('Kept with the run; who answers “rejected” says why'),
        output: Json.optional().describe('Of a step whose outcome is unknown: its output when it succeeded'),
      }),
    )
    .output(HumanTask),
  takers: endpoint
    .route({
      method: 'GET',
      path: '/tasks/{id}/takers',
      summary: 'The people a task can be given to',
      tags: ['Tasks'],
    })
    .meta({ access: 'read:tasks' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ rows: z.array(z.object({ username: z.string(), displayName: z.string() })) })),
  reassign: endpoint
    .route({
      method: 'POST',
      path: '/tasks/{id}/reassign',
      summary: 'Give an open task to another person',
      tags: ['Tasks'],
    })
    .meta({ access: 'reassign:tasks' })
    .input(TaskMove)
    .output(HumanTask),
  delegate: endpoint
    .route({
      method: 'POST',
      path: '/tasks/{id}/delegate',
      summary: 'Pass on a task that is assigned to you',
      tags: ['Tasks'],
    })
    .meta({ access: 'decide:tasks' })
    .input(TaskMove)
    .output(HumanTask),
};
