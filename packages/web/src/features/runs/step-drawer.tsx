import { ChevronRight, CornerDownRight } from 'lucide-react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import { StepValues } from '../../api/requests/run-value.tsx';
import { stepLook } from '../../api/requests/step-status.ts';
import type { WorkflowRunDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';
import { isUnderWay, stepsInOrder } from './run-words.ts';

type Step = WorkflowRunDetail['steps'][number];

type StepDrawerProps = {
  run: WorkflowRunDetail;
  /** The step to open initially, if any. */
  at: Step | null;
  /** Called with the id of a run that one of the steps started, or that was started from it. */
  onStarted: (runId: string) => void;
  onClose: () => void;
};

/** Every step of a run with its input and output, and a button to run again from there. */
export function StepDrawer({ run, at, onStarted, onClose }: StepDrawerProps) {
  const mayRetry = useMay('run:workflows') && !isUnderWay(run.status) && run.withheld === null;
  const retry = useAct({
    act: client.workflowRuns.retry,
    changes: [keys.workflowRuns],
    failure: messages.detail.retryFailure,
    onDone: ({ id }) => {
      toast({
        title: messages.steps.started,
        text: messages.steps.startedText,
        meaning: 'ok',
      });
      onClose();
      onStarted(id);
    },
  });
  const isAt = ({ node, iteration }: Step) => node === at?.node && iteration === at.iteration;
  return (
    <Drawer
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={messages.steps.title(run.workflowName)}
    >
      {run.withheld ? <p className="mb-3 text-fg-2">{run.withheld}</p> : null}
      <ol className="flex flex-col gap-2">
        {stepsInOrder(run.steps).map((step) => (
          <li key={`${step.node}@${step.iteration}`} className="rounded-lg border">
            <details className="group" open={isAt(step)} ref={isAt(step) ? intoView : undefined}>
              <summary className="flex min-h-10 items-center gap-2 px-3">
                <ChevronRight aria-hidden className="size-4 shrink-0 text-fg-3 group-open:rotate-90" />
                <span className="font-medium">{step.title}</span>
                {step.undoes ? (
                  <span className="text-12 text-fg-2">{messages.steps.undoes(step.undoes)}</span>
                ) : null}
                {step.iteration ? <span className="text-12 text-fg-3">{step.iteration}</span> : null}
                <span className="ms-auto flex items-center gap-2 text-12 text-fg-2">
                  {step.attempt > 1 ? messages.steps.attempt(step.attempt) : ''}
                  <Badge meaning={stepLook(step).meaning}>{stepLook(step).label}</Badge>
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
                    {step.status === 'error' ? messages.steps.retry : messages.steps.rerun}
                  </Button>
                ) : null}
                {step.childRunId ? (
                  <Button
                    size="sm"
                    className="self-start"
                    icon={<CornerDownRight aria-hidden />}
                    onClick={() => {
                      onClose();
                      onStarted(step.childRunId ?? '');
                    }}
                  >
                    {messages.steps.openChild}
                  </Button>
                ) : null}
                {step.error ? <p className="text-bad-text">{step.error.message}</p> : null}
                {run.withheld ? null : <ValuesOf run={run.id} step={step} />}
              </div>
            </details>
          </li>
        ))}
      </ol>
    </Drawer>
  );
}

const intoView = (shown: HTMLDetailsElement | null) => shown?.scrollIntoView({ block: 'nearest' });

function ValuesOf({ run, step }: { run: string; step: Step }) {
  if (step.input === null && step.output === null && step.sent === null)
    return <p className="text-fg-2">{messages.steps.empty}</p>;
  return <StepValues run={run} step={step} title={step.title} />;
}
