import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/refusal.ts';
import type { House } from '../../house.ts';
import { visibleParticipants } from '../participants/visible-participants.ts';
import { selectDeal, selectDealHistory } from './deal-store.ts';

/** One deal with its source row and what it was before. Refuses NOT_FOUND when nobody the actor may see has a part in it. */
export function readDeal(house: House, actor: Actor, id: string) {
  return house.read(actor, async (tx) => {
    const visible = await visibleParticipants(tx, actor, 'read:deals', house.clock.today());
    const row = await selectDeal(tx, id);
    const people = row ? [row.participantId, ...row.splits.map((split) => split.participantId)] : [];
    const reachable = visible === null || people.some((person) => visible.includes(person));
    const { importId, importLine, sourceText, ...deal } = found(reachable ? row : null, 'deal');
    return {
      ...deal,
      provenance: { importId, importLine, sourceText },
      history: await selectDealHistory(tx, id),
    };
  });
}
