import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { found } from '../../../base/api-error.ts';
import { anId } from '../../../base/cursor.ts';
import { disputeReach } from '../dispute-reach.ts';
import { selectDispute } from '../dispute-store.ts';
import { selectDisputeFile } from './dispute-file-store.ts';

/** A file of a dispute that the actor may read. Throws NOT_FOUND for all others. */
export async function downloadDisputeFile(
  ctx: AppContext,
  actor: Actor,
  { disputeId, fileId }: { disputeId: string; fileId: string },
): Promise<{ fileName: string; contentType: string; body: Buffer }> {
  mustAllow(actor, 'read:disputes');
  found((anId(disputeId) && anId(fileId)) || null, 'file');
  return ctx.read(actor, async (tx) => {
    found(await selectDispute(tx, disputeId, await disputeReach(tx, actor, 'read:disputes')), 'dispute');
    const { content: body, ...file } = found(await selectDisputeFile(tx, { disputeId, fileId }), 'file');
    return { ...file, body };
  });
}
