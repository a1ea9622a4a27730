import type { Simulation } from '@attain/contract/simulations/simulations';
import { ENGINE_VERSION } from '@attain/domain/payouts/calculate';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { orderJob } from '../../jobs/job-store.ts';
import { countPayees, spanOf } from '../findings/plan-histories.ts';
import { mustCompare, type PlansAsked, pinnedBaseline, pinnedDraft } from './compared-plans.ts';
import { insertSimulation, selectSimulation } from './simulation-store.ts';

export interface SimulationOrder extends PlansAsked {
  readonly kind: Simulation['kind'];
  readonly span?: string | undefined;
  readonly scenarios: number;
  readonly seed: string;
}

/**
 * Starts a lint, replay or simulation in the background, on the payees of the baseline plan. Throws NOT_FOUND for plans
 * and versions, BAD_INPUT for documents, periods and plans of two currencies, PLAN_INVALID for a plan that can't pay,
 * and NOT_CALCULABLE without a baseline, payees or deals.
 */
export async function startSimulation(
  ctx: AppContext,
  actor: Actor,
  order: SimulationOrder,
): Promise<Simulation> {
  mustAllow(actor, 'run:simulations');
  const simulation = await ctx.write(actor, async (tx) => {
    const today = ctx.today(actor);
    const draft = await pinnedDraft(tx, order, today);
    const lint = order.kind === 'lint';
    // a lint compares with nothing; another plan only says whose records to look at
    const baseline =
      lint && order.baselinePlanId === undefined ? null : await pinnedBaseline(tx, order, today);
    if (baseline !== null && !lint) mustCompare(draft, baseline);
    const compared = baseline === null || lint ? [] : [draft.document];
    const first = lint ? draft : (baseline ?? draft);
    const span = await spanOf(tx, [first.document, ...compared], order.span);
    if ((await countPayees(tx, (baseline ?? draft).planId, span)) === 0) {
      const message = `No one is assigned to the plan from ${span.from} to ${span.to}. Assign participants, or choose their current plan as the baseline.`;
      throw new ApiError('NOT_CALCULABLE', message);
    }
    const id = newId();
    const drawn = order.kind === 'monte-carlo';
    await insertSimulation(
      tx,
      {
        id,
        kind: order.kind,
        draft,
        baseline,
        span,
        createdBy: actor.userId,
        seed: drawn ? order.seed : null,
        scenarios: drawn ? order.scenarios : null,
      },
      ENGINE_VERSION,
    );
    await orderJob(tx, 'simulation', id);
    tx.record({
      action: 'simulation.ordered',
      object: { type: 'simulation', id },
      evidence: [draft.documentHash, ...(baseline === null ? [] : [baseline.documentHash])],
    });
    return found(await selectSimulation(tx, id), 'simulation');
  });
  await ctx.jobs.order('simulation', { tenantId: actor.tenantId, id: simulation.id });
  return simulation;
}
