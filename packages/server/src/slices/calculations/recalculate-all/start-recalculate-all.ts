import type { RecalculateAll } from '@attain/contract/recalculate-all';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import { holdTurn } from '../../../db/turns.ts';
import { orderJob } from '../../../jobs/job-store.ts';
import { selectBatch, selectDue, selectOpenBatch } from './batch-store.ts';

/**
 * Starts a background recalculation of everything out of date, or of one calculation and those it builds on. Throws
 * CONFLICT while another is running, NOT_FOUND for the calculation, and NOT_CALCULABLE if nothing is out of date.
 */
export async function startRecalculateAll(
  ctx: AppContext,
  actor: Actor,
  { upTo }: { upTo?: string | undefined },
): Promise<RecalculateAll> {
  const batch = await ctx.write(actor, async (tx) => {
    await holdTurn(tx, 'order-recalculation', tx.tenantId);
    if ((await selectOpenBatch(tx)) !== null)
      throw new ApiError('CONFLICT', 'A recalculation is already running. Wait for it, or cancel it.');
    const due = await selectDue(tx, upTo ?? null);
    if (due.length === 0) throw new ApiError('NOT_CALCULABLE', 'Nothing is out of date.');
    const id = newId();
    await tx.client.query(
      `INSERT INTO recalculation_batches (tenant_id, id, status, up_to, results, created_by) VALUES ($1, $2, 'queued', $3, '[]', $4)`,
      [tx.tenantId, id, upTo ?? null, actor.userId],
    );
    await orderJob(tx, 'recalculation', id, due.length);
    tx.record({ action: 'recalculation.ordered', object: { type: 'recalculation', id } });
    return found(await selectBatch(tx, id), 'recalculation');
  });
  await ctx.jobs.order('recalculation', { tenantId: actor.tenantId, id: batch.id });
  return batch;
}
