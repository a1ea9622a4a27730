import type { AgentCapability, AgentParameter, TriggerDefinition } from '@attain/domain/agents/agent';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import {
  boolean,
  foreignKey,
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
    primaryKey({ columns: [table.tenantId, table.agentId] }),
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
