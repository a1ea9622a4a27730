import type { Share } from '@attain/contract/evidence';
import { sharedOf, shareFormats } from '@attain/domain/suggestions/share';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { found } from '../../../base/api-error.ts';
import { sentenceInWords } from '../../../base/sentence-in-words.ts';
import { presentSuggestion } from '../present-suggestion.ts';
import { suggestionReach } from '../suggestion-reach.ts';
import { selectSuggestion } from '../suggestions-store.ts';
import { loadEvidence } from './load-evidence.ts';

/**
 * A suggestion to send to others, with links to `host`. Its evidence is verified now; changes nothing. NOT_FOUND outside the actor's
 * reach.
 */
export function shareSuggestion(
  ctx: AppContext,
  actor: Actor,
  wanted: { readonly id: string; readonly host: string },
): Promise<Share> {
  return ctx.read(actor, async (tx) => {
    const reach = await suggestionReach(tx, { actor, today: ctx.today(actor) });
    const row = found(await selectSuggestion(tx, wanted.id, reach), 'suggestion');
    const evidence = row.evidenceHash === null ? null : await loadEvidence(tx, ctx, row.uuid);
    const verified = {
      status: evidence?.verdict.ok ? 'verified' : 'failed',
      auditAnchor: evidence?.auditAnchor ?? null,
    };
    const write = (sentence: string) => sentenceInWords(sentence, row.currency);
    return asShare(shareFormats(sharedOf(presentSuggestion(row), verified, { host: wanted.host, write })));
  });
}

/** The formats as plain JSON. */
function asShare({ card, slack, teams, email }: ReturnType<typeof shareFormats>): Share {
  const json: Pick<Share, 'teams'> = JSON.parse(JSON.stringify({ teams }));
  return { card, slack, email, ...json };
}
