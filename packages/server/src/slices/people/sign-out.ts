import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { appendToLog } from '../../db/audit-append.ts';
import { deleteSession, sessionId } from './session-store.ts';

/** Ends the session on the server; the browser's copy is worthless from then on. */
export async function signOut(ctx: AppContext, actor: Actor, idHash: Buffer): Promise<void> {
  await ctx.db.asOwner(async (client) => {
    await deleteSession(client, idHash);
    await appendToLog(client, ctx, actor, {
      action: 'session.closed',
      object: { type: 'session', id: sessionId(idHash) },
    });
  });
}
