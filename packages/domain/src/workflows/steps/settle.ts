import type { ComputedStep, EntryDraft } from '../journal.ts';
import type { JsonValue } from '../json-value.ts';
import { type PreparedWorkflow, preparedNode } from '../prepare-workflow.ts';
import { keptAnswer } from './answer-step.ts';
import { applyComputed } from './apply-entry.ts';
import { computeStep } from './compute-step.ts';
import { openStep } from './open-step.ts';
import { type Pace, withinBreath } from './pace.ts';
import { isStopping, type RunState, type StepState } from './run-state.ts';
import { stopDrafts } from './stop-steps.ts';
import { undoDraft } from './undo.ts';
import { MAX_VOLUME } from './volume.ts';

/** How many steps a run may compute in all, and how much its expressions may cost in one go. */
const MAX_STEPS = 200_000;
const MAX_WORK = 100_000_000;

/** Writes a line: gives it its number and moment and adds it to the state. `applied` lines are in the state already. */
export type Write = (draft: EntryDraft, applied?: boolean) => void;

/**
 * Goes on until nothing can be done without the world: computes what can be computed (neighbours share one line), requests
 * effects, opens waits, and ends the run when nothing is left. True when it paused for breath and wants to be called again.
 */
export function settle(
  prepared: PreparedWorkflow,
  state: RunState,
  { atMs, pace }: { readonly atMs: number; readonly pace: Pace },
  write: Write,
): boolean {
  const group = new Group(write);
  const pauseAt = state.worked + pace.work;
  for (let count = 0; state.ended === null; count += 1) {
    const [step] = state.ready.values();
    const over = endOf(state, step === undefined);
    if (over !== null) {
      group.close();
      const undo = undoDraft(prepared, state, { ended: over, atMs });
      if (undo === null) {
        write(over);
        return false;
      }
      for (const draft of stopDrafts(prepared, state, undo)) write(draft);
      continue;
    }
    if (step === undefined) break;
    const paused =
      count >= pace.steps ||
      state.worked >= pauseAt ||
      !withinBreath(state, pace.withinStep ? pauseAt : Infinity, () =>
        take(prepared, state, { step, atMs, group }, write),
      );
    if (paused) {
      group.close();
      return true;
    }
  }
  group.close();
  return false;
}

interface Taken {
  readonly step: StepState;
  readonly atMs: number;
  readonly group: Group;
}

/** Computes a step, or requests or opens it. */
function take(prepared: PreparedWorkflow, state: RunState, { step, atMs, group }: Taken, write: Write): void {
  const { type, bypass } = preparedNode(prepared, step.node);
  if (type.working === 'computed' || type.working === 'loop' || bypass !== null) {
    const made = computeStep(prepared, state, step, atMs);
    applyComputed(prepared, state, made);
    group.add(made);
    return;
  }
  const opened = openStep(prepared, state, step, atMs);
  group.close();
  write(opened);
  const kept = step.wait === null ? null : keptAnswer(prepared, step);
  if (kept !== null) write(kept);
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

function endOf(state: RunState, idle: boolean): (EntryDraft & { readonly kind: 'ended' }) | null {
  const ended = { kind: 'ended', key: 'ended' } as const;
  if (isStopping(state)) {
    if (state.open.size > 0) return null;
    if (state.undoingAtMs !== null) return { ...ended, status: 'failed', output: null, error: state.failure };
    return { ...ended, status: 'cancelled', output: null, error: null };
  }
  if (state.failure !== null) return { ...ended, status: 'failed', output: null, error: state.failure };
  if (state.taken > MAX_STEPS) {
    const message = `The run has taken more than ${MAX_STEPS} steps.`;
    return {
      ...ended,
      status: 'failed',
      output: null,
      error: { code: 'TOO_MANY_STEPS', message, step: null },
    };
  }
  if (state.worked > MAX_WORK) {
    const message = 'The run computes too much at once. Process fewer items, or filter and total in a query.';
    return {
      ...ended,
      status: 'failed',
      output: null,
      error: { code: 'TOO_MUCH_WORK', message, step: null },
    };
  }
  if (state.volume > MAX_VOLUME) {
    const message = `The outputs of the run's steps exceed ${MAX_VOLUME} characters. Store them as files, or select less.`;
    return {
      ...ended,
      status: 'failed',
      output: null,
      error: { code: 'RUN_TOO_LARGE', message, step: null },
    };
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
