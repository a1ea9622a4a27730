import type { logLevels } from '@attain/contract/workflow-runs';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment, tenantId } from './columns.ts';
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
