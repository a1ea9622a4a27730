import type { BudgetAction, BudgetPeriod, BudgetScope } from '@attain/domain/costs/budget';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { count, createdAt, moment, tenantId, updatedAt } from './columns.ts';
import { tenants } from './people.ts';
import { runEffects } from './workflow-runs.ts';

/** Calls of steps to external systems, priced as they were made; insert-only. Holds no prompts and no values. */
export const usageRecords = pgTable(
  'usage_records',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    /** Idempotency key, attempt and place of the call in it: a call is counted once. */
    recordId: text('record_id').notNull(),
    at: moment('at').notNull(),
    // no foreign key: usage outlives its run
    runId: uuid('run_id').notNull(),
    nodeId: text('node_id').notNull(),
    workflowId: text('workflow_id').notNull(),
    workflowVersion: integer('workflow_version').notNull(),
    agentId: text('agent_id'),
    environment: text('environment').notNull(),
    /** The connection that was called, and its kind. */
    connection: text('connection').notNull(),
    kind: text('kind').notNull(),
    provider: text('provider').notNull(),
    model: text('model'),
    promptTokens: count('prompt_tokens'),
    completionTokens: count('completion_tokens'),
    /** Null: no price was known. */
    cost: numeric('cost'),
    currency: text('currency'),
    /** The price it was charged by; null: the connection's own, or none. */
    priceId: uuid('price_id'),
    /** False when the answer could not be used, which is charged all the same. */
    usable: boolean('usable').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.recordId] }),
    index('usage_records_by_time').on(table.tenantId, table.at),
    index('usage_records_by_run').on(table.tenantId, table.runId),
    check('usage_records_currency', sql`(${table.cost} IS NULL) = (${table.currency} IS NULL)`),
  ],
);

/** What calls of a connection cost from a day to a day, both included. Only its end ever changes. */
export const prices = pgTable(
  'prices',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    priceId: uuid('price_id').notNull(),
    connection: text('connection').notNull(),
    /** Blank: all models. */
    model: text('model').notNull().default(''),
    promptPerMillion: numeric('prompt_per_million').notNull().default('0'),
    completionPerMillion: numeric('completion_per_million').notNull().default('0'),
    perRequest: numeric('per_request').notNull().default('0'),
    currency: text('currency').notNull(),
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    validTo: date('valid_to', { mode: 'string' }),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.priceId] }),
    index('prices_by_connection').on(table.tenantId, table.connection, table.validFrom),
  ],
);

/** Costs that no call causes, such as a server: an amount per month. */
export const costEntries = pgTable(
  'cost_entries',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    entryId: uuid('entry_id').notNull(),
    name: text('name').notNull(),
    amount: numeric('amount').notNull(),
    currency: text('currency').notNull(),
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    toDay: date('to_day', { mode: 'string' }),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.entryId] })],
);

/** Limits of what may be spent in a period. */
export const budgets = pgTable(
  'budgets',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    budgetId: uuid('budget_id').notNull(),
    name: text('name').notNull(),
    limitAmount: numeric('limit_amount').notNull(),
    currency: text('currency').notNull(),
    period: text('period').$type<BudgetPeriod>().notNull(),
    scope: text('scope').$type<BudgetScope>().notNull(),
    /** Blank for the whole workspace. */
    scopeId: text('scope_id').notNull().default(''),
    /** Percent of the limit. */
    alertThreshold: numeric('alert_threshold').notNull(),
    action: text('action').$type<BudgetAction>().notNull().default('warn'),
    revision: integer('revision').notNull().default(1),
    createdBy: uuid('created_by').notNull(),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.budgetId] }),
    unique('budgets_name').on(table.tenantId, table.name),
  ],
);

/** The highest cost of calls under way; gone with the claim of the effect, in the transaction that stores its usage. */
export const budgetReservations = pgTable(
  'budget_reservations',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    effect: text('effect').notNull(),
    budgetId: uuid('budget_id').notNull(),
    amount: numeric('amount').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.effect, table.budgetId] }),
    index('budget_reservations_by_budget').on(table.tenantId, table.budgetId),
    foreignKey({
      name: 'budget_reservations_effect',
      columns: [table.tenantId, table.runId, table.effect],
      foreignColumns: [runEffects.tenantId, runEffects.runId, runEffects.effect],
    }).onDelete('cascade'),
    foreignKey({
      name: 'budget_reservations_budget',
      columns: [table.tenantId, table.budgetId],
      foreignColumns: [budgets.tenantId, budgets.budgetId],
    }).onDelete('cascade'),
  ],
);

/** Reservations of calls that Attain makes itself. Deleted when the call ends; ignored after `expires_at` if its process was killed. */
export const ownCallReservations = pgTable(
  'own_call_reservations',
  {
    tenantId: tenantId(),
    requestId: uuid('request_id').notNull(),
    budgetId: uuid('budget_id').notNull(),
    amount: numeric('amount').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.requestId, table.budgetId] }),
    foreignKey({
      name: 'own_call_reservations_budget',
      columns: [table.tenantId, table.budgetId],
      foreignColumns: [budgets.tenantId, budgets.budgetId],
    }).onDelete('cascade'),
  ],
);
