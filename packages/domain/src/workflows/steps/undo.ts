import type { EntryDraft } from '../journal.ts';
import type { PreparedWorkflow } from '../prepare-workflow.ts';
import { openStep } from './open-step.ts';
import { isStopping, type RunState, type StepState, stepOf } from './run-state.ts';

type Ended = EntryDraft & { readonly kind: 'ended' };

/**
 * What comes before the end of a run that failed or was cancelled (WF-118): it begins to undo, or its next undo step begins, the step
 * that ended last first; null: nothing, it ends.
 */
export function undoDraft(
  prepared: PreparedWorkflow,
  state: RunState,
  { ended, atMs }: { readonly ended: Ended; readonly atMs: number },
): EntryDraft | null {
  if (prepared.undoes.size === 0 || ended.status === 'completed') return null;
  if (!isStopping(state)) {
    if (ended.error === null || !mayUndo(prepared, state)) return null;
    return { kind: 'undo-began', key: 'undo-began', error: ended.error };
  }
  for (const undone of state.undoable.toReversed()) {
    const undo = undoOf(prepared, state, undone);
    if (undo.status !== 'idle') continue;
    handOver(undo, undone);
    return openStep(prepared, state, undo, atMs);
  }
  return null;
}

/** Whether a step has succeeded that can be undone, or one in progress may. */
function mayUndo(prepared: PreparedWorkflow, state: RunState): boolean {
  const hasUndo = ({ node }: StepState) => prepared.nodes.get(node)?.node.undoWith !== undefined;
  return state.undoable.length > 0 || [...state.open.values()].some(hasUndo);
}

function undoOf(prepared: PreparedWorkflow, state: RunState, { node, iteration }: StepState): StepState {
  return stepOf(state, { node: prepared.nodes.get(node)?.node.undoWith ?? '', iteration });
}

/** An undo step gets what its step returned. */
export function handOver(undo: StepState, undone: StepState | undefined): void {
  if (undone !== undefined && undo.arrived.length === 0)
    undo.arrived.push({ from: undone.node, value: undone.output ?? null });
}
