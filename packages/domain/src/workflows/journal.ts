import type { JsonObject, JsonValue } from './json-value.ts';

/** A node in one turn of the loops around it: `''` outside of loops, `each:2/inner:0` in turn 0 of `inner` in turn 2 of `each`. */
export interface StepRef {
  readonly node: string;
  readonly iteration: string;
}

/** Why a step did not succeed: a code for machines, a sentence for people. */
export interface StepError {
  readonly code: string;
  readonly message: string;
  /** What the error port hands on as well: of a call the status, headers and body of the answer. */
  readonly details?: JsonObject;
}

/** Why a run failed, and in which step. */
export type RunFailure = StepError & { readonly step: StepRef | null };

/** One step computed inside: what came out and which ports it left by; or a loop that begins a turn. */
export type ComputedStep = StepRef &
  (
    | { readonly output: JsonValue; readonly ports: readonly string[] }
    | { readonly error: StepError; readonly ports: readonly string[] }
    | StartedTurn
  );

/** A turn that a loop begins. */
export interface StartedTurn {
  readonly turn: number;
  readonly item: JsonValue;
  readonly turns: number;
  /** The list of the loop, in its first turn. Journals of earlier releases lack it: theirs is computed again. */
  readonly items?: readonly JsonValue[];
}

/** What a person is asked: where the task goes, what has to be filled in, and until when. */
export interface TaskRequest {
  readonly taskType: string;
  readonly title: string;
  readonly instructions: string;
  readonly assignee: string | null;
  readonly queue: string | null;
  readonly priority: string;
  readonly form: readonly JsonObject[];
  /** The answers that leave by a port of their name; empty when any answer leaves by `out`. */
  readonly decisions: readonly string[];
  readonly slaAtMs: number;
  readonly escalateTo: string | null;
  readonly expiresAtMs: number | null;
}

/** What a parked step waits for. */
export type OpenedWait =
  | { readonly for: 'timer'; readonly dueAtMs: number }
  | { readonly for: 'signal'; readonly name: string; readonly dueAtMs: number | null }
  | { readonly for: 'task'; readonly task: TaskRequest }
  /** Nobody knows whether the attempt reached its target: a person says `succeeded`, `failed` or `retry`. */
  | { readonly for: 'outcome'; readonly attempt: number; readonly error: StepError };

/** How a step ended for good. `by` names the person whose answer it was. */
export type StepResult =
  | { readonly output: JsonValue; readonly ports: readonly string[]; readonly by?: string }
  | { readonly error: StepError; readonly ports: readonly string[]; readonly by?: string };

/** Why an event changed nothing. */
export type IgnoredReason =
  | 'run-has-ended'
  | 'run-is-cancelling'
  | 'run-is-undoing'
  | 'run-not-started'
  | 'already-started'
  | 'already-answered'
  | 'already-kept'
  | 'other-attempt'
  | 'never-asked'
  | 'not-an-answer';

type EntryBody =
  | {
      readonly kind: 'started';
      readonly run: string;
      readonly input: JsonValue;
      readonly variables: JsonObject;
      readonly by: string | null;
    }
  | { readonly kind: 'computed'; readonly steps: readonly ComputedStep[] }
  | {
      readonly kind: 'requested';
      readonly step: StepRef;
      readonly attempt: number;
      readonly config: JsonObject;
    }
  | {
      readonly kind: 'attempt-failed';
      readonly step: StepRef;
      readonly attempt: number;
      readonly error: StepError;
      readonly retryAtMs: number;
      /** The attempt may have changed something outside. */
      readonly outcomeUnknown?: true;
    }
  | { readonly kind: 'opened'; readonly step: StepRef; readonly wait: OpenedWait }
  | { readonly kind: 'escalated'; readonly step: StepRef; readonly to: string | null }
  | { readonly kind: 'result'; readonly step: StepRef; readonly attempt: number; readonly result: StepResult }
  | {
      readonly kind: 'kept';
      readonly step: { readonly node: string; readonly iteration: string | null };
      readonly value: JsonValue;
      readonly by: string | null;
    }
  | { readonly kind: 'ignored'; readonly reason: IgnoredReason; readonly step: StepRef | null }
  | { readonly kind: 'cancel-asked'; readonly by: string; readonly reason: string }
  /** The run has failed, and undoes its steps before it ends. */
  | { readonly kind: 'undo-began'; readonly error: RunFailure }
  | {
      readonly kind: 'ended';
      readonly status: 'completed' | 'failed' | 'cancelled';
      readonly output: JsonValue;
      readonly error: RunFailure | null;
    };

/**
 * One line of a run's journal. `key` is unique in the run (WF-22), so that the database refuses what must not happen
 * twice; `event` is the id of the event it came from; `atMs` is that event's moment.
 */
export type JournalEntry = EntryBody & {
  readonly key: string;
  readonly event: string;
  readonly atMs: number;
};

/** The body of an entry before it is numbered and dated. */
export type EntryDraft = EntryBody & { readonly key: string };

/** Something that happened outside. `id` is unique in the run: the same event twice is one event. */
export type RunEvent = { readonly id: string; readonly atMs: number } & (
  | {
      readonly kind: 'start';
      readonly run: string;
      readonly input: JsonValue;
      readonly variables?: JsonObject;
      readonly by?: string;
    }
  | {
      readonly kind: 'effect-done';
      readonly step: StepRef;
      readonly attempt: number;
      readonly output: JsonValue;
    }
  | {
      readonly kind: 'effect-failed';
      readonly step: StepRef;
      readonly attempt: number;
      readonly error: StepError;
      readonly retryable: boolean;
      /** True when the target may have done it all the same (time-out after sending, connection lost). */
      readonly outcomeUnknown: boolean;
      /** How long the target asks to wait before the next attempt. */
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'timer'; readonly timer: string }
  /** A person's answer, or a named signal (`signalTargets` finds its nodes); without an iteration it goes to the first that waits. */
  | {
      readonly kind: 'answer';
      readonly step: { readonly node: string; readonly iteration: string | null };
      readonly value: JsonValue;
      readonly by: string | null;
    }
  | { readonly kind: 'cancel'; readonly by: string; readonly reason: string }
  /**
   * The run goes on computing after it paused for breath (`more` of the last outcome). `worked` is what the pause before it
   * said, so that a run cannot compute without an end.
   */
  | { readonly kind: 'continue'; readonly worked?: number }
);

/** Work to be performed outside. Every attempt carries the same `idempotencyKey` (I5). */
export interface Effect {
  readonly step: StepRef;
  readonly attempt: number;
  /** The node type, which says who performs it. */
  readonly type: string;
  readonly config: JsonObject;
  readonly input: JsonValue;
  readonly idempotencyKey: string;
  readonly timeoutAtMs: number | null;
}

/** What the run waits for: a row in a table and, for timers, a delayed job whose event names `key`. */
export type Wait = { readonly key: string; readonly step: StepRef | null } & (
  | {
      readonly kind: 'timer';
      readonly why: 'wait' | 'retry' | 'timeout' | 'escalation' | 'expiry' | 'deadline' | 'grace';
      readonly dueAtMs: number;
    }
  | { readonly kind: 'task'; readonly task: TaskRequest }
  | { readonly kind: 'signal'; readonly name: string }
  | { readonly kind: 'outcome'; readonly attempt: number; readonly error: StepError }
);
