import type { AnalysisRun } from '@attain/contract/analyses';
import { DEFAULT_LEVEL } from '@attain/domain/suggestions/autonomy';
import { ApiError } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { holdTurn } from '../../db/turns.ts';
import type { WriteTx } from '../../db/write.ts';
import { orderJob } from '../../jobs/job-store.ts';
import { isPausedFor } from './acting-standing.ts';
import { insertAnalysis, selectNewestAnalysis } from './analyses-store.ts';
import { holdSettings, selectSettings } from './assistant-store.ts';

/** Whether an analysis has not ended. */
export const isOpenAnalysis = ({ status }: AnalysisRun) => status === 'queued' || status === 'running';

/**
 * Orders an analysis of a plan inside a transaction and records it; wake the queue after the commit. Throws CONFLICT while the
 * assistant is paused, and while another analysis of the plan is open.
 */
export async function orderAnalysis(
  tx: WriteTx,
  order: { readonly planId: string; readonly trigger: string; readonly createdBy: string },
): Promise<string> {
  await holdSettings(tx, order.createdBy);
  await holdTurn(tx, 'order-analysis', `${tx.tenantId}/${order.planId}`);
  const newest = await selectNewestAnalysis(tx, order.planId);
  if (newest !== null && isOpenAnalysis(newest))
    throw new ApiError('CONFLICT', 'Another user just started an analysis of this plan.');
  if (isPausedFor(await selectSettings(tx, DEFAULT_LEVEL), order.planId))
    throw new ApiError('CONFLICT', 'The assistant is paused. An administrator can resume it.');
  const id = newId();
  await insertAnalysis(tx, { ...order, id });
  await orderJob(tx, 'analysis', id);
  tx.record({
    action: 'analysis.ordered',
    object: { type: 'analysis', id },
    reason: { code: order.trigger },
  });
  return id;
}
