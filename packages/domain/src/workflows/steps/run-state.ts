import type { JournalEntry, OpenedWait, StepError, StepRef } from '../journal.ts';
import type { JsonObject, JsonValue } from '../json-value.ts';
import type { RunStatus, StepStatus } from '../run-moves.ts';

/** What arrived at a step by one connection. */
export interface Arrival {
  readonly from: string;
  readonly value: JsonValue;
}

/** A turn of a loop in progress: its item, how many steps are open in it, and what it returns. */
export interface TurnState {
  readonly item: JsonValue;
  left: number;
  readonly returned: Arrival[];
}

/** One step of a run as the journal has made it. */
export interface StepState extends StepRef {
  status: StepStatus;
  /** Connections that have been decided so far, and those of them that brought something. */
  decided: number;
  readonly arrived: Arrival[];
  output: JsonValue | undefined;
  error: StepError | null;
  attempt: number;
  config: JsonObject | null;
  requestedAtMs: number;
  retryAtMs: number | null;
  /** A failed attempt may have changed something outside. */
  isUnknown: boolean;
  wait: OpenedWait | null;
  openedAtMs: number;
  escalated: boolean;
  by: string | null;
  /** Of a loop: the turn begun last, how many there will be, the turns in progress, and what came back by turn. */
  turn: number;
  turns: number;
  readonly inTurn: Map<number, TurnState>;
  readonly results: JsonValue[];
  /** An answer that came before the step asked for it. */
  offered: { readonly value: JsonValue; readonly by: string | null } | null;
  /** The list a loop runs over, kept once it was computed; a replay computes the same. */
  items: readonly JsonValue[] | null;
}

/** A run as its journal has made it: the same journal always makes the same state (WF-23). */
export interface RunState {
  run: string;
  status: RunStatus;
  input: JsonValue;
  variables: JsonObject;
  startedAtMs: number | null;
  startedBy: string | null;
  readonly steps: Map<string, StepState>;
  /** Steps that may begin, in their order. */
  readonly ready: Map<string, StepState>;
  /** Steps that were begun and wait for something outside. */
  readonly open: Map<string, StepState>;
  /** Answers that came before they were asked for. */
  readonly kept: Map<string, { readonly value: JsonValue; readonly by: string | null }>;
  readonly events: Set<string>;
  readonly outputs: Map<string, JsonValue>;
  readonly ends: Map<string, JsonValue>;
  cancelAskedAtMs: number | null;
  /** When a failed run began to undo its steps. */
  undoingAtMs: number | null;
  /** Steps that succeeded and have an undo step, in their order. */
  readonly undoable: StepState[];
  /** The step whose failure no step handles. */
  failure: (StepError & { readonly step: StepRef | null }) | null;
  ended: (JournalEntry & { readonly kind: 'ended' }) | null;
  taken: number;
  /** Nodes with a step that is over. */
  readonly over: Set<string>;
  /** About how many characters the outputs so far have. */
  volume: number;
  /** How much was evaluated since the event that is being handed to it; nothing between events. */
  worked: number;
  /** How much may be evaluated before the step being done is given up; see `pace.ts`. */
  breath: number;
}

/** A run that was not started. */
export function pendingRun(): RunState {
  return {
    run: '',
    status: 'pending',
    input: null,
    variables: {},
    startedAtMs: null,
    startedBy: null,
    steps: new Map(),
    ready: new Map(),
    open: new Map(),
    kept: new Map(),
    events: new Set(),
    outputs: new Map(),
    ends: new Map(),
    cancelAskedAtMs: null,
    undoingAtMs: null,
    undoable: [],
    failure: null,
    ended: null,
    taken: 0,
    over: new Set(),
    volume: 0,
    worked: 0,
    breath: Infinity,
  };
}

/** How a step is called in keys: `pay@` outside of loops, `pay@each:2` in turn 2. */
export function stepKey({ node, iteration }: StepRef): string {
  return `${node}@${iteration}`;
}

/** The iteration inside a loop that itself runs in `iteration`. */
export function turnOf(loop: StepRef, turn: number): string {
  const own = `${loop.node}:${turn}`;
  return loop.iteration === '' ? own : `${loop.iteration}/${own}`;
}

/** The iteration around, or null outside of loops. */
export function around(iteration: string): string | null {
  if (iteration === '') return null;
  const at = iteration.lastIndexOf('/');
  return at < 0 ? '' : iteration.slice(0, at);
}

/** The loop step whose turn the iteration is, or undefined outside of loops. */
export function loopAround(state: RunState, iteration: string): StepState | undefined {
  const outer = around(iteration);
  if (outer === null) return undefined;
  const own = outer === '' ? iteration : iteration.slice(outer.length + 1);
  return state.steps.get(stepKey({ node: own.slice(0, own.lastIndexOf(':')), iteration: outer }));
}

/** The number of the turn that an iteration is of the innermost loop around it. */
export function turnIn(iteration: string): number {
  return Number(iteration.slice(iteration.lastIndexOf(':') + 1));
}

/** The step, made when it is first heard of. */
export function stepOf(state: RunState, ref: StepRef): StepState {
  const key = stepKey(ref);
  const known = state.steps.get(key);
  if (known !== undefined) return known;
  const made: StepState = {
    node: ref.node,
    iteration: ref.iteration,
    status: 'idle',
    decided: 0,
    arrived: [],
    output: undefined,
    error: null,
    attempt: 0,
    config: null,
    requestedAtMs: 0,
    retryAtMs: null,
    isUnknown: false,
    wait: null,
    openedAtMs: 0,
    escalated: false,
    by: null,
    turn: -1,
    turns: 0,
    inTurn: new Map(),
    results: [],
    offered: null,
    items: null,
  };
  state.steps.set(key, made);
  return made;
}

/** Whether the run begins no further steps but undo steps: it was cancelled, or has failed. */
export function isStopping({ cancelAskedAtMs, undoingAtMs }: RunState): boolean {
  return cancelAskedAtMs !== null || undoingAtMs !== null;
}

/** Whether the step is over for good. */
export function isOver(step: StepState): boolean {
  return (
    step.status === 'success' ||
    step.status === 'error' ||
    step.status === 'skipped' ||
    step.status === 'cancelled'
  );
}

/** What a step works on: the one value that arrived, or several by the node they came from. */
export function inputOf(arrived: readonly Arrival[]): JsonValue {
  const [first] = arrived;
  if (arrived.length <= 1) return first?.value ?? null;
  return Object.fromEntries(arrived.map(({ from, value }) => [from, value]));
}
