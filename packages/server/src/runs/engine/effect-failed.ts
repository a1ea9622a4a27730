import type { JsonObject } from '@attain/domain/workflows/json-value';
import { RUN_CANCELLED } from '@attain/domain/workflows/run-moves';

/** What is known of a failure beyond its sentence. */
export interface FailureFacts {
  readonly retryable?: boolean;
  /** True when the target may have done it all the same. */
  readonly outcomeUnknown?: boolean;
  /** How long the target asks to wait before the next attempt. */
  readonly retryAfterMs?: number;
  /** What the step's error port hands on as well. */
  readonly details?: JsonObject;
}

/** A step that could not be done: a code for machines, a sentence for people, and whether trying again may help. */
export class EffectFailed extends Error {
  readonly code: string;
  readonly retryable: boolean;
  readonly outcomeUnknown: boolean;
  readonly retryAfterMs: number;
  readonly details: JsonObject | undefined;

  constructor(code: string, message: string, facts: FailureFacts = {}) {
    super(message);
    this.name = 'EffectFailed';
    this.code = code;
    this.retryable = facts.retryable ?? false;
    this.outcomeUnknown = facts.outcomeUnknown ?? false;
    this.retryAfterMs = facts.retryAfterMs ?? 0;
    this.details = facts.details;
  }
}

/** Why a step is aborted whose run was cancelled; `outcomeUnknown`: its request has left. */
export class RunCancelled extends EffectFailed {
  constructor(outcomeUnknown = false) {
    super(RUN_CANCELLED, 'The run was cancelled before this step ended.', { outcomeUnknown });
    this.name = 'RunCancelled';
  }
}
