import type { JsonValue } from '@attain/domain/workflows/json-value';
import { z } from 'zod';
import { endpoint, Moment, PageInput, pageOf } from './base.ts';
import { WorkflowDocument } from './workflows.ts';

/** Status of a run; lists show all runs that have not ended as running. */
export const runStatuses = [
  'pending',
  'running',
  'waiting',
  'cancelling',
  'completed',
  'failed',
  'cancelled',
] as const;

export const runTriggers = ['manual', 'api', 'schedule', 'webhook', 'event', 'sub-workflow'] as const;

/** JSON.stringify’s output for characters that PostgreSQL can’t store: lone surrogates and U+0000. */
const unkeepable = /(?<!\\)(?:\\\\)*\\u(?:d[89a-f]|0000)/i;

/** Any JSON value that PostgreSQL can store. */
export const Json: z.ZodType<JsonValue, JsonValue> = z
  .json()
  .refine((value) => !unkeepable.test(JSON.stringify(value)), 'JSON without invalid characters')
  .meta({ component: 'JsonValue', description: 'Any JSON value' });

export const RunSummary = z.object({
  id: z.uuid(),
  workflowId: z.string(),
  workflowName: z.string(),
  agentName: z.string().nullable().describe('The agent that owns the workflow; null: none'),
  instanceName: z
    .string()
    .nullable()
    .describe('The instance of the agent it runs for; null: none, or deleted'),
  version: z.number().int().describe('The published version it runs; below 0: a draft that was tried'),
  isDraft: z.boolean().describe('It tries a draft, or is a sub-workflow of such a run'),
  status: z.enum(runStatuses),
  trigger: z.enum(runTriggers),
  startedBy: z.string().nullable().describe('Display name'),
  waitingFor: z.string().nullable().describe('A user or a timer, as text'),
  error: z.string().nullable(),
  createdAt: Moment,
  startedAt: Moment.nullable(),
  endedAt: Moment.nullable(),
  durationMs: z.number().int().nullable(),
  progress: z.number().int().describe('Finished steps, in percent of the workflow’s nodes'),
  triedAgainAs: z
    .uuid()
    .nullable()
    .describe(
      'The latest run that repeated it: its retry, a retry of the run that started it, or the next attempt',
    ),
});
export type RunSummary = z.infer<typeof RunSummary>;

const Cut = z
  .object({
    input: z.number().int().nullable(),
    output: z.number().int().nullable(),
    sent: z.number().int().nullable().optional(),
  })
  .nullable()
  .describe('Length of a value that is too large to show; its place holds the start of its JSON');

/** One step of a run: a node in one iteration of its loops. */
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
    .describe('True if its times were measured; computed steps have the time of the event they followed'),
  input: Json.nullable(),
  output: Json.nullable(),
  sent: Json.nullable().describe(
    'What its last attempt sent: settings with expressions computed, secret values hidden; null: nothing was sent',
  ),
  childRunId: z.uuid().nullable().describe('The run that it started as a sub-workflow'),
  undoes: z.string().nullable().describe('Of an undo step, the title of the step it undoes'),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  by: z.string().nullable().describe('The user who answered'),
  cut: Cut,
});
export type RunStep = z.infer<typeof RunStep>;

export const RunDetail = RunSummary.extend({
  documentHash: z.string(),
  document: WorkflowDocument.describe('The frozen workflow it runs'),
  input: Json,
  output: Json.nullable(),
  cut: Cut,
  variables: z.record(z.string(), Json),
  steps: z.array(RunStep),
  counts: z
    .object({ nodes: z.number().int(), nodesExecuted: z.number().int(), executions: z.number().int() })
    .describe(
      'Nodes of the workflow, executed nodes, and executions in total; loops execute a node several times',
    ),
  isUndoing: z.boolean().describe('It has failed and undoes its steps, so it can’t be cancelled'),
  cancelReason: z.string().nullable(),
  parentRunId: z.uuid().nullable().describe('The run that waits for this one, or null'),
  mine: z.boolean().describe('True if the caller started it'),
  withheld: z
    .string()
    .nullable()
    .describe('Why its values are hidden from the caller; if set, they are null'),
  journal: z
    .object({ lines: z.number().int(), characters: z.number().int(), head: z.string(), intact: z.boolean() })
    .describe('The hash of its journal, and whether the stored journal still matches'),
});
export type RunDetail = z.infer<typeof RunDetail>;

/** Log levels, most severe first. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;

/** One line of a run’s log, derived from its journal. */
export const RunLogLine = z.object({
  seq: z.number().int().describe('Increasing number in the log; there can be gaps'),
  timestamp: Moment,
  level: z.enum(logLevels),
  message: z.string(),
  nodeId: z.string().optional(),
  nodeName: z.string().optional(),
});
export type RunLogLine = z.infer<typeof RunLogLine>;

const runId = z.object({ id: z.uuid() });

/** Filters of runs: those of the run list. */
export const RunFilterInput = z.object({
  workflowId: z.string().max(200).optional(),
  instance: z.uuid().optional().describe('Only runs for this instance of an agent'),
  kind: z.enum(['live', 'draft']).default('live').describe('Runs of versions, or runs that try drafts'),
  status: z
    .enum(['running', 'completed', 'failed', 'cancelled', 'dead-letter'])
    .optional()
    .describe('dead-letter: failed for good and not retried'),
  trigger: z.enum(runTriggers).optional(),
  from: Moment.optional().describe('Created at or after'),
  to: Moment.optional().describe('Created before'),
  value: z
    .string()
    .trim()
    .min(2)
    .max(200)
    .optional()
    .describe('Text in the input or output, among your own runs or those whose values you can see'),
  search: z.string().max(200).optional().describe('Part of a workflow’s name, or the start of a run’s id'),
});

/** Durable runs of workflows. Their state is in the database, so any process can continue them. */
export const workflowRuns = {
  start: endpoint
    .route({
      method: 'POST',
      path: '/workflows/{workflowId}/runs',
      summary: 'Start a run of the newest published version, or of a given version',
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
        key: z
          .string()
          .min(1)
          .max(200)
          .optional()
          .describe('A repeated key returns the first run instead of starting another'),
      }),
    )
    .output(RunSummary),
  tryDraft: endpoint
    .route({
      method: 'POST',
      path: '/workflows/{workflowId}/draft-runs',
      summary: 'Run the draft, or one of its steps, without publishing; its calls really happen',
      tags: ['Workflow runs'],
      successStatus: 201,
    })
    .meta({ access: 'edit:workflows' })
    .input(
      z.object({
        workflowId: z.string().max(200),
        revision: z.number().int().min(0).max(1_000_000_000).describe('The saved draft to run'),
        input: Json.default({}),
        variables: z.record(z.string(), Json).default({}),
        step: z
          .object({
            node: z.string().min(1).max(200),
            outputs: z
              .record(z.string(), Json)
              .default({})
              .describe('What earlier steps returned, by node; steps without it run'),
          })
          .optional()
          .describe('Execute only this step'),
      }),
    )
    .output(RunSummary),
  list: endpoint
    .route({
      method: 'GET',
      path: '/workflow-runs',
      summary: 'List runs, newest first',
      tags: ['Workflow runs'],
    })
    .meta({ access: 'read:workflow-runs' })
    .input(PageInput.extend(RunFilterInput.shape))
    .output(pageOf(RunSummary)),
  get: endpoint
    .route({
      method: 'GET',
      path: '/workflow-runs/{id}',
      summary: 'Get a run, step by step',
      tags: ['Workflow runs'],
    })
    .meta({ access: 'read:workflow-runs' })
    .input(
      runId.extend({
        values: z.enum(['shown', 'whole']).default('shown').describe('Return complete values, however large'),
      }),
    )
    .output(RunDetail),
  log: endpoint
    .route({
      method: 'GET',
      path: '/workflow-runs/{id}/log',
      summary: 'Get the log of a run, line by line',
      tags: ['Workflow runs'],
    })
    .meta({ access: 'read:workflow-runs' })
    .input(PageInput.extend({ id: z.uuid() }))
    .output(pageOf(RunLogLine)),
  cancel: endpoint
    .route({
      method: 'POST',
      path: '/workflow-runs/{id}/cancel',
      summary:
        'Cancel a run; finished steps with an undo step are undone. Users who can only run agents can cancel only their own runs',
      tags: ['Workflow runs'],
    })
    .meta({ access: 'run:agents' })
    .input(runId.extend({ reason: z.string().trim().max(2000).default('') }))
    .output(RunSummary),
  rerun: endpoint
    .route({
      method: 'POST',
      path: '/workflow-runs/{id}/rerun',
      summary: 'Start a new run with the same input, on the same or another version',
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
      summary: 'Retry an ended run from a node, as a new run; it keeps the results of earlier steps',
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
      summary: 'Signal a waiting run; early and repeated signals are kept or recorded',
      tags: ['Workflow runs'],
    })
    .meta({ access: 'run:workflows' })
    .input(runId.extend({ name: z.string().min(1).max(100), value: Json.default(null) }))
    .output(RunSummary),
};

/** A task that waits for a user. */
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
  startedBy: z.string().describe('User name of the user who started the run'),
  status: z.enum(['pending', 'escalated', 'completed', 'expired', 'withdrawn']),
  form: z.array(z.record(z.string(), Json)).describe('The fields to fill in'),
  decisions: z.array(z.string()).describe('Allowed answers; empty: the form alone is the answer'),
  input: Json.nullable().describe('Values of the step for the decision'),
  dueAt: Moment,
  expiresAt: Moment.nullable(),
  createdAt: Moment,
  completedAt: Moment.nullable(),
  completedBy: z.string().nullable(),
  result: Json.nullable(),
  fallbackReason: z
    .string()
    .nullable()
    .describe('Why its recipient can’t take it; users who can reassign tasks see it'),
  withheld: z
    .string()
    .nullable()
    .describe('Why its values are hidden; if set, input and result are null and texts have no values'),
});
export type HumanTask = z.infer<typeof HumanTask>;

const TaskMove = z.object({
  id: z.uuid(),
  to: z.string().trim().min(1).max(200).describe('User name'),
  reason: z.string().trim().max(2000).default(''),
});

/** Tasks in the Action Center. */
export const tasks = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/tasks',
      summary: 'List tasks, most urgent first',
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
    .route({ method: 'GET', path: '/tasks/{id}', summary: 'Get a task', tags: ['Tasks'] })
    .meta({ access: 'read:tasks' })
    .input(z.object({ id: z.uuid() }))
    .output(HumanTask),
  decide: endpoint
    .route({
      method: 'POST',
      path: '/tasks/{id}/decide',
      summary: 'Answer a task; its run continues',
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
          .describe('Saved with the run; required for the answer “rejected”'),
        output: Json.optional().describe('For a step with unknown outcome: its output if it succeeded'),
      }),
    )
    .output(HumanTask),
  takers: endpoint
    .route({
      method: 'GET',
      path: '/tasks/{id}/takers',
      summary: 'List people a task can be assigned to',
      tags: ['Tasks'],
    })
    .meta({ access: 'read:tasks' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ rows: z.array(z.object({ username: z.string(), displayName: z.string() })) })),
  reassign: endpoint
    .route({
      method: 'POST',
      path: '/tasks/{id}/reassign',
      summary: 'Reassign an open task',
      tags: ['Tasks'],
    })
    .meta({ access: 'reassign:tasks' })
    .input(TaskMove)
    .output(HumanTask),
  delegate: endpoint
    .route({
      method: 'POST',
      path: '/tasks/{id}/delegate',
      summary: 'Hand over a task that is assigned to me',
      tags: ['Tasks'],
    })
    .meta({ access: 'decide:tasks' })
    .input(TaskMove)
    .output(HumanTask),
};
