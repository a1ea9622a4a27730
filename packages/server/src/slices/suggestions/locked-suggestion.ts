import { movedTo, type SuggestionMove, type SuggestionStatus } from '@attain/domain/suggestions/moves';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { Act } from '../../db/act.ts';
import type { TenantTx } from '../../db/database.ts';
import { closeRequest } from '../approvals/request-approval.ts';
import { suggestionReach } from './suggestion-reach.ts';
import { lockSuggestion, type StoredSuggestion } from './suggestions-store.ts';

const pastOf: Readonly<Record<SuggestionStatus, string>> = {
  open: 'is open',
  applied: 'was already applied',
  overridden: 'was already overridden',
  rejected: 'was already rejected',
  superseded: 'was replaced by a suggestion with newer figures',
};

/** The suggestion, held for a move that is legal now; a task that asks to apply it is no longer wanted. Throws NOT_FOUND out of reach, and CONFLICT for an illegal move. */
export async function lockForMove(
  tx: TenantTx,
  { ctx, actor, id, move }: { ctx: AppContext; actor: Actor; id: string; move: SuggestionMove },
): Promise<{ suggestion: StoredSuggestion; status: SuggestionStatus }> {
  const reach = await suggestionReach(tx, { actor, today: ctx.today(actor) });
  const suggestion = found(await lockSuggestion(tx, id, reach), 'suggestion');
  const status = movedTo(suggestion.status, move);
  if (status !== null) {
    await closeRequest(tx, { kind: 'suggestion-apply', subjectId: suggestion.uuid, status: 'void' });
    return { suggestion, status };
  }
  throw new ApiError('CONFLICT', `“${suggestion.title}” ${pastOf[suggestion.status]}.`, {
    problems: [{ rule: 'SGR-3', path: 'status', message: `It can’t be moved by “${move}” now.` }],
  });
}

/** A move as an act for the log, with the hashes of its evidence. */
export function moveAct(
  { uuid, evidence, evidenceHash }: StoredSuggestion,
  done: { readonly action: string; readonly code: string; readonly text: string },
): Act {
  const hashes = [evidenceHash, ...evidence.map(({ hash }) => hash)];
  return {
    action: `suggestion.${done.action}`,
    object: { type: 'suggestion', id: uuid },
    reason: { code: done.code, text: done.text },
    evidence: hashes.filter((hash) => hash !== null),
  };
}
