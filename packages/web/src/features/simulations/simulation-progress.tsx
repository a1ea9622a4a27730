import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Simulation } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { counted, formatCount } from '../../base/format-number.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { kindWords } from './simulation-words.ts';

/** How far a simulation is, and a way to stop it; nothing of a stopped one is stored. */
export function SimulationProgress({ simulation }: { simulation: Simulation }) {
  const may = useMay('run:simulations');
  const cancel = useAct({
    act: client.simulations.cancel,
    changes: [keys.simulations, keys.audit],
    failure: 'The simulation could not be stopped',
  });
  const { done, total } = simulation.progress;
  return (
    <ProgressBar
      label={`${kindWords[simulation.kind].name} of ${simulation.draft.name}`}
      value={total ? done / total : undefined}
      detail={
        simulation.status === 'queued'
          ? 'Waiting its turn'
          : total
            ? `${formatCount(done)} of ${counted(total, 'payee')}`
            : 'Reading the records'
      }
      action={
        may ? (
          <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate({ id: simulation.id })}>
            Cancel
          </Button>
        ) : null
      }
    />
  );
}
