import type { Scope } from '../expressions/evaluate.ts';
import { isoMoment } from '../expressions/moments.ts';
import type { JsonValue } from '../json-value.ts';
import { type PreparedWorkflow, preparedNode } from '../prepare-workflow.ts';
import { countWork } from './pace.ts';
import { around, inputOf, loopAround, type RunState, type StepState, stepKey, turnIn } from './run-state.ts';

/**
 * What a step's expressions see: `input` (what arrived), `run` (its id, input, starter and start), `vars`, `nodes.<id>` (outputs of
 * earlier steps, those of the same turn first) and, inside of a loop, `loop` (item, index, last). `nowMs` is the moment of the
 * event that made the step begin: what it computes is in the journal, so that a replay does not ask again.
 */
export function scopeOf(prepared: PreparedWorkflow, state: RunState, step: StepState, nowMs: number): Scope {
  const named = (name: string): JsonValue | undefined => {
    if (name === 'input') return inputOf(step.arrived);
    if (name === 'run') return runOf(state);
    if (name === 'vars') return varsOf(prepared, state);
    if (name !== 'loop') return undefined;
    const loop = loopAround(state, step.iteration);
    if (loop === undefined) return undefined;
    const turn = turnIn(step.iteration);
    if (loop.inTurn.has(turn)) return turnScope(loop, turn, loop.inTurn.get(turn)?.item);
    // an undo step of a turn that is over
    const { batch } = preparedNode(prepared, loop.node).config;
    return turnScope(loop, turn, itemOf(loop.items ?? [], turn, Number(batch)));
  };
  const node = (id: string) => {
    for (let at: string | null = step.iteration; at !== null; at = around(at)) {
      const found = state.steps.get(stepKey({ node: id, iteration: at }));
      if (found !== undefined) return found.output;
    }
    return undefined;
  };
  const worked = (steps: number) => countWork(state, steps);
  let drawn = 0;
  const seed = () => {
    drawn += 1;
    return `${state.run}/${stepKey(step)}#${drawn}`;
  };
  return { named, node, worked, nowMs, seed };
}

function runOf({ run, input, startedBy, startedAtMs }: RunState): JsonValue {
  return {
    id: run,
    input,
    by: startedBy,
    startedAt: startedAtMs === null ? null : isoMoment(startedAtMs),
  };
}

/** What the condition of a loop sees of the turn that is to begin. */
export function nextTurnScope(scope: Scope, loop: StepState): Scope {
  const next = turnScope(loop, loop.turn + 1, null);
  return { ...scope, named: (name) => (name === 'loop' ? next : scope.named(name)) };
}

/** What a turn of a list works on: one value, or as many as a batch has. */
export function itemOf(items: readonly JsonValue[], turn: number, size: number): JsonValue {
  return size === 1 ? (items[turn] ?? null) : items.slice(turn * size, (turn + 1) * size);
}

function turnScope(loop: StepState, turn: number, item: JsonValue = null): JsonValue {
  return { index: turn, item, last: loop.results[turn - 1] ?? null };
}

function varsOf({ workflow }: PreparedWorkflow, state: RunState): JsonValue {
  return Object.fromEntries(
    workflow.variables.map((one) => [
      one.name,
      Object.hasOwn(state.variables, one.name) ? (state.variables[one.name] ?? null) : one.default,
    ]),
  );
}
