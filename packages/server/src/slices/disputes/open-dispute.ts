import type { Dispute } from '@attain/contract/disputes';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { valueHash } from '../../db/write.ts';
import { mustSee } from '../participants/visible-participants.ts';
import { visibleRun } from '../payouts/visible-run.ts';
import { insertDispute, selectDispute, selectDisputedPay } from './dispute-store.ts';
import { attachFiles, filesInWords, forgetUploads, type NamedUpload } from './files/attach-files.ts';
import { notifySides } from './notify-sides.ts';

export interface DisputeClaim {
  readonly calculationId: string;
  readonly participantId: string;
  /** Null: the whole statement. */
  readonly componentId: string | null;
  readonly expected: string | null;
  readonly category?: Dispute['category'];
  readonly dealId?: string | null;
  readonly reason: string;
  /** Files that the actor has uploaded. */
  readonly files?: readonly NamedUpload[];
}

/**
 * Opens a dispute about a line or a statement, with its pay at that moment, and notifies the reviewers. Pay is not changed. Throws NOT_FOUND
 * outside the actor's reach and for pay the calculation does not have, CONFLICT while the same pay is disputed, and what its files throw.
 */
export async function openDispute(
  ctx: AppContext,
  actor: Actor,
  { files = [], ...claim }: DisputeClaim,
  workflowRunId: string | null = null,
): Promise<Dispute> {
  const dispute = await ctx.write(actor, async (tx) => {
    const { calculationId, participantId, componentId } = claim;
    const wanted = { actor, permission: 'open:disputes', runId: calculationId } as const;
    const { linesOf, visible } = await visibleRun(tx, wanted);
    mustSee(visible, participantId);
    const pay = found(await selectDisputedPay(tx, { linesOf, participantId, componentId }), 'payout line');
    // the run is what two disputes about the same have in common
    await tx.client.query('SELECT 1 FROM calculation_runs WHERE id = $1 FOR NO KEY UPDATE', [calculationId]);
    const open = await tx.client.query(
      `SELECT 1 FROM disputes WHERE calculation_id = $1 AND participant_id = $2 AND component_id IS NOT DISTINCT FROM $3
          AND status <> 'resolved'`,
      [calculationId, participantId, componentId],
    );
    if (open.rowCount !== 0)
      throw new ApiError('CONFLICT', 'There is already an open dispute about this pay.');
    const id = newId();
    const { category = 'other', dealId = null, expected, reason } = claim;
    await insertDispute(tx, {
      id,
      calculationId,
      participantId,
      componentId,
      ...pay,
      category,
      dealId,
      expected,
      reason,
      workflowRunId,
      openedBy: actor.userId,
    });
    const attached = await attachFiles(ctx, tx, { actor, files, disputeId: id, messageId: null });
    tx.record({
      action: 'dispute.opened',
      object: { type: 'dispute', id },
      after: valueHash(attached.length === 0 ? claim : { ...claim, files: attached }),
      reason: {
        code: attached.length === 0 ? 'opened' : `opened with ${filesInWords(attached)}`,
        text: claim.reason,
      },
      evidence: attached.map(({ sha256 }) => sha256),
    });
    const opened = found(await selectDispute(tx, id), 'dispute');
    await notifySides(tx, opened, { kind: 'opened', key: id, by: actor.userId });
    return opened;
  });
  await forgetUploads(ctx, actor, files);
  return dispute;
}
