import type { ReviewDecision, ReviewStatus } from '@attain/domain/access/access-review';
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantId } from './columns.ts';
import { tenants } from './people.ts';

/** Reviews of the access of all members; at most one is open. */
export const accessReviews = pgTable(
  'access_reviews',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    status: text('status').$type<ReviewStatus>().notNull().default('open'),
    /** Last day to decide, in UTC. */
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    /** Whose schedule or request opened it. */
    openedBy: uuid('opened_by').notNull(),
    createdAt: createdAt(),
    /** When those responsible were notified that it is overdue. */
    overdueNotifiedAt: moment('overdue_notified_at'),
    completedAt: moment('completed_at'),
    /** SHA-256 over all decisions, as the log states it. */
    evidenceHash: text('evidence_hash'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('access_reviews_by_time').on(table.tenantId, table.createdAt, table.id),
    uniqueIndex('access_reviews_open').on(table.tenantId).where(sql`${table.status} = 'open'`),
    check('access_reviews_status', sql`${table.status} IN ('open', 'completed')`),
  ],
);

/** A role that a member held when a review began, and what was decided about it. */
export const accessReviewItems = pgTable(
  'access_review_items',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    reviewId: uuid('review_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** A built-in role, or the id of a custom one. */
    role: text('role').notNull(),
    /** Its name then, with its days and team. */
    roleName: text('role_name').notNull(),
    /** Null: not decided. `gone`: the member no longer held it. */
    decision: text('decision').$type<ReviewDecision>(),
    reason: text('reason').notNull().default(''),
    decidedBy: uuid('decided_by'),
    decidedAt: moment('decided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('access_review_items_role').on(table.tenantId, table.reviewId, table.userId, table.role),
    check('access_review_items_decision', sql`${table.decision} IN ('keep', 'revoke', 'gone')`),
    foreignKey({
      name: 'access_review_items_review',
      columns: [table.tenantId, table.reviewId],
      foreignColumns: [accessReviews.tenantId, accessReviews.id],
    }).onDelete('cascade'),
  ],
);
