import type { Agent, AgentCapability, AgentParameter, TriggerDefinition } from '@attain/domain/agents/agent';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import type { Workflow } from '@attain/domain/workflows/workflow';
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
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantId, updatedAt } from './columns.ts';
import { memberships, tenants } from './people.ts';
import { workflowDefinitions } from './workflows.ts';

/** The agents of a workspace; the columns are those the specification states, the rest is ours. */
export const agentRegistry = pgTable(
  'agent_registry',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull().defaultRandom(),
    agentId: text('agent_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    environment: text('environment').notNull().default('dev'),
    type: text('type').notNull().default('Custom'),
    category: text('category').notNull().default(''),
    module: text('module').notNull().default(''),
    submodule: text('submodule').notNull().default(''),
    capabilities: jsonb('capabilities').$type<readonly AgentCapability[]>().notNull().default([]),
    defaultParameters: jsonb('default_parameters').$type<JsonObject>().notNull().default({}),
    parameterSchema: jsonb('parameter_schema').$type<JsonObject>().notNull().default({}),
    isTemplate: boolean('is_template').notNull().default(false),
    isCustomizable: boolean('is_customizable').notNull().default(true),
    riskLevel: text('risk_level').notNull().default('low'),
    trustThreshold: numeric('trust_threshold').notNull().default('0.85'),
    version: text('version').notNull().default('1.0.0'),
    isActive: boolean('is_active').notNull().default(true),
    parameters: jsonb('parameters').$type<readonly AgentParameter[]>().notNull().default([]),
    triggerConditions: jsonb('trigger_conditions')
      .$type<readonly TriggerDefinition[]>()
      .notNull()
      .default([]),
    /** The workflow it runs, and no other agent does: every run of it is a run of the agent. */
    workflowId: text('workflow_id'),
    /** Counts saves, so that two editors never overwrite each other unseen. */
    revision: integer('revision').notNull().default(1),
    createdBy: uuid('created_by').notNull(),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('agent_registry_key').on(table.tenantId, table.agentId),
    unique('agent_registry_workflow').on(table.tenantId, table.workflowId),
    foreignKey({
      name: 'agent_registry_workflow_definition',
      columns: [table.tenantId, table.workflowId],
      foreignColumns: [workflowDefinitions.tenantId, workflowDefinitions.workflowId],
    }),
  ],
);

/** Values that a person keeps for runs of an agent. The first columns are the stated ones. */
export const agentConfigurations = pgTable(
  'agent_configurations',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    agentId: text('agent_id').notNull(),
    userId: uuid('user_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    parameters: jsonb('parameters').$type<JsonObject>().notNull().default({}),
    /** The values before the last changes, newest first. */
    savedConfigurations: jsonb('saved_configurations').$type<readonly JsonObject[]>().notNull().default([]),
    /** When a run was started with it last. */
    lastRun: moment('last_run'),
    /** Whether its values differed from the agent’s defaults when they were saved. */
    isCustom: boolean('is_custom').notNull().default(true),
    environment: text('environment').notNull().default('dev'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('agent_configurations_name').on(table.tenantId, table.agentId, table.userId, table.name),
    foreignKey({
      name: 'agent_configurations_agent',
      columns: [table.tenantId, table.agentId],
      foreignColumns: [agentRegistry.tenantId, agentRegistry.agentId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'agent_configurations_person',
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
  ],
);

/**
 * Runnable copies of an agent with values of their own, for everyone who runs agents; presets are one person’s alone. The first columns
 * are the stated ones. Counters and status move with the runs, in the statements that begin and end them (AGENT-16).
 */
export const agentInstances = pgTable(
  'agent_instances',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    agentId: text('agent_id').notNull(),
    /** Its owner: who created it. */
    userId: uuid('user_id').notNull(),
    environment: text('environment').notNull().default('dev'),
    instanceName: text('instance_name').notNull(),
    description: text('description').notNull().default(''),
    parameters: jsonb('parameters').$type<JsonObject>().notNull().default({}),
    /** The values before the last changes, newest first. */
    savedConfigurations: jsonb('saved_configurations').$type<readonly JsonObject[]>().notNull().default([]),
    status: text('status').$type<'idle' | 'running' | 'failed'>().notNull().default('idle'),
    /** Whether its values differed from the agent’s defaults when they were saved. */
    isCustomInstance: boolean('is_custom_instance').notNull().default(true),
    /** When its last run ended. */
    lastRun: moment('last_run'),
    /** Runs that ended; of these, runs that completed. */
    executionCount: integer('execution_count').notNull().default(0),
    successCount: integer('success_count').notNull().default(0),
    averageConfidence: numeric('average_confidence').generatedAlwaysAs(
      sql`confidence_sum / nullif(confidence_count, 0)`,
    ),
    /** Over the runs whose result states a confidence from 0 to 1. */
    confidenceSum: numeric('confidence_sum').notNull().default('0'),
    confidenceCount: integer('confidence_count').notNull().default(0),
    /** Runs that have not ended. */
    openRuns: integer('open_runs').notNull().default(0),
    /** When its counters were last compared with its runs. */
    recountedAt: moment('recounted_at').notNull().defaultNow(),
    /** Counts saves, so that two editors never overwrite each other unseen. */
    revision: integer('revision').notNull().default(1),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('agent_instances_name').on(table.tenantId, table.agentId, table.instanceName),
    index('agent_instances_by_name').on(table.tenantId, table.instanceName, table.id),
    check('agent_instances_status', sql`${table.status} IN ('idle', 'running', 'failed')`),
    foreignKey({
      name: 'agent_instances_agent',
      columns: [table.tenantId, table.agentId],
      foreignColumns: [agentRegistry.tenantId, agentRegistry.agentId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'agent_instances_owner',
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
  ],
);

/**
 * Agents to start others from: a form and its workflow as they were when saved. This is the only place that new agents start from.
 * `agent_registry.is_template` only labels an agent; `workflow_definitions.is_template` marks no copy and has no writer: the workflow
 * of a template is in its metadata.
 */
export const agentTemplates = pgTable(
  'agent_templates',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull().defaultRandom(),
    templateId: text('template_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    environment: text('environment').notNull().default('dev'),
    /** The agent it was saved from, which may be gone. */
    agentId: text('agent_id').notNull(),
    category: text('category').notNull().default(''),
    industry: text('industry').notNull().default(''),
    useCase: text('use_case').notNull().default(''),
    parameters: jsonb('parameters').$type<readonly AgentParameter[]>().notNull().default([]),
    /** The form, and the workflow it runs. */
    metadata: jsonb('metadata').$type<TemplateContent>().notNull(),
    tags: text('tags').array().notNull().default([]),
    /** How many agents were created from it. */
    popularity: integer('popularity').notNull().default(0),
    isRecommended: boolean('is_recommended').notNull().default(false),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('agent_templates_template_id').on(table.tenantId, table.templateId),
  ],
);

/** What an agent starts with: a form, and the document that its own workflow is copied from; null: none. */
export interface TemplateContent {
  readonly agent: Omit<Agent, 'agentId' | 'parameters' | 'workflowId'>;
  readonly workflow: Workflow | null;
}
