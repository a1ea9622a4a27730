import type { Problem } from '@attain/domain/base/result';
import type { PlanTest } from '@attain/domain/findings/plan-test';
import type { Plan } from '@attain/domain/plans/plan';
import {
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantId, updatedAt } from './columns.ts';
import { plans } from './plans.ts';

/** Golden cases of a plan; while one fails, no version of the plan is activated. */
export const planTests = pgTable(
  'plan_tests',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    planId: uuid('plan_id').notNull(),
    name: text('name').notNull(),
    test: jsonb('test').$type<PlanTest>().notNull(),
    /** Counts edits, so that two editors never overwrite each other unseen. */
    revision: integer('revision').notNull().default(1),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('plan_tests_name').on(table.tenantId, table.planId, table.name),
    foreignKey({
      columns: [table.tenantId, table.planId],
      foreignColumns: [plans.tenantId, plans.id],
    }).onDelete('cascade'),
  ],
);

/** A plan linted, replayed or simulated; pinned to the very documents, and never changed once it has ended. */
export const simulations = pgTable(
  'simulations',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    /** lint | replay | monte-carlo. */
    kind: text('kind').notNull(),
    planId: uuid('plan_id').notNull(),
    /** Null: a document that was not stored as a version. */
    planVersion: integer('plan_version'),
    document: jsonb('document').$type<Plan>().notNull(),
    documentHash: text('document_hash').notNull(),
    /** The plan that would be replaced; null for lint. */
    baselinePlanId: uuid('baseline_plan_id'),
    baselineVersion: integer('baseline_version'),
    baseline: jsonb('baseline').$type<Plan>(),
    baselineHash: text('baseline_hash'),
    spanKey: text('span_key').notNull(),
    spanFrom: date('span_from', { mode: 'string' }).notNull(),
    spanTo: date('span_to', { mode: 'string' }).notNull(),
    seed: text('seed'),
    scenarios: integer('scenarios'),
    /** queued → running → completed | cancelled | failed. */
    status: text('status').notNull(),
    engineVersion: text('engine_version').notNull(),
    /** SHA-256 over plans, terms and everything that was read. */
    inputHash: text('input_hash'),
    resultHash: text('result_hash'),
    /** Findings or summary, by kind. */
    result: jsonb('result'),
    problems: jsonb('problems').$type<Problem[]>(),
    error: text('error'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('simulations_by_age').on(table.tenantId, table.createdAt, table.id),
    foreignKey({
      columns: [table.tenantId, table.planId],
      foreignColumns: [plans.tenantId, plans.id],
    }).onDelete('cascade'),
  ],
);

/** What one payee would have been paid by either plan; for monte-carlo means over the scenarios. */
export const simulationPayees = pgTable(
  'simulation_payees',
  {
    tenantId: tenantId(),
    simulationId: uuid('simulation_id').notNull(),
    participantId: text('participant_id').notNull(),
    /** As at the simulation; people change names. */
    participantName: text('participant_name').notNull(),
    /** wins | loses | same | unpaid. */
    outcome: text('outcome').notNull(),
    before: numeric('before'),
    after: numeric('after'),
    delta: numeric('delta'),
    losesInPercent: numeric('loses_in_percent'),
    pointBefore: jsonb('point_before'),
    pointAfter: jsonb('point_after'),
    problems: jsonb('problems').$type<Problem[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.simulationId, table.participantId] }),
    foreignKey({
      columns: [table.tenantId, table.simulationId],
      foreignColumns: [simulations.tenantId, simulations.id],
    }).onDelete('cascade'),
  ],
);
