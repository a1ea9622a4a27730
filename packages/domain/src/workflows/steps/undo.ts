import type { EntryDraft } from '../journal.ts';
import { type PreparedWorkflow, preparedNode } from '../prepare-workflow.ts';
import { computeStep } from './compute-step.ts';
import { openStep } from './open-step.ts';
import { isStopping, type RunState, type StepState, stepKey, stepOf } from './run-state.ts';

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
    receive(prepared, state, undo);
    if (preparedNode(prepared, undo.node).bypass === null) return openStep(prepared, state, undo, atMs);
    const computed = computeStep(prepared, state, undo, atMs);
    return { kind: 'computed', key: `computed/${stepKey(undo)}`, steps: [computed] };
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
export function receive(prepared: PreparedWorkflow, state: RunState, step: StepState): void {
  const node = prepared.undoes.get(step.node);
  if (node === undefined || step.arrived.length > 0) return;
  const undone = state.steps.get(stepKey({ node, iteration: step.iteration }));
  if (undone !== undefined) step.arrived.push({ from: node, value: undone.output ?? null });
}
