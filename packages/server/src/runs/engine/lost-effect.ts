import type { Effect, RunEvent } from '@attain/domain/workflows/journal';
import { mayRepeat } from '@attain/domain/workflows/nodes/may-repeat';
import { type PreparedWorkflow, preparedNode } from '@attain/domain/workflows/prepare-workflow';

/** Whether performing an effect once more does no harm: it is the same thing again, or its target recognises the key. */
export function isRepeatable(prepared: PreparedWorkflow, effect: Effect): boolean {
  return mayRepeat(preparedNode(prepared, effect.step.node).type, effect.config);
}

/** That nobody knows whether an effect was done, because the process that performed it is gone. */
export function lostEvent(effect: Effect, now: Date): RunEvent & { readonly kind: 'effect-failed' } {
  return {
    id: `lost/${effect.idempotencyKey}#${effect.attempt}`,
    atMs: now.getTime(),
    kind: 'effect-failed',
    step: effect.step,
    attempt: effect.attempt,
    error: {
      code: 'LOST',
      message: 'The process that ran this step ended before it reported a result.',
    },
    retryable: true,
    outcomeUnknown: true,
  };
}

/** How many processes may lose the same effect, or fail to hand the same event to its run, before it is given up. */
export const MAX_TRIES = 5;

/** That an effect is given up: whoever performed it was lost each time, or could not store how it went. */
export function gaveUpEvent(effect: Effect, now: Date): RunEvent {
  return {
    ...lostEvent(effect, now),
    id: `gave-up/${effect.idempotencyKey}#${effect.attempt}`,
    error: {
      code: 'DEAD_LETTER',
      message: `This step was started ${MAX_TRIES} times and never stored a result. Fix the cause, then retry the run from here.`,
    },
    retryable: false,
  };
}
