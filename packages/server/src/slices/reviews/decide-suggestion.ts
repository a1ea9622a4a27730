import type { Suggestion } from '@attain/contract/reviews/suggestions';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found, Refusal } from '../../base/refusal.ts';
import type { House } from '../../house.ts';
import { selectSuggestion, updateDecided } from './suggestion-store.ts';

/**
 * Accepts or rejects an open suggestion, with the reason; the plan itself is changed by who designs it.
 * Refuses NOT_FOUND, and CONFLICT once it has been decided.
 */
export function decideSuggestion(
  house: House,
  actor: Actor,
  decision: { id: string; status: 'accepted' | 'rejected'; reason: string },
): Promise<Suggestion> {
  mustAllow(actor, 'decide:suggestions');
  return house.write(actor, async (tx) => {
    const { id, status, reason } = decision;
    const before = found(await selectSuggestion(tx, id), 'suggestion');
    const at = house.clock.now().toISOString();
    if (!(await updateDecided(tx, { id, status, by: actor.userId, reason, at }))) {
      const now = found(await selectSuggestion(tx, id), 'suggestion');
      throw new Refusal('CONFLICT', `“${before.title}” has been ${now.status} already.`);
    }
    tx.record({
      action: `suggestion.${status}`,
      object: { type: 'suggestion', id },
      reason: { code: status, text: reason },
    });
    return found(await selectSuggestion(tx, id), 'suggestion');
  });
}
