import { movePlan } from '@attain/domain/plans/plan-moves';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found, must } from '../../base/api-error.ts';
import { planDetail } from './plan-document.ts';
import { deactivateVersions, lockPlan, selectDocument, selectVersions, touchPlan } from './plan-store.ts';

/** Deactivates the active version; it can be activated again. Throws CONFLICT if no version is active. */
export function deactivatePlan(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'activate:plans');
  return ctx.write(actor, async (tx) => {
    const plan = found(await lockPlan(tx, id), 'plan');
    const versions = await selectVersions(tx, plan.id);
    const version = found(versions.find((one) => one.status === 'Active') ?? versions[0], 'plan version');
    const document = found(await selectDocument(tx, plan.id, version.version), 'plan document');
    must(movePlan(document, version.status, 'deactivate'), 'CONFLICT', `“${plan.name}” is not active.`);
    await deactivateVersions(tx, plan.id);
    await touchPlan(tx, plan.id);
    tx.record({
      action: 'plan.deactivated',
      object: { type: 'plan', id: plan.id, version: String(version.version) },
      evidence: [version.documentHash],
    });
    return planDetail(tx, plan.id, { today: ctx.today(actor) });
  });
}
