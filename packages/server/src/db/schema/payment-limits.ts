import { date, foreignKey, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, provenance, tenantId, updatedAt } from './columns.ts';
import { participants } from './records.ts';

/** The least and the most one payment of a participant may be, in one currency of earnings, from a day to a day (both included). */
export const paymentLimits = pgTable(
  'payment_limits',
  {
    tenantId: tenantId(),
    participantId: text('participant_id').notNull(),
    currency: text('currency').notNull(),
    fromDate: date('from_date', { mode: 'string' }).notNull(),
    /** Null: until further notice. */
    toDate: date('to_date', { mode: 'string' }),
    minimum: numeric('minimum'),
    maximum: numeric('maximum'),
    ...provenance(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.participantId, table.currency, table.fromDate] }),
    foreignKey({
      columns: [table.tenantId, table.participantId],
      foreignColumns: [participants.tenantId, participants.id],
    }).onDelete('cascade'),
  ],
);
