import type {
  ApprovalNeed,
  DeploymentStatus,
  Environment,
  StageName,
  Strategy,
} from '@attain/domain/deployments/deployment';
import type { GateResult, ReleaseStatus } from '@attain/domain/deployments/release-gates';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { agentRegistry } from './agents.ts';
import { count, createdAt, moment, tenantId, updatedAt } from './columns.ts';
import { tenants } from './people.ts';
import { agentVersions } from './versions.ts';

/** How an environment is deployed to; without a row the standard rules hold. */
export const environments = pgTable(
  'environments',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    environment: text('environment').$type<Environment>().notNull(),
    autoDeploy: boolean('auto_deploy').notNull(),
    needsApproval: text('needs_approval').$type<ApprovalNeed>().notNull(),
    frozenFrom: moment('frozen_from'),
    frozenUntil: moment('frozen_until'),
    freezeReason: text('freeze_reason').notNull().default(''),
    /** Percent of the runs that must complete. */
    target: numeric('target', { precision: 4, scale: 2 }).notNull().default('99'),
    revision: integer('revision').notNull().default(1),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.environment] }),
    check('environments_environment', sql`${table.environment} IN ('dev', 'staging', 'prod')`),
  ],
);

/** Which version of an agent runs where; only deployments and rollbacks move it. The first columns are the stated ones. */
export const agentWorkflowBindings = pgTable(
  'agent_workflow_bindings',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    agentId: text('agent_id').notNull(),
    workflowId: text('workflow_id').notNull(),
    environment: text('environment').$type<Environment>().notNull(),
    /** Three numbers with dots. */
    version: text('version').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    slot: text('slot').$type<'stable' | 'canary' | 'preview'>().notNull(),
    /** Hash of the version. */
    agentVersion: text('agent_version').notNull(),
    workflowVersion: integer('workflow_version').notNull(),
    documentHash: text('document_hash').notNull(),
    /** Share of a canary, and what its subjects are told apart by. */
    percent: integer('percent').notNull().default(100),
    salt: text('salt').notNull().default(''),
    stickyBy: text('sticky_by').array().notNull().default([]),
    /** Counts moves: whoever moves it names the one they saw. */
    revision: integer('revision').notNull().default(1),
    /** What moved it there last. */
    deploymentId: uuid('deployment_id'),
    movedBy: uuid('moved_by').notNull(),
    movedAt: moment('moved_at').notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('agent_workflow_bindings_slot').on(table.tenantId, table.agentId, table.environment, table.slot),
    foreignKey({
      columns: [table.tenantId, table.agentId],
      foreignColumns: [agentRegistry.tenantId, agentRegistry.agentId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'agent_workflow_bindings_version',
      columns: [table.tenantId, table.agentId, table.agentVersion],
      foreignColumns: [agentVersions.tenantId, agentVersions.agentId, agentVersions.hash],
    }).onDelete('cascade'),
    check('agent_workflow_bindings_slots', sql`${table.slot} IN ('stable', 'canary', 'preview')`),
    check('agent_workflow_bindings_percent', sql`${table.percent} BETWEEN 1 AND 100`),
  ],
);

/** What a stage of a deployment came to. */
export interface StoredStage {
  readonly name: StageName;
  readonly status: 'pending' | 'running' | 'completed' | 'failed' | 'skipped';
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** What it found, in words. */
  readonly text: string;
}

/** Deployments, each with its stages. The first columns are the stated ones. */
export const pipelineExecutions = pgTable(
  'pipeline_executions',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    name: text('name').notNull(),
    type: text('type').notNull().default('deployment'),
    status: text('status').$type<DeploymentStatus>().notNull().default('pending'),
    priority: text('priority').notNull().default('medium'),
    stages: jsonb('stages').$type<readonly StoredStage[]>().notNull(),
    currentStageIndex: integer('current_stage_index').notNull().default(0),
    globalContext: jsonb('global_context').$type<JsonObject>().notNull().default({}),
    executionParams: jsonb('execution_params').$type<JsonObject>().notNull().default({}),
    startTime: moment('start_time'),
    endTime: moment('end_time'),
    /** Milliseconds. */
    estimatedDuration: count('estimated_duration'),
    actualDuration: count('actual_duration'),
    progress: numeric('progress', { precision: 5, scale: 2 }).notNull().default('0'),
    stagesCompleted: integer('stages_completed').notNull().default(0),
    stagesTotal: integer('stages_total').notNull(),
    finalResults: jsonb('final_results').$type<JsonObject>(),
    errors: jsonb('errors').$type<readonly string[]>().notNull().default([]),
    warnings: jsonb('warnings').$type<readonly string[]>().notNull().default([]),
    performanceMetrics: jsonb('performance_metrics').$type<JsonObject>(),
    resourceUsage: jsonb('resource_usage').$type<JsonObject>(),
    rollbackPolicy: jsonb('rollback_policy').$type<JsonObject>(),
    rollbackAvailable: boolean('rollback_available').notNull().default(false),
    agentId: text('agent_id').notNull(),
    environment: text('environment').$type<Environment>().notNull(),
    strategy: text('strategy').$type<Strategy>().notNull(),
    /** Hash of the version, and of the one it replaces. */
    agentVersion: text('agent_version').notNull(),
    replaces: text('replaces'),
    /** The failed deployment it tries again. */
    retryOf: uuid('retry_of'),
    /** When it is looked at again; null: its job is under way, or it has ended. */
    wakeAt: moment('wake_at'),
    /** Why it was ordered. */
    reason: text('reason').notNull().default(''),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('pipeline_executions_by_time').on(table.tenantId, table.createdAt, table.id),
    index('pipeline_executions_by_wake').on(table.wakeAt),
    index('pipeline_executions_by_agent').on(table.tenantId, table.agentId, table.environment),
    // one at a time for an agent in an environment
    uniqueIndex('pipeline_executions_open')
      .on(table.tenantId, table.agentId, table.environment)
      .where(sql`${table.status} IN ('pending', 'running')`),
    foreignKey({
      name: 'pipeline_executions_version',
      columns: [table.tenantId, table.agentId, table.agentVersion],
      foreignColumns: [agentVersions.tenantId, agentVersions.agentId, agentVersions.hash],
    }).onDelete('cascade'),
    check('pipeline_executions_progress', sql`${table.progress} BETWEEN 0 AND 100`),
    check(
      'pipeline_executions_status',
      sql`${table.status} IN ('pending', 'running', 'completed', 'failed')`,
    ),
  ],
);

/** Candidates for production. */
export const agentReleases = pgTable(
  'agent_releases',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    agentId: text('agent_id').notNull(),
    /** Hash of the version, and its label. */
    agentVersion: text('agent_version').notNull(),
    version: text('version').notNull(),
    /** Counts the candidates of the version. */
    candidate: integer('candidate').notNull(),
    status: text('status').$type<ReleaseStatus>().notNull().default('open'),
    notes: text('notes').notNull().default(''),
    /** One person gave several of its approvals, or their own: no one else could. */
    isCombined: boolean('is_combined').notNull().default(false),
    /** How its gates stood when it was promoted last. */
    gates: jsonb('gates').$type<readonly GateResult[]>(),
    releasedAt: moment('released_at'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('agent_releases_name').on(table.tenantId, table.agentId, table.agentVersion, table.candidate),
    uniqueIndex('agent_releases_open').on(table.tenantId, table.agentId).where(sql`${table.status} = 'open'`),
    foreignKey({
      name: 'agent_releases_version',
      columns: [table.tenantId, table.agentId, table.agentVersion],
      foreignColumns: [agentVersions.tenantId, agentVersions.agentId, agentVersions.hash],
    }).onDelete('cascade'),
    check('agent_releases_status', sql`${table.status} IN ('open', 'released', 'closed')`),
  ],
);

/** Living processes, and what they use; written by each of them. */
export const workerBeats = pgTable('worker_beats', {
  processId: uuid('process_id').primaryKey(),
  host: text('host').notNull(),
  startedAt: moment('started_at').notNull(),
  beatAt: moment('beat_at').notNull(),
  /** Of one core, percent. */
  cpu: numeric('cpu', { precision: 6, scale: 1 }).notNull(),
  memoryBytes: count('memory_bytes').notNull(),
});

/** What ran in an environment at a moment. The first columns are the stated ones. */
export const rollbackCheckpoints = pgTable(
  'rollback_checkpoints',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull().defaultRandom(),
    description: text('description').notNull(),
    type: text('type').$type<'switch' | 'rollback' | 'manual' | 'scheduled'>().notNull(),
    userId: uuid('user_id').notNull(),
    /** Pointers by agent. */
    moduleState: jsonb('module_state').$type<readonly StoredPointer[]>().notNull(),
    /** Version of Attain, and how many agents were deployed. */
    systemState: jsonb('system_state').$type<JsonObject>().notNull(),
    /** SHA-256 of the pointers as RFC 8785 text. */
    hash: text('hash').notNull(),
    parentCheckpointId: uuid('parent_checkpoint_id'),
    tags: text('tags').array().notNull().default([]),
    environment: text('environment').$type<Environment>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('rollback_checkpoints_by_time').on(table.tenantId, table.createdAt, table.id),
  ],
);

/** Where the stable slot of an agent points. */
export interface StoredPointer {
  readonly agentId: string;
  readonly hash: string;
  readonly version: string;
}

/** Rollbacks and restores. The first columns are the stated ones. */
export const rollbackOperations = pgTable(
  'rollback_operations',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull().defaultRandom(),
    /** The restore point that was restored; null: each agent went back by one version. */
    checkpointId: uuid('checkpoint_id'),
    initiatedBy: uuid('initiated_by').notNull(),
    status: text('status').$type<'completed' | 'failed'>().notNull(),
    /** What moved, from where to where. */
    affectedModules: jsonb('affected_modules').$type<readonly MovedAgent[]>().notNull(),
    /** What ran before it. */
    backupCheckpointId: uuid('backup_checkpoint_id').notNull(),
    progressPercent: numeric('progress_percent', { precision: 5, scale: 2 }).notNull(),
    /** Milliseconds. */
    estimatedDuration: count('estimated_duration').notNull(),
    errors: jsonb('errors').$type<readonly string[]>().notNull().default([]),
    completedAt: moment('completed_at'),
    environment: text('environment').$type<Environment>().notNull(),
    reason: text('reason').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('rollback_operations_by_time').on(table.tenantId, table.createdAt, table.id),
    check('rollback_operations_progress', sql`${table.progressPercent} BETWEEN 0 AND 100`),
  ],
);

/** An agent whose pointer moved; null: nothing ran there. */
export interface MovedAgent {
  readonly agentId: string;
  readonly from: string | null;
  readonly to: string | null;
}
