import type { Scope } from '../expressions/evaluate.ts';
import type { StartedTurn } from '../journal.ts';
import type { JsonObject, JsonValue } from '../json-value.ts';
import type { PreparedWorkflow } from '../prepare-workflow.ts';
import { computed, StepFault } from './resolve-config.ts';
import { inputOf, type StepState } from './run-state.ts';
import { nextTurnScope } from './scope.ts';

/** What a loop does next: it begins a turn, or it is done with the list of what came back; too many turns are an error. */
export function loopStep(
  prepared: PreparedWorkflow,
  config: JsonObject,
  loop: StepState,
  scope: Scope,
): StartedTurn | { readonly output: JsonValue; readonly ports: readonly string[] } {
  const turn = loop.turn + 1;
  const limit = Number(config.limit);
  if (config.over !== undefined) {
    const items = loop.items ?? computed(prepared, config.over, scope);
    if (!Array.isArray(items)) throw new StepFault('LOOP', 'A loop needs a list.');
    loop.items = items;
    if (items.length > limit)
      throw new StepFault('LOOP_LIMIT', `The list has ${items.length} items; the limit is ${limit}.`);
    if (turn < items.length) {
      const fixed = turn === 0 ? { items } : {};
      return { turn, item: items[turn] as JsonValue, turns: items.length, ...fixed };
    }
  } else if (computed(prepared, config.while ?? 'false', nextTurnScope(scope, loop)) === true) {
    if (turn >= limit)
      throw new StepFault(
        'LOOP_LIMIT',
        `The loop reached its limit of ${limit} iterations, and its condition is still true.`,
      );
    return { turn, item: null, turns: limit };
  }
  const last = loop.turn >= 0 ? [inputOf(loop.returned)] : [];
  return { output: [...loop.results, ...last], ports: ['done'] };
}
