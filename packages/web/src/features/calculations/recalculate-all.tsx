import { queryOptions, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { dueKey, keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { RecalculateAll as Batch } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { WorkProgress } from '../../api/work-progress.tsx';
import { counted } from '../../base/format-number.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

const dueQuery = () =>
  queryOptions({
    queryKey: dueKey,
    queryFn: ({ signal }) => client.recalculateAll.due({}, { signal }),
  });

const batchQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.calculations, 'recalculation', id],
    queryFn: ({ signal }) => client.recalculateAll.get({ id }, { signal }),
  });

/** What is out of date, one button that recalculates all of it in order, its progress and its outcome; nothing where all is current. */
export function RecalculateAll() {
  const due = useQuery(dueQuery());
  const [startedId, setStartedId] = useState('');
  const started = useQuery({ ...batchQuery(startedId), enabled: startedId !== '' });
  const underWay = due.data?.underWay ?? null;
  const outcome = started.data?.finishedAt ? started.data : null;
  const outOfDate = due.data?.calculations ?? [];
  if (underWay === null && outcome === null && outOfDate.length === 0) return null;
  return (
    <Card
      title="Out of date"
      actions={
        underWay === null && outOfDate.length > 0 ? (
          <RecalculateAllButton onStarted={({ id }) => setStartedId(id)} />
        ) : null
      }
    >
      <div className="flex flex-col gap-3">
        {underWay === null ? null : <BatchProgress batch={underWay} />}
        {underWay === null && outOfDate.length > 0 ? (
          <>
            <p className="text-fg-2">
              Data changed since {counted(outOfDate.length, 'calculation')}. They are recalculated in order.
            </p>
            <ul className="grid gap-x-6 text-12 text-fg-2 sm:grid-cols-2">
              {outOfDate.map((run) => (
                <li key={run.runId}>
                  {run.planName}, {run.period.key}
                </li>
              ))}
            </ul>
          </>
        ) : null}
        {outcome === null ? null : <Outcome batch={outcome} />}
      </div>
    </Card>
  );
}

/** Starts the recalculation of all that is out of date, or of one calculation and those it builds on. */
export function RecalculateAllButton({
  upTo,
  label = 'Recalculate all',
  onStarted,
}: {
  upTo?: string;
  label?: string;
  onStarted: (batch: Batch) => void;
}) {
  const may = useMay('run:calculations');
  const start = useAct({
    act: client.recalculateAll.start,
    changes: [keys.calculations, keys.audit],
    failure: 'The recalculation could not be started',
    onDone: onStarted,
  });
  if (!may) return null;
  return (
    <Button
      variant="primary"
      icon={<RefreshCw aria-hidden />}
      busy={start.isPending}
      onClick={() => start.mutate(upTo === undefined ? {} : { upTo })}
    >
      {label}
    </Button>
  );
}

function BatchProgress({ batch }: { batch: Batch }) {
  return (
    <WorkProgress
      {...{ id: batch.id, progress: batch.progress, label: 'Recalculating' }}
      cancel={client.recalculateAll.cancel}
      may={useMay('run:calculations')}
      changes={[keys.calculations, keys.audit]}
      failure="The recalculation could not be stopped"
    />
  );
}

/** What is said of a calculation without a reason of its own. */
const unfinished: Readonly<Record<Batch['calculations'][number]['status'], string>> = {
  ...{ completed: 'Recalculated', unchanged: 'Unchanged', failed: 'Failed' },
  ...{ cancelled: 'Canceled', skipped: 'Not recalculated' },
};

/** What became of it; calculations that failed say why. */
function Outcome({ batch }: { batch: Batch }) {
  const good = batch.calculations.filter(({ status }) => status === 'completed' || status === 'unchanged');
  const others = batch.calculations.filter((one) => !good.includes(one));
  return (
    <div role="status">
      <p>
        {counted(good.length, 'calculation')} recalculated
        {batch.status === 'cancelled' ? ', then canceled' : ''}.
      </p>
      <ul className="text-bad-text">
        {others.map(({ planId, planName, period, reason, status }) => (
          <li key={`${planId} ${period.from}`}>
            {planName}, {period.key}: {reason ?? unfinished[status]}
          </li>
        ))}
      </ul>
    </div>
  );
}
