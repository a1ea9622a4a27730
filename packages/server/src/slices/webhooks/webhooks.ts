import type { Webhook } from '@attain/contract/webhooks';
import { testEvent, type WebhookEvent, webhookPayload } from '@attain/domain/webhooks/webhook-events';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { aMoment, anId, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash } from '../../db/write.ts';
import { allowedTarget } from '../../runs/egress/allowed-address.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { webhookSecret } from './sign-webhook.ts';
import {
  deleteWebhook,
  insertDelivery,
  insertWebhook,
  lockWebhook,
  requeueDelivery,
  type StoredWebhook,
  selectDeliveries,
  selectWebhooks,
  updateWebhook,
} from './webhook-store.ts';

const maxWebhooks = 20;
const overlapHours = 24;

interface WantedWebhook {
  readonly url: string;
  readonly description: string;
  readonly events: WebhookEvent[];
}

/** The workspace's webhooks. */
export async function listWebhooks(ctx: AppContext, actor: Actor) {
  mustAllow(actor, 'read:connections');
  return { rows: await ctx.read(actor, selectWebhooks) };
}

/** Creates a webhook; the answer holds its secret, once. Refuses BAD_INPUT for an address that may not be called (HOOK-6). */
export async function createWebhook(ctx: AppContext, actor: Actor, wanted: WantedWebhook) {
  mustAllow(actor, 'edit:connections');
  mustBeAllowed(ctx, wanted.url);
  const made = await ctx.write(actor, async (tx) => {
    if ((await selectWebhooks(tx)).length >= maxWebhooks)
      throw new ApiError('CONFLICT', `There are ${maxWebhooks} webhooks already. Delete one first.`);
    const id = newId();
    await insertWebhook(tx, { ...wanted, id, createdBy: actor.userId });
    tx.record({ action: 'webhook.created', object: { type: 'webhook', id }, after: valueHash(wanted) });
    return one(tx, id);
  });
  return withSecret(ctx, actor, made);
}

/** Changes a webhook, or turns it on or off; turning it on forgets its failures. */
export async function saveWebhook(
  ctx: AppContext,
  actor: Actor,
  { id, isActive, ...wanted }: WantedWebhook & { id: string; isActive: boolean },
): Promise<Webhook> {
  mustAllow(actor, 'edit:connections');
  return shown(
    await ctx.write(actor, async (tx) => {
      const stored = found(await lockWebhook(tx, id), 'webhook');
      mustBeAllowed(ctx, wanted.url);
      const turnedOn = isActive && !stored.isActive ? { disabledReason: null, failingSince: null } : {};
      await updateWebhook(tx, id, { ...wanted, isActive, ...turnedOn });
      tx.record({
        action: 'webhook.changed',
        object: { type: 'webhook', id },
        reason: { code: isActive ? 'on' : 'off' },
        evidence: [valueHash(wanted)],
      });
      return one(tx, id);
    }),
  );
}

/** Issues a new secret; for a day the one before signs as well (HOOK-3). */
export async function rotateSecret(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'edit:connections');
  const until = new Date(ctx.clock.now().getTime() + overlapHours * 3_600_000).toISOString();
  const rotated = await ctx.write(actor, async (tx) => {
    const { secretNumber } = found(await lockWebhook(tx, id), 'webhook');
    await updateWebhook(tx, id, { secretNumber: secretNumber + 1, previousSecretUntil: until });
    tx.record({ action: 'webhook.rotated', object: { type: 'webhook', id } });
    return one(tx, id);
  });
  return withSecret(ctx, actor, rotated);
}

/** Deletes a webhook; what was not delivered never is. */
export function removeWebhook(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'edit:connections');
  return ctx.write(actor, async (tx) => {
    found(await lockWebhook(tx, id), 'webhook');
    await deleteWebhook(tx, id);
    tx.record({ action: 'webhook.removed', object: { type: 'webhook', id } });
    return { removed: true as const };
  });
}

/** Queues an event that says nothing, for this webhook only. */
export function testWebhook(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'edit:connections');
  return ctx.write(actor, async (tx) => {
    mustBeOn(await lockWebhook(tx, id));
    const at = ctx.clock.now().toISOString();
    const payload = webhookPayload(testEvent, { type: 'webhook', id }, at);
    const queued = await insertDelivery(tx, { webhookId: id, event: testEvent, payload });
    tx.record({ action: 'webhook.tested', object: { type: 'webhook', id } });
    return found(queued, 'delivery');
  });
}

/** A webhook's deliveries with their attempts, newest first. */
export function listDeliveries(
  ctx: AppContext,
  actor: Actor,
  input: {
    id: string;
    limit: number;
    cursor?: string | undefined;
    state?: 'pending' | 'delivered' | 'failed' | undefined;
  },
) {
  mustAllow(actor, 'read:connections');
  const { id: webhookId, limit, state } = input;
  return ctx.read(actor, async (tx) => {
    found(await lockWebhook(tx, webhookId), 'webhook');
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const rows = await selectDeliveries(tx, { webhookId, state }, { after, limit });
    return onePage(rows, limit, (row) => [row.createdAt, row.id]);
  });
}

/** Sends one event again, with the same id, so that a receiver that has it already can tell. */
export function replayDelivery(
  ctx: AppContext,
  actor: Actor,
  { id, deliveryId }: { id: string; deliveryId: string },
) {
  mustAllow(actor, 'edit:connections');
  return ctx.write(actor, async (tx) => {
    mustBeOn(await lockWebhook(tx, id));
    const queued = found(await requeueDelivery(tx, id, deliveryId), 'delivery');
    tx.record({ action: 'webhook.replayed', object: { type: 'webhook', id, version: deliveryId } });
    return queued;
  });
}

function mustBeOn(webhook: StoredWebhook | null): void {
  if (!found(webhook, 'webhook').isActive)
    throw new ApiError('CONFLICT', 'This webhook is off. Turn it on first.');
}

function mustBeAllowed(ctx: AppContext, url: string): void {
  try {
    allowedTarget(url, ctx.settings.allowedHosts);
  } catch (error) {
    if (!(error instanceof EffectFailed)) throw error;
    const problems = [{ rule: 'HOOK-6', path: 'url', message: error.message }];
    throw new ApiError('BAD_INPUT', error.message, { problems });
  }
}

async function one(tx: TenantTx, id: string): Promise<StoredWebhook> {
  return found(await lockWebhook(tx, id), 'webhook');
}

function withSecret(ctx: AppContext, { tenantId }: Actor, webhook: StoredWebhook) {
  const { id, secretNumber } = webhook;
  return { ...shown(webhook), secret: webhookSecret(ctx.keys.hooks, { tenantId, id, secretNumber }) };
}

function shown({ secretNumber: _, ...webhook }: StoredWebhook): Webhook {
  return webhook;
}
