import type { WebhookDelivery } from '@attain/contract/webhooks';
import type { WebhookEvent } from '@attain/domain/webhooks/webhook-events';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantId, updatedAt } from './columns.ts';
import { tenants } from './people.ts';

/** Where a workspace's events are sent. */
export const webhooks = pgTable(
  'webhooks',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    url: text('url').notNull(),
    description: text('description').notNull().default(''),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    isActive: boolean('is_active').notNull().default(true),
    disabledReason: text('disabled_reason'),
    /** The secret is derived from this number, and stored nowhere. */
    secretNumber: integer('secret_number').notNull().default(1),
    /** Until when the secret of the number before signs too. */
    previousSecretUntil: moment('previous_secret_until'),
    failingSince: moment('failing_since'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

/** Events on their way to a webhook, and how that went. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    webhookId: uuid('webhook_id').notNull(),
    event: text('event').notNull(),
    payload: text('payload').notNull(),
    state: text('state').$type<WebhookDelivery['state']>().notNull().default('pending'),
    attempts: jsonb('attempts').$type<WebhookDelivery['attempts']>().notNull().default([]),
    /** Attempts since it was queued or replayed. */
    tries: integer('tries').notNull().default(0),
    /** Null once it is over. */
    nextAttemptAt: moment('next_attempt_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('webhook_deliveries_due').on(table.nextAttemptAt).where(sql`${table.state} = 'pending'`),
    index('webhook_deliveries_by_age').on(table.tenantId, table.webhookId, table.createdAt, table.id),
    check('webhook_deliveries_state', sql`${table.state} IN ('pending', 'delivered', 'failed')`),
    foreignKey({
      name: 'webhook_deliveries_webhook',
      columns: [table.tenantId, table.webhookId],
      foreignColumns: [webhooks.tenantId, webhooks.id],
    }).onDelete('cascade'),
  ],
);
