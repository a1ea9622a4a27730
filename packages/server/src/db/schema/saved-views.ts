import type { ViewedList } from '@attain/domain/access/saved-views';
import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, tenantId, updatedAt } from './columns.ts';
import { memberships, tenants } from './people.ts';

/** The filters, order and columns of a list under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    ownerId: uuid('owner_id').notNull(),
    list: text('list').$type<ViewedList>().notNull(),
    name: text('name').notNull(),
    search: jsonb('search').$type<Record<string, string>>().notNull(),
    isShared: boolean('is_shared').notNull(),
    revision: integer('revision').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.ownerId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
    uniqueIndex('saved_views_name').on(table.tenantId, table.ownerId, table.list, sql`lower(${table.name})`),
  ],
);

/** The view with which a list opens for someone. */
export const defaultViews = pgTable(
  'default_views',
  {
    tenantId: tenantId(),
    userId: uuid('user_id').notNull(),
    list: text('list').$type<ViewedList>().notNull(),
    viewId: uuid('view_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.list] }),
    foreignKey({
      columns: [table.tenantId, table.viewId],
      foreignColumns: [savedViews.tenantId, savedViews.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
  ],
);
