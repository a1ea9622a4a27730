import type { QueryKey } from '@tanstack/react-query';
import { counted, formatCount } from '../base/format-number.ts';
import { Button } from '../ui/button.tsx';
import { ProgressBar } from '../ui/states/progress-bar.tsx';
import { messages } from './messages.ts';
import { type ActOptions, useAct } from './use-act.ts';

export type WorkProgressProps = {
  /** The id for the cancel endpoint. */
  id: string;
  label: string;
  progress: { readonly done: number; readonly total: number | null };
  /** Replaces the count, e.g. while waiting. */
  detail?: string | undefined;
  /** The counted noun, singular. */
  noun?: string;
  cancel: ActOptions<{ id: string }, unknown>['act'];
  /** Whether the user may cancel it. */
  may: boolean;
  changes: readonly QueryKey[];
  /** Title of the toast if cancelling failed. */
  failure: string;
};

/** Progress of background work, with a cancel button. */
export function WorkProgress(work: WorkProgressProps) {
  const { id, label, progress, detail, noun, may, changes, failure } = work;
  const cancel = useAct({ act: work.cancel, changes, failure });
  const { done, total } = progress;
  const of = (count: number) => (noun === undefined ? formatCount(count) : counted(count, noun));
  return (
    <ProgressBar
      label={label}
      value={total ? done / total : undefined}
      detail={detail ?? messages.work.progress(formatCount(done), of(total ?? 0))}
      action={
        may ? (
          <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate({ id })}>
            {messages.work.cancel}
          </Button>
        ) : null
      }
    />
  );
}
