import { ApiError } from '../../base/api-error.ts';
import { castVote } from '../approvals/cast-vote.ts';
import type { Decide } from '../approvals/decide-approval.ts';
import { batchHash } from '../imports/batches/adjustment-batch.ts';
import { lockBatch, selectBatchUsers, updateBatch } from '../imports/batches/batch-store.ts';

/** The decision of the inbox about a file of adjustments: all of them, or none (PAYM-31). */
export const decideBatch: Decide = async (tx, { ctx, actor, request, decision, hash, reason }) => {
  const importId = request.subjectId;
  await lockBatch(tx, importId);
  if ((await batchHash(tx, importId)) !== request.hash)
    throw new ApiError(
      'CONFLICT',
      'These adjustments were changed outside Attain. Reject them and import the file again.',
    );
  const benefits = (await selectBatchUsers(tx, importId)).includes(actor.userId);
  const vote = await castVote(tx, {
    ...{ kind: request.kind, subjectId: importId, actor, clock: ctx.clock, decision, hash, reason },
    part: { asked: false, edited: false, benefits },
  });
  if (vote.status !== 'approved' && vote.status !== 'rejected') return vote.votedAct;
  await updateBatch(tx, importId, { from: ['submitted'], to: vote.status });
  return {
    action: `adjustment.batch-${vote.status}`,
    object: { type: 'import', id: importId },
    evidence: [request.hash],
    reason: { code: vote.status, ...(reason === null ? {} : { text: reason }) },
  };
};
