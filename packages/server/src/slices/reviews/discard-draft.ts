import { type Actor, mustAllow } from '../../base/actor.ts';
import type { House } from '../../house.ts';
import { dropDraft } from '../plans/drop-draft.ts';
import { planDetail } from '../plans/plan-document.ts';
import { reopenAccepted } from './suggestion-store.ts';

/**
 * Throws a plan's draft away: the plan is what its version before says, and suggestions that were accepted into the draft are open
 * again (SUGG-6). Refuses as `dropDraft`.
 */
export function discardDraft(house: House, actor: Actor, wanted: { id: string; documentHash: string }) {
  mustAllow(actor, 'edit:plans');
  return house.write(actor, async (tx) => {
    const { id } = wanted;
    const { version, before, after } = await dropDraft(tx, wanted);
    const reopened = await reopenAccepted(tx, { planId: id, version });
    tx.record({
      ...{ action: 'plan.discarded', before, after },
      object: { type: 'plan', id, version: String(version) },
      ...(reopened.length === 0 ? {} : { reason: { code: 'reopened', text: reopened.join(' ') } }),
    });
    return planDetail(tx, id, { today: house.clock.today() });
  });
}
