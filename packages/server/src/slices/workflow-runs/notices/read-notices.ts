import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { found } from '../../../base/api-error.ts';
import { aMoment, anId, decodeTypedCursor, onePage } from '../../../base/cursor.ts';
import { countUnread, markRead, selectNotices } from './notice-store.ts';

/** The actor's notices, newest first, with the number of unread ones. */
export function listNotices(
  ctx: AppContext,
  actor: Actor,
  input: { limit: number; cursor?: string | undefined; status: 'all' | 'unread' },
) {
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const { userId } = actor;
    const rows = await selectNotices(tx, {
      userId,
      after,
      unread: input.status === 'unread',
      limit: input.limit,
    });
    const page = onePage(rows, input.limit, (row) => [row.createdAt, row.id]);
    return { ...page, unread: await countUnread(tx, userId) };
  });
}

/**
 * Marks one of the actor's notices, or it and all older ones, as read; their other browsers are notified. Throws
 * NOT_FOUND for others' notices.
 */
export function readNotice(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; andOlder: boolean },
): Promise<{ read: number }> {
  return ctx.write(actor, async (tx) => {
    const read = found(await markRead(tx, { ...input, userId: actor.userId }), 'notice');
    tx.record({ action: 'notice.read', object: { type: 'notice', id: input.id } });
    return { read };
  });
}
