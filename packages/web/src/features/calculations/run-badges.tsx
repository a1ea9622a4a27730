import { Ban, CircleCheck, CircleX, Clock, Equal, Loader, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Run } from '../../api/shapes.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';

const words: Record<Run['status'], { label: string; meaning: Meaning; icon: ReactNode }> = {
  queued: { label: 'Waiting', meaning: 'neutral', icon: <Clock aria-hidden /> },
  running: { label: 'Running', meaning: 'info', icon: <Loader aria-hidden /> },
  completed: { label: 'Completed', meaning: 'ok', icon: <CircleCheck aria-hidden /> },
  unchanged: { label: 'Unchanged', meaning: 'neutral', icon: <Equal aria-hidden /> },
  cancelled: { label: 'Cancelled', meaning: 'neutral', icon: <Ban aria-hidden /> },
  failed: { label: 'Failed', meaning: 'bad', icon: <CircleX aria-hidden /> },
};

/** How a calculation stands, and whether its figures still match the stored records. */
export function RunBadges({ run }: { run: Run }) {
  const { label, meaning, icon } = words[run.status];
  return (
    <span className="inline-flex gap-1">
      <Badge meaning={meaning} icon={icon}>
        {label}
      </Badge>
      {run.stale.length > 0 ? (
        <Badge meaning="warn" icon={<TriangleAlert aria-hidden />}>
          Out of date
        </Badge>
      ) : null}
    </span>
  );
}

/** Whether work is still being done on it. */
export function isWorking(run: Run): boolean {
  return run.status === 'queued' || run.status === 'running';
}
