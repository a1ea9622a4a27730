import { rolesHolding } from '@attain/domain/access/permissions';
import { isGivenUp, maxFailingDays, pauseAfter } from '@attain/domain/webhooks/webhook-events';
import type { AppContext } from '../../app-context.ts';
import { systemActor } from '../../base/actor.ts';
import { allowedTarget } from '../../runs/egress/allowed-address.ts';
import { sendRequest } from '../../runs/egress/send-request.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Look } from '../../runs/look.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { membersHolding } from '../people/people-holding.ts';
import { webhookHeaders } from './sign-webhook.ts';
import {
  claimDue,
  type DueDelivery,
  deliveriesAreDue,
  lockWebhook,
  storeAttempt,
  updateWebhook,
} from './webhook-store.ts';

const timeoutMs = 15_000;
const maxExcerpt = 500;
/** The receiver says that it wants no more (Standard Webhooks). */
const gone = 410;

export const webhooksLook: Look = { isDue: deliveriesAreDue, act: sendWebhooks };

/** Attempts every delivery that is due, and stores how it went (HOOK-4). */
async function sendWebhooks(ctx: AppContext): Promise<void> {
  const due = await claimDue(ctx.db.owner);
  await Promise.all(due.map((one) => attemptDelivery(ctx, one)));
}

async function attemptDelivery(ctx: AppContext, due: DueDelivery): Promise<void> {
  const at = ctx.clock.now();
  const started = performance.now();
  const { status, response } = await post(ctx, due, at);
  const delivered = status !== null && status >= 200 && status < 300;
  const durationMs = Math.round(performance.now() - started);
  const attempt = { at: at.toISOString(), status, durationMs, response: excerpt(response) };
  const pauseSeconds = status === gone ? null : pauseAfter(due.tries + 1);
  const { failingSince } = await ctx.db.within(due.tenantId, (tx) =>
    storeAttempt(tx, due, { attempt, delivered, pauseSeconds }),
  );
  if (status === gone) return turnOff(ctx, due, 'The receiver answered 410: it wants no more events.');
  if (failingSince !== null && isGivenUp(failingSince, at.toISOString()))
    return turnOff(ctx, due, `Every attempt failed for ${maxFailingDays} days.`);
}

async function post(
  ctx: AppContext,
  { tenantId, id, webhookId, url, payload, secretNumber, hasPreviousSecret }: DueDelivery,
  at: Date,
): Promise<{ status: number | null; response: string }> {
  const numbers = hasPreviousSecret ? [secretNumber, secretNumber - 1] : [secretNumber];
  const secrets = numbers.map((number) => ({ tenantId, id: webhookId, secretNumber: number }));
  try {
    const { status, text } = await sendRequest({
      target: allowedTarget(url, ctx.settings.allowedHosts),
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': `Attain/${ctx.appVersion}`,
        ...webhookHeaders(ctx.keys.hooks, secrets, { id, at, payload }),
      },
      body: payload,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status, response: text };
  } catch (error) {
    if (error instanceof EffectFailed) return { status: null, response: error.message };
    if (error instanceof Error && error.name === 'TimeoutError')
      return { status: null, response: `No answer within ${timeoutMs / 1_000} seconds.` };
    throw error;
  }
}

/** Control characters don't belong on a screen, and PostgreSQL takes no NUL. */
function excerpt(text: string): string {
  return text
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .slice(0, maxExcerpt)
    .toWellFormed();
}

/** Turns a webhook off and notifies everyone who can turn it on again (HOOK-5). */
async function turnOff(ctx: AppContext, due: DueDelivery, reason: string): Promise<void> {
  const { tenantId, webhookId, createdBy } = due;
  await ctx.write(systemActor(tenantId, createdBy, 'webhooks'), async (tx) => {
    const webhook = await lockWebhook(tx, webhookId);
    if (webhook?.isActive) {
      await updateWebhook(tx, webhookId, { isActive: false, disabledReason: reason });
      const people = await membersHolding(tx, rolesHolding(['manage:people', 'edit:connections']));
      await notifyPeople(tx, people, {
        title: `Webhook turned off: ${new URL(webhook.url).host}`,
        message: `${reason} Fix the receiver, then turn the webhook on again.`,
        severity: 'error',
        runId: null,
        effectKey: `webhook-off ${webhookId} ${due.id} ${due.tries}`,
      });
    }
    tx.record({
      action: 'webhook.turned-off',
      object: { type: 'webhook', id: webhookId },
      reason: { code: 'failing', text: reason },
    });
    return null;
  });
}
