import type { AgentManifest, VersionRecord } from '@attain/domain/proofs/versions-file';
import type { VersionForm } from '@attain/domain/versions/content';
import type { VersionStatus, VersionTag } from '@attain/domain/versions/history';
import type { Workflow } from '@attain/domain/workflows/workflow';
import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { agentRegistry } from './agents.ts';
import { createdAt, moment, tenantId, updatedAt } from './columns.ts';

/** Versions of agents, named by the hash of their record: insert-only but for the status. */
export const agentVersions = pgTable(
  'agent_versions',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    agentId: text('agent_id').notNull(),
    /** SHA-256 of the record. */
    hash: text('hash').notNull(),
    /** Counts the versions of the agent on all branches. */
    number: integer('number').notNull(),
    branch: text('branch').notNull(),
    /** Three numbers with dots. */
    version: text('version').notNull(),
    parents: text('parents').array().notNull(),
    message: text('message').notNull(),
    manifestHash: text('manifest_hash').notNull(),
    record: jsonb('record').$type<VersionRecord>().notNull(),
    manifest: jsonb('manifest').$type<AgentManifest>().notNull(),
    /** The published version of the workflow; null on branches, whose document is here. */
    workflowVersion: integer('workflow_version'),
    document: jsonb('document').$type<Workflow>(),
    /** What changed since the first parent, in words. */
    changes: jsonb('changes').$type<readonly string[]>().notNull(),
    status: text('status').$type<VersionStatus>().notNull().default('active'),
    /** Computed with each new version, and when someone asks. */
    tag: text('tag').$type<VersionTag>(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('agent_versions_hash').on(table.tenantId, table.agentId, table.hash),
    unique('agent_versions_number').on(table.tenantId, table.agentId, table.number),
    unique('agent_versions_label').on(table.tenantId, table.agentId, table.branch, table.version),
    foreignKey({
      columns: [table.tenantId, table.agentId],
      foreignColumns: [agentRegistry.tenantId, agentRegistry.agentId],
    }).onDelete('cascade'),
    check('agent_versions_status', sql`${table.status} IN ('active', 'archived', 'deprecated')`),
  ],
);

/** Branches of agents: their newest version, and what is edited since. The draft of main is the form and the canvas. */
export const agentBranches = pgTable(
  'agent_branches',
  {
    tenantId: tenantId(),
    agentId: text('agent_id').notNull(),
    name: text('name').notNull(),
    /** Hash of its newest version. */
    head: text('head').notNull(),
    draftForm: jsonb('draft_form').$type<VersionForm>(),
    /** A copy of the workflow to draw on, and its revision at the last commit. */
    workflowId: text('workflow_id'),
    workflowRevision: integer('workflow_revision'),
    /** Counts saves, so that two editors never overwrite each other unseen. */
    revision: integer('revision').notNull().default(1),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.agentId, table.name] }),
    foreignKey({
      name: 'agent_branches_head',
      columns: [table.tenantId, table.agentId, table.head],
      foreignColumns: [agentVersions.tenantId, agentVersions.agentId, agentVersions.hash],
    }).onDelete('cascade'),
  ],
);

/** Requests to merge a branch of an agent into main. */
export const mergeRequests = pgTable(
  'merge_requests',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    agentId: text('agent_id').notNull(),
    /** Counts the requests of the agent. */
    number: integer('number').notNull(),
    branch: text('branch').notNull(),
    title: text('title').notNull(),
    state: text('state').$type<'open' | 'merged' | 'closed'>().notNull().default('open'),
    /** Hash of the version that the merge made. */
    merged: text('merged'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    closedAt: moment('closed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('merge_requests_number').on(table.tenantId, table.agentId, table.number),
    uniqueIndex('merge_requests_open')
      .on(table.tenantId, table.agentId, table.branch)
      .where(sql`${table.state} = 'open'`),
    foreignKey({
      name: 'merge_requests_branch',
      columns: [table.tenantId, table.agentId, table.branch],
      foreignColumns: [agentBranches.tenantId, agentBranches.agentId, agentBranches.name],
    }).onDelete('cascade'),
    check('merge_requests_state', sql`${table.state} IN ('open', 'merged', 'closed')`),
  ],
);
