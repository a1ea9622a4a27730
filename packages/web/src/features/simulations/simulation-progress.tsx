import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Simulation } from '../../api/shapes.ts';
import { WorkProgress } from '../../api/work-progress.tsx';
import { kindWords } from './simulation-words.ts';

/** How far a simulation is, and a way to stop it; nothing of a stopped one is stored. */
export function SimulationProgress({ simulation }: { simulation: Simulation }) {
  const { id, kind, draft, progress, status } = simulation;
  return (
    <WorkProgress
      {...{ id, progress, label: `${kindWords[kind].name} of ${draft.name}`, noun: 'payee' }}
      detail={status === 'queued' ? 'Waiting its turn' : progress.total ? undefined : 'Reading the records'}
      cancel={client.simulations.cancel}
      may={useMay('run:simulations')}
      changes={[keys.simulations, keys.audit]}
      failure="The simulation could not be stopped"
    />
  );
}
