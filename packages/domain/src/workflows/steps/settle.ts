import type { ComputedStep, EntryDraft } from '../journal.ts';
import type { JsonValue } from '../json-value.ts';
import { type PreparedWorkflow, preparedNode } from '../prepare-workflow.ts';
import { keptAnswer } from './answer-step.ts';
import { applyComputed } from './apply-entry.ts';
import { computeStep } from './compute-step.ts';
import { openStep } from './open-step.ts';
import { isEffect } from './open-work.ts';
import type { RunState } from './run-state.ts';
import { MOST_VOLUME } from './volume.ts';

/** How many steps one call computes before it pauses for breath, and how many a run may compute in all. */
const STEPS_AT_ONCE = 2_000;
const MOST_STEPS = 200_000;
/** The same for what expressions cost: a single step may cost as much as a thousand others. */
const WORK_AT_ONCE = 250_000;
const MOST_WORK = 100_000_000;

/** Writes a line: gives it its number and moment and adds it to the state. `applied` lines are in the state already. */
export type Write = (draft: EntryDraft, applied?: boolean) => void;

/**
 * Goes on until nothing can be done without the world: computes what can be computed (neighbours share one line), requests
 * effects, opens waits, and ends the run when nothing is left. True when it paused for breath and wants to be called again.
 */
export function settle(prepared: PreparedWorkflow, state: RunState, atMs: number, write: Write): boolean {
  const group = new Group(write);
  const pauseAt = state.worked + WORK_AT_ONCE;
  for (let count = 0; state.ended === null; count += 1) {
    const [step] = state.ready.values();
    const over = endOf(state, step === undefined);
    if (over !== null) {
      group.close();
      write(over);
      return false;
    }
    if (step === undefined) break;
    if (count >= STEPS_AT_ONCE || state.worked >= pauseAt) {
      group.close();
      return true;
    }
    const { working } = preparedNode(prepared, step.node).type;
    if (working === 'computed' || working === 'loop') {
      const made = computeStep(prepared, state, step);
      applyComputed(prepared, state, made);
      group.add(made);
      continue;
    }
    group.close();
    write(openStep(prepared, state, step, atMs));
    const kept = step.wait === null ? null : keptAnswer(prepared, step);
    if (kept !== null) write(kept);
  }
  group.close();
  return false;
}

/** Neighbouring computed steps, collected for one line. */
class Group {
  readonly #write: Write;
  #steps: ComputedStep[] = [];

  constructor(write: Write) {
    this.#write = write;
  }

  add(step: ComputedStep): void {
    this.#steps.push(step);
  }

  close(): void {
    const [first] = this.#steps;
    if (first === undefined) return;
    const turn = 'turn' in first ? `#${first.turn}` : '';
    const key = `computed/${first.node}@${first.iteration}${turn}`;
    this.#write({ kind: 'computed', key, steps: this.#steps }, true);
    this.#steps = [];
  }
}

function endOf(state: RunState, idle: boolean): EntryDraft | null {
  const ended = { kind: 'ended', key: 'ended' } as const;
  if (state.cancelAskedAtMs !== null) {
    const busy = [...state.open.values()].some(isEffect);
    return busy ? null : { ...ended, status: 'cancelled', output: null, error: null };
  }
  if (state.failure !== null) return { ...ended, status: 'failed', output: null, error: state.failure };
  if (state.taken > MOST_STEPS) {
    const say = `The run has taken more than ${MOST_STEPS} steps.`;
    return { ...ended, status: 'failed', output: null, error: { code: 'TOO_MANY_STEPS', say, step: null } };
  }
  if (state.worked > MOST_WORK) {
    const say =
      'The run computes too much in one go. Go over fewer items, or leave sums and filters to a query.';
    return { ...ended, status: 'failed', output: null, error: { code: 'TOO_MUCH_WORK', say, step: null } };
  }
  if (state.volume > MOST_VOLUME) {
    const say = `The outputs of the run's steps have more than ${MOST_VOLUME} characters together. Store them as files, or ask for less.`;
    return { ...ended, status: 'failed', output: null, error: { code: 'RUN_TOO_LARGE', say, step: null } };
  }
  if (!idle || state.open.size > 0) return null;
  return { ...ended, status: 'completed', output: outputOf(state), error: null };
}

/** What a run results in: its named outputs, or what its End received; of several Ends by node. */
function outputOf({ outputs, ends }: RunState): JsonValue {
  if (outputs.size > 0) return Object.fromEntries(outputs);
  if (ends.size > 1) return Object.fromEntries(ends);
  return [...ends.values()][0] ?? null;
}
