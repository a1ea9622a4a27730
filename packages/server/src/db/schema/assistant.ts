import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { count, moment, tenantId, updatedAt } from './columns.ts';
import { tenants } from './people.ts';
import { plans } from './plans.ts';
import { suggestions } from './suggestions.ts';

/** How far the assistant acts without a click, and whether it is paused; no row: the defaults. */
export const assistantSettings = pgTable('assistant_settings', {
  tenantId: tenantId()
    .primaryKey()
    .references(() => tenants.id, { onDelete: 'cascade' }),
  /** The chosen level, 0 to 3; what holds is capped by the mode. */
  autonomyLevel: integer('autonomy_level').notNull().default(1),
  policyId: text('policy_id').notNull().default('default'),
  /** Who chose the level: system acts are made on this person's behalf. */
  ownerId: uuid('owner_id'),
  /** Acts and votes before it don't lower the level. */
  levelSince: moment('level_since').notNull().defaultNow(),
  isPaused: boolean('is_paused').notNull().default(false),
  pausedPlans: uuid('paused_plans').array().notNull().default([]),
  updatedBy: uuid('updated_by').notNull(),
  updatedAt: updatedAt(),
});

/** How much of the log was read for analyses that no one ordered. */
export const assistantLogPlaces = pgTable('assistant_log_places', {
  tenantId: tenantId()
    .primaryKey()
    .references(() => tenants.id, { onDelete: 'cascade' }),
  seenUpTo: count('seen_up_to').notNull().default(0),
});

/** Plans to analyze soon because of what happened; one row each, gone once the analysis is ordered. */
export const dueAnalyses = pgTable(
  'due_analyses',
  {
    tenantId: tenantId(),
    planId: uuid('plan_id').notNull(),
    /** What happened: `calculation`, `import`, `draft`. */
    trigger: text('trigger').notNull(),
    /** Who did it. */
    userId: uuid('user_id').notNull(),
    firstAt: moment('first_at').notNull(),
    dueAt: moment('due_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.planId] }),
    index('due_analyses_by_moment').on(table.dueAt),
    foreignKey({
      columns: [table.tenantId, table.planId],
      foreignColumns: [plans.tenantId, plans.id],
    }).onDelete('cascade'),
  ],
);

/** What Attain applied by itself; the limits of Full Auto count these rows. */
export const autonomousActs = pgTable(
  'autonomous_acts',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    suggestionId: uuid('suggestion_id').notNull(),
    planId: uuid('plan_id').notNull(),
    /** The components it changed. */
    components: text('components').array().notNull(),
    /** On whose behalf. */
    ownerId: uuid('owner_id').notNull(),
    actedAt: moment('acted_at').notNull(),
    undoneAt: moment('undone_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('autonomous_acts_by_age').on(table.tenantId, table.actedAt),
    index('autonomous_acts_by_suggestion').on(table.tenantId, table.suggestionId),
    foreignKey({
      columns: [table.tenantId, table.suggestionId],
      foreignColumns: [suggestions.tenantId, suggestions.id],
    }).onDelete('cascade'),
  ],
);
