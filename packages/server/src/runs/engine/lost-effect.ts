import type { Effect, RunEvent } from '@attain/domain/workflows/journal';
import { mayRepeat } from '@attain/domain/workflows/nodes/may-repeat';
import { type PreparedWorkflow, preparedNode } from '@attain/domain/workflows/prepare-workflow';

/** Whether performing an effect once more does no harm: it is the same thing again, or its target recognises the key. */
export function isRepeatable(prepared: PreparedWorkflow, effect: Effect): boolean {
  return mayRepeat(preparedNode(prepared, effect.step.node).type, effect.config);
}

/** That nobody knows whether an effect was done, because the process that performed it is gone. */
export function lostEvent(effect: Effect, now: Date): RunEvent {
  return {
    id: `lost/${effect.idempotencyKey}#${effect.attempt}`,
    atMs: now.getTime(),
    kind: 'effect-failed',
    step: effect.step,
    attempt: effect.attempt,
    error: {
      code: 'LOST',
      say: 'The process that performed this step ended before it could say how it went.',
    },
    retryable: true,
    outcomeUnknown: true,
  };
}
