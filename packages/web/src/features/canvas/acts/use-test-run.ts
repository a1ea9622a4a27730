import type { WorkflowTrial } from '@attain/domain/workflows/try-workflow';
import { useState } from 'react';
import { useCanvas } from '../editing/canvas-context.ts';
import { type ShownRun, trialAsRun } from './shown-run.ts';
import type { TypedSamples } from './test-run-dialog.tsx';

type Tried = { readonly trial: WorkflowTrial; readonly run: ShownRun };

/** The test run on the canvas and its sample data; both are lost when the screen closes. */
export function useTestRun() {
  const { store } = useCanvas();
  const [typed, type] = useState<TypedSamples>({});
  const [tried, setTried] = useState<Tried | null>(null);
  return {
    typed,
    type,
    trial: tried?.trial ?? null,
    run: tried?.run,
    show: (trial: WorkflowTrial) => setTried({ trial, run: trialAsRun(trial, store.get().history.workflow) }),
    clear: () => setTried(null),
  };
}
