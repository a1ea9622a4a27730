import type { AppContext } from '../app-context.ts';
import { systemActor } from '../base/actor.ts';
import { selectNewestAnalysis } from '../slices/suggestions/analyses-store.ts';
import { analysisJob } from '../slices/suggestions/analysis-job.ts';
import { isOpenAnalysis, orderAnalysis } from '../slices/suggestions/order-analysis.ts';

/** Analyzes plans of a sample workspace as a user would, so that its first screen has their suggestions. Each is analyzed once. */
export async function analysePlans(
  ctx: AppContext,
  made: { readonly tenantId: string; readonly owner: string; readonly planIds: readonly string[] },
): Promise<void> {
  const { tenantId, owner } = made;
  for (const planId of made.planIds) {
    const newest = await ctx.db.within(tenantId, (tx) => selectNewestAnalysis(tx, planId));
    if (newest !== null && !isOpenAnalysis(newest)) continue;
    // one that a killed start left open is gone on with
    const id =
      newest?.id ??
      (await ctx.write(systemActor(tenantId, owner, 'sample'), (tx) =>
        orderAnalysis(tx, { planId, trigger: 'person', createdBy: owner }),
      ));
    await analysisJob.run(ctx, { tenantId, id });
  }
}
