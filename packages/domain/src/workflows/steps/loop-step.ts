import type { Scope } from '../expressions/evaluate.ts';
import type { StartedTurn } from '../journal.ts';
import type { JsonObject, JsonValue } from '../json-value.ts';
import type { PreparedWorkflow } from '../prepare-workflow.ts';
import { computed, StepFault } from './resolve-config.ts';
import type { StepState } from './run-state.ts';
import { itemOf, nextTurnScope } from './scope.ts';

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
    const size = Number(config.batch);
    const turns = Math.ceil(items.length / size);
    if (turns > limit)
      throw new StepFault('LOOP_LIMIT', `${said(items.length, size)}; the limit is ${limit}.`);
    if (turn < turns) {
      const fixed = turn === 0 ? { items } : {};
      return { turn, item: itemOf(items, turn, size), turns, ...fixed };
    }
  } else if (computed(prepared, config.while ?? 'false', nextTurnScope(scope, loop)) === true) {
    if (turn >= limit)
      throw new StepFault(
        'LOOP_LIMIT',
        `The loop reached its limit of ${limit} iterations, and its condition is still true.`,
      );
    return { turn, item: null, turns: limit };
  }
  return { output: [...loop.results], ports: ['done'] };
}

function said(items: number, size: number): string {
  return size === 1 ? `The list has ${items} items` : `The list has ${items} items, in batches of ${size}`;
}
