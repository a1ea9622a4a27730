import { type Actor, mustAllow } from '../../base/actor.ts';
import { found, Refusal } from '../../base/refusal.ts';
import type { House } from '../../house.ts';
import { planDetail } from '../plans/plan-document.ts';
import { deleteDraft, lockPlan, selectDocument, selectVersions, updatePlan } from '../plans/plan-store.ts';
import { reopenAccepted } from './suggestion-store.ts';

/**
 * Throws a plan's draft away: the plan is what its version before says, and suggestions that were accepted into the draft are open
 * again (SUGG-6). Refuses NOT_FOUND, CONFLICT when the newest version is no draft, is the only one, or was changed meanwhile.
 */
export function discardDraft(house: House, actor: Actor, wanted: { id: string; documentHash: string }) {
  mustAllow(actor, 'edit:plans');
  return house.write(actor, async (tx) => {
    const plan = found(await lockPlan(tx, wanted.id), 'plan');
    const [newest, before] = await selectVersions(tx, plan.id);
    if (newest?.status !== 'Draft' || before === undefined) {
      const say = newest?.status === 'Draft' ? 'it is all there is of it' : 'its newest version is no draft';
      throw new Refusal('CONFLICT', `Nothing of “${plan.name}” can be thrown away: ${say}.`);
    }
    if (newest.documentHash !== wanted.documentHash) {
      throw new Refusal(
        'CONFLICT',
        'The draft was changed after you opened it. Nothing was thrown away; read it again.',
      );
    }
    const document = found(await selectDocument(tx, plan.id, before.version), 'plan document');
    await deleteDraft(tx, { planId: plan.id, version: newest.version });
    await updatePlan(tx, { id: plan.id, name: document.name });
    const reopened = await reopenAccepted(tx, { planId: plan.id, version: newest.version });
    tx.record({
      action: 'plan.discarded',
      object: { type: 'plan', id: plan.id, version: String(newest.version) },
      before: newest.documentHash,
      after: before.documentHash,
      ...(reopened.length === 0 ? {} : { reason: { code: 'reopened', text: reopened.join(' ') } }),
    });
    return planDetail(tx, plan.id, { today: house.clock.today() });
  });
}
