import type { Plan, PlanType } from '@attain/domain/plans/plan';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { newId } from '../../base/ids.ts';
import { emptyPlan, planDetail, readDocument } from './plan-document.ts';
import { insertPlan, insertVersion, selectWorkspaceCurrency } from './plan-store.ts';

/**
 * Creates a draft plan, blank or from a document, which may have problems. Throws BAD_INPUT with every problem of the
 * document's shape, and CONFLICT if the name is in use.
 */
export function createPlan(
  ctx: AppContext,
  actor: Actor,
  input: { name: string; type: PlanType; document?: Plan | undefined },
) {
  mustAllow(actor, 'edit:plans');
  return ctx.write(actor, async (tx) => {
    const { name, type } = input;
    const base = input.document ?? emptyPlan(name, type, await selectWorkspaceCurrency(tx));
    const { plan, hash } = readDocument({ ...base, name, type });
    const id = newId();
    await insertPlan(tx, { id, name: plan.name, createdBy: actor.userId });
    await insertVersion(tx, {
      planId: id,
      version: 1,
      document: plan,
      documentHash: hash,
      createdBy: actor.userId,
    });
    tx.record({ action: 'plan.created', object: { type: 'plan', id, version: '1' }, after: hash });
    return planDetail(tx, id, { today: ctx.today(actor) });
  });
}
