import type { Webhook, WebhookDelivery } from '@attain/contract/webhooks';
import { and, asc, desc, eq, lt, max, or, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { TenantTx } from '../../db/database.ts';
import { momentText } from '../../db/moment-text.ts';
import { webhookDeliveries as deliveries, webhooks } from '../../db/schema/webhooks.ts';

// the table is named: a bare column would be that of the deliveries
const lastDelivery = sql<string | null>`(SELECT ${momentText(max(deliveries.createdAt))} FROM ${deliveries}
  WHERE ${deliveries.tenantId} = webhooks.tenant_id AND ${deliveries.webhookId} = webhooks.id)`;

const shown = {
  id: webhooks.id,
  url: webhooks.url,
  description: webhooks.description,
  events: webhooks.events,
  isActive: webhooks.isActive,
  disabledReason: webhooks.disabledReason,
  failingSince: sql<string | null>`${momentText(webhooks.failingSince)}`,
  previousSecretUntil: sql<string | null>`${momentText(webhooks.previousSecretUntil)}`,
  createdAt: momentText(webhooks.createdAt),
  lastDelivery,
};

/** A webhook with the number of its secret. */
export type StoredWebhook = Webhook & { readonly secretNumber: number };

/** The workspace's webhooks, oldest first. */
export function selectWebhooks(tx: TenantTx): Promise<Webhook[]> {
  return tx.db
    .select(shown)
    .from(webhooks)
    .where(eq(webhooks.tenantId, tx.tenantId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
}

/** A webhook, locked until the transaction ends, or null. */
export async function lockWebhook(tx: TenantTx, id: string): Promise<StoredWebhook | null> {
  const [row] = await tx.db
    .select({ ...shown, secretNumber: webhooks.secretNumber })
    .from(webhooks)
    .where(and(eq(webhooks.tenantId, tx.tenantId), eq(webhooks.id, id)))
    .for('update', { of: webhooks });
  return row ?? null;
}

/** Stores a new webhook. */
export async function insertWebhook(
  tx: TenantTx,
  row: Pick<typeof webhooks.$inferInsert, 'id' | 'url' | 'description' | 'events' | 'createdBy'>,
): Promise<void> {
  await tx.db.insert(webhooks).values({ ...row, tenantId: tx.tenantId });
}

/** Changes a webhook. */
export async function updateWebhook(
  tx: TenantTx,
  id: string,
  change: Partial<Omit<typeof webhooks.$inferInsert, 'tenantId' | 'id' | 'createdAt'>>,
): Promise<void> {
  await tx.db
    .update(webhooks)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(webhooks.tenantId, tx.tenantId), eq(webhooks.id, id)));
}

/** Deletes a webhook with its deliveries. */
export async function deleteWebhook(tx: TenantTx, id: string): Promise<void> {
  await tx.db.delete(webhooks).where(and(eq(webhooks.tenantId, tx.tenantId), eq(webhooks.id, id)));
}

const delivery = {
  id: deliveries.id,
  event: deliveries.event,
  state: deliveries.state,
  payload: deliveries.payload,
  createdAt: momentText(deliveries.createdAt),
  nextAttemptAt: sql<string | null>`${momentText(deliveries.nextAttemptAt)}`,
  attempts: deliveries.attempts,
};

const ofWebhook = (tx: TenantTx, webhookId: string) =>
  and(eq(deliveries.tenantId, tx.tenantId), eq(deliveries.webhookId, webhookId));

/** One page of a webhook's deliveries, newest first, one row more than asked. */
export function selectDeliveries(
  tx: TenantTx,
  of: { readonly webhookId: string; readonly state: WebhookDelivery['state'] | undefined },
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<WebhookDelivery[]> {
  const [at = '', id = ''] = page.after ?? [];
  const behind = or(
    lt(deliveries.createdAt, at),
    and(eq(deliveries.createdAt, at), sql`${deliveries.id} < ${id}::uuid`),
  );
  return tx.db
    .select(delivery)
    .from(deliveries)
    .where(
      and(
        ofWebhook(tx, of.webhookId),
        of.state === undefined ? undefined : eq(deliveries.state, of.state),
        page.after === null ? undefined : behind,
      ),
    )
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(page.limit + 1);
}

/** Queues one event for one webhook, whatever it subscribes to. */
export async function insertDelivery(
  tx: TenantTx,
  row: { readonly webhookId: string; readonly event: string; readonly payload: string },
): Promise<WebhookDelivery | null> {
  const [made] = await tx.db
    .insert(deliveries)
    .values({ ...row, tenantId: tx.tenantId, nextAttemptAt: sql`now()` })
    .returning(delivery);
  return made ?? null;
}

/** Makes a delivery due now, with all its attempts again; null: the webhook has no such delivery. */
export async function requeueDelivery(
  tx: TenantTx,
  webhookId: string,
  id: string,
): Promise<WebhookDelivery | null> {
  const [row] = await tx.db
    .update(deliveries)
    .set({ state: 'pending', tries: 0, nextAttemptAt: sql`now()` })
    .where(and(ofWebhook(tx, webhookId), eq(deliveries.id, id)))
    .returning(delivery);
  return row ?? null;
}

/** A delivery to attempt now. */
export interface DueDelivery {
  readonly tenantId: string;
  readonly id: string;
  readonly webhookId: string;
  readonly url: string;
  readonly payload: string;
  readonly tries: number;
  readonly secretNumber: number;
  readonly hasPreviousSecret: boolean;
  readonly createdBy: string;
}

/** That a delivery is due. */
export const deliveriesAreDue = `EXISTS (SELECT 1 FROM webhook_deliveries d JOIN webhooks w ON w.tenant_id = d.tenant_id AND w.id = d.webhook_id
  WHERE d.state = 'pending' AND d.next_attempt_at <= now() AND w.is_active)`;

/**
 * Deliveries that are due, oldest first, a few of each webhook so that a slow receiver does not hold up the others. They are
 * claimed for a minute: when the process dies, another one attempts them after it.
 */
export async function claimDue(owner: pg.Pool): Promise<DueDelivery[]> {
  const result = await owner.query<DueDelivery>(
    `WITH due AS (
       SELECT d.tenant_id, d.id FROM webhook_deliveries d JOIN webhooks w ON w.tenant_id = d.tenant_id AND w.id = d.webhook_id
        WHERE d.state = 'pending' AND d.next_attempt_at <= now() AND w.is_active
          AND (SELECT count(*) FROM webhook_deliveries e WHERE e.tenant_id = d.tenant_id AND e.webhook_id = d.webhook_id
                AND e.state = 'pending' AND e.next_attempt_at <= now() AND (e.next_attempt_at, e.id) < (d.next_attempt_at, d.id)) < 5
        ORDER BY d.next_attempt_at LIMIT 20 FOR UPDATE OF d SKIP LOCKED)
     UPDATE webhook_deliveries d SET next_attempt_at = now() + interval '1 minute'
       FROM due, webhooks w
      WHERE d.tenant_id = due.tenant_id AND d.id = due.id AND w.tenant_id = d.tenant_id AND w.id = d.webhook_id
      RETURNING d.tenant_id AS "tenantId", d.id, d.webhook_id AS "webhookId", w.url, d.payload, d.tries,
        w.secret_number AS "secretNumber", coalesce(w.previous_secret_until > now(), false) AS "hasPreviousSecret",
        w.created_by AS "createdBy"`,
  );
  return result.rows;
}

/** Stores an attempt; the last 10 are kept. `pauseSeconds` null: it was the last one. */
export async function storeAttempt(
  tx: TenantTx,
  { id, webhookId }: Pick<DueDelivery, 'id' | 'webhookId'>,
  ended: {
    readonly attempt: WebhookDelivery['attempts'][number];
    readonly delivered: boolean;
    readonly pauseSeconds: number | null;
  },
): Promise<{ failingSince: string | null }> {
  const { attempt, delivered, pauseSeconds } = ended;
  const over = delivered || pauseSeconds === null;
  await tx.client.query(
    `UPDATE webhook_deliveries SET state = $2, tries = tries + 1,
       next_attempt_at = CASE WHEN $3 THEN NULL ELSE now() + make_interval(secs => $4) END,
       attempts = jsonb_path_query_array(attempts, '$[last - 8 to last]') || $5::jsonb WHERE id = $1`,
    [
      id,
      delivered ? 'delivered' : over ? 'failed' : 'pending',
      over,
      pauseSeconds,
      JSON.stringify([attempt]),
    ],
  );
  const [row] = await tx.db
    .update(webhooks)
    .set({
      failingSince: delivered ? null : sql`coalesce(${webhooks.failingSince}, ${attempt.at}::timestamptz)`,
    })
    .where(and(eq(webhooks.tenantId, tx.tenantId), eq(webhooks.id, webhookId)))
    .returning({ failingSince: webhooks.failingSince });
  return { failingSince: row?.failingSince ?? null };
}
