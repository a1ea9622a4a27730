import type { Environment } from '@attain/domain/deployments/deployment';
import type {
  ExecutionStatus,
  Priority,
  ProcessStatus,
  ProcessType,
} from '@attain/domain/schedules/scheduled-process';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, count, createdAt, moment, tenantId, updatedAt } from './columns.ts';
import { tenants } from './people.ts';

/** Everything that is done by a schedule and is neither a workflow nor an import. The columns up to `avg_duration` are the stated ones. */
export const scheduledProcesses = pgTable(
  'scheduled_processes',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull().defaultRandom(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    type: text('type').$type<ProcessType>().notNull(),
    schedule: jsonb('schedule').$type<StoredSchedule>().notNull(),
    /** Ids of the processes that must have completed since its last start. */
    dependencies: jsonb('dependencies').$type<readonly string[]>().notNull().default([]),
    status: text('status').$type<ProcessStatus>().notNull().default('active'),
    priority: text('priority').$type<Priority>().notNull().default('medium'),
    /** The user whose permissions it has. */
    agentConfig: jsonb('agent_config').$type<{ readonly runsAs: string }>().notNull(),
    /** What it works on, by type. */
    inputParams: jsonb('input_params').$type<JsonObject>().notNull().default({}),
    /** Users and roles that are notified of each completed execution. */
    outputTargets: jsonb('output_targets').$type<{ readonly notify: string }>().notNull(),
    /** Users and roles that are notified of failures; blank: the owner. */
    notifications: jsonb('notifications').$type<{ readonly onFailure: string }>().notNull(),
    /** The environment of which a restore point is taken first; null: none. */
    rollbackPolicy: jsonb('rollback_policy').$type<{ readonly restorePoint: Environment | null }>().notNull(),
    /** Null while it is paused. */
    nextRunTime: moment('next_run_time'),
    lastRunTime: moment('last_run_time'),
    /** Percent of its last 100 executions. */
    successRate: integer('success_rate').notNull().default(100),
    /** Milliseconds. */
    avgDuration: count('avg_duration').notNull().default(0),
    lastCompletedAt: moment('last_completed_at'),
    /** Why Attain paused it. */
    problem: text('problem'),
    environment: text('environment').$type<Environment>().notNull(),
    /** Counts edits, so that two editors never overwrite each other unseen. */
    revision: integer('revision').notNull().default(1),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('scheduled_processes_name').on(table.tenantId, table.name),
    index('scheduled_processes_due').on(table.nextRunTime).where(sql`${table.status} = 'active'`),
    check('scheduled_processes_status', sql`${table.status} IN ('active', 'paused')`),
    check('scheduled_processes_priority', sql`${table.priority} IN ('low', 'medium', 'high')`),
  ],
);

/** When a process starts. */
export interface StoredSchedule {
  readonly cron: string;
  readonly timeZone: string;
  readonly missed: 'once' | 'skip';
}

/** Executions of processes. The columns up to `rollback_point` are the stated ones. */
export const processExecutions = pgTable(
  'process_executions',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    processId: uuid('process_id').notNull(),
    /** When it was begun first. */
    startTime: moment('start_time'),
    endTime: moment('end_time'),
    status: text('status').$type<ExecutionStatus>().notNull().default('queued'),
    /** Milliseconds. */
    duration: count('duration'),
    output: jsonb('output').$type<JsonObject>().notNull().default({}),
    errors: jsonb('errors').$type<readonly string[]>().notNull().default([]),
    warnings: jsonb('warnings').$type<readonly string[]>().notNull().default([]),
    /** Processor time and size of the file. */
    resourceUsage: jsonb('resource_usage').$type<JsonObject>().notNull().default({}),
    /** How long it waited for its start. */
    performanceMetrics: jsonb('performance_metrics').$type<JsonObject>().notNull().default({}),
    rollbackAvailable: boolean('rollback_available').notNull().default(false),
    rollbackPoint: uuid('rollback_point'),
    /** The instant of the schedule; null: a user started it. */
    scheduledFor: moment('scheduled_for'),
    startedBy: uuid('started_by'),
    fileName: text('file_name'),
    contentType: text('content_type'),
    file: bytes('file'),
    environment: text('environment').$type<Environment>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('process_executions_by_time').on(table.tenantId, table.processId, table.createdAt, table.id),
    unique('process_executions_instant').on(table.tenantId, table.processId, table.scheduledFor),
    uniqueIndex('process_executions_open')
      .on(table.tenantId, table.processId)
      .where(sql`${table.status} IN ('queued', 'running')`),
    check(
      'process_executions_status',
      sql`${table.status} IN ('queued', 'running', 'completed', 'failed', 'cancelled')`,
    ),
    foreignKey({
      name: 'process_executions_process',
      columns: [table.tenantId, table.processId],
      foreignColumns: [scheduledProcesses.tenantId, scheduledProcesses.id],
    }).onDelete('cascade'),
  ],
);
