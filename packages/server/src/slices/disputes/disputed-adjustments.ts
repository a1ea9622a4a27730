import type { AdjustmentRow } from '@attain/contract/adjustments';
import { decimal } from '@attain/domain/base/decimal';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { queueWebhooks } from '../../db/queue-webhooks.ts';
import type { WriteTx } from '../../db/write.ts';
import { decideAdjustment, withdrawEntered } from '../adjustments/submit-adjustment.ts';
import type { Decide } from '../approvals/decide-approval.ts';
import {
  selectAnswered,
  selectDispute,
  selectPayNow,
  updateApproved,
  updateReturned,
} from './dispute-store.ts';
import { notifySides } from './notify-sides.ts';

/**
 * The decision of the inbox about an adjustment: approved, it upholds the dispute that waits for it; rejected, it gives the dispute back
 * to the reviewers. Throws CONFLICT to approve what a newer calculation pays already (DISP-9).
 */
export const decideDisputedAdjustment: Decide = async (tx, made) => {
  const { ctx, actor, request, decision } = made;
  const answered = await selectAnswered(tx, request.subjectId);
  if (answered !== null && decision === 'approve') {
    const shown = request.facts.dispute?.pays ?? answered.paid;
    const pays = (await selectPayNow(tx, answered.id))?.pays ?? answered.paid;
    if (!decimal(pays).eq(decimal(shown)))
      throw new ApiError(
        'CONFLICT',
        'A newer calculation changed the disputed pay. Reject this adjustment, so that the dispute is decided again.',
      );
  }
  const act = await decideAdjustment(tx, made);
  if (answered === null) return act;
  if (act.action === 'adjustment.rejected') await giveBack(tx, act.object.id, actor);
  if (act.action !== 'adjustment.approved') return act;
  const at = ctx.clock.now();
  const id = await updateApproved(tx, act.object.id, at.toISOString());
  if (id === null) return act;
  await queueWebhooks(tx, { event: 'dispute.resolved', object: { type: 'dispute', id }, at });
  const upheld = found(await selectDispute(tx, id), 'dispute');
  await notifySides(tx, upheld, { kind: 'resolved', key: id, by: actor.userId });
  return act;
};

/**
 * Withdraws an adjustment. A dispute that waits for it goes back to the reviewers; one that it upheld keeps it: CONFLICT. Otherwise throws
 * as `withdrawEntered`.
 */
export function withdrawAdjustment(ctx: AppContext, actor: Actor, id: string): Promise<AdjustmentRow> {
  return ctx.write(actor, async (tx) => {
    const withdrawn = await withdrawEntered(tx, actor, id);
    const answered = await selectAnswered(tx, id);
    if (answered?.outcome === 'upheld')
      throw new ApiError(
        'CONFLICT',
        'A dispute was upheld by this adjustment. Enter the opposite amount instead.',
      );
    await giveBack(tx, id, actor);
    return withdrawn;
  });
}

async function giveBack(tx: WriteTx, adjustmentId: string, actor: Actor): Promise<void> {
  const id = await updateReturned(tx, adjustmentId);
  if (id === null) return;
  const returned = found(await selectDispute(tx, id), 'dispute');
  await notifySides(tx, returned, { kind: 'returned', key: adjustmentId, by: actor.userId });
}
