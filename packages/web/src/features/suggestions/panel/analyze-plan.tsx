import type { AnalysisRun } from '@attain/contract/analyses';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History, ScanSearch } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../../api/client.ts';
import { readAgain } from '../../../api/events/read-again.ts';
import { keys } from '../../../api/keys.ts';
import { useMay } from '../../../api/me.ts';
import { useAct } from '../../../api/use-act.ts';
import { formatAgo } from '../../../base/format-date.ts';
import { sentenceCase } from '../../../base/format-number.ts';
import { useOnline } from '../../../base/use-online.ts';
import { Button } from '../../../ui/button.tsx';
import { messages } from '../messages.ts';
import { isAnalyzing, newestAnalysisQuery } from '../queries.ts';
import { messages as texts } from './analyze-messages.ts';

/** Analyzes the plan for changes worth making, and says when that was done last and what came of it. */
export function AnalyzePlan({ planId }: { planId: string }) {
  const cache = useQueryClient();
  const mayStart = useMay('make:suggestions');
  const online = useOnline();
  const query = newestAnalysisQuery(planId);
  const newest = useQuery(query);
  const start = useAct({
    act: client.analyses.start,
    changes: [query.queryKey],
    failure: texts.analyzeFailure,
  });
  const analysis = newest.data?.analysis ?? null;
  // a new analysis takes the list away while it runs, and it comes back as it was
  const [opened, setOpened] = useState(false);
  const busy = start.isPending || isAnalyzing(analysis);
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
          busyLabel={texts.analyzing}
          progress={total ? done / total : undefined}
          disabled={!online}
          title={online ? undefined : messages.card.offline}
          onClick={() => start.mutate({ id: planId })}
        >
          {texts.analyze}
        </Button>
      ) : null}
      {analysis?.finishedAt ? (
        <span className="ms-auto inline-flex items-center gap-1 text-12 text-fg-3">
          <History aria-hidden className="size-3.5" />
          {analysis.status === 'failed'
            ? texts.analysisFailed
            : texts.analyzed(formatAgo(Date.parse(analysis.finishedAt), Date.now()))}
        </span>
      ) : null}
      {analysis ? <Outcome analysis={analysis} opened={opened} onOpened={setOpened} /> : null}
    </>
  );
}

type OutcomeProps = { analysis: AnalysisRun; opened: boolean; onOpened: (opened: boolean) => void };

/** Why an analysis failed, or what it looked at by what came of it. */
function Outcome({ analysis, opened, onOpened }: OutcomeProps) {
  const { status, problem, looked, found } = analysis;
  if (problem !== null) return <p className="basis-full text-12 text-bad-text">{problem}</p>;
  if (status !== 'completed' || looked.length === 0) return null;
  return (
    <details
      className="basis-full text-12 text-fg-2"
      open={opened}
      // taking it away closes nothing
      onToggle={({ currentTarget }) => currentTarget.isConnected && onOpened(currentTarget.open)}
    >
      <summary className="min-h-6 cursor-pointer">{texts.looked(looked.length, found)}</summary>
      <ul className="flex flex-col gap-1 py-1">
        {[...new Set(looked.map(({ message }) => message))].map((message) => (
          <li key={message}>
            <span className="font-medium text-fg">{message}</span>{' '}
            {looked
              .filter((one) => one.message === message)
              .map(({ key }) => sentenceCase(key.replaceAll('-', ' ')))
              .join(', ')}
          </li>
        ))}
      </ul>
    </details>
  );
}
