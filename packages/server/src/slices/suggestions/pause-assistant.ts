import { DEFAULT_LEVEL } from '@attain/domain/suggestions/autonomy';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { cancelJob } from '../../jobs/define-job.ts';
import { planDetail } from '../plans/plan-document.ts';
import { selectOpenAnalyses } from './analyses-store.ts';
import { analysisJob } from './analysis-job.ts';
import { lockSettings, selectSettings, updateSettings } from './assistant-store.ts';

/**
 * Pauses or resumes analyses and acts of the assistant, for the workspace or one plan; what is under way stops within a moment.
 * NOT_FOUND for the plan.
 */
export function pauseAssistant(
  ctx: AppContext,
  actor: Actor,
  { isPaused, planId }: { isPaused: boolean; planId?: string | undefined },
) {
  mustAllow(actor, 'set:autonomy');
  return ctx.write(actor, async (tx) => {
    if (planId !== undefined) await planDetail(tx, planId, { today: ctx.today(actor) });
    await lockSettings(tx, actor.userId);
    const before = await selectSettings(tx, DEFAULT_LEVEL);
    const others = before.pausedPlans.filter((one) => one !== planId);
    const after =
      planId === undefined
        ? { isPaused, pausedPlans: before.pausedPlans }
        : { isPaused: before.isPaused, pausedPlans: isPaused ? [...others, planId] : others };
    await updateSettings(tx, actor.userId, after);
    const stopped = isPaused ? await selectOpenAnalyses(tx, planId ?? null) : [];
    for (const id of stopped) await cancelJob(tx, analysisJob, id);
    tx.record({
      action: isPaused ? 'autonomy.paused' : 'autonomy.resumed',
      object: { type: 'autonomy', id: planId ?? tx.tenantId },
      reason: { code: planId === undefined ? 'workspace' : 'plan' },
    });
    return { isPaused: after.isPaused, pausedPlans: [...after.pausedPlans] };
  });
}
