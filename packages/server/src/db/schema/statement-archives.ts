import { foreignKey, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { calculationRuns } from './calculations.ts';
import { count, createdAt, moment, tenantId } from './columns.ts';

/** The statements of one calculation as a ZIP for one user; its file is in the data folder. */
export const statementArchives = pgTable(
  'statement_archives',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    /** The calculation that stores the lines. */
    runId: uuid('run_id').notNull(),
    createdBy: uuid('created_by').notNull(),
    status: text('status').$type<'working' | 'completed' | 'cancelled' | 'failed'>().notNull(),
    error: text('error'),
    /** Hash of what its owner could read when it was written; null: nothing was written. */
    access: text('access'),
    files: integer('files'),
    byteCount: count('byte_count'),
    createdAt: createdAt(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('statement_archives_of').on(table.tenantId, table.createdBy, table.runId),
    index('statement_archives_by_run').on(table.tenantId, table.runId),
    foreignKey({
      columns: [table.tenantId, table.runId],
      foreignColumns: [calculationRuns.tenantId, calculationRuns.id],
    }).onDelete('cascade'),
  ],
);
