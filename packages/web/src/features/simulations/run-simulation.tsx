import { FlaskConical } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/me.ts';
import { isSimulating } from '../../api/requests/is-simulating.ts';
import type { Simulation } from '../../api/shapes.ts';
import { Button } from '../../ui/button.tsx';
import { messages } from './run-messages.ts';

const StartDialog = lazy(async () => ({ default: (await import('./start-dialog.tsx')).StartDialog }));

export type RunSimulationProps = {
  /** The preselected plan; undefined: the first draft. */
  planId?: string;
  /** The simulation started here; the button shows its progress. */
  started?: Simulation;
  variant?: 'primary' | 'secondary';
  onStarted: (simulation: Simulation) => void;
};

/** Button and dialog that start a simulation, for users who may. The dialog loads on demand. */
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
        busyLabel={messages.run.busy}
        progress={total ? done / total : 0}
        onClick={() => setOpen(true)}
      >
        {messages.run.open}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <StartDialog planId={planId} onStarted={onStarted} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
