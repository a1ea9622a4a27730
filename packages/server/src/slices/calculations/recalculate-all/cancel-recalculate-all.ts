import type { RecalculateAll } from '@attain/contract/recalculate-all';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { selectBatch } from './batch-store.ts';

/** Asks a recalculation to stop after the calculation that is running; what is done stays. CONFLICT once it has ended. */
export function cancelRecalculateAll(ctx: AppContext, actor: Actor, id: string): Promise<RecalculateAll> {
  return ctx.write(actor, async (tx) => {
    const batch = found(await selectBatch(tx, id), 'recalculation');
    if (batch.status !== 'queued' && batch.status !== 'running')
      throw new ApiError('CONFLICT', `This recalculation has already ended (${batch.status}).`);
    await tx.client.query('UPDATE recalculation_batches SET cancel_requested = true WHERE id = $1', [id]);
    tx.record({ action: 'recalculation.cancelled', object: { type: 'recalculation', id } });
    return found(await selectBatch(tx, id), 'recalculation');
  });
}
