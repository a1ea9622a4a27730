import type { QueryKey } from '@tanstack/react-query';
import { counted, formatCount } from '../base/format-number.ts';
import { Button } from '../ui/button.tsx';
import { ProgressBar } from '../ui/states/progress-bar.tsx';
import { type ActOptions, useAct } from './use-act.ts';

export type WorkProgressProps = {
  /** The id of the work, as its cancel endpoint takes it. */
  id: string;
  label: string;
  progress: { readonly done: number; readonly total: number | null };
  /** Shown in place of the count: waiting, or still reading. */
  detail?: string | undefined;
  /** What is counted, in the singular. */
  noun?: string;
  /** Stops the work. */
  cancel: ActOptions<{ id: string }, unknown>['act'];
  /** Whether the signed-in person may stop it. */
  may: boolean;
  changes: readonly QueryKey[];
  /** The title of the toast when it could not be stopped. */
  failure: string;
};

/** How far work in the background is, and a way to stop it. */
export function WorkProgress(work: WorkProgressProps) {
  const { id, label, progress, detail, noun, may, changes, failure } = work;
  const cancel = useAct({ act: work.cancel, changes, failure });
  const { done, total } = progress;
  const of = (count: number) => (noun === undefined ? formatCount(count) : counted(count, noun));
  return (
    <ProgressBar
      label={label}
      value={total ? done / total : undefined}
      detail={detail ?? `${formatCount(done)} of ${of(total ?? 0)}`}
      action={
        may ? (
          <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate({ id })}>
            Cancel
          </Button>
        ) : null
      }
    />
  );
}
