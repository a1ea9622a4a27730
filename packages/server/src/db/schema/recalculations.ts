import type { RecalculatedOne } from '@attain/contract/recalculate-all';
import type { Recalculation, StatedChange } from '@attain/contract/recalculations';
import {
  boolean,
  foreignKey,
  index,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { calculationRuns } from './calculations.ts';
import { createdAt, moment, tenantId } from './columns.ts';
import { tenants } from './people.ts';

/**
 * Effect of one changed record on a run: the dependent lines, recalculated and stored next to the run, which stays
 * unchanged.
 */
export const recalculations = pgTable(
  'recalculations',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    runId: uuid('run_id').notNull(),
    /** The record, before and after. */
    change: jsonb('change').$type<Recalculation['change']>().notNull(),
    /** The change as it was asked for, to be made in the records when it is accepted. */
    stated: jsonb('stated').$type<StatedChange>().notNull(),
    /** The record at that time; null: it did not exist. */
    recordBefore: jsonb('record_before'),
    reason: text('reason').notNull(),
    currency: text('currency').notNull(),
    delta: numeric('delta').notNull(),
    lines: jsonb('lines').$type<Recalculation['lines']>().notNull(),
    payees: jsonb('payees').$type<Recalculation['payees']>().notNull(),
    reachesLater: boolean('reaches_later').notNull(),
    resultHash: text('result_hash').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('recalculations_by_age').on(table.tenantId, table.runId, table.createdAt, table.id),
    foreignKey({
      columns: [table.tenantId, table.runId],
      foreignColumns: [calculationRuns.tenantId, calculationRuns.id],
    }).onDelete('cascade'),
  ],
);

/** A period that a batch calculates, with its pay before, and since when earlier periods decide it. */
export interface PlannedPeriod {
  readonly planId: string;
  readonly planName: string;
  readonly currency: string;
  readonly periodKey: string;
  readonly from: string;
  readonly to: string;
  readonly total: string | null;
  readonly earlierFrom: string | null;
}

/** One recalculation of everything out of date; every calculation it makes is its own run. */
export const recalculationBatches = pgTable(
  'recalculation_batches',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    /** queued → running → completed | cancelled | failed. */
    status: text('status').notNull(),
    /** The calculation it stops at; null: all that are out of date. */
    upTo: uuid('up_to'),
    /** The periods to calculate, in order; null: those that are out of date. */
    planned: jsonb('planned').$type<PlannedPeriod[]>(),
    /** Outcome of each calculation, in order. */
    results: jsonb('results').$type<RecalculatedOne[]>().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    finishedAt: moment('finished_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);
