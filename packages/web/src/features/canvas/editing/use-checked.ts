import type { WorkflowDetail } from '@attain/contract/workflows';
import { publishProblems } from '@attain/domain/workflows/publish-problems';
import { useDeferredValue, useMemo } from 'react';
import { pickWorkflow, useCanvasState } from './canvas-context.ts';
import type { CanvasState } from './canvas-store.ts';
import { sameWorkflow } from './same-workflow.ts';

const pickBase = ({ base }: CanvasState) => base;

/** The problems of the workflow and whether it is saved. Deferred, so that a drag never waits for the check. */
export function useChecked(stored: WorkflowDetail) {
  const workflow = useDeferredValue(useCanvasState(pickWorkflow));
  const base = useCanvasState(pickBase);
  const problems = useMemo(() => publishProblems(workflow), [workflow]);
  const faults = useMemo(() => {
    const counted = new Map<string, number>();
    for (const { node, edge } of problems) {
      const id = edge ?? node;
      if (id !== undefined) counted.set(id, (counted.get(id) ?? 0) + 1);
    }
    return counted;
  }, [problems]);
  const dirty = useMemo(() => !sameWorkflow(workflow, base.document), [workflow, base]);
  return { problems, faults, dirty, differs: dirty || stored.draftDiffers };
}
