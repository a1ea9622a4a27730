import type { Plan } from '@attain/domain/plans/plan';
import {
  date,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantId, updatedAt } from './columns.ts';
import { tenants } from './people.ts';
import { participants } from './records.ts';

/** A plan's identity; what it says is in its versions. */
export const plans = pgTable(
  'plans',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** The plan of the year before, whose people this one is designed for until it is active. */
    followsPlanId: uuid('follows_plan_id'),
    /** Counts edits of the draft, so that two editors never overwrite each other unseen. */
    revision: integer('revision').notNull().default(1),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('plans_name').on(table.tenantId, table.name),
  ],
);

/** A version of a plan. Once it has been active its document never changes (trigger). */
export const planVersions = pgTable(
  'plan_versions',
  {
    tenantId: tenantId(),
    planId: uuid('plan_id').notNull(),
    version: integer('version').notNull(),
    status: text('status').notNull(),
    document: jsonb('document').$type<Plan>().notNull(),
    /** SHA-256 of the canonical JSON of the document. */
    documentHash: text('document_hash').notNull(),
    createdBy: uuid('created_by').notNull(),
    /** Users who changed the draft after it was created, the latest last; none of them may activate it. */
    editedBy: uuid('edited_by').array().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    activatedAt: moment('activated_at'),
    activatedBy: uuid('activated_by'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.planId, table.version] }),
    foreignKey({
      columns: [table.tenantId, table.planId],
      foreignColumns: [plans.tenantId, plans.id],
    }).onDelete('cascade'),
  ],
);

/** Participants on a plan, with start and end date. */
export const planAssignments = pgTable(
  'plan_assignments',
  {
    tenantId: tenantId(),
    planId: uuid('plan_id').notNull(),
    participantId: text('participant_id').notNull(),
    fromDate: date('from_date', { mode: 'string' }).notNull(),
    toDate: date('to_date', { mode: 'string' }),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    /** Calculations started before it are stale. */
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.planId, table.participantId, table.fromDate] }),
    foreignKey({
      columns: [table.tenantId, table.planId],
      foreignColumns: [plans.tenantId, plans.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.tenantId, table.participantId],
      foreignColumns: [participants.tenantId, participants.id],
    }).onDelete('cascade'),
  ],
);
