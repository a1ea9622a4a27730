import { foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytes, count, createdAt, tenantId } from './columns.ts';
import { agentExecutions } from './workflow-runs.ts';

/** Content of stored files of runs and disputes, once for identical files. */
export const fileContents = pgTable(
  'file_contents',
  {
    tenantId: tenantId(),
    /** SHA-256 of the bytes, in hex. */
    contentHash: text('content_hash').notNull(),
    byteCount: count('byte_count').notNull(),
    content: bytes('content').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.contentHash] })],
);

/** Files that steps of runs have stored; a name for a content. */
export const storedFiles = pgTable(
  'stored_files',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    contentHash: text('content_hash').notNull(),
    runId: uuid('run_id').notNull(),
    /** The effect that stored it: done again, it is the same file. */
    effectKey: text('effect_key').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('stored_files_effect').on(table.tenantId, table.effectKey),
    index('stored_files_by_run').on(table.tenantId, table.runId, table.createdAt, table.id),
    foreignKey({
      name: 'stored_files_content',
      columns: [table.tenantId, table.contentHash],
      foreignColumns: [fileContents.tenantId, fileContents.contentHash],
    }),
    foreignKey({
      name: 'stored_files_run',
      columns: [table.tenantId, table.runId],
      foreignColumns: [agentExecutions.tenantId, agentExecutions.id],
    }).onDelete('cascade'),
  ],
);
