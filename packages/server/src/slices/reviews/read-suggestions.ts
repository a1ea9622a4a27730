import type { Suggestion } from '@attain/contract/reviews/suggestions';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { aMoment, anId, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { selectSuggestion, selectSuggestions } from './suggestion-store.ts';

/** Suggestions of the workspace, newest first. */
export function listSuggestions(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    status?: Suggestion['status'] | undefined;
    planId?: string | undefined;
  },
) {
  mustAllow(actor, 'read:suggestions');
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const { status = null, planId = null, limit } = input;
    const rows = await selectSuggestions(tx, { status, planId, after, limit });
    return onePage(rows, limit, (row) => [row.createdAt, row.id]);
  });
}

/** One suggestion with its reasoning and evidence. NOT_FOUND in other workspaces. */
export function readSuggestion(ctx: AppContext, actor: Actor, id: string): Promise<Suggestion> {
  mustAllow(actor, 'read:suggestions');
  return ctx.read(actor, async (tx) => found(await selectSuggestion(tx, id), 'suggestion'));
}
