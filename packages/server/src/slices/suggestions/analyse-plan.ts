import type { AnalysisRun } from '@attain/contract/analyses';
import { scopeOf } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { cancelJob } from '../../jobs/define-job.ts';
import { planDetail } from '../plans/plan-document.ts';
import { selectNewestAnalysis } from './analyses-store.ts';
import { analysisJob } from './analysis-job.ts';
import { isOpenAnalysis, orderAnalysis } from './order-analysis.ts';

/**
 * Starts an analysis of a plan in the background; one that is under way is returned. Throws NOT_FOUND for the plan, and CONFLICT
 * while the assistant is paused or if another user starts one at the same moment.
 */
export async function analysePlan(ctx: AppContext, actor: Actor, planId: string): Promise<AnalysisRun> {
  mustAllow(actor, 'make:suggestions');
  const running = await ctx.read(actor, (tx) => selectNewestAnalysis(tx, planId));
  if (running !== null && isOpenAnalysis(running)) return running;
  const run = await ctx.write(actor, async (tx) => {
    await planDetail(tx, planId, { today: ctx.today(actor) });
    await orderAnalysis(tx, { planId, trigger: 'person', createdBy: actor.userId });
    return found(await selectNewestAnalysis(tx, planId), 'analysis');
  });
  await ctx.jobs.order('analysis', { tenantId: actor.tenantId, id: run.id });
  return run;
}

/**
 * The newest analysis of a plan; null: it was never analyzed. Users who read only the suggestions about their team or
 * themselves don't see its checks. Throws NOT_FOUND for the plan.
 */
export function newestAnalysis(
  ctx: AppContext,
  actor: Actor,
  planId: string,
): Promise<{ analysis: AnalysisRun | null }> {
  mustAllow(actor, 'read:suggestions');
  return ctx.read(actor, async (tx) => {
    await planDetail(tx, planId, { today: ctx.today(actor) });
    const analysis = await selectNewestAnalysis(tx, planId);
    const readsAll = scopeOf(actor.roles, 'read:suggestions') === 'tenant';
    return { analysis: analysis && !readsAll ? { ...analysis, looked: [], found: 0 } : analysis };
  });
}

/** Asks the analysis of a plan to stop. NOT_FOUND without one, CONFLICT once it has ended. */
export function cancelAnalysis(ctx: AppContext, actor: Actor, planId: string): Promise<AnalysisRun> {
  mustAllow(actor, 'make:suggestions');
  return ctx.write(actor, async (tx) => {
    const { id, status } = found(await selectNewestAnalysis(tx, planId), 'analysis');
    const asked = await cancelJob(tx, analysisJob, id);
    if (asked === null) throw new ApiError('CONFLICT', `This analysis has already ended (${status}).`);
    tx.record({ action: 'analysis.cancelled', object: { type: 'analysis', id } });
    return found(await selectNewestAnalysis(tx, planId), 'analysis');
  });
}
