import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { appendToLogs, sessionClosed } from './session-log.ts';
import { deleteOtherSessions, deleteOwnSession } from './session-store.ts';

/**
 * Ends one of the actor's sessions, possibly the current one. Throws NOT_FOUND if it has ended or belongs to another
 * user.
 */
export async function endSession(ctx: AppContext, actor: Actor, id: string): Promise<{ ended: 1 }> {
  await ctx.db.asOwner(async (client) => {
    const session = await deleteOwnSession(client, actor.userId, id);
    if (!session)
      throw new ApiError('NOT_FOUND', 'Session not found; it may have ended already. Reload the list.');
    await appendToLogs(client, ctx, actor, [sessionClosed(session, 'ended-by-owner')]);
  });
  return { ended: 1 };
}

/** Ends all of the actor's sessions but the one with this hash; says how many there were. */
export async function endOtherSessions(
  ctx: AppContext,
  actor: Actor,
  current: Buffer,
): Promise<{ ended: number }> {
  return ctx.db.asOwner(async (client) => {
    const sessions = await deleteOtherSessions(client, actor.userId, current);
    const entries = sessions.map((session) => sessionClosed(session, 'ended-by-owner'));
    await appendToLogs(client, ctx, actor, entries);
    return { ended: sessions.length };
  });
}
