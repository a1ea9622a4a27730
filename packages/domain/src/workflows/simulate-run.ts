import { type Advance, advanceRun } from './advance.ts';
import type { Effect, JournalEntry, RunEvent, StepError, StepRef, Wait } from './journal.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import type { PreparedWorkflow } from './prepare-workflow.ts';
import { pendingRun, type RunState } from './steps/run-state.ts';

/** What performing an effect brings, and after how long. */
export type Performed = { readonly delayMs: number } & (
  | { readonly output: JsonValue }
  | { readonly error: StepError; readonly retryable: boolean }
);

/** An answer to a task or signal, and after how long. */
export interface Answered {
  readonly value: JsonValue;
  readonly delayMs: number;
}

/** What stands in for everything outside of a run. */
export interface World {
  /** Null: there is nothing to return, and the step fails with STUB_MISSING. `never`: it does not return. */
  perform(effect: Effect): Performed | 'never' | null;
  /** What answers a task, a signal or an unknown outcome; null: no answer comes. */
  answer(wait: Wait, step: StepRef): Answered | null;
}

/** What a simulated run starts with. */
export interface SimulatedStart {
  readonly input: JsonValue;
  readonly variables?: JsonObject;
  readonly atMs: number;
  /** The id that expressions read as `run.id`. */
  readonly run?: string;
  /** Who started it, for expressions. */
  readonly by?: string | null;
}

/** A simulated run and everything it asked for. */
export interface SimulatedRun {
  readonly state: RunState;
  readonly journal: readonly JournalEntry[];
  readonly effects: readonly Effect[];
  /** Effects the world had nothing for. */
  readonly missing: readonly Effect[];
  /** When the last event happened, in virtual time. */
  readonly endedAtMs: number;
  /** Expression steps evaluated. */
  readonly worked: number;
  /** It was stopped: it took too many events or computed too long. */
  readonly stopped: boolean;
}

/** A workflow that needs more runs in circles. */
export const MAX_EVENTS = 5_000;
/** How often a simulated run may pause for breath (`longPace`). */
const MAX_PAUSES = 100;

/**
 * Runs a workflow with the interpreter that live runs use, in virtual time: events happen in the order of their moments, and a
 * pause of a year takes none. Nothing is performed; the same workflow, start and world always give the same run.
 */
export function simulateRun(
  prepared: PreparedWorkflow,
  { input, variables = {}, atMs, run = 'test', by = null }: SimulatedStart,
  world: World,
): SimulatedRun {
  const state = pendingRun();
  const queue = new EventQueue();
  const journal: JournalEntry[] = [];
  const effects: Effect[] = [];
  const missing: Effect[] = [];
  let worked = 0;
  let pauses = 0;
  let endedAtMs = atMs;
  const starter = by === null ? {} : { by };
  queue.add({ id: 'start', atMs, kind: 'start', run, input, variables, ...starter });
  for (let count = 0; count < MAX_EVENTS && pauses < MAX_PAUSES && state.ended === null; count += 1) {
    const event = queue.next();
    if (event === undefined) break;
    const read: Advance = advanceRun(prepared, state, event);
    journal.push(...read.entries);
    if (read.entries.length > 0) endedAtMs = event.atMs;
    for (const effect of read.effects) {
      effects.push(effect);
      const performed = world.perform(effect);
      if (performed === null) missing.push(effect);
      if (performed !== 'never') queue.add(effectEvent(effect, performed ?? noStub, event.atMs));
    }
    for (const wait of read.waits) queue.add(...waitEvents(wait, world, event.atMs));
    if (read.more) {
      pauses += 1;
      queue.addFirst({ id: `more-${count}`, atMs: event.atMs, kind: 'continue', worked: read.worked });
    } else worked += read.worked;
  }
  const stopped = state.ended === null && queue.next() !== undefined;
  return { state, journal, effects, missing, endedAtMs, worked, stopped };
}

const noStub: Performed = {
  delayMs: 0,
  error: { code: 'STUB_MISSING', message: 'The test has no result for this step.' },
  retryable: false,
};

function effectEvent({ step, attempt }: Effect, performed: Performed, nowMs: number): RunEvent {
  const id = `${step.node}@${step.iteration}#${attempt}`;
  const atMs = nowMs + performed.delayMs;
  if ('output' in performed)
    return { id, atMs, kind: 'effect-done', step, attempt, output: performed.output };
  const { error, retryable } = performed;
  return { id, atMs, kind: 'effect-failed', step, attempt, error, retryable, outcomeUnknown: false };
}

function waitEvents(wait: Wait, world: World, nowMs: number): readonly RunEvent[] {
  if (wait.kind === 'timer')
    return [{ id: `timer-${wait.key}`, atMs: wait.dueAtMs, kind: 'timer', timer: wait.key }];
  const { step } = wait;
  const answer = step === null ? null : world.answer(wait, step);
  if (step === null || answer === null) return [];
  const atMs = nowMs + answer.delayMs;
  return [{ id: `answer-${wait.key}`, atMs, kind: 'answer', step, value: answer.value, by: null }];
}

/** Events by their moment; those of one moment in the order in which they were added. */
class EventQueue {
  readonly #events: RunEvent[] = [];

  add(...events: readonly RunEvent[]): void {
    for (const event of events) {
      let at = this.#events.length;
      while (at > 0 && (this.#events[at - 1] as RunEvent).atMs > event.atMs) at -= 1;
      this.#events.splice(at, 0, event);
    }
  }

  addFirst(event: RunEvent): void {
    this.#events.unshift(event);
  }

  next(): RunEvent | undefined {
    return this.#events.shift();
  }
}
