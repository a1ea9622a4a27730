import { Ban, CircleCheck, CircleX, Clock, Equal, Loader, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Run } from '../../api/shapes.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { runMessages } from './run-messages.ts';

const words: Record<Run['status'], { label: string; meaning: Meaning; icon: ReactNode }> = {
  queued: { label: runMessages.status.queued, meaning: 'neutral', icon: <Clock aria-hidden /> },
  running: { label: runMessages.status.running, meaning: 'info', icon: <Loader aria-hidden /> },
  completed: { label: runMessages.status.completed, meaning: 'ok', icon: <CircleCheck aria-hidden /> },
  unchanged: { label: runMessages.status.unchanged, meaning: 'neutral', icon: <Equal aria-hidden /> },
  cancelled: { label: runMessages.status.cancelled, meaning: 'neutral', icon: <Ban aria-hidden /> },
  failed: { label: runMessages.status.failed, meaning: 'bad', icon: <CircleX aria-hidden /> },
};

/** Status of a calculation, and whether it is out of date. */
export function RunBadges({ run }: { run: Run }) {
  const { label, meaning, icon } = words[run.status];
  return (
    <span className="inline-flex gap-1">
      <Badge meaning={meaning} icon={icon}>
        {label}
      </Badge>
      {run.stale.length > 0 ? (
        <Badge meaning="warn" icon={<TriangleAlert aria-hidden />}>
          {runMessages.status.outdated}
        </Badge>
      ) : null}
    </span>
  );
}

/** Whether the calculation is queued or running. */
export function isWorking(run: Run): boolean {
  return run.status === 'queued' || run.status === 'running';
}
