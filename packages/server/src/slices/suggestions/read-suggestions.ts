import type { Suggestion } from '@attain/contract/suggestions';
import type { SuggestionStatus } from '@attain/domain/suggestions/moves';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { aMoment, anId, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { presentSuggestion } from './present-suggestion.ts';
import { suggestionReach } from './suggestion-reach.ts';
import { selectSuggestion, selectSuggestions } from './suggestions-store.ts';

/** Suggestions within the actor's reach, newest first. */
export function listSuggestions(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    status?: SuggestionStatus | undefined;
    planId?: string | undefined;
  },
) {
  return ctx.read(actor, async (tx) => {
    const reach = await suggestionReach(tx, { actor, today: ctx.today(actor) });
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const { status = null, planId = null, limit } = input;
    const stored = await selectSuggestions(tx, { reach, status, planId }, { after, limit });
    const { rows, nextCursor } = onePage(stored, limit, (row) => [row.createdAt, row.uuid]);
    return { rows: rows.map(presentSuggestion), nextCursor };
  });
}

/** One suggestion with its reasoning and figures. NOT_FOUND outside the actor's reach. */
export function readSuggestion(ctx: AppContext, actor: Actor, id: string): Promise<Suggestion> {
  return ctx.read(actor, async (tx) => {
    const reach = await suggestionReach(tx, { actor, today: ctx.today(actor) });
    return presentSuggestion(found(await selectSuggestion(tx, id, reach), 'suggestion'));
  });
}
