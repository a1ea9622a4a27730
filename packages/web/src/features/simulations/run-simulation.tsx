import { FlaskConical } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/me.ts';
import { isSimulating } from '../../api/requests/is-simulating.ts';
import type { Simulation } from '../../api/shapes.ts';
import { Button } from '../../ui/button.tsx';

const StartDialog = lazy(async () => ({ default: (await import('./start-dialog.tsx')).StartDialog }));

export type RunSimulationProps = {
  /** The plan it starts with; none: the first draft. */
  planId?: string;
  /** The one that was started here: while it runs the button shows how far it is. */
  started?: Simulation;
  variant?: 'primary' | 'secondary';
  onStarted: (simulation: Simulation) => void;
};

/** The button that asks what to simulate and starts it; only for those who may. Its dialog comes when it is opened. */
export function RunSimulation({ planId, started, variant, onStarted }: RunSimulationProps) {
  const may = useMay('run:simulations');
  const [open, setOpen] = useState(false);
  if (!may) return null;
  const runs = started !== undefined && isSimulating(started);
  const { done, total } = started?.progress ?? { done: 0, total: null };
  return (
    <>
      <Button
        variant={variant}
        icon={<FlaskConical aria-hidden />}
        busy={runs}
        busyLabel="A simulation runs"
        progress={total ? done / total : 0}
        onClick={() => setOpen(true)}
      >
        Run Simulation
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <StartDialog planId={planId} onStarted={onStarted} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
