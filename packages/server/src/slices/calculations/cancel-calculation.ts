import type { Run } from '@attain/contract/calculations';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { selectRun } from './runs-store.ts';

/** Asks a calculation to stop; it does so between two payees and leaves nothing behind. CONFLICT once it has ended. */
export function cancelCalculation(ctx: AppContext, actor: Actor, id: string): Promise<Run> {
  return ctx.write(actor, async (tx) => {
    const run = found(await selectRun(tx, id), 'calculation');
    if (run.status !== 'queued' && run.status !== 'running') {
      throw new ApiError('CONFLICT', `This calculation has already ended (${run.status}).`);
    }
    await tx.client.query(
      `UPDATE calculation_runs SET status = 'cancelled', finished_at = now() WHERE id = $1 AND status = 'queued'`,
      [id],
    );
    await tx.client.query(
      `INSERT INTO calculation_progress (tenant_id, run_id, done, cancel_requested) VALUES ($1, $2, 0, true)
       ON CONFLICT (tenant_id, run_id) DO UPDATE SET cancel_requested = true`,
      [tx.tenantId, id],
    );
    tx.record({ action: 'calculation.cancelled', object: { type: 'calculation', id } });
    return found(await selectRun(tx, id), 'calculation');
  });
}
