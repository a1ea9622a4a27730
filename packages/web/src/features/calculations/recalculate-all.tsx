import { queryOptions, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { dueKey, keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { RecalculateAll as Batch } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { BatchOutcome, BatchProgress } from './batch-progress.tsx';
import { runMessages } from './run-messages.ts';

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

/** Out-of-date calculations with a button that recalculates them in order, its progress and outcome; nothing if all are current. */
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
      title={runMessages.all.title}
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
            <p className="text-fg-2">{runMessages.all.text(outOfDate.length)}</p>
            <ul className="grid gap-x-6 text-12 text-fg-2 sm:grid-cols-2">
              {outOfDate.map((run) => (
                <li key={run.runId}>{runMessages.all.run(run.planName, run.period.key)}</li>
              ))}
            </ul>
          </>
        ) : null}
        {outcome === null ? null : (
          <div role="status">
            <BatchOutcome batch={outcome} />
          </div>
        )}
      </div>
    </Card>
  );
}

/** Recalculates everything out of date, or one calculation and those it builds on. */
export function RecalculateAllButton({
  upTo,
  label = runMessages.all.start,
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
    failure: runMessages.all.startFailure,
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
