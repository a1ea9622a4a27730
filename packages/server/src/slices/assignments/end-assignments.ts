import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { valueHash } from '../../db/write.ts';
import { deleteFutureAssignments, lockPlanForAssignment, shortenAssignments } from './assignment-store.ts';
import { mustBeParticipants } from './known-participants.ts';
import { noteAssignments } from './note-assignments.ts';

/**
 * Makes `on` the last day of the participants' assignments to a plan; those that begin later are removed, those that end
 * earlier stay. Refuses NOT_FOUND for the plan, BAD_INPUT naming every unknown id.
 */
export function endAssignments(
  ctx: AppContext,
  actor: Actor,
  input: { planId: string; participantIds: readonly string[]; on: string },
) {
  mustAllow(actor, 'assign:plans');
  return ctx.write(actor, async (tx) => {
    if (!(await lockPlanForAssignment(tx, input.planId)))
      throw new ApiError('NOT_FOUND', 'There is no such plan in this workspace.');
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
