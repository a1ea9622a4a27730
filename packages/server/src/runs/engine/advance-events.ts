import { type Advance, advanceRun } from '@attain/domain/workflows/advance';
import type { Effect, JournalEntry, RunEvent, Wait } from '@attain/domain/workflows/journal';
import type { PreparedWorkflow } from '@attain/domain/workflows/prepare-workflow';
import { type Pace, shortPace } from '@attain/domain/workflows/steps/pace';
import type { RunState } from '@attain/domain/workflows/steps/run-state';

/** Effects of events, all for one transaction. */
export interface Outcome {
  readonly entries: JournalEntry[];
  readonly effects: Effect[];
  readonly waits: Wait[];
  readonly closed: string[];
  /** Idempotency keys of effects that are to be aborted. */
  readonly stopped: string[];
}

export function noOutcome(): Outcome {
  return { entries: [], effects: [], waits: [], closed: [], stopped: [] };
}

/** Decides one event and adds what it leads to; the state is changed, nothing is stored. */
export function advanceEvent(
  prepared: PreparedWorkflow,
  state: RunState,
  event: RunEvent,
  { pace, all }: { readonly pace: Pace; readonly all: Outcome },
): Advance {
  const step = advanceRun(prepared, state, event, pace);
  all.entries.push(...step.entries);
  const closed = new Set(step.closed);
  // One event may have closed what an earlier one opened, before anything was stored.
  for (const list of [all.effects, all.waits] as { idempotencyKey?: string; key?: string }[][]) {
    const kept = list.filter((one) => !closed.has(one.idempotencyKey ?? one.key ?? ''));
    list.splice(0, list.length, ...kept);
  }
  all.effects.push(...step.effects);
  all.waits.push(...step.waits);
  all.closed.push(...step.closed);
  all.stopped.push(...step.closed.filter((key) => key.startsWith(`${state.run}/`)));
  return step;
}

/**
 * Decides event after event, each as far as a few milliseconds reach: requests wait meanwhile. A run that `isPaused` then has more
 * to compute, and is continued in the thread for that. `worked` is how much was evaluated.
 */
export function advanceEvents(
  prepared: PreparedWorkflow,
  state: RunState,
  events: readonly RunEvent[],
): Outcome & { readonly worked: number } {
  const all = noOutcome();
  let worked = 0;
  for (const event of events) worked += advanceEvent(prepared, state, event, { pace: shortPace, all }).worked;
  return { ...all, worked };
}

/** True if a run was only paused and can continue without external events. */
export function isPaused(state: RunState): boolean {
  return state.ended === null && state.startedAtMs !== null && state.ready.size > 0;
}
