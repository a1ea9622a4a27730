import type {
  GovernedAction,
  PolicyAddresses,
  PolicyHours,
  PolicyLimits,
  PolicyRule,
  PolicyStatus,
  PolicyTarget,
  PolicyType,
} from '@attain/domain/policies/policy';
import type { PolicyRequest, Verdict } from '@attain/domain/policies/request';
import { sql } from 'drizzle-orm';
import {
  boolean,
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
import { count, createdAt, moment, tenantId, updatedAt } from './columns.ts';
import { tenants } from './people.ts';

/** Governance policies of agents and suggestions, each with its newest document. */
export const authorizationPolicies = pgTable(
  'authorization_policies',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull().defaultRandom(),
    /** Kebab-case, from the first name. */
    policyId: text('policy_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    policyType: text('policy_type').$type<PolicyType>().notNull(),
    status: text('status').$type<PolicyStatus>().notNull().default('draft'),
    isActive: boolean('is_active').notNull().generatedAlwaysAs(sql`status = 'active'`),
    /** Blank: every environment. */
    environment: text('environment').notNull().default(''),
    /** What its actions are about; blank: several. */
    resourceType: text('resource_type')
      .$type<'agent' | 'connection' | 'suggestion' | ''>()
      .notNull()
      .default(''),
    /** The one agent or connection that it is for; blank: several. */
    resourceId: text('resource_id').notNull().default(''),
    /** Hours of the week; null: always. */
    timeRestrictions: jsonb('time_restrictions').$type<PolicyHours>(),
    /** Client addresses; null: all. */
    ipRestrictions: jsonb('ip_restrictions').$type<PolicyAddresses>(),
    /** When it ends; null: never. */
    expiresAt: moment('expires_at'),
    /** The actions it governs. */
    permissions: text('permissions').array().$type<GovernedAction[]>().notNull(),
    /** The form; null: the document was written as text. */
    conditions: jsonb('conditions').$type<PolicyRule>(),
    /** One Cedar policy. */
    document: text('document').notNull(),
    documentHash: text('document_hash').notNull(),
    approvalRequired: boolean('approval_required').notNull().default(false),
    /** Roles that approve. */
    approvers: text('approvers').array().notNull().default([]),
    auditLevel: text('audit_level').notNull().default('standard'),
    /** False: what it would deny is recorded and let through. */
    enforced: boolean('enforced').notNull().default(true),
    logged: boolean('logged').notNull().default(true),
    notifies: boolean('notifies').notNull().default(true),
    version: integer('version').notNull().default(1),
    /** Counts saves, so that two editors never overwrite each other unseen. */
    revision: integer('revision').notNull().default(1),
    createdBy: uuid('created_by').notNull(),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('authorization_policies_key').on(table.tenantId, table.policyId),
    unique('authorization_policies_name').on(table.tenantId, table.name),
  ],
);

/** Documents that policies had: insert-only. */
export const policyVersions = pgTable(
  'policy_versions',
  {
    tenantId: tenantId(),
    policyId: text('policy_id').notNull(),
    version: integer('version').notNull(),
    document: text('document').notNull(),
    documentHash: text('document_hash').notNull(),
    appliesTo: jsonb('applies_to').$type<PolicyTarget[]>().notNull(),
    limits: jsonb('limits').$type<PolicyLimits>().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.policyId, table.version] }),
    foreignKey({
      columns: [table.tenantId, table.policyId],
      foreignColumns: [authorizationPolicies.tenantId, authorizationPolicies.policyId],
    }).onDelete('cascade'),
  ],
);

/** Where a policy applies. */
export const policyBindings = pgTable(
  'policy_bindings',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    policyId: text('policy_id').notNull(),
    targetType: text('target_type').$type<PolicyTarget['kind']>().notNull(),
    /** Blank for the whole workspace. */
    targetId: text('target_id').notNull().default(''),
    /** Blank: every environment. */
    environment: text('environment').notNull().default(''),
    /** low 0, medium 50, high 100. */
    priority: integer('priority').notNull().default(0),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('policy_bindings_target').on(table.tenantId, table.policyId, table.targetType, table.targetId),
    foreignKey({
      columns: [table.tenantId, table.policyId],
      foreignColumns: [authorizationPolicies.tenantId, authorizationPolicies.policyId],
    }).onDelete('cascade'),
  ],
);

/** Decisions of one hour that were asked with equal facts and decided alike, counted. */
export const policyDecisions = pgTable(
  'policy_decisions',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    hour: moment('hour').notNull(),
    /** SHA-256 of request, verdict and policies. */
    decisionHash: text('decision_hash').notNull(),
    request: jsonb('request').$type<PolicyRequest>().notNull(),
    verdict: text('verdict').$type<Verdict>().notNull(),
    /** The policies that held, decided or not. */
    policies: text('policies').array().notNull(),
    count: count('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.hour, table.decisionHash] })],
);

/** What policies denied, or would have denied; equal ones of an hour are one row. */
export const policyViolations = pgTable(
  'policy_violations',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull().defaultRandom(),
    // no foreign key: violations outlive their policy and their run
    policyId: text('policy_id').notNull(),
    policyName: text('policy_name').notNull(),
    hour: moment('hour').notNull(),
    userId: uuid('user_id').notNull(),
    action: text('action').$type<GovernedAction>().notNull(),
    resource: text('resource').notNull(),
    enforced: boolean('enforced').notNull(),
    message: text('message').notNull(),
    runId: uuid('run_id'),
    count: count('count').notNull().default(1),
    firstAt: moment('first_at').notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('policy_violations_once').on(
      table.tenantId,
      table.policyId,
      table.hour,
      table.userId,
      table.action,
      table.resource,
      table.enforced,
    ),
    index('policy_violations_by_time').on(table.tenantId, table.lastAt, table.id),
  ],
);

/** Calls that a limit counts, until their window is over. */
export const limiterCalls = pgTable(
  'limiter_calls',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull().defaultRandom(),
    /** Policy and agent. */
    counter: text('counter').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('limiter_calls_by_time').on(table.tenantId, table.counter, table.at),
  ],
);

/** Regions where a workspace keeps or sends data. */
export const dataRegions = pgTable(
  'data_regions',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    region: text('region').notNull(),
    status: text('status').$type<'active' | 'pending'>().notNull(),
    /** Where the workspace’s own records are. */
    isHome: boolean('is_home').notNull().default(false),
    /** Who asked for it; someone else activates it. */
    requestedBy: uuid('requested_by'),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.region] }),
    uniqueIndex('data_regions_home').on(table.tenantId).where(sql`is_home`),
  ],
);
