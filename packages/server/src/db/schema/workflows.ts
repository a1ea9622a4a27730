import type { JsonObject } from '@attain/domain/workflows/json-value';
import type {
  Workflow,
  WorkflowEdge,
  WorkflowNode,
  WorkflowVariable,
} from '@attain/domain/workflows/workflow';
import {
  boolean,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { count, createdAt, tenantId, updatedAt } from './columns.ts';
import { tenants } from './people.ts';

/** A workflow and its draft; the columns are those the specification states, the rest is ours. */
export const workflowDefinitions = pgTable(
  'workflow_definitions',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull().defaultRandom(),
    /** Kebab-case, from the first name; runs and links refer to it. */
    workflowId: text('workflow_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** Newest published version; 0 when none is. */
    version: integer('version').notNull().default(0),
    environment: text('environment').notNull().default('dev'),
    nodes: jsonb('nodes').$type<readonly WorkflowNode[]>().notNull(),
    edges: jsonb('edges').$type<readonly WorkflowEdge[]>().notNull(),
    startNodeId: text('start_node_id'),
    endNodeIds: text('end_node_ids').array().notNull().default([]),
    variables: jsonb('variables').$type<readonly WorkflowVariable[]>().notNull(),
    /** The rest of the document: notes and settings. */
    metadata: jsonb('metadata').$type<JsonObject>().notNull(),
    complexity: text('complexity').notNull().default('simple'),
    /** Milliseconds, the median of past runs; null if there are none. */
    estimatedDuration: count('estimated_duration'),
    errorHandling: jsonb('error_handling').$type<JsonObject>(),
    rollbackStrategy: jsonb('rollback_strategy').$type<JsonObject>(),
    isTemplate: boolean('is_template').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    /** By which people find it again; no part of the document. */
    tags: text('tags').array().notNull().default([]),
    /** SHA-256 of the canonical JSON of the draft. */
    documentHash: text('document_hash').notNull(),
    /** Counts saves of the draft, so that two editors never overwrite each other unseen. */
    revision: integer('revision').notNull().default(1),
    createdBy: uuid('created_by').notNull(),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('workflow_definitions_key').on(table.tenantId, table.workflowId),
    unique('workflow_definitions_name').on(table.tenantId, table.name),
  ],
);

/**
 * Published workflow versions: insert-only; runs are pinned to one by its hash. Numbers below zero are drafts that were run
 * (WF-91): they are no versions, are never listed, and go with their last run.
 */
export const workflowVersions = pgTable(
  'workflow_versions',
  {
    tenantId: tenantId(),
    workflowId: text('workflow_id').notNull(),
    version: integer('version').notNull(),
    document: jsonb('document').$type<Workflow>().notNull(),
    documentHash: text('document_hash').notNull(),
    note: text('note').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.workflowId, table.version] }),
    foreignKey({
      columns: [table.tenantId, table.workflowId],
      foreignColumns: [workflowDefinitions.tenantId, workflowDefinitions.workflowId],
    }).onDelete('cascade'),
  ],
);
