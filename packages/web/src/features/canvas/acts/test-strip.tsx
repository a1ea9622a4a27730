import type { WorkflowTrial } from '@attain/domain/workflows/try-workflow';
import { FlaskConical, X } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { messages } from '../messages.ts';

export type TestStripProps = { trial: WorkflowTrial; onAgain: () => void; onClose: () => void };

const words: Readonly<Record<WorkflowTrial['status'], string>> = {
  pending: messages.testStatus.pending,
  running: messages.testStatus.running,
  waiting: messages.testStatus.waiting,
  cancelling: messages.testStatus.cancelling,
  completed: messages.testStatus.completed,
  failed: messages.testStatus.failed,
  cancelled: messages.testStatus.cancelled,
};

/** The test run shown on the nodes: its result and output. */
export function TestStrip({ trial: { status, steps, error, output }, onAgain, onClose }: TestStripProps) {
  return (
    <section
      aria-label={messages.test.strip}
      className="flex min-h-10 flex-wrap items-center gap-2 border-b bg-surface-2 px-3 py-1 text-12"
    >
      <Badge meaning={status === 'completed' ? 'ok' : status === 'failed' ? 'bad' : 'warn'}>
        {words[status]}
      </Badge>
      <span>{messages.test.steps(steps.length)}</span>
      {error ? <span className="text-bad-text">{error.message}</span> : null}
      <span className="ms-auto flex items-center gap-1">
        <Button size="sm" icon={<FlaskConical aria-hidden />} onClick={onAgain}>
          {messages.test.edit}
        </Button>
        <IconButton size="sm" label={messages.test.close} icon={<X aria-hidden />} onClick={onClose} />
      </span>
      {output === null ? null : (
        <details className="w-full">
          <summary className="cursor-pointer py-1">{messages.strip.output}</summary>
          <CodeBlock
            label={messages.test.output}
            code={JSON.stringify(output, null, 2)}
            maxHeight="12rem"
            wrap
          />
        </details>
      )}
    </section>
  );
}
