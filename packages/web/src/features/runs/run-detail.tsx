import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { workflowRunQuery } from '../../api/queries.ts';
import type { WorkflowRunDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { downloadText } from '../../base/files/download.ts';
import { formatDuration, formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { RunLog, wholeLog } from './run-log.tsx';
import { barPercent, isUnderWay, noOutputWords, runFigures, runStanding, successTone } from './run-words.ts';
import { StepTimes } from './step-times.tsx';

export type RunDetailProps = {
  id: string;
  /** A way to the run on its frozen canvas. */
  canvasLink: (run: WorkflowRunDetail) => ReactNode;
};

/** One run: how it stands, what it did, what came out, and how long each step took. */
export function RunDetail({ id, canvasLink }: RunDetailProps) {
  const run = useQuery(workflowRunQuery(id));
  return (
    <Loaded query={run} failure="The run could not be loaded">
      {(found) => <OneRun run={found} canvasLink={canvasLink(found)} />}
    </Loaded>
  );
}

function OneRun({ run, canvasLink }: { run: WorkflowRunDetail; canvasLink: ReactNode }) {
  const [details, setDetails] = useState(false);
  const mayStop = useMay('run:workflows') || run.mine;
  const standing = runStanding[run.status];
  const cancel = useAct({
    act: client.workflowRuns.cancel,
    changes: [keys.workflowRuns, keys.tasks],
    failure: 'The run could not be cancelled',
    onDone: () =>
      toast({ title: 'Run cancelled', text: `${run.workflowName} begins nothing new.`, meaning: 'ok' }),
  });
  const exportLogs = useAct({
    act: (input: { id: string }) => wholeLog(input.id),
    changes: [],
    failure: 'The log could not be read',
    onDone: (lines) => downloadText(`run-${run.id}.log`, `${lines.join('\n')}\n`, 'text/plain;charset=utf-8'),
  });
  return (
    <Card
      title={run.workflowName}
      beside={<Badge meaning={standing.meaning}>{standing.label}</Badge>}
      actions={
        <>
          <Button size="sm" onClick={() => setDetails(true)}>
            View Details
          </Button>
          {canvasLink}
          <Button size="sm" busy={exportLogs.isPending} onClick={() => exportLogs.mutate({ id: run.id })}>
            Export Logs
          </Button>
          {mayStop && isUnderWay(run.status) ? (
            <Button
              size="sm"
              variant="danger"
              busy={cancel.isPending}
              onClick={() => cancel.mutate({ id: run.id, reason: '' })}
            >
              Cancel
            </Button>
          ) : null}
        </>
      }
    >
      {isUnderWay(run.status) ? (
        <div className="mb-3">
          <ProgressBar label="Progress" value={run.progress / 100} detail={`${run.progress}%`} />
        </div>
      ) : null}
      <Tabs
        label="Run"
        tabs={[
          { value: 'overview', label: 'Overview', content: <Overview run={run} /> },
          { value: 'logs', label: 'Logs', content: <RunLog id={run.id} /> },
          { value: 'output', label: 'Output', content: <Output run={run} /> },
          { value: 'metrics', label: 'Metrics', content: <Metrics run={run} /> },
        ]}
      />
      {details ? <StepDrawer run={run} onClose={() => setDetails(false)} /> : null}
    </Card>
  );
}

function Overview({ run }: { run: WorkflowRunDetail }) {
  return (
    <KeyValueList
      rows={[
        { key: 'Run', value: run.id, mono: true },
        { key: 'Workflow', value: `${run.workflowName}, version ${run.version}` },
        { key: 'Started by', value: run.startedBy ?? '—' },
        { key: 'Trigger', value: run.trigger },
        { key: 'Start', value: formatMoment(run.startedAt) },
        { key: 'End', value: formatMoment(run.endedAt) },
        { key: 'Duration', value: run.durationMs === null ? '—' : formatDuration(run.durationMs) },
        ...(run.waitingFor ? [{ key: 'Waits for', value: run.waitingFor }] : []),
        ...(run.error ? [{ key: 'Error', value: run.error }] : []),
        ...(run.cancelReason ? [{ key: 'Cancelled because', value: run.cancelReason }] : []),
        { key: 'Content hash', value: run.documentHash, mono: true },
      ]}
    />
  );
}

function Output({ run }: { run: WorkflowRunDetail }) {
  const words = noOutputWords(run);
  if (words !== null) return <p className="text-fg-2">{words}</p>;
  return <CodeBlock label="Output" code={JSON.stringify(run.output, null, 2)} />;
}

function Metrics({ run }: { run: WorkflowRunDetail }) {
  const figures = runFigures(run);
  return (
    <div className="flex flex-col gap-4">
      <FigureRow>
        <FigureTile label="Nodes executed" figure={`${figures.executed}`} sub={`of ${figures.total}`} />
        <FigureTile label="Errors" figure={figures.errors} tone={figures.errors > 0 ? 'bad' : 'ok'} />
        <FigureTile
          label="Success rate"
          figure={figures.successRate === null ? '—' : `${figures.successRate}%`}
          tone={figures.successRate === null ? 'plain' : successTone(figures.successRate)}
        />
        <FigureTile
          label="Duration"
          figure={run.durationMs === null ? '—' : formatDuration(run.durationMs)}
        />
      </FigureRow>
      {figures.successRate === null ? null : (
        <ProgressBar
          label="Success rate"
          value={barPercent(figures.successRate) / 100}
          detail={`${figures.successRate}%`}
          tone={successTone(figures.successRate)}
        />
      )}
      <StepTimes steps={run.steps} />
    </div>
  );
}

function StepDrawer({ run, onClose }: { run: WorkflowRunDetail; onClose: () => void }) {
  const mayRetry = useMay('run:workflows') && !isUnderWay(run.status);
  const retry = useAct({
    act: client.workflowRuns.retry,
    changes: [keys.workflowRuns],
    failure: 'The run could not be tried again',
    onDone: () => {
      toast({
        title: 'Run started',
        text: 'A new run goes on from there; what was finished before stands.',
        meaning: 'ok',
      });
      onClose();
    },
  });
  return (
    <Drawer open size="lg" onOpenChange={(open) => !open && onClose()} title={`Steps of ${run.workflowName}`}>
      <ol className="flex flex-col gap-2">
        {run.steps.map((step) => (
          <li key={`${step.node}@${step.iteration}`} className="rounded-lg border">
            <details>
              <summary className="flex min-h-10 items-center gap-2 px-3">
                <span className="font-medium">{step.title}</span>
                {step.iteration ? <span className="text-12 text-fg-3">{step.iteration}</span> : null}
                <span className="ms-auto text-12 text-fg-2">
                  {step.status}
                  {step.attempt > 1 ? `, attempt ${step.attempt}` : ''}
                </span>
              </summary>
              <div className="flex flex-col gap-3 border-t p-3">
                {mayRetry && ['success', 'error'].includes(step.status) ? (
                  <Button
                    size="sm"
                    className="self-start"
                    busy={retry.isPending}
                    onClick={() => retry.mutate({ id: run.id, node: step.node })}
                  >
                    {step.status === 'error' ? 'Try again from here' : 'Run again from here'}
                  </Button>
                ) : null}
                {step.error ? <p className="text-bad-text">{step.error.say}</p> : null}
                <CodeBlock
                  label={`What came into ${step.title}`}
                  code={JSON.stringify(step.input, null, 2)}
                />
                <CodeBlock
                  label={`What came out of ${step.title}`}
                  code={JSON.stringify(step.output, null, 2)}
                />
              </div>
            </details>
          </li>
        ))}
      </ol>
    </Drawer>
  );
}
