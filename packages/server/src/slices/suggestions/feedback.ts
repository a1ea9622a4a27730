import type { SuggestionFeedback } from '@attain/contract/suggestions';
import type { z } from 'zod';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { upsertFeedback } from './feedback-store.ts';
import { lowerIfDeclined } from './lower-autonomy.ts';
import { suggestionReach } from './suggestion-reach.ts';
import { selectSuggestion } from './suggestions-store.ts';

/** Stores the actor's vote on a suggestion in place of an earlier one. NOT_FOUND outside their reach. */
export async function giveFeedback(
  ctx: AppContext,
  actor: Actor,
  vote: { id: string; type: 'thumbs_up' | 'thumbs_down' },
): Promise<z.infer<typeof SuggestionFeedback>> {
  const given = await ctx.write(actor, async (tx) => {
    const reach = await suggestionReach(tx, { actor, today: ctx.today(actor) });
    const { uuid, id: visibleId } = found(await selectSuggestion(tx, vote.id, reach), 'suggestion');
    const timestamp = ctx.clock.now().toISOString();
    const { type } = vote;
    const { userId } = actor;
    const id = await upsertFeedback(tx, { id: newId(), suggestionId: uuid, userId, type, timestamp });
    tx.record({
      action: 'suggestion.feedback',
      object: { type: 'suggestion', id: uuid },
      reason: { code: type },
    });
    return { id, suggestionId: visibleId, type, timestamp, userId };
  });
  if (vote.type === 'thumbs_down') await lowerIfDeclined(ctx, actor.tenantId);
  return given;
}
