import { webhookEvents } from '@attain/domain/webhooks/webhook-events';
import { z } from 'zod';
import { endpoint, Moment, PageInput, pageOf, Words } from './base.ts';

const ById = z.object({ id: z.uuid() });
const tags = ['Webhooks'];

const WebhookInput = z.object({
  url: Words.pipe(z.string().min(1, 'Enter an address').max(2_000)),
  description: Words.pipe(z.string().max(200)).default(''),
  events: z.array(z.enum(webhookEvents)).min(1, 'Choose at least one event').max(webhookEvents.length),
});

/** Where Attain reports events, by the Standard Webhooks convention. */
export const Webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isActive: z.boolean(),
  disabledReason: z.string().nullable().describe('Why Attain turned it off; null: it did not'),
  failingSince: Moment.nullable().describe('Since when every attempt has failed'),
  previousSecretUntil: Moment.nullable().describe('Until when the secret before the rotation signs too'),
  createdAt: Moment,
  lastDelivery: Moment.nullable(),
});
export type Webhook = z.infer<typeof Webhook>;

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;

/** One event for one webhook, with its attempts. */
export const WebhookDelivery = z.object({
  id: z.uuid().describe('Sent as `webhook-id`; the same in every attempt'),
  event: z.string(),
  state: z.enum(deliveryStates),
  payload: z.string().describe('The body, as sent'),
  createdAt: Moment,
  nextAttemptAt: Moment.nullable(),
  attempts: z.array(
    z.object({
      at: Moment,
      status: z.number().int().nullable().describe('HTTP status; null: no answer'),
      durationMs: z.number().int(),
      response: z.string().describe('The first 500 characters of the answer, or why there is none'),
    }),
  ),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const Secret = Webhook.extend({ secret: z.string().describe('`whsec_…`, shown now only') });

const edit = (path: `/${string}`, summary: string) =>
  endpoint
    .route({ method: 'POST', path, summary, tags })
    .meta({ access: 'edit:connections', isSensitive: true });

/** Events for other systems: signed, delivered at least once, retried and logged. */
export const webhooks = {
  list: endpoint
    .route({ method: 'GET', path: '/webhooks', summary: 'Webhooks, oldest first', tags })
    .meta({ access: 'read:connections' })
    .output(z.object({ rows: z.array(Webhook) })),
  create: edit('/webhooks', 'Create a webhook; the answer shows its secret once')
    .input(WebhookInput)
    .output(Secret),
  save: edit('/webhooks/{id}', 'Change a webhook, or turn it on or off')
    .input(WebhookInput.extend({ id: z.uuid(), isActive: z.boolean() }))
    .output(Webhook),
  rotate: edit('/webhooks/{id}/rotate', 'Issue a new secret; for 24 hours the one before signs too')
    .input(ById)
    .output(Secret),
  remove: edit('/webhooks/{id}/remove', 'Delete a webhook with its deliveries')
    .input(ById)
    .output(z.object({ removed: z.literal(true) })),
  test: endpoint
    .route({ method: 'POST', path: '/webhooks/{id}/test', summary: 'Send a test event', tags })
    .meta({ access: 'edit:connections' })
    .input(ById)
    .output(WebhookDelivery),
  deliveries: endpoint
    .route({ method: 'GET', path: '/webhooks/{id}/deliveries', summary: 'Deliveries, newest first', tags })
    .meta({ access: 'read:connections' })
    .input(PageInput.extend({ id: z.uuid(), state: z.enum(deliveryStates).optional() }))
    .output(pageOf(WebhookDelivery)),
  replay: endpoint
    .route({
      method: 'POST',
      path: '/webhooks/{id}/deliveries/{deliveryId}/replay',
      summary: 'Send one event again, with the same webhook-id',
      tags,
    })
    .meta({ access: 'edit:connections' })
    .input(ById.extend({ deliveryId: z.uuid() }))
    .output(WebhookDelivery),
};
