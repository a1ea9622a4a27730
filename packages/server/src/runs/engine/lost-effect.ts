import type { Effect, RunEvent } from '@attain/domain/workflows/journal';
import { type PreparedWorkflow, preparedNode } from '@attain/domain/workflows/prepare-workflow';

/** Whether performing an effect once more does no harm: it is the same thing again, or its target recognises the key. */
export function isRepeatable(prepared: PreparedWorkflow, effect: Effect): boolean {
  const { type } = preparedNode(prepared, effect.step.node);
  const { config } = effect;
  return (
    type.idempotency !== 'none' || config.method === 'GET' || config.repeatable === 'honours-idempotency-key'
  );
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
