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
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { exportedRun, logText } from './exported-run.ts';
import { messages } from './messages.ts';
import { RerunDialog } from './rerun-dialog.tsx';
import { Metrics, Output, Overview } from './run-facts.tsx';
import { RunLog, wholeLog } from './run-log.tsx';
import { failedStep, isUnderWay, runStatusLook } from './run-words.ts';
import { StepDrawer } from './step-drawer.tsx';

export type RunDetailProps = {
  id: string;
  /** Links to the run on its read-only canvas. */
  canvasLink: (run: WorkflowRunDetail) => ReactNode;
  /** Called with the id of a run started from this one. */
  onStarted: (runId: string) => void;
  /** Called with the suite and the case that were made of the run. */
  onCaptured: (suiteId: string, caseId: string) => void;
};

export function RunDetail({ id, canvasLink, onStarted, onCaptured }: RunDetailProps) {
  const run = useQuery(workflowRunQuery(id));
  return (
    <Loaded query={run} failure={messages.detail.failure}>
      {(found) => (
        <OneRun run={found} canvasLink={canvasLink(found)} onStarted={onStarted} onCaptured={onCaptured} />
      )}
    </Loaded>
  );
}

type OneRunProps = Omit<RunDetailProps, 'id' | 'canvasLink'> & {
  run: WorkflowRunDetail;
  canvasLink: ReactNode;
};

function OneRun({ run, canvasLink, onStarted, onCaptured }: OneRunProps) {
  const [open, setOpen] = useState<'details' | 'again' | null>(null);
  const [at, setAt] = useState<WorkflowRunDetail['steps'][number] | null>(null);
  const openStep = (step: typeof at) => {
    setAt(step);
    setOpen('details');
  };
  const mayRun = useMay('run:workflows');
  const mayRerun = mayRun && run.withheld === null && !isUnderWay(run.status);
  const mayStop = mayRun || run.mine;
  const status = runStatusLook[run.status];
  const cancel = useAct({
    act: client.workflowRuns.cancel,
    changes: [keys.workflowRuns, keys.tasks],
    failure: messages.detail.cancelFailure,
    onDone: () =>
      toast({
        title: messages.detail.cancelled,
        text: messages.detail.cancelledText(run.workflowName),
        meaning: 'ok',
      }),
  });
  const broken = failedStep(run);
  const tryAgain = useAct({
    act: client.workflowRuns.retry,
    changes: [keys.workflowRuns],
    failure: messages.detail.retryFailure,
    onDone: ({ id }) => onStarted(id),
  });
  const exportLogs = useAct({
    act: async ({ id, as }: { id: string; as: 'text' | 'json' }) => ({
      lines: await wholeLog(id),
      // values too large for the page are exported in full
      run: as === 'json' && run.cut !== null ? await client.workflowRuns.get({ id, values: 'whole' }) : run,
    }),
    changes: [],
    failure: messages.detail.logFailure,
    onDone: ({ lines, run }, { as }) =>
      as === 'text'
        ? downloadText(`run-${run.id}.log`, logText(lines), 'text/plain;charset=utf-8')
        : downloadText(`run-${run.id}.json`, JSON.stringify(exportedRun(run, lines), null, 2)),
  });
  return (
    <Card
      title={run.workflowName}
      beside={<Badge meaning={status.meaning}>{status.label}</Badge>}
      actions={
        <>
          <Button size="sm" onClick={() => openStep(null)}>
            {messages.detail.viewDetails}
          </Button>
          {canvasLink}
          <Button
            size="sm"
            busy={exportLogs.isPending}
            onClick={() => exportLogs.mutate({ id: run.id, as: 'text' })}
          >
            {messages.detail.exportLogs}
          </Button>
          <Button
            size="sm"
            disabled={exportLogs.isPending}
            onClick={() => exportLogs.mutate({ id: run.id, as: 'json' })}
          >
            {messages.detail.exportJson}
          </Button>
          {broken === null || !mayRerun ? null : (
            <Button
              size="sm"
              busy={tryAgain.isPending}
              onClick={() => tryAgain.mutate({ id: run.id, node: broken.node })}
            >
              {messages.detail.retry}
            </Button>
          )}
          {mayRerun ? (
            <Button size="sm" onClick={() => setOpen('again')}>
              {messages.detail.rerun}
            </Button>
          ) : null}
          <CaptureButton run={run} onCaptured={onCaptured} />
          {mayStop && isUnderWay(run.status) && !run.isUndoing ? (
            <Button
              size="sm"
              variant="danger"
              busy={cancel.isPending}
              onClick={() => cancel.mutate({ id: run.id, reason: '' })}
            >
              {messages.detail.cancel}
            </Button>
          ) : null}
        </>
      }
    >
      {isUnderWay(run.status) ? (
        <div className="mb-3">
          <ProgressBar
            label={messages.detail.progress}
            value={run.progress / 100}
            detail={`${run.progress}%`}
          />
        </div>
      ) : null}
      <Tabs
        label={messages.detail.tabs}
        tabs={[
          {
            value: 'overview',
            label: messages.overview.tab,
            content: <Overview run={run} onOpenStep={openStep} onOpenRun={onStarted} />,
          },
          { value: 'logs', label: messages.log.tab, content: <RunLog id={run.id} /> },
          { value: 'output', label: messages.output.tab, content: <Output run={run} /> },
          { value: 'metrics', label: messages.metrics.tab, content: <Metrics run={run} /> },
        ]}
      />
      {open === 'details' ? <StepDrawer {...{ run, at, onStarted }} onClose={() => setOpen(null)} /> : null}
      {open === 'again' ? (
        <RerunDialog run={run} onStarted={onStarted} onClose={() => setOpen(null)} />
      ) : null}
    </Card>
  );
}

/** Makes a test of an ended run whose values the user sees. */
function CaptureButton({ run, onCaptured }: Pick<OneRunProps, 'run' | 'onCaptured'>) {
  const mayEdit = useMay('edit:workflows');
  const capture = useAct({
    act: client.suites.capture,
    changes: [keys.suites, keys.audit],
    failure: messages.detail.captureFailure,
    onDone: ({ suite, caseId }) => {
      toast({
        title: messages.detail.captured,
        text: messages.detail.capturedText(suite.name),
        meaning: 'ok',
      });
      onCaptured(suite.id, caseId);
    },
  });
  const canRepeat = run.status === 'completed' || run.status === 'failed';
  if (!mayEdit || !canRepeat || run.withheld !== null) return null;
  return (
    <Button
      size="sm"
      busy={capture.isPending}
      onClick={() => capture.mutate({ runId: run.id, suiteId: null })}
    >
      {messages.detail.capture}
    </Button>
  );
}
