import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Simulation } from '../../api/shapes.ts';
import { WorkProgress } from '../../api/work-progress.tsx';
import { messages } from './messages.ts';
import { kindWords } from './simulation-words.ts';

/** Progress of a simulation, with a button that stops it. A stopped simulation stores nothing. */
export function SimulationProgress({ simulation }: { simulation: Simulation }) {
  const { id, kind, draft, progress, status } = simulation;
  return (
    <WorkProgress
      {...{
        id,
        progress,
        label: messages.progress.label(kindWords[kind].name, draft.name),
        noun: messages.progress.payee,
      }}
      detail={
        status === 'queued'
          ? messages.progress.queued
          : progress.total
            ? undefined
            : messages.progress.reading
      }
      cancel={client.simulations.cancel}
      may={useMay('run:simulations')}
      changes={[keys.simulations, keys.audit]}
      failure={messages.progress.failure}
    />
  );
}
