import type { Simulation } from '@attain/contract/simulations/simulations';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { seenSimulation } from './seen-simulation.ts';
import { selectSimulation } from './simulation-store.ts';

/** Asks a simulation to stop; it does so between two portions of its work and leaves no result. CONFLICT once it has ended. */
export function cancelSimulation(ctx: AppContext, actor: Actor, id: string): Promise<Simulation> {
  mustAllow(actor, 'run:simulations');
  return ctx.write(actor, async (tx) => {
    const simulation = found(await selectSimulation(tx, id), 'simulation');
    if (simulation.status !== 'queued' && simulation.status !== 'running') {
      throw new ApiError('CONFLICT', `This simulation has already ended (${simulation.status}).`);
    }
    await tx.client.query(
      `UPDATE simulations SET status = 'cancelled', finished_at = now() WHERE id = $1 AND status = 'queued'`,
      [id],
    );
    await tx.client.query(
      `INSERT INTO simulation_progress (tenant_id, simulation_id, done, cancel_requested) VALUES ($1, $2, 0, true)
       ON CONFLICT (tenant_id, simulation_id) DO UPDATE SET cancel_requested = true`,
      [tx.tenantId, id],
    );
    tx.record({ action: 'simulation.cancelled', object: { type: 'simulation', id } });
    return seenSimulation(actor, found(await selectSimulation(tx, id), 'simulation'));
  });
}
