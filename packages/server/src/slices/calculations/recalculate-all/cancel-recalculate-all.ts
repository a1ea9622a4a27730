import type { RecalculateAll } from '@attain/contract/recalculate-all';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { cancelJob } from '../../../jobs/define-job.ts';
import { selectBatch } from './batch-store.ts';
import { recalculationJob } from './recalculation-job.ts';

/** Asks a recalculation to stop after the calculation that is running; what is done stays. CONFLICT once it has ended. */
export function cancelRecalculateAll(ctx: AppContext, actor: Actor, id: string): Promise<RecalculateAll> {
  return ctx.write(actor, async (tx) => {
    const asked = await cancelJob(tx, recalculationJob, id);
    const batch = found(await selectBatch(tx, id), 'recalculation');
    if (asked === null)
      throw new ApiError('CONFLICT', `This recalculation has already ended (${batch.status}).`);
    tx.record({ action: 'recalculation.cancelled', object: { type: 'recalculation', id } });
    return batch;
  });
}
