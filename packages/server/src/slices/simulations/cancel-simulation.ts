import type { Simulation } from '@attain/contract/simulations/simulations';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { cancelJob } from '../../jobs/define-job.ts';
import { seenSimulation } from './seen-simulation.ts';
import { simulationJob } from './simulation-job.ts';
import { selectSimulation } from './simulation-store.ts';

/** Asks a simulation to stop; it does so between two portions of its work and leaves no result. CONFLICT once it has ended. */
export function cancelSimulation(ctx: AppContext, actor: Actor, id: string): Promise<Simulation> {
  mustAllow(actor, 'run:simulations');
  return ctx.write(actor, async (tx) => {
    const asked = await cancelJob(tx, simulationJob, id);
    const simulation = found(await selectSimulation(tx, id), 'simulation');
    if (asked === null)
      throw new ApiError('CONFLICT', `This simulation has already ended (${simulation.status}).`);
    tx.record({ action: 'simulation.cancelled', object: { type: 'simulation', id } });
    return seenSimulation(actor, simulation);
  });
}
