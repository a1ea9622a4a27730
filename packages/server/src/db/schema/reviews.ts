import { foreignKey, index, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { calculationRuns } from './calculations.ts';
import { createdAt, moment, tenantId } from './columns.ts';

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
    reason: text('reason').notNull(),
    /** open → assigned → resolved. */
    status: text('status').notNull().default('open'),
    assignee: uuid('assignee'),
    /** upheld | dismissed, once it is resolved. */
    outcome: text('outcome'),
    resolvedBy: uuid('resolved_by'),
    resolvedAt: moment('resolved_at'),
    resolutionReason: text('resolution_reason'),
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
