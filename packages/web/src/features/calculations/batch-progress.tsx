import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Close, RecalculateAll } from '../../api/shapes.ts';
import { WorkProgress } from '../../api/work-progress.tsx';
import { runMessages } from './run-messages.ts';

type Batch = RecalculateAll | NonNullable<Close['recalculation']>;

/** Progress of a recalculation in order, with a button that cancels the rest. */
export function BatchProgress({ batch }: { batch: Batch }) {
  return (
    <WorkProgress
      {...{ id: batch.id, progress: batch.progress, label: runMessages.all.progress }}
      cancel={client.recalculateAll.cancel}
      may={useMay('run:calculations')}
      changes={[keys.calculations, keys.closes, keys.audit]}
      failure={runMessages.all.cancelFailure}
    />
  );
}

/** Outcome of a batch, with reasons for failed calculations. */
export function BatchOutcome({ batch }: { batch: Batch }) {
  const good = batch.calculations.filter(({ status }) => status === 'completed' || status === 'unchanged');
  const others = batch.calculations.filter((one) => !good.includes(one));
  return (
    <div>
      <p>{runMessages.all.done(good.length, batch.status)}</p>
      <ul className="text-bad-text">
        {others.map(({ planId, planName, period, reason, status }) => (
          <li key={`${planId} ${period.from}`}>
            {runMessages.all.notDone(planName, period.key, reason ?? runMessages.all.statuses[status])}
          </li>
        ))}
      </ul>
    </div>
  );
}
