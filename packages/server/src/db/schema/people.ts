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
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, createdAt, moment, tenantId, updatedAt } from './columns.ts';

/** A workspace: its people, data and pay are invisible to every other. */
export const tenants = pgTable('tenants', {
  id: uuid('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  industry: text('industry').notNull(),
  currency: text('currency').notNull().default('USD'),
  /** What totals of several currencies are told in; null: the workspace's own. */
  reportingCurrency: text('reporting_currency'),
  /** How long a run is kept after its end; null: for ever. And who said so. */
  runsKeptDays: integer('runs_kept_days'),
  runsKeptSetBy: uuid('runs_kept_set_by'),
  region: text('region').notNull().default('local'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** A person who can sign in; belongs to workspaces through memberships. */
export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  username: text('username').notNull().unique(),
  displayName: text('display_name').notNull(),
  passwordHash: text('password_hash').notNull(),
  disabled: boolean('disabled').notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** What a user is in one workspace: roles, and the participant the user is paid as. */
export const memberships = pgTable(
  'memberships',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    roles: text('roles').array().notNull(),
    participantId: text('participant_id'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId] }),
    index('memberships_by_user').on(table.userId),
  ],
);

/** What a member has chosen in one workspace: see `Preferences` of the contract. */
export const userPreferences = pgTable(
  'user_preferences',
  {
    tenantId: tenantId(),
    userId: uuid('user_id').notNull(),
    preferences: jsonb('preferences').notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId] }),
    foreignKey({
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
  ],
);

/** A sign-in that is still good. Only the hash of the cookie's secret is kept. */
export const sessions = pgTable(
  'sessions',
  {
    idHash: bytes('id_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tenantId: uuid('tenant_id').notNull(),
    nonce: text('nonce').notNull(),
    /** Why it was ended while its browser may still use it: `too-many`; null: it was not. */
    endedFor: text('ended_for'),
    /** As the browser called itself when the session was opened, cut to 300 characters. */
    userAgent: text('user_agent').notNull().default(''),
    /** Where it was opened: /24 of IPv4, /48 of IPv6. */
    network: text('network'),
    createdAt: createdAt(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sessions_by_user').on(table.userId)],
);

/** Failed sign-ins by account, by address and by both; the throttle reads them, so a restart forgives nothing. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    subject: text('subject').notNull(),
    kind: text('kind').notNull(),
    failures: integer('failures').notNull(),
    windowStartedAt: moment('window_started_at').notNull(),
    blockedUntil: moment('blocked_until'),
  },
  (table) => [unique('sign_in_failures_subject').on(table.kind, table.subject)],
);
