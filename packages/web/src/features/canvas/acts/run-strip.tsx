import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { client } from '../../../api/client.ts';
import { describeError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { useMay } from '../../../api/me.ts';
import { workflowRunQuery } from '../../../api/queries.ts';
import type { WorkflowRunDetail } from '../../../api/shapes.ts';
import { useAct } from '../../../api/use-act.ts';
import { Badge, type Meaning } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { messages } from '../messages.ts';

const meanings: Readonly<Record<WorkflowRunDetail['status'], Meaning>> = {
  pending: 'info',
  running: 'info',
  waiting: 'warn',
  cancelling: 'warn',
  completed: 'ok',
  failed: 'bad',
  cancelled: 'neutral',
};

export type RunStripProps = {
  runId: string;
  /** Link to the details of the run. */
  more: ReactNode;
  onClose: () => void;
};

/** The run shown on the nodes: status, what it waits for, result, and a cancel button. */
export function RunStrip({ runId, more, onClose }: RunStripProps) {
  const run = useQuery(workflowRunQuery(runId));
  const mayRun = useMay('run:workflows');
  const cancel = useAct({
    act: client.workflowRuns.cancel,
    changes: [keys.workflowRuns, keys.tasks],
    failure: messages.run.cancelFailure,
  });
  const found = run.data;
  const underWay = found !== undefined && found.endedAt === null;
  return (
    <section
      aria-label={messages.strip.label}
      className="flex min-h-10 flex-wrap items-center gap-2 border-b bg-surface-2 px-3 py-1 text-12"
    >
      {found ? (
        <>
          <Badge meaning={meanings[found.status]}>{messages.runStatus[found.status]}</Badge>
          <span>{messages.strip.progress(found.version, found.progress)}</span>
          {found.waitingFor ? (
            <span className="text-fg-2">{messages.strip.waitsFor(found.waitingFor)}</span>
          ) : null}
          {found.error ? <span className="text-bad-text">{found.error}</span> : null}
        </>
      ) : (
        <span>{run.isError ? messages.strip.failure(describeError(run.error)) : messages.strip.loading}</span>
      )}
      <span className="ms-auto flex items-center gap-1">
        {underWay && mayRun ? (
          <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate({ id: runId, reason: '' })}>
            {messages.strip.cancel}
          </Button>
        ) : null}
        {more}
        <IconButton size="sm" label={messages.strip.close} icon={<X aria-hidden />} onClick={onClose} />
      </span>
      {found?.status === 'completed' && found.output !== null ? (
        <details className="w-full">
          <summary className="cursor-pointer py-1">{messages.strip.output}</summary>
          <CodeBlock
            label={messages.strip.outputOf}
            code={JSON.stringify(found.output, null, 2)}
            maxHeight="12rem"
            wrap
          />
        </details>
      ) : null}
    </section>
  );
}
