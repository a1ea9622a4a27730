import type { JournalEntry, RunEvent, TaskRequest } from '@attain/domain/workflows/journal';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  numeric,
  pgTable,
  pgView,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { count, createdAt, moment, tenantId, updatedAt } from './columns.ts';
import { memberships } from './people.ts';
import { workflowVersions } from './workflows.ts';

/** A run: of a published workflow version, whose hash it is pinned to. The columns are the stated ones, the rest is ours. */
export const agentExecutions = pgTable(
  'agent_executions',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    /** The agent instance it runs for, which may be gone; null: none. */
    instanceId: uuid('instance_id'),
    jobId: text('job_id'),
    environment: text('environment').notNull().default('dev'),
    executionType: text('execution_type').notNull().default('manual'),
    parameters: jsonb('parameters').$type<JsonValue>().notNull(),
    context: jsonb('context').$type<JsonObject>().notNull(),
    status: text('status').notNull().default('pending'),
    startTime: moment('start_time'),
    endTime: moment('end_time'),
    /** Milliseconds from start to end. */
    duration: count('duration'),
    confidence: numeric('confidence'),
    result: jsonb('result').$type<JsonValue>(),
    outcome: text('outcome'),
    errorDetails: jsonb('error_details').$type<JsonObject>(),
    metrics: jsonb('metrics').$type<JsonObject>(),
    auditTrail: jsonb('audit_trail').$type<JsonObject>(),
    workflowId: text('workflow_id').notNull(),
    workflowVersion: integer('workflow_version').notNull(),
    documentHash: text('document_hash').notNull(),
    /** Hash of the agent's version where it is deployed, and by which pointer it was chosen. */
    agentVersion: text('agent_version'),
    /** A run that tries a draft, or a sub-workflow of one; figures of workflows and agents leave it out. */
    isDraft: boolean('is_draft').notNull().default(false),
    slot: text('slot').$type<'stable' | 'canary'>(),
    /** SHA-256 of what the canary tells runs apart by. */
    subject: text('subject'),
    /** Whatever asked for the run: a caller's key, a schedule's instant; the same one starts it once. */
    startKey: text('start_key'),
    startedBy: uuid('started_by').notNull(),
    parentRunId: uuid('parent_run_id'),
    /** The step of the parent that waits for it. */
    parentStep: jsonb('parent_step').$type<{ node: string; iteration: string; attempt: number }>(),
    /** What it waits for, as text; null while it does not wait. */
    waitingFor: text('waiting_for'),
    /** Steps that are over, of the workflow's nodes, percent. */
    progress: integer('progress').notNull().default(0),
    /** How many lines its journal has. */
    entryCount: integer('entry_count').notNull().default(0),
    /** The end of the journal's hash chain, and how many characters its lines have. */
    journalHead: text('journal_head').notNull().default(''),
    journalSize: integer('journal_size').notNull().default(0),
    /**
     * The journal of a run that ended within its first transaction, as most webhook runs do: its lines as JSON. Null:
     * the lines are in `run_journal`.
     */
    wholeJournal: text('whole_journal'),
    /** The valid `traceparent` of the delivery or request that started it; null: none. */
    traceParent: text('trace_parent'),
    /** The run that tried this one again. */
    triedAgainAs: uuid('tried_again_as'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('agent_executions_start_key').on(table.tenantId, table.workflowId, table.startKey),
    index('agent_executions_by_age').on(table.tenantId, table.createdAt, table.id),
    index('agent_executions_by_workflow').on(table.tenantId, table.workflowId, table.createdAt, table.id),
    index('agent_executions_by_status').on(table.tenantId, table.status, table.createdAt, table.id),
    index('agent_executions_of_drafts')
      .on(table.tenantId, table.createdAt, table.id)
      .where(sql`${table.isDraft}`),
    index('agent_executions_by_instance')
      .on(table.tenantId, table.instanceId, table.createdAt, table.id)
      .where(sql`${table.instanceId} IS NOT NULL`),
    index('agent_executions_by_parent')
      .on(table.tenantId, table.parentRunId)
      .where(sql`${table.parentRunId} IS NOT NULL`),
    // Later events must be rejected by their keys, so such lines are stored individually.
    check(
      'agent_executions_whole_journal',
      sql`${table.wholeJournal} IS NULL OR ${table.endTime} IS NOT NULL`,
    ),
    foreignKey({
      name: 'agent_executions_version',
      columns: [table.tenantId, table.workflowId, table.workflowVersion],
      foreignColumns: [workflowVersions.tenantId, workflowVersions.workflowId, workflowVersions.version],
    }),
  ],
);

/** Journal of a run, line by line; insert-only. The same journal always gives the same run. */
export const runJournal = pgTable(
  'run_journal',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    seq: integer('seq').notNull(),
    /** Events that must not occur twice share a key. */
    key: text('key').notNull(),
    at: moment('at').notNull(),
    /** As text: its very characters are in the hash of the journal. */
    entry: json('entry').$type<JournalEntry>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.seq] }),
    unique('run_journal_key').on(table.tenantId, table.runId, table.key),
    foreignKey({
      name: 'run_journal_run',
      columns: [table.tenantId, table.runId],
      foreignColumns: [agentExecutions.tenantId, agentExecutions.id],
    }).onDelete('cascade'),
  ],
);

/** Values too large for a line of a journal, once for all lines of the run that hold the same; insert-only, gone with the run. */
export const runValues = pgTable(
  'run_values',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    /** SHA-256 of the text, base64url; the line holds it, so that the hash of the journal covers the value. */
    contentHash: text('content_hash').notNull(),
    /** The value as JSON, in its very characters. */
    content: text('content').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.contentHash] }),
    foreignKey({
      name: 'run_values_run',
      columns: [table.tenantId, table.runId],
      foreignColumns: [agentExecutions.tenantId, agentExecutions.id],
    }).onDelete('cascade'),
  ],
);

/** All lines of all runs, wherever they are stored. */
export const runLines = pgView('run_lines', {
  tenantId: uuid('tenant_id'),
  runId: uuid('run_id'),
  seq: integer('seq'),
  entry: json('entry').$type<JournalEntry>(),
})
  .with({ securityInvoker: true })
  .as(sql`SELECT j.tenant_id, j.run_id, j.seq, j.entry FROM run_journal j
  UNION ALL SELECT r.tenant_id, r.id, l.seq::integer, l.entry::json FROM agent_executions r
  CROSS JOIN LATERAL unnest(string_to_array(r.whole_journal, E'\\n')) WITH ORDINALITY AS l (entry, seq)`);

/** Effects under way: who performs them, and until when that is believed. A lease that has run out is taken over. */
export const runEffects = pgTable(
  'run_effects',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    /** Node, turn and attempt: `pay@#1`. */
    effect: text('effect').notNull(),
    /** The process that performs it. */
    holder: uuid('holder').notNull(),
    leasedUntil: moment('leased_until').notNull(),
    /** How many processes have lost it before. */
    tries: integer('tries').notNull().default(0),
    /** Its run was cancelled: the process that performs it aborts it. */
    isStopped: boolean('is_stopped').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.effect] }),
    index('run_effects_stopped').on(table.holder).where(sql`${table.isStopped}`),
    index('run_effects_by_lease').on(table.leasedUntil),
    index('run_effects_by_holder').on(table.holder),
    foreignKey({
      name: 'run_effects_run',
      columns: [table.tenantId, table.runId],
      foreignColumns: [agentExecutions.tenantId, agentExecutions.id],
    }).onDelete('cascade'),
  ],
);

/** Timers of parked runs: nothing but rows until they are due. */
export const runTimers = pgTable(
  'run_timers',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    key: text('key').notNull(),
    dueAt: moment('due_at').notNull(),
    /** How often it could not be handed to its run. */
    tries: integer('tries').notNull().default(0),
    /** Until when a process fires it; in no index, so that a claim changes the row in place. */
    claimedUntil: moment('claimed_until'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.key] }),
    index('run_timers_by_due').on(table.dueAt),
    index('run_timers_by_workspace').on(table.tenantId, table.dueAt),
    foreignKey({
      name: 'run_timers_run',
      columns: [table.tenantId, table.runId],
      foreignColumns: [agentExecutions.tenantId, agentExecutions.id],
    }).onDelete('cascade'),
  ],
);

/** Tasks for people; some columns are prescribed by the specification. */
export const humanApprovalTasks = pgTable(
  'human_approval_tasks',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    taskId: uuid('task_id').notNull(),
    workflowId: text('workflow_id').notNull(),
    nodeId: text('node_id').notNull(),
    environment: text('environment').notNull().default('dev'),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    taskType: text('task_type').notNull(),
    priority: text('priority').notNull().default('medium'),
    queue: text('queue'),
    assignee: uuid('assignee'),
    /** Why its recipient can't take it; users who can reassign tasks then see it. */
    fallbackReason: text('fallback_reason'),
    slaMinutes: integer('sla_minutes').notNull().default(60),
    escalationPolicy: jsonb('escalation_policy').$type<JsonObject>(),
    inputSchema: jsonb('input_schema').$type<TaskRequest['form']>().notNull(),
    status: text('status').notNull().default('pending'),
    auditTrail: jsonb('audit_trail').$type<JsonObject>(),
    result: jsonb('result').$type<JsonValue>(),
    completedAt: moment('completed_at'),
    completedBy: uuid('completed_by'),
    runId: uuid('run_id').notNull(),
    iteration: text('iteration').notNull(),
    /** The attempt whose outcome is unknown; 0: the step itself is for a person. */
    attempt: integer('attempt').notNull().default(0),
    decisions: text('decisions').array().notNull().default([]),
    /** Input of the step, for the decision. */
    input: jsonb('input').$type<JsonValue>(),
    dueAt: moment('due_at').notNull(),
    expiresAt: moment('expires_at'),
    /** True while pending or escalated. */
    isOpen: boolean('is_open').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('human_approval_tasks_key').on(table.tenantId, table.taskId),
    unique('human_approval_tasks_step').on(
      table.tenantId,
      table.runId,
      table.nodeId,
      table.iteration,
      table.attempt,
    ),
    index('human_approval_tasks_by_due').on(table.tenantId, table.isOpen, table.dueAt, table.taskId),
    foreignKey({
      name: 'human_approval_tasks_assignee',
      columns: [table.tenantId, table.assignee],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }),
    foreignKey({
      name: 'human_approval_tasks_run',
      columns: [table.tenantId, table.runId],
      foreignColumns: [agentExecutions.tenantId, agentExecutions.id],
    }).onDelete('cascade'),
  ],
);

/** Events on their way to a run from another one, such as the end of a sub-workflow; gone once they are delivered. */
export const runInbox = pgTable(
  'run_inbox',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    eventId: text('event_id').notNull(),
    event: jsonb('event').$type<RunEvent>().notNull(),
    /** How often it could not be handed to its run. */
    tries: integer('tries').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.eventId] }),
    index('run_inbox_by_age').on(table.createdAt),
    foreignKey({
      name: 'run_inbox_run',
      columns: [table.tenantId, table.runId],
      foreignColumns: [agentExecutions.tenantId, agentExecutions.id],
    }).onDelete('cascade'),
  ],
);

/** Runs that failed, until those who are responsible have been notified; a run's own row goes with it. */
export const runFailures = pgTable(
  'run_failures',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    workflowId: text('workflow_id').notNull(),
    failedAt: moment('failed_at').notNull(),
    /** When its error workflow was started, or was found to have none. */
    handledAt: moment('handled_at'),
    /** Why its error workflow could not start. */
    problem: text('problem'),
    notifiedAt: moment('notified_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId] }),
    index('run_failures_unhandled').on(table.failedAt).where(sql`${table.handledAt} IS NULL`),
    index('run_failures_unnotified')
      .on(table.tenantId, table.workflowId)
      .where(sql`${table.notifiedAt} IS NULL`),
    index('run_failures_notified').on(table.tenantId, table.workflowId, table.notifiedAt),
    foreignKey({
      name: 'run_failures_run',
      columns: [table.tenantId, table.runId],
      foreignColumns: [agentExecutions.tenantId, agentExecutions.id],
    }).onDelete('cascade'),
  ],
);
