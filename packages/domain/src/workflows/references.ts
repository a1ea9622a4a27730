import type { WorkflowProblem } from './connect.ts';
import { nodesNamed } from './expressions/nodes-named.ts';
import { nodeType } from './nodes/node-types.ts';
import { writtenIn } from './nodes/read-config.ts';
import { undoSteps } from './undo-steps.ts';
import type { Workflow } from './workflow.ts';
import { forwardOrder, goesBack, type WorkflowGraph } from './workflow-graph.ts';

/** Expressions that name a step which does not exist or has not run by then (WF-7); the graph must have no circle. */
export function referenceFaults(workflow: Workflow, graph: WorkflowGraph): readonly WorkflowProblem[] {
  const named = workflow.nodes.flatMap((node, at) => {
    const schema = nodeType(node.type)?.config;
    if (schema === undefined || node.disabled) return [];
    return writtenIn(schema, node.config).flatMap((written) =>
      nodesNamed(written).map((id) => ({ node: node.id, id, path: `nodes[${at}].${written.path}` })),
    );
  });
  if (named.length === 0) return [];
  const isBefore = stepsBefore(graph);
  const undoing = undoSteps(workflow);
  // an undo step sees what its step saw, and what came out of it
  const before = (node: string, id: string) => {
    const undone = undoing.get(node);
    return undone === undefined ? isBefore(node, id) : id === undone || isBefore(undone, id);
  };
  return named
    .filter(({ node, id }) => !before(node, id))
    .map(({ node, id, path }) => {
      const fault = graph.nodes.has(id)
        ? `The step "${id}" does not always run before this one.`
        : `There is no step "${id}".`;
      return { rule: 'WF-7', path, message: `${fault} Choose a step that leads here.`, node };
    });
}

/** Tells whether a step lies on a way that leads to another; one bit for every pair, filled in one walk. */
function stepsBefore(graph: WorkflowGraph): (node: string, earlier: string) => boolean {
  const order = forwardOrder(graph);
  const place = new Map(order.map((id, at) => [id, at]));
  const words = Math.ceil(order.length / 32);
  const bits = new Uint32Array(words * order.length);
  for (const [at, id] of order.entries()) {
    for (const edge of graph.leaving.get(id) ?? []) {
      const to = place.get(edge.to.node);
      if (to === undefined || goesBack(graph, edge.to)) continue;
      for (let word = 0; word < words; word += 1) {
        bits[to * words + word] = (bits[to * words + word] ?? 0) | (bits[at * words + word] ?? 0);
      }
      const own = to * words + (at >> 5);
      bits[own] = (bits[own] ?? 0) | (1 << (at & 31));
    }
  }
  return (node, earlier) => {
    const to = place.get(node);
    const at = place.get(earlier);
    if (to === undefined || at === undefined) return false;
    return ((bits[to * words + (at >> 5)] ?? 0) & (1 << (at & 31))) !== 0;
  };
}
