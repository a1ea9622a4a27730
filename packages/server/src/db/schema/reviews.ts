import type { Suggestion } from '@attain/contract/reviews/suggestions';
import {
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { calculationRuns } from './calculations.ts';
import { createdAt, moment, tenantId } from './columns.ts';
import { plans } from './plans.ts';

/** Suggestions about plans with their decisions; the suggestion itself never changes. */
export const suggestions = pgTable(
  'suggestions',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    planId: uuid('plan_id').notNull(),
    componentId: text('component_id'),
    participantId: text('participant_id'),
    title: text('title').notNull(),
    reasoning: text('reasoning').notNull(),
    changes: jsonb('changes').$type<Suggestion['changes']>().notNull(),
    evidence: jsonb('evidence').$type<Suggestion['evidence']>().notNull(),
    /** In the plan's currency; below zero it costs. */
    savings: numeric('savings'),
    /** 0 to 1, and the formula it came from; both or neither. */
    confidence: numeric('confidence'),
    confidenceFormula: text('confidence_formula'),
    currency: text('currency').notNull(),
    /** open → accepted | overridden | rejected; accepted → open when its draft is discarded. */
    status: text('status').notNull().default('open'),
    workflowRunId: uuid('workflow_run_id'),
    decidedBy: uuid('decided_by'),
    decidedAt: moment('decided_at'),
    decisionReason: text('decision_reason'),
    /** Of an override. */
    decisionCode: text('decision_code'),
    /** Of an accepted one: the version of the plan its changes were written into. */
    draftVersion: integer('draft_version'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('suggestions_by_age').on(table.tenantId, table.createdAt, table.id),
    foreignKey({
      columns: [table.tenantId, table.planId],
      foreignColumns: [plans.tenantId, plans.id],
    }).onDelete('cascade'),
  ],
);

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
