import type { AssistantEvent } from '@attain/contract/assistant-events';
import { lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { telemetryEvents } from '../../db/schema/suggestions.ts';

const MONTHS_KEPT = 13;

/**
 * Stores what the actor did in the assistant, each event once, and removes events older than 13 months (SGR-44). It is no state of
 * the workspace, so it is not in the audit log.
 */
export function storeEvents(
  ctx: AppContext,
  actor: Actor,
  events: readonly z.infer<typeof AssistantEvent>[],
): Promise<{ stored: number }> {
  mustAllow(actor, 'use:assistant');
  return ctx.db.within(actor.tenantId, async (tx) => {
    const oldest = new Date(ctx.clock.now());
    oldest.setUTCMonth(oldest.getUTCMonth() - MONTHS_KEPT);
    await tx.db.delete(telemetryEvents).where(lt(telemetryEvents.timestamp, oldest.toISOString()));
    const rows = events.map((event) => ({ ...event, tenantId: tx.tenantId, userId: actor.userId }));
    const stored = await tx.db
      .insert(telemetryEvents)
      .values(rows)
      .onConflictDoNothing()
      .returning({ id: telemetryEvents.id });
    return { stored: stored.length };
  });
}
