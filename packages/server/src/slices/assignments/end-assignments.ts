import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { valueHash } from '../../db/write.ts';
import { deleteFutureAssignments, lockPlanForAssignment, shortenAssignments } from './assignment-store.ts';
import { mustBeParticipants } from './known-participants.ts';
import { noteAssignments } from './note-assignments.ts';

/**
 * Sets `on` as the last day of assignments to a plan. Assignments that begin later are removed, those that end earlier
 * stay. Throws NOT_FOUND for the plan, and BAD_INPUT with all unknown IDs.
 */
export function endAssignments(
  ctx: AppContext,
  actor: Actor,
  input: { planId: string; participantIds: readonly string[]; on: string },
) {
  mustAllow(actor, 'assign:plans');
  return ctx.write(actor, async (tx) => {
    if (!(await lockPlanForAssignment(tx, input.planId))) throw new ApiError('NOT_FOUND', 'Plan not found.');
    await mustBeParticipants(tx, input.participantIds);
    const ids = [...new Set(input.participantIds)].sort();
    const wanted = { planId: input.planId, ids, on: input.on };
    const removed = await deleteFutureAssignments(tx, wanted);
    const ended = await shortenAssignments(tx, wanted);
    tx.record({
      action: 'plan.assignments-ended',
      object: { type: 'plan', id: input.planId },
      evidence: [valueHash({ participantIds: ids, on: input.on })],
      ...(ended.length + removed.length === 0 ? { reason: { code: 'unchanged' } } : {}),
    });
    await noteAssignments(tx, { planId: input.planId, days: [...removed, ...ended], by: actor.userId });
    return { ended: ended.length, removed: removed.length };
  });
}
