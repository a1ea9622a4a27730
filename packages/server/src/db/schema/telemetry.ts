import type { logLevels } from '@attain/contract/workflow-runs';
import type { AlertMeasure, AlertSeverity, AlertStatus } from '@attain/domain/telemetry/alert';
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantId, updatedAt } from './columns.ts';
import { tenants } from './people.ts';

const ofTenant = () => tenantId().references(() => tenants.id, { onDelete: 'cascade' });

/** Ended runs whose log lines are not in the index yet: stored with the end of the run, gone with its postings. */
export const runEnds = pgTable(
  'run_ends',
  { tenantId: tenantId(), runId: uuid('run_id').notNull() },
  (table) => [primaryKey({ columns: [table.tenantId, table.runId] })],
);

/** Distinct texts of log lines, in lower case and without figures. */
export const logTexts = pgTable(
  'log_texts',
  {
    tenantId: ofTenant(),
    /** From its content: level, workflow, source and message. */
    textId: uuid('text_id').notNull(),
    workflowId: text('workflow_id').notNull(),
    level: text('level').$type<(typeof logLevels)[number]>().notNull(),
    source: text('source').notNull(),
    message: text('message').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.textId] })],
);

/** Which texts the log of a run of this shape has: most runs of a workflow have one of a few. */
export const logShapeTexts = pgTable(
  'log_shape_texts',
  { tenantId: ofTenant(), textId: uuid('text_id').notNull(), shape: uuid('shape').notNull() },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.textId, table.shape] }),
    index('log_shape_texts_by_shape').on(table.tenantId, table.shape),
  ],
);

/** Runs by the shape of their log; the runs of one row were indexed together. Insert-only, gone with the last of its runs. */
export const logPostings = pgTable(
  'log_postings',
  {
    tenantId: ofTenant(),
    postingId: uuid('posting_id').notNull(),
    shape: uuid('shape').notNull(),
    /** When the first and the last of its runs were made. */
    oldestAt: moment('oldest_at').notNull(),
    newestAt: moment('newest_at').notNull(),
    runIds: uuid('run_ids').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.postingId] }),
    index('log_postings_by_shape').on(table.tenantId, table.shape, table.newestAt),
  ],
);

/** When alerts are raised. */
export const alertRules = pgTable(
  'alert_rules',
  {
    tenantId: ofTenant(),
    ruleId: uuid('rule_id').notNull(),
    name: text('name').notNull(),
    measure: text('measure').$type<AlertMeasure>().notNull(),
    /** Null: all workflows. */
    workflowId: text('workflow_id'),
    threshold: numeric('threshold').notNull(),
    /** Percent of runs that must complete, for burn rates. */
    target: numeric('target').notNull().default('99'),
    /** The budget it watches, which may be gone. */
    budgetId: uuid('budget_id'),
    windowMinutes: integer('window_minutes').notNull(),
    minRuns: integer('min_runs').notNull(),
    cooldownMinutes: integer('cooldown_minutes').notNull(),
    severity: text('severity').$type<AlertSeverity>().notNull(),
    notify: text('notify').notNull(),
    mailTo: text('mail_to').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    revision: integer('revision').notNull().default(1),
    /** When it was last judged, and when its condition was last met. */
    judgedAt: moment('judged_at').notNull().defaultNow(),
    lastMetAt: moment('last_met_at'),
    createdBy: uuid('created_by').notNull(),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.ruleId] }),
    unique('alert_rules_name').on(table.tenantId, table.name),
    index('alert_rules_by_turn').on(table.judgedAt),
  ],
);

/** Conditions that were met; at most one open alert of a rule. They outlive their rule. */
export const alerts = pgTable(
  'alerts',
  {
    tenantId: ofTenant(),
    alertId: uuid('alert_id').notNull(),
    ruleId: uuid('rule_id').notNull(),
    title: text('title').notNull(),
    severity: text('severity').$type<AlertSeverity>().notNull(),
    status: text('status').$type<AlertStatus>().notNull().default('active'),
    measure: text('measure').$type<AlertMeasure>().notNull(),
    workflowId: text('workflow_id'),
    budgetId: uuid('budget_id'),
    value: numeric('value').notNull(),
    threshold: numeric('threshold').notNull(),
    windowMinutes: integer('window_minutes').notNull(),
    raisedAt: moment('raised_at').notNull(),
    acknowledgedBy: uuid('acknowledged_by'),
    acknowledgedAt: moment('acknowledged_at'),
    resolvedAt: moment('resolved_at'),
    /** Blank: no mail. */
    mailTo: text('mail_to').notNull(),
    mailState: text('mail_state').$type<'pending' | 'sent' | 'failed'>(),
    mailTries: integer('mail_tries').notNull().default(0),
    mailDueAt: moment('mail_due_at'),
    mailError: text('mail_error'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.alertId] }),
    index('alerts_by_time').on(table.tenantId, table.raisedAt, table.alertId),
    uniqueIndex('alerts_open').on(table.tenantId, table.ruleId).where(sql`${table.status} <> 'resolved'`),
    index('alerts_by_mail').on(table.mailDueAt).where(sql`${table.mailState} = 'pending'`),
  ],
);

/** Runs whose trace is to be exported; gone once it is. */
export const traceExports = pgTable(
  'trace_exports',
  {
    tenantId: ofTenant(),
    runId: uuid('run_id').notNull(),
    tries: integer('tries').notNull().default(0),
    dueAt: moment('due_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId] }),
    index('trace_exports_by_due').on(table.dueAt),
  ],
);
