import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { count, createdAt, moment, tenantId } from './columns.ts';
import { tenants } from './people.ts';

/** Kinds of background work, each named after the object it works on. */
export const jobKinds = [
  'import',
  'calculation',
  'recalculation',
  'payment',
  'simulation',
  'analysis',
  'test-run',
  'deployment',
  'run-batch',
  'sync',
  'process-execution',
  'statement-archive',
] as const;
export type JobKind = (typeof jobKinds)[number];

export type JobStatus = 'queued' | 'running' | 'completed' | 'cancelled' | 'failed';

/**
 * Background work on one object: its newest order, its progress and how it ended. Inserted in the transaction that orders the
 * work; the queue only says that a process should look at the row.
 */
export const jobs = pgTable(
  'jobs',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<JobKind>().notNull(),
    /** The id of the object: an import, a calculation, a payment run … */
    subjectId: uuid('subject_id').notNull(),
    status: text('status').$type<JobStatus>().notNull(),
    /** In the unit of the kind: rows, payees, calculations. */
    done: count('done').notNull(),
    total: count('total'),
    cancelRequested: boolean('cancel_requested').notNull(),
    error: text('error'),
    /** How many times a process has begun it: more than once after a kill or a lost database. */
    attempts: integer('attempts').notNull(),
    /** `host/pid` of the process that began it last. */
    owner: text('owner'),
    createdAt: createdAt(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.kind, table.subjectId] }),
    index('jobs_open').on(table.tenantId, table.kind).where(sql`${table.status} IN ('queued', 'running')`),
  ],
);
