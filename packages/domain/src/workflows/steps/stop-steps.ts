import type { EntryDraft } from '../journal.ts';
import type { PreparedWorkflow } from '../prepare-workflow.ts';
import { resultDraft } from './answer-step.ts';
import type { RunState, StepState } from './run-state.ts';
import { stoppedError } from './stopped-step.ts';

/** The line by which a run stops, and the ends of steps between attempts whose outcome is unknown. */
export function stopDrafts(
  prepared: PreparedWorkflow,
  state: RunState,
  stop: EntryDraft,
): readonly EntryDraft[] {
  const isUnknown = ({ wait, status, isUnknown }: StepState) =>
    wait?.for === 'outcome' || (status === 'retrying' && isUnknown);
  return [stop, ...stoppedDrafts(prepared, state, isUnknown)];
}

/** Ends steps whose outcome a stopped run no longer learns. */
export function stoppedDrafts(
  prepared: PreparedWorkflow,
  state: RunState,
  which: (step: StepState) => boolean,
): readonly EntryDraft[] {
  return [...state.open.values()]
    .filter(which)
    .map((step) => resultDraft(step, { error: stoppedError(prepared, step.node, true), ports: ['error'] }));
}
