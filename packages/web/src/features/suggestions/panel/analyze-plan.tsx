import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History, ScanSearch } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { client } from '../../../api/client.ts';
import { readAgain } from '../../../api/events/read-again.ts';
import { keys } from '../../../api/keys.ts';
import { useMay } from '../../../api/me.ts';
import { lookAgain } from '../../../api/queries.ts';
import { useAct } from '../../../api/use-act.ts';
import { formatAgo } from '../../../base/format-date.ts';
import { Button } from '../../../ui/button.tsx';
import { messages } from '../messages.ts';

const runs = new Set(['queued', 'running']);

/** Analyzes the plan for changes worth making, and says when that was done last. */
export function AnalyzePlan({ planId }: { planId: string }) {
  const cache = useQueryClient();
  const mayStart = useMay('make:suggestions');
  const key = [...keys.suggestions, 'analysis', planId];
  const newest = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.analyses.newest({ id: planId }, { signal }),
    refetchInterval: ({ state }) => lookAgain(runs.has(state.data?.analysis?.status ?? '')),
  });
  const start = useAct({
    act: client.analyses.start,
    changes: [key],
    failure: messages.actions.analyzeFailure,
  });
  const analysis = newest.data?.analysis ?? null;
  const busy = start.isPending || runs.has(analysis?.status ?? '');
  const was = useRef(busy);
  useEffect(() => {
    if (was.current && !busy) void readAgain(cache, { queryKey: keys.suggestions });
    was.current = busy;
  }, [busy, cache]);
  const { done = 0, total = null } = analysis?.progress ?? {};
  return (
    <>
      {mayStart ? (
        <Button
          size="sm"
          icon={<ScanSearch aria-hidden />}
          busy={busy}
          busyLabel={messages.actions.analyzing}
          progress={total ? done / total : undefined}
          onClick={() => start.mutate({ id: planId })}
        >
          {messages.actions.analyze}
        </Button>
      ) : null}
      {analysis?.finishedAt ? (
        <span
          title={analysis.problem ?? undefined}
          className="ms-auto inline-flex items-center gap-1 text-12 text-fg-3"
        >
          <History aria-hidden className="size-3.5" />
          {analysis.status === 'failed'
            ? messages.actions.analysisFailed
            : messages.actions.analyzed(formatAgo(Date.parse(analysis.finishedAt), Date.now()))}
        </span>
      ) : null}
    </>
  );
}
