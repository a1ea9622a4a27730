import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import type { RunBatch as Batch, RunBatchFilter } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { WorkProgress } from '../../api/work-progress.tsx';
import { Button } from '../../ui/button.tsx';
import { messages } from './messages.ts';

const estimateQuery = (act: Batch['act'], filter: RunBatchFilter) =>
  queryOptions({
    queryKey: [...keys.workflowRuns, 'batch-estimate', act, filter],
    queryFn: ({ signal }) => client.runBatches.estimate({ ...filter, act }, { signal }),
  });

const batchQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.workflowRuns, 'batch', id],
    queryFn: ({ signal }) => client.runBatches.get({ id }, { signal }),
  });

/** Retries or cancels all runs that the filter of the list matches, with progress and outcome (WF-97). */
export function RunBatch({ act, filter }: { act: Batch['act']; filter: RunBatchFilter }) {
  const may = useMay('run:workflows');
  const [asking, setAsking] = useState(false);
  const [startedId, setStartedId] = useState('');
  const started = useQuery({ ...batchQuery(startedId), enabled: startedId !== '' });
  if (!may) return null;
  const batch = started.data;
  return (
    <div className="flex flex-col gap-2">
      {batch === undefined ? null : batch.finishedAt === null ? (
        <BatchProgress batch={batch} />
      ) : (
        <Outcome batch={batch} />
      )}
      <div>
        <Button size="sm" onClick={() => setAsking(true)}>
          {messages.batch.open[act]}
        </Button>
      </div>
      {asking ? (
        <BatchDialog
          act={act}
          filter={filter}
          onStarted={({ id }) => setStartedId(id)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

function BatchProgress({ batch }: { batch: Batch }) {
  return (
    <WorkProgress
      id={batch.id}
      progress={batch.progress}
      label={messages.batch.progress[batch.act]}
      noun="run"
      cancel={client.runBatches.cancel}
      may={useMay('run:workflows')}
      changes={[keys.workflowRuns, keys.audit]}
      failure={messages.batch.stopFailure}
    />
  );
}

function Outcome({ batch }: { batch: Batch }) {
  return (
    <div role="status" className="text-12">
      {batch.status === 'completed' ? null : (
        <p role={batch.status === 'failed' ? 'alert' : undefined} className="text-bad-text">
          {batch.error ?? messages.batch.stopped}
        </p>
      )}
      <p>{messages.batch.done[batch.act](batch.succeeded, batch.skipped)}</p>
      {batch.problems.length === 0 ? null : (
        <ul className="text-fg-2">
          {[...new Set(batch.problems.map(({ message }) => message))].map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

type BatchDialogProps = {
  act: Batch['act'];
  filter: RunBatchFilter;
  onStarted: (batch: Batch) => void;
  onClose: () => void;
};

/** Says how many runs match before anything happens. */
function BatchDialog({ act, filter, onStarted, onClose }: BatchDialogProps) {
  const estimate = useQuery({ ...estimateQuery(act, filter), staleTime: 0 });
  const start = useAct({
    act: client.runBatches.start,
    changes: [keys.workflowRuns, keys.tasks, keys.audit],
    failure: null,
    onDone: (batch) => {
      onStarted(batch);
      onClose();
    },
  });
  const { count = 0, more = false, underWay = null } = estimate.data ?? {};
  return (
    <ActDialog
      danger={act === 'cancel'}
      act={start}
      title={messages.batch.title[act]}
      description={messages.batch.description[act]}
      label={messages.batch.label[act](count)}
      disabled={(count === 0 && !more) || underWay !== null}
      onAct={() => start.mutate({ act, filter })}
      onClose={onClose}
    >
      <Loaded query={estimate} failure={messages.batch.failure}>
        {(found) => (
          <>
            <p role="status">{messages.batch.estimate[act](found.count, found.more)}</p>
            {found.more ? <p className="text-fg-2">{messages.batch.uncounted}</p> : null}
            {found.underWay === null ? null : <BatchProgress batch={found.underWay} />}
          </>
        )}
      </Loaded>
    </ActDialog>
  );
}
