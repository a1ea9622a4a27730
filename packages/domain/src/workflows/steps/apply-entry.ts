import type { ComputedStep, JournalEntry, StartedTurn, StepError, StepResult } from '../journal.ts';
import type { JsonValue } from '../json-value.ts';
import { type PreparedWorkflow, preparedNode } from '../prepare-workflow.ts';
import {
  inputOf,
  isOver,
  isStopping,
  loopAround,
  type RunState,
  type StepState,
  stepKey,
  stepOf,
  type TurnState,
  turnIn,
  turnOf,
} from './run-state.ts';
import { isStoppedError } from './stopped-step.ts';
import { receive } from './undo.ts';
import { MAX_VOLUME, volumeAdded } from './volume.ts';

/**
 * Adds one line of the journal to the state. Both the live run and a replay go through here and only here, so that they
 * cannot differ (WF-23).
 */
export function applyEntry(prepared: PreparedWorkflow, state: RunState, entry: JournalEntry): void {
  state.events.add(entry.event);
  switch (entry.kind) {
    case 'started':
      applyStarted(prepared, state, entry);
      break;
    case 'computed':
      for (const one of entry.steps) applyComputed(prepared, state, one);
      break;
    case 'requested':
      applyRequested(prepared, state, entry);
      break;
    case 'attempt-failed': {
      const step = stepOf(state, entry.step);
      step.status = 'retrying';
      step.error = entry.error;
      step.retryAtMs = entry.retryAtMs;
      if (entry.outcomeUnknown) step.isUnknown = true;
      break;
    }
    case 'opened':
      applyOpened(state, entry);
      break;
    case 'escalated':
      stepOf(state, entry.step).escalated = true;
      break;
    case 'result':
      finish(prepared, state, stepOf(state, entry.step), entry.result);
      break;
    case 'kept':
      state.kept.set(keptKey(entry.step), { value: entry.value, by: entry.by });
      break;
    case 'ignored':
      break;
    case 'cancel-asked':
      state.status = 'cancelling';
      state.cancelAskedAtMs = entry.atMs;
      dropWaiting(state);
      break;
    case 'undo-began':
      state.failure = entry.error;
      state.undoingAtMs = entry.atMs;
      dropWaiting(state);
      break;
    case 'ended':
      applyEnded(state, entry);
      break;
  }
}

/** Adds one computed step to the state. */
export function applyComputed(prepared: PreparedWorkflow, state: RunState, computed: ComputedStep): void {
  const step = stepOf(state, computed);
  state.taken += 1;
  receive(prepared, state, step);
  if ('turn' in computed) beginTurn(prepared, state, step, computed);
  else finish(prepared, state, step, computed);
}

/** Where an early answer is kept: for one iteration, or for whichever asks first. */
export function keptKey(step: { readonly node: string; readonly iteration: string | null }): string {
  return step.iteration === null ? step.node : stepKey({ node: step.node, iteration: step.iteration });
}

function applyStarted(
  prepared: PreparedWorkflow,
  state: RunState,
  entry: JournalEntry & { readonly kind: 'started' },
): void {
  state.run = entry.run;
  state.status = 'running';
  state.input = entry.input;
  state.variables = entry.variables;
  state.startedAtMs = entry.atMs;
  state.startedBy = entry.by;
  const first = stepOf(state, { node: prepared.beginning, iteration: '' });
  first.arrived.push({ from: '', value: entry.input });
  state.ready.set(stepKey(first), first);
}

function applyRequested(
  prepared: PreparedWorkflow,
  state: RunState,
  entry: JournalEntry & { readonly kind: 'requested' },
): void {
  const step = begin(state, stepOf(state, entry.step));
  receive(prepared, state, step);
  step.status = 'running';
  step.attempt = entry.attempt;
  step.config = entry.config;
  step.requestedAtMs = entry.atMs;
  step.retryAtMs = null;
  step.wait = null;
}

function applyOpened(state: RunState, entry: JournalEntry & { readonly kind: 'opened' }): void {
  const step = begin(state, stepOf(state, entry.step));
  step.status = 'waiting';
  step.wait = entry.wait;
  step.openedAtMs = entry.atMs;
  if (entry.wait.for === 'outcome') step.error = entry.wait.error;
  else step.offered = takeKept(state, step);
}

function takeKept(state: RunState, step: StepState): StepState['offered'] {
  const key = [stepKey(step), step.node].find((one) => state.kept.has(one));
  if (key === undefined) return null;
  const kept = state.kept.get(key) ?? null;
  state.kept.delete(key);
  return kept;
}

/** Of a run that stops, only attempts in progress remain. */
function dropWaiting(state: RunState): void {
  state.ready.clear();
  for (const [key, step] of state.open) {
    if (step.status === 'running' && step.attempt > 0) continue;
    step.status = 'cancelled';
    state.over.add(step.node);
    state.open.delete(key);
  }
}

function applyEnded(state: RunState, entry: JournalEntry & { readonly kind: 'ended' }): void {
  state.ended = entry;
  state.status = entry.status;
  state.ready.clear();
  for (const step of state.open.values()) {
    step.status = 'cancelled';
    state.over.add(step.node);
  }
  state.open.clear();
}

function begin(state: RunState, step: StepState): StepState {
  const key = stepKey(step);
  state.ready.delete(key);
  state.open.set(key, step);
  return step;
}

function beginTurn(prepared: PreparedWorkflow, state: RunState, step: StepState, started: StartedTurn): void {
  begin(state, step);
  const loop = preparedNode(prepared, step.node);
  step.status = 'running';
  step.turn = started.turn;
  step.turns = started.turns;
  if (started.items !== undefined) step.items = started.items;
  const turn: TurnState = { item: started.item, left: loop.inside, returned: [] };
  step.inTurn.set(started.turn, turn);
  const iteration = turnOf(step, started.turn);
  const decisions: Decision[] = [];
  for (const edge of loop.leaving) {
    if (edge.from.port !== 'each') continue;
    if (edge.to.node === step.node) turn.returned.push({ from: step.node, value: started.item });
    else decisions.push({ node: edge.to.node, iteration, from: step.node, value: started.item });
  }
  decideAll(prepared, state, decisions);
  if (turn.left === 0) endTurn(prepared, state, step, started.turn);
  else if (mayBeginTurn(prepared, step)) state.ready.set(stepKey(step), step);
}

/** Keeps what a turn returned; the loop continues with its next turn, or ends with the last one. */
function endTurn(prepared: PreparedWorkflow, state: RunState, loop: StepState, number: number): void {
  const turn = loop.inTurn.get(number);
  if (turn === undefined) return;
  loop.inTurn.delete(number);
  loop.results[number] = inputOf(turn.returned);
  if (isStopping(state)) return;
  if (loop.inTurn.size === 0 || mayBeginTurn(prepared, loop)) state.ready.set(stepKey(loop), loop);
}

/** Whether a loop with turns in progress begins another one. */
function mayBeginTurn(prepared: PreparedWorkflow, loop: StepState): boolean {
  const { config } = preparedNode(prepared, loop.node);
  return loop.inTurn.size < Number(config.atOnce) && loop.turn + 1 < loop.turns;
}

function finish(prepared: PreparedWorkflow, state: RunState, step: StepState, result: StepResult): void {
  const key = stepKey(step);
  state.ready.delete(key);
  state.open.delete(key);
  step.by = result.by ?? null;
  step.wait = null;
  const { node, type, config, leaving, continues } = preparedNode(prepared, step.node);
  const failed = 'error' in result;
  const isStopped = failed && isStopping(state) && isStoppedError(result.error);
  step.status = isStopped ? 'cancelled' : failed ? 'error' : 'success';
  state.over.add(step.node);
  step.error = failed ? result.error : null;
  if (!failed) {
    step.output = result.output;
    if (node.undoWith !== undefined && step.attempt > 0) state.undoable.push(step);
    if (node.type === 'end') state.ends.set(step.node, result.output);
    if (node.type === 'output') state.outputs.set(String(config.name), result.output);
  }
  if (prepared.undoes.has(step.node)) return;
  const caught = leaving.some(({ from }) => result.ports.includes(from.port));
  const isContinued = failed && !caught && continues !== null;
  if (isContinued) step.output = { error: errorValue(result.error) };
  if (step.output !== undefined)
    state.volume += volumeAdded(step.output, () => inputOf(step.arrived), MAX_VOLUME - state.volume);
  if (failed && !isStopped && !caught && !isContinued && state.failure === null) {
    const { code, message } = result.error;
    state.failure = { code, message, step: { node: step.node, iteration: step.iteration } };
  }
  const ports = isContinued ? [continues] : result.ports;
  const decisions = leaving
    .filter(({ from }) => !(type.working === 'loop' && from.port === 'each'))
    .map((edge) => ({ edge, taken: ports.includes(edge.from.port) }));
  const caughtValue = failed ? errorValue(result.error) : result.output;
  const value = isContinued ? { error: caughtValue } : caughtValue;
  decideAll(prepared, state, [
    ...decisions.flatMap(({ edge, taken }): Decision[] => {
      if (!prepared.back.has(edge))
        return [
          {
            node: edge.to.node,
            iteration: step.iteration,
            from: step.node,
            value: taken ? value : undefined,
          },
        ];
      const turn = loopAround(state, step.iteration)?.inTurn.get(turnIn(step.iteration));
      if (taken) turn?.returned.push({ from: step.node, value });
      return [];
    }),
  ]);
  closeInTurn(prepared, state, step);
}

/** What the error port hands on. */
function errorValue({ code, message, details }: StepError): JsonValue {
  return { ...details, code, message };
}

/** One connection decided: it brings a value, or it never will. */
interface Decision {
  readonly node: string;
  readonly iteration: string;
  readonly from: string;
  readonly value: JsonValue | undefined;
}

function decideAll(prepared: PreparedWorkflow, state: RunState, decisions: Decision[]): void {
  for (let at = 0; at < decisions.length; at += 1) {
    const { node: id, iteration, from, value } = decisions[at] as Decision;
    const step = stepOf(state, { node: id, iteration });
    step.decided += 1;
    if (step.status !== 'idle') continue;
    if (value !== undefined) step.arrived.push({ from, value });
    const { node, config, entering, leaving, type } = preparedNode(prepared, id);
    const first = node.type === 'merge' && config.wait === 'any' && value !== undefined;
    if (step.decided < entering && !first) continue;
    if (step.arrived.length > 0) {
      if (!isStopping(state)) state.ready.set(stepKey(step), step);
      continue;
    }
    step.status = 'skipped';
    state.over.add(id);
    for (const edge of leaving) {
      if (prepared.back.has(edge) || (type.working === 'loop' && edge.from.port === 'each')) continue;
      decisions.push({ node: edge.to.node, iteration, from: id, value: undefined });
    }
    closeInTurn(prepared, state, step);
  }
}

function closeInTurn(prepared: PreparedWorkflow, state: RunState, step: StepState): void {
  const loop = loopAround(state, step.iteration);
  if (loop === undefined || isOver(loop)) return;
  const number = turnIn(step.iteration);
  const turn = loop.inTurn.get(number);
  if (turn === undefined) return;
  turn.left -= 1;
  if (turn.left === 0) endTurn(prepared, state, loop, number);
}
