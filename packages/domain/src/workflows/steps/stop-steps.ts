import type { EntryDraft } from '../journal.ts';
import type { PreparedWorkflow } from '../prepare-workflow.ts';
import { resultDraft } from './answer-step.ts';
import type { RunState, StepState } from './run-state.ts';
import { causeOf, stoppedError } from './stopped-step.ts';

/** The line by which a run stops, and the ends of steps between attempts whose outcome is unknown. */
export function stopDrafts(
  prepared: PreparedWorkflow,
  state: RunState,
  stop: EntryDraft,
): readonly EntryDraft[] {
  const isUnknown = ({ wait, status, isUnknown }: StepState) =>
    wait?.for === 'outcome' || (status === 'retrying' && isUnknown);
  const cause = stop.kind === 'undo-began' ? 'The run failed' : causeOf(state);
  return [stop, ...stoppedDrafts(prepared, state, isUnknown, cause)];
}

/** Ends steps whose outcome a stopped run no longer learns. */
export function stoppedDrafts(
  prepared: PreparedWorkflow,
  state: RunState,
  which: (step: StepState) => boolean,
  cause = causeOf(state),
): readonly EntryDraft[] {
  return [...state.open.values()]
    .filter(which)
    .map((step) =>
      resultDraft(step, { error: stoppedError(prepared, step.node, true, cause), ports: ['error'] }),
    );
}
