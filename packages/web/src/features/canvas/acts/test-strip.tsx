import type { WorkflowTrial } from '@attain/domain/workflows/try-workflow';
import { FlaskConical, X } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

export type TestStripProps = { trial: WorkflowTrial; onAgain: () => void; onClose: () => void };

const words: Readonly<Record<WorkflowTrial['status'], string>> = {
  ...{ pending: 'Not started', running: 'Stopped', waiting: 'Waiting', cancelling: 'Stopped' },
  ...{ completed: 'Completed', failed: 'Failed', cancelled: 'Canceled' },
};

/** The test run whose states the nodes show: how it ended and what it brought. */
export function TestStrip({ trial: { status, steps, error, output }, onAgain, onClose }: TestStripProps) {
  return (
    <section
      aria-label="Test run on the canvas"
      className="flex min-h-10 flex-wrap items-center gap-2 border-b bg-surface-2 px-3 py-1 text-12"
    >
      <Badge meaning={status === 'completed' ? 'ok' : status === 'failed' ? 'bad' : 'warn'}>
        {words[status]}
      </Badge>
      <span>
        Test run with sample data, {steps.length} {steps.length === 1 ? 'step' : 'steps'}
      </span>
      {error ? <span className="text-bad-text">{error.message}</span> : null}
      <span className="ms-auto flex items-center gap-1">
        <Button size="sm" icon={<FlaskConical aria-hidden />} onClick={onAgain}>
          Edit sample data
        </Button>
        <IconButton size="sm" label="Close the test run" icon={<X aria-hidden />} onClick={onClose} />
      </span>
      {output === null ? null : (
        <details className="w-full">
          <summary className="cursor-pointer py-1">Output</summary>
          <CodeBlock
            label="Output of the test run"
            code={JSON.stringify(output, null, 2)}
            maxHeight="12rem"
            wrap
          />
        </details>
      )}
    </section>
  );
}
