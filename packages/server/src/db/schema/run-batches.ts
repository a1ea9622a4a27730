import type { RunBatch } from '@attain/contract/run-batches';
import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantId } from './columns.ts';
import { tenants } from './people.ts';

/** Retrying or cancelling all runs that a filter matched when it was ordered. */
export const runBatches = pgTable(
  'run_batches',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    act: text('act').$type<RunBatch['act']>().notNull(),
    /** As the list of runs takes it. */
    filter: jsonb('filter').notNull(),
    status: text('status').$type<RunBatch['status']>().notNull(),
    /** The run that was handled last, as a place in the list; null: none. */
    place: text('place').array(),
    succeeded: integer('succeeded').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    problems: jsonb('problems').$type<RunBatch['problems']>().notNull().default([]),
    createdBy: uuid('created_by').notNull(),
    /** Of the client that ordered it, for policies; blank once it has ended. */
    clientAddress: text('client_address').notNull().default(''),
    createdAt: createdAt(),
    finishedAt: moment('finished_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);
