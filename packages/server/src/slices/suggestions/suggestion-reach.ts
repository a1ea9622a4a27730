import { scopeOf } from '@attain/domain/access/permissions';
import { drawAnalysers, payeeAnalysers } from '@attain/domain/suggestions/analysers/records/audience';
import { type Actor, mustAllow } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { readerOf } from '../calculations/publications.ts';
import { visibleParticipants } from '../participants/visible-participants.ts';
import { withPublishedPay } from './published-pay-store.ts';
import type { SuggestionReach } from './suggestions-store.ts';

/**
 * Whose suggestions the actor may read today: a manager those about the team, a rep their own. What one payee is told is not
 * among those of the whole workspace, and draws are for those who enter them. A suggestion computed from a payee's
 * pay is visible only with a right to that pay. Throws NOT_ALLOWED without the permission.
 */
export async function suggestionReach(
  tx: TenantTx,
  { actor, today }: { readonly actor: Actor; readonly today: string },
): Promise<SuggestionReach> {
  mustAllow(actor, 'read:suggestions');
  const days = { from: today, to: today };
  const payees = await visibleParticipants(tx, actor, 'read:suggestions', days);
  return {
    reader: actor.userId,
    payees,
    withheld: [
      ...(payees === null ? payeeAnalysers : []),
      ...(scopeOf(actor.roles, 'adjust:payments') === 'tenant' ? [] : drawAnalysers),
    ],
    paid:
      scopeOf(actor.roles, 'read:payouts') === null
        ? []
        : await withPublishedPay(
            tx,
            readerOf(actor, 'read:payouts'),
            await visibleParticipants(tx, actor, 'read:payouts', days),
          ),
  };
}
