import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash } from '../../db/write.ts';
import {
  countEmployed,
  insertAssignments,
  lockPlanForAssignment,
  selectEmployed,
} from './assignment-store.ts';
import { mustBeParticipants } from './known-participants.ts';
import { noteAssignments } from './note-assignments.ts';

export interface AssignInput {
  readonly planId: string;
  readonly participantIds?: readonly string[] | undefined;
  readonly everybody: boolean;
  readonly from: string;
  readonly to: string | null;
}

/**
 * Assigns participants to a plan: the given IDs, or everyone employed in the span. Participants already assigned on any
 * of these days stay unchanged and are counted so. Throws NOT_FOUND for the plan, and BAD_INPUT with all unknown IDs.
 */
export function assignPlan(ctx: AppContext, actor: Actor, input: AssignInput) {
  mustAllow(actor, 'assign:plans');
  mustMakeSense(input);
  return ctx.write(actor, async (tx) => {
    if (!(await lockPlanForAssignment(tx, input.planId))) throw new ApiError('NOT_FOUND', 'Plan not found.');
    const ids = await wantedParticipants(tx, input);
    const { planId, from, to } = input;
    const assigned = await insertAssignments(tx, { planId, ids, from, to, createdBy: actor.userId });
    tx.record({
      action: 'plan.assigned',
      object: { type: 'plan', id: planId },
      evidence: [valueHash({ participantIds: assigned, from, to })],
      ...(assigned.length === 0 ? { reason: { code: 'unchanged' } } : {}),
    });
    const days = assigned.map((participantId) => ({ participantId, from, to }));
    await noteAssignments(tx, { planId, days, by: actor.userId });
    return { assigned: assigned.length, unchanged: ids.length - assigned.length };
  });
}

/** How many participants are employed on any of the days, and how many of them have no quota then. Throws NOT_ALLOWED. */
export function countEverybody(
  ctx: AppContext,
  actor: Actor,
  { from, to = null }: { from: string; to?: string | null | undefined },
) {
  mustAllow(actor, 'assign:plans');
  return ctx.read(actor, (tx) => countEmployed(tx, { from, to }));
}

async function wantedParticipants(tx: TenantTx, input: AssignInput): Promise<string[]> {
  if (input.everybody) return selectEmployed(tx, input);
  const ids = input.participantIds ?? [];
  await mustBeParticipants(tx, ids);
  return [...new Set(ids)];
}

function mustMakeSense(input: AssignInput): void {
  const some = (input.participantIds?.length ?? 0) > 0;
  if (some === input.everybody) {
    throw new ApiError('BAD_INPUT', 'Choose either participants or everyone.');
  }
  if (input.to !== null && input.to < input.from) {
    throw new ApiError(
      'BAD_INPUT',
      `The assignment ends on ${input.to}, before it starts on ${input.from}. Swap the dates.`,
      { problems: [{ rule: 'BASE-9', path: 'to', message: 'The end date is before the start date.' }] },
    );
  }
}
