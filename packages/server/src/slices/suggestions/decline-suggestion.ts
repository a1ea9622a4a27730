import type { overrideReasons, Suggestion } from '@attain/contract/suggestions';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { lockForMove, moveAct } from './locked-suggestion.ts';
import { presentSuggestion } from './present-suggestion.ts';
import { selectSuggestion, updateDecision } from './suggestions-store.ts';

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
    return presentSuggestion(found(await selectSuggestion(tx, suggestion.uuid), 'suggestion'));
  });
}

/** Overrides an open suggestion with a reason category; no plan changes. Throws as rejecting does. */
export function overrideSuggestion(
  ctx: AppContext,
  actor: Actor,
  decision: { id: string; reason: string; code: (typeof overrideReasons)[number] },
): Promise<Suggestion> {
  mustAllow(actor, 'decide:suggestions');
  return ctx.write(actor, async (tx) => {
    const { id, reason, code } = decision;
    const { suggestion, status } = await lockForMove(tx, { ctx, actor, id, move: 'override' });
    await updateDecision(tx, suggestion.uuid, {
      status,
      decidedBy: actor.userId,
      decidedAt: ctx.clock.now().toISOString(),
      decisionReason: reason,
      decisionCode: code,
    });
    tx.record(moveAct(suggestion, { action: 'overridden', code, text: reason }));
    return presentSuggestion(found(await selectSuggestion(tx, suggestion.uuid), 'suggestion'));
  });
}
