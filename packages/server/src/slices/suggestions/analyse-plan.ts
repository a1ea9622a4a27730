import type { AnalysisRun } from '@attain/contract/analyses';
import { DEFAULT_LEVEL } from '@attain/domain/suggestions/autonomy';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { holdTurn } from '../../db/turns.ts';
import { cancelJob } from '../../jobs/define-job.ts';
import { orderJob } from '../../jobs/job-store.ts';
import { planDetail } from '../plans/plan-document.ts';
import { insertAnalysis, selectNewestAnalysis } from './analyses-store.ts';
import { analysisJob } from './analysis-job.ts';
import { selectSettings } from './assistant-store.ts';

const isOpen = ({ status }: AnalysisRun) => status === 'queued' || status === 'running';

/**
 * Starts an analysis of a plan in the background; one that is under way is returned. Throws NOT_FOUND for the plan, and CONFLICT
 * while the assistant is paused or if another user starts one at the same moment.
 */
export async function analysePlan(
  ctx: AppContext,
  actor: Actor,
  planId: string,
  trigger = 'person',
): Promise<AnalysisRun> {
  mustAllow(actor, 'make:suggestions');
  const running = await ctx.read(actor, (tx) => selectNewestAnalysis(tx, planId));
  if (running !== null && isOpen(running)) return running;
  const run = await ctx.write(actor, async (tx) => {
    await planDetail(tx, planId, { today: ctx.clock.today() });
    await holdTurn(tx, 'order-analysis', `${tx.tenantId}/${planId}`);
    const newest = await selectNewestAnalysis(tx, planId);
    if (newest !== null && isOpen(newest))
      throw new ApiError('CONFLICT', 'Another user just started an analysis of this plan.');
    const { isPaused, pausedPlans } = await selectSettings(tx, DEFAULT_LEVEL);
    if (isPaused || pausedPlans.includes(planId))
      throw new ApiError('CONFLICT', 'The assistant is paused. An administrator can resume it.');
    const id = newId();
    await insertAnalysis(tx, { id, planId, trigger, createdBy: actor.userId });
    await orderJob(tx, 'analysis', id);
    tx.record({ action: 'analysis.ordered', object: { type: 'analysis', id } });
    return found(await selectNewestAnalysis(tx, planId), 'analysis');
  });
  await ctx.jobs.order('analysis', { tenantId: actor.tenantId, id: run.id });
  return run;
}

/** The newest analysis of a plan; null: it was never analyzed. Throws NOT_FOUND for the plan. */
export function newestAnalysis(
  ctx: AppContext,
  actor: Actor,
  planId: string,
): Promise<{ analysis: AnalysisRun | null }> {
  mustAllow(actor, 'read:suggestions');
  return ctx.read(actor, async (tx) => {
    await planDetail(tx, planId, { today: ctx.clock.today() });
    return { analysis: await selectNewestAnalysis(tx, planId) };
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
