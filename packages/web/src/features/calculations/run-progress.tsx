import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Run } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatCount } from '../../base/format-number.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';

/** How far a calculation is, and a way to stop it; nothing of a stopped one is stored. */
export function RunProgress({ run }: { run: Run }) {
  const may = useMay('run:calculations');
  const cancel = useAct({
    act: client.calculations.cancel,
    changes: [keys.calculations, keys.audit],
    failure: 'The calculation could not be stopped',
  });
  const { done, total } = run.progress;
  return (
    <ProgressBar
      label={`${run.planName}, ${run.period.key}`}
      value={total ? done / total : undefined}
      detail={
        run.status === 'queued'
          ? 'Waiting its turn'
          : total
            ? `${formatCount(done)} of ${formatCount(total)}`
            : 'Reading the records'
      }
      action={
        may ? (
          <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate({ id: run.id })}>
            Cancel
          </Button>
        ) : null
      }
    />
  );
}
