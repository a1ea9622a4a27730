import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { updatedAt } from './columns.ts';

/** Settings of the serving processes that all workers of the installation use; the owner's login alone reads and writes them. */
export const installationSettings = pgTable('installation_settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: updatedAt(),
});
