import type { StepError } from '../journal.ts';
import { mayChange } from '../nodes/may-repeat.ts';
import { type PreparedWorkflow, preparedNode } from '../prepare-workflow.ts';
import { OUTCOME_UNKNOWN, RUN_CANCELLED } from '../run-moves.ts';
import type { RunState } from './run-state.ts';

/** Why a run stopped its steps, at the beginning of a sentence. */
export type StopCause = 'The run was cancelled' | 'The run failed';

export function causeOf({ undoingAtMs }: Pick<RunState, 'undoingAtMs'>): StopCause {
  return undoingAtMs === null ? 'The run was cancelled' : 'The run failed';
}

/**
 * Why a step ended that was in progress when its run was cancelled, or failed and began to undo; `isUnknown`: its attempt may have
 * reached the target.
 */
export function stoppedError(
  prepared: PreparedWorkflow,
  id: string,
  isUnknown: boolean,
  cause: StopCause,
): StepError {
  const { type, config } = preparedNode(prepared, id);
  if (!isUnknown || !mayChange(type, config))
    return { code: RUN_CANCELLED, message: `${cause} before this step ended.` };
  return unknownError(`${cause} while this step was in progress.`);
}

/** An outcome that no one is asked about. */
export function unknownError(message: string): StepError {
  return {
    code: OUTCOME_UNKNOWN,
    message: `${message} It may have taken effect. Check the target system.`,
  };
}

export function isStoppedError({ code }: StepError): boolean {
  return code === RUN_CANCELLED || code === OUTCOME_UNKNOWN;
}
