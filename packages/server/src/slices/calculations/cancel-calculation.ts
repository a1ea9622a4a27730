import type { Run } from '@attain/contract/calculations';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { cancelJob } from '../../jobs/define-job.ts';
import { calculationJob } from './calculation-job.ts';
import { selectRun } from './runs-store.ts';

/** Asks a calculation to stop; it does so between two payees and leaves nothing behind. CONFLICT once it has ended. */
export function cancelCalculation(ctx: AppContext, actor: Actor, id: string): Promise<Run> {
  return ctx.write(actor, async (tx) => {
    const asked = await cancelJob(tx, calculationJob, id);
    const run = found(await selectRun(tx, id), 'calculation');
    if (asked === null) throw new ApiError('CONFLICT', `This calculation has already ended (${run.status}).`);
    tx.record({ action: 'calculation.cancelled', object: { type: 'calculation', id } });
    return run;
  });
}
