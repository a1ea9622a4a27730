import type { Suggestion } from '@attain/contract/suggestions';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { lockForMove, moveAct } from './locked-suggestion.ts';
import { shownTo } from './present-suggestion.ts';
import { updateDecision } from './suggestions-store.ts';

/** Rejects an open suggestion; no plan changes. Throws NOT_FOUND, and CONFLICT if it is already decided. */
export function rejectSuggestion(
  ctx: AppContext,
  actor: Actor,
  decision: { id: string; reason: string },
): Promise<Suggestion> {
  mustAllow(actor, 'decide:suggestions');
  return ctx.write(actor, async (tx) => {
    const { id, reason } = decision;
    const { suggestion, status } = await lockForMove(tx, { ctx, actor, id, move: 'reject' });
    await updateDecision(tx, suggestion.uuid, {
      status,
      decidedBy: actor.userId,
      decidedAt: ctx.clock.now().toISOString(),
      decisionReason: reason,
    });
    tx.record(moveAct(suggestion, { action: 'rejected', code: 'rejected', text: reason }));
    return shownTo(tx, actor, suggestion.uuid);
  });
}
