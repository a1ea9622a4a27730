import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { dropDraft } from '../plans/drop-draft.ts';
import { planDetail } from '../plans/plan-document.ts';
import { endActs } from './act-attestation.ts';
import { lockApplied, reopenApplied } from './suggestions-store.ts';

/**
 * Discards a plan's draft: the previous version is the plan again, and suggestions applied to the draft reopen
 * (SGR-6). Throws as `dropDraft`.
 */
export function discardDraft(ctx: AppContext, actor: Actor, wanted: { id: string; documentHash: string }) {
  mustAllow(actor, 'edit:plans');
  return ctx.write(actor, async (tx) => {
    const { id } = wanted;
    await lockApplied(tx, id);
    const { version, before, after } = await dropDraft(tx, wanted);
    const reopened = await reopenApplied(tx, { planId: id, version });
    await endActs(tx, reopened, ctx.clock);
    tx.record({
      action: 'plan.discarded',
      before,
      after,
      object: { type: 'plan', id, version: String(version) },
      ...(reopened.length === 0 ? {} : { reason: { code: 'reopened', text: reopened.join(' ') } }),
    });
    return planDetail(tx, id, { today: ctx.today(actor) });
  });
}
