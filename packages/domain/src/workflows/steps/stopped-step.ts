import type { StepError } from '../journal.ts';
import { mayChange } from '../nodes/may-repeat.ts';
import { type PreparedWorkflow, preparedNode } from '../prepare-workflow.ts';
import { OUTCOME_UNKNOWN, RUN_CANCELLED } from '../run-moves.ts';

/** Why a step ended that was in progress when its run was cancelled; `isUnknown`: its attempt may have reached the target. */
export function stoppedError(prepared: PreparedWorkflow, id: string, isUnknown: boolean): StepError {
  const { type, config } = preparedNode(prepared, id);
  if (!isUnknown || !mayChange(type, config))
    return { code: RUN_CANCELLED, message: 'The run was cancelled before this step ended.' };
  const message =
    'The run was cancelled while this step was in progress. It may have taken effect. Check the target system.';
  return { code: OUTCOME_UNKNOWN, message };
}

export function isStoppedError({ code }: StepError): boolean {
  return code === RUN_CANCELLED || code === OUTCOME_UNKNOWN;
}
