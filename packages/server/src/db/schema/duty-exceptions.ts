import type { Duty } from '@attain/domain/access/separations';
import { sql } from 'drizzle-orm';
import { check, date, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantId } from './columns.ts';
import { memberships } from './people.ts';

/** Two roles that conflict and that a second administrator let a member hold together until a day. What was accepted stays. */
export const dutyExceptions = pgTable(
  'duty_exceptions',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    approvalId: uuid('approval_id').notNull(),
    /** Built-in roles, or ids of custom ones; for one team: `@finance P-7`. */
    roles: text('roles').array().notNull(),
    /** What they were called then. */
    names: text('names').array().notNull(),
    duty: text('duty').$type<Duty>().notNull(),
    reason: text('reason').notNull(),
    /** Last day. */
    until: date('until', { mode: 'string' }).notNull(),
    createdAt: createdAt(),
    /** When one of the roles was taken away, or a later exception took its place. */
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('duty_exceptions_by_user').on(table.tenantId, table.userId),
    foreignKey({
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
    check('duty_exceptions_pair', sql`cardinality(${table.roles}) = 2 AND cardinality(${table.names}) = 2`),
  ],
);
