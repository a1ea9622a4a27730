import { type WebhookEvent, webhookPayload } from '@attain/domain/webhooks/webhook-events';
import type { TenantTx } from './database.ts';

/** Queues an event for each webhook of the workspace that is on and wants it, in the transaction that causes it (HOOK-2). */
export async function queueWebhooks(
  { client, tenantId }: Pick<TenantTx, 'client' | 'tenantId'>,
  { event, object, at }: { event: WebhookEvent; object: { type: string; id: string }; at: Date },
): Promise<void> {
  await client.query({
    name: 'queue-webhooks',
    text: `INSERT INTO webhook_deliveries (tenant_id, webhook_id, event, payload, next_attempt_at)
           SELECT tenant_id, id, $2, $3, now() FROM webhooks WHERE tenant_id = $1 AND is_active AND $2 = ANY(events)`,
    values: [tenantId, event, webhookPayload(event, object, at.toISOString())],
  });
}
