import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, count, createdAt, moment, tenantId } from './columns.ts';
import { tenants } from './people.ts';

/**
 * The deals that credit a participant in a quarter, in columns (`slices/records/ledger/segment.ts`). A row is never updated: another
 * one replaces it when a deal changes.
 */
export const ledgerSegments = pgTable(
  'ledger_segments',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    participantId: text('participant_id').notNull(),
    /** The first day of the quarter. */
    quarter: date('quarter', { mode: 'string' }).notNull(),
    deals: integer('deals').notNull(),
    /** SHA-256 of the content. */
    hash: bytes('hash').notNull(),
    content: bytes('content').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.participantId, table.quarter] })],
);

/** Segments that were removed or replaced, undamaged. A trigger adds them; one stays if a calculation names it. */
export const replacedSegments = pgTable(
  'replaced_segments',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    participantId: text('participant_id').notNull(),
    quarter: date('quarter', { mode: 'string' }).notNull(),
    hash: bytes('hash').notNull(),
    deals: integer('deals').notNull(),
    content: bytes('content').notNull(),
    createdAt: moment('created_at').notNull(),
    /** The last time it was replaced. */
    replacedAt: moment('replaced_at').notNull(),
    /** Whether a calculation is known to name it; false: not looked yet. */
    isNamed: boolean('is_named').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.participantId, table.quarter, table.hash] }),
    index('replaced_segments_to_compare').on(table.replacedAt).where(sql`NOT is_named`),
  ],
);

/**
 * Quarters of participants whose segment is not written yet, or damaged. Triggers on `deals` and `ledger_segments` add them. Marks are
 * private to their transaction, so that changes never wait for each other.
 */
export const ledgerChanges = pgTable(
  'ledger_changes',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    participantId: text('participant_id').notNull(),
    quarter: date('quarter', { mode: 'string' }).notNull(),
    /** The transaction that made the mark. */
    change: count('change').notNull().default(sql`(pg_current_xact_id()::text)::bigint`),
    reason: text('reason').$type<'changed' | 'damaged'>().notNull().default('changed'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.participantId, table.quarter, table.change] })],
);
