import { foreignKey, index, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { calculationRuns } from './calculations.ts';
import { createdAt, moment, tenantId } from './columns.ts';
import { fileContents } from './files.ts';

/** Disputes of payout lines or statements, with their outcome. */
export const disputes = pgTable(
  'disputes',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    calculationId: uuid('calculation_id').notNull(),
    participantId: text('participant_id').notNull(),
    participantName: text('participant_name').notNull(),
    /** Null: the whole statement. */
    componentId: text('component_id'),
    componentName: text('component_name'),
    currency: text('currency').notNull(),
    /** Pay in dispute, as calculated. */
    paid: numeric('paid').notNull(),
    expected: numeric('expected'),
    /** What is wrong, chosen from a list. */
    category: text('category').notNull().default('other'),
    /** The deal it is about, as its opener wrote it. */
    dealId: text('deal_id'),
    reason: text('reason').notNull(),
    /** Who acts next: reviewer, payee, or approver of the adjustment. */
    waitingOn: text('waiting_on').notNull().default('reviewer'),
    /** open → assigned → resolved. */
    status: text('status').notNull().default('open'),
    assignee: uuid('assignee'),
    /** upheld | dismissed, once it is resolved; null as well if it was withdrawn. */
    outcome: text('outcome'),
    /** How upheld pay is put right: records | adjustment | plan | none. */
    consequence: text('consequence'),
    /** Who decided and why, also while the adjustment waits for its approval. */
    resolvedBy: uuid('resolved_by'),
    resolutionReason: text('resolution_reason'),
    resolvedAt: moment('resolved_at'),
    withdrawnAt: moment('withdrawn_at'),
    /** The adjustment that was entered last to put the pay right. */
    adjustmentId: uuid('adjustment_id'),
    workflowRunId: uuid('workflow_run_id'),
    openedBy: uuid('opened_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('disputes_by_age').on(table.tenantId, table.createdAt, table.id),
    index('disputes_by_payee').on(table.tenantId, table.participantId),
    foreignKey({
      columns: [table.tenantId, table.calculationId],
      foreignColumns: [calculationRuns.tenantId, calculationRuns.id],
    }).onDelete('cascade'),
  ],
);

/** What people wrote about a dispute; insert-only. */
export const disputeMessages = pgTable(
  'dispute_messages',
  {
    tenantId: tenantId(),
    disputeId: uuid('dispute_id').notNull(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    message: text('message').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.disputeId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.disputeId],
      foreignColumns: [disputes.tenantId, disputes.id],
    }).onDelete('cascade'),
  ],
);

/** Files that people attached to a dispute, a name for a content each; insert-only. */
export const disputeFiles = pgTable(
  'dispute_files',
  {
    tenantId: tenantId(),
    disputeId: uuid('dispute_id').notNull(),
    id: uuid('id').notNull(),
    /** Null: it came with the dispute itself. */
    messageId: uuid('message_id'),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    contentHash: text('content_hash').notNull(),
    userId: uuid('user_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.disputeId, table.id] }),
    index('dispute_files_by_content').on(table.tenantId, table.contentHash),
    foreignKey({
      name: 'dispute_files_dispute',
      columns: [table.tenantId, table.disputeId],
      foreignColumns: [disputes.tenantId, disputes.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'dispute_files_content',
      columns: [table.tenantId, table.contentHash],
      foreignColumns: [fileContents.tenantId, fileContents.contentHash],
    }),
  ],
);
