import { DEFAULT_HOOK, type HookSettings } from '@attain/domain/workflows/hook-schemes';
import type { JsonValue } from '@attain/domain/workflows/json-value';
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
  uuid,
} from 'drizzle-orm/pg-core';
import { count, createdAt, moment, tenantId, updatedAt } from './columns.ts';
import { workflowDefinitions } from './workflows.ts';

/** Starts runs of a workflow automatically: a schedule, a webhook or an event. */
export const workflowTriggers = pgTable(
  'workflow_triggers',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    workflowId: text('workflow_id').notNull(),
    name: text('name').notNull(),
    kind: text('kind').notNull(),
    isEnabled: boolean('is_enabled').notNull().default(true),
    /** Of a schedule. */
    cron: text('cron'),
    timeZone: text('time_zone'),
    missed: text('missed'),
    overlap: text('overlap'),
    /** Of a schedule: the agent instance its runs are for, which may be gone. */
    instanceId: uuid('instance_id'),
    /** Of a schedule: its latest run, the instant that waits for the end of that run, and past instants to be made up for, oldest first. */
    lastRunId: uuid('last_run_id'),
    /** Whether that run was started by a backfill. */
    lastRunIsBackfill: boolean('last_run_is_backfill').notNull().default(false),
    queuedFor: moment('queued_for'),
    backfill: moment('backfill').array().notNull().default([]),
    /** Of a schedule that is on: the instant it fires at next. */
    nextAt: moment('next_at'),
    /** Of an event: the act it waits for, and the place in the log up to which it has looked. */
    event: text('event'),
    seenUpTo: count('seen_up_to'),
    /** Of a webhook: where it listens, and the number its secret is derived from; the secret itself is stored nowhere. */
    address: text('address'),
    secretNumber: integer('secret_number').notNull().default(1),
    isSynchronous: boolean('is_synchronous').notNull().default(false),
    waitSeconds: integer('wait_seconds').notNull().default(10),
    /** Of a webhook: its scheme, method and headers. */
    hook: jsonb('hook').$type<HookSettings>().notNull().default(DEFAULT_HOOK),
    /** Whether its secret is the sender's and lies in the vault. */
    hasOwnSecret: boolean('has_own_secret').notNull().default(false),
    /** Until when its test address keeps what comes, and what came last. */
    listeningUntil: moment('listening_until'),
    captured: jsonb('captured').$type<JsonValue>(),
    capturedAt: moment('captured_at'),
    /** The user whose rights its runs have. */
    runsAs: uuid('runs_as').notNull(),
    lastFiredAt: moment('last_fired_at'),
    lastOutcome: text('last_outcome'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('workflow_triggers_name').on(table.tenantId, table.workflowId, table.name),
    index('workflow_triggers_due').on(table.nextAt),
    index('workflow_triggers_waiting')
      .on(table.tenantId)
      .where(sql`${table.queuedFor} IS NOT NULL OR ${table.backfill} <> '{}'`),
    index('workflow_triggers_by_kind').on(table.kind, table.isEnabled),
    // random enough to be found by alone; whose it is, the row says
    index('workflow_triggers_by_address').on(table.address),
    foreignKey({
      name: 'workflow_triggers_workflow',
      columns: [table.tenantId, table.workflowId],
      foreignColumns: [workflowDefinitions.tenantId, workflowDefinitions.workflowId],
    }).onDelete('cascade'),
  ],
);
