import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Run } from '../../api/shapes.ts';
import { WorkProgress } from '../../api/work-progress.tsx';
import { messages } from './messages.ts';

type Working = Pick<Run, 'id' | 'planName' | 'period' | 'progress' | 'status'>;

/** Progress of a calculation, with a button that stops it. A stopped calculation stores nothing. */
export function RunProgress({ run }: { run: Working }) {
  const { id, planName, period, progress, status } = run;
  return (
    <WorkProgress
      {...{ id, progress, label: `${planName}, ${period.key}` }}
      detail={
        status === 'queued'
          ? messages.progress.queued
          : progress.total
            ? undefined
            : messages.progress.reading
      }
      cancel={client.calculations.cancel}
      may={useMay('run:calculations')}
      changes={[keys.calculations, keys.closes, keys.audit]}
      failure={messages.progress.failure}
    />
  );
}
