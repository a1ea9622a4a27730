import { parseEntry } from '@attain/domain/proofs/entry';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { selectByAnchor } from './audit-store.ts';
import { readLog } from './read-log.ts';

/**
 * The entries whose leaf hash begins with an anchor, oldest first; short anchors can match several. Throws NOT_FOUND if
 * there is none.
 */
export function findAnchor(ctx: AppContext, actor: Actor, anchor: string) {
  mustAllow(actor, 'read:audit');
  return readLog(ctx, actor, async (tx) => {
    const entries = await selectByAnchor(tx, anchor);
    if (entries.length === 0) throw new ApiError('NOT_FOUND', `Audit trail not found for anchor: ${anchor}`);
    return entries.map(({ index, leafHash, body }) => {
      const { action, ts, object } = parseEntry(body);
      return { index, leafHash, action, at: ts, object: { type: object.type, id: object.id } };
    });
  });
}
