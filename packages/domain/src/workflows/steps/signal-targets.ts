import type { PreparedWorkflow } from '../prepare-workflow.ts';
import { graphOf, reachable } from '../workflow-graph.ts';
import { isOver, type RunState } from './run-state.ts';

/**
 * The nodes a signal goes to (WF-27): every Wait of that name that waits for it now or is still to come, but not one that only comes
 * after another of them. Without such a node the first of that name, which records that the signal came late; none: nobody waits for it.
 */
export function signalTargets(prepared: PreparedWorkflow, state: RunState, name: string): readonly string[] {
  const named = prepared.workflow.nodes.filter(
    ({ type, config }) => type === 'wait' && config.mode === 'signal' && config.signal === name,
  );
  const waits = (id: string) =>
    [...state.open.values()].some((step) => step.node === id && step.wait?.for === 'signal');
  const isPast = (id: string) => [...state.steps.values()].some((step) => step.node === id && isOver(step));
  const waiting = named.filter(({ id }) => waits(id));
  const coming = named.filter(({ id }) => !waits(id) && !isPast(id));
  const graph = graphOf(prepared.workflow);
  const targets: string[] = waiting.map(({ id }) => id);
  for (const { id } of coming) if (!reachable(graph, targets).has(id)) targets.push(id);
  return targets.length > 0 ? targets : named.slice(0, 1).map(({ id }) => id);
}
