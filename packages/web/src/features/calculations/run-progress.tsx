import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Run } from '../../api/shapes.ts';
import { WorkProgress } from '../../api/work-progress.tsx';

/** How far a calculation is, and a way to stop it; nothing of a stopped one is stored. */
export function RunProgress({ run }: { run: Run }) {
  const { id, planName, period, progress, status } = run;
  return (
    <WorkProgress
      {...{ id, progress, label: `${planName}, ${period.key}` }}
      detail={status === 'queued' ? 'Waiting its turn' : progress.total ? undefined : 'Reading the records'}
      cancel={client.calculations.cancel}
      may={useMay('run:calculations')}
      changes={[keys.calculations, keys.audit]}
      failure="The calculation could not be stopped"
    />
  );
}
