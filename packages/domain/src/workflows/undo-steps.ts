import { titleOf, type WorkflowProblem } from './connect.ts';
import { nodeType } from './nodes/node-types.ts';
import type { Workflow, WorkflowNode } from './workflow.ts';
import { graphOf, type WorkflowGraph } from './workflow-graph.ts';

/** Undo steps by id, each with the step that it undoes. */
export function undoSteps({ nodes }: Pick<Workflow, 'nodes'>): ReadonlyMap<string, string> {
  return new Map(nodes.flatMap(({ id, undoWith }) => (undoWith === undefined ? [] : [[undoWith, id]])));
}

/** Steps that are performed outside, and so can be undone or undo others. */
export function canUndo({ type }: Pick<WorkflowNode, 'type'>): boolean {
  return nodeType(type)?.working === 'effect' && type !== 'respond';
}

/** The steps that can become the undo step of a step: those outside of the flow that undo no other. */
export function undoChoices(workflow: Workflow, { id, undoWith }: WorkflowNode): readonly WorkflowNode[] {
  const { entering, leaving } = graphOf(workflow);
  const owners = undoSteps(workflow);
  return workflow.nodes.filter(
    (node) =>
      node.id === undoWith ||
      (node.id !== id &&
        canUndo(node) &&
        node.undoWith === undefined &&
        !node.disabled &&
        !owners.has(node.id) &&
        !entering.has(node.id) &&
        !leaving.has(node.id)),
  );
}

/** What is wrong with undo steps (WF-118): each is a step of its own for one other step, outside of the flow. */
export function undoFaults(workflow: Workflow, graph: WorkflowGraph): readonly WorkflowProblem[] {
  const owners = undoSteps(workflow);
  return workflow.nodes.flatMap((node, at) => {
    const message = undoFault(graph, node, owners);
    if (message === null) return [];
    return [{ rule: 'WF-118', path: `nodes[${at}].undoWith`, message, node: node.id }];
  });
}

function undoFault(
  graph: WorkflowGraph,
  node: WorkflowNode,
  owners: ReadonlyMap<string, string>,
): string | null {
  const { id, undoWith } = node;
  if (undoWith === undefined) return null;
  if (!canUndo(node)) return `${titleOf(graph, id)} changes nothing outside, so it needs no undo step.`;
  const undo = graph.nodes.get(undoWith);
  if (undo === undefined) return `There is no step "${undoWith}". Choose another undo step.`;
  const title = titleOf(graph, undoWith);
  if (undoWith === id) return 'A step can’t undo itself. Choose another undo step.';
  if (!canUndo(undo)) return `${title} changes nothing outside, so it can’t undo a step.`;
  if (undo.undoWith !== undefined) return `${title} is an undo step and can’t have one.`;
  if (undo.disabled) return `${title} is disabled. Enable it, or choose another undo step.`;
  if (graph.entering.has(undoWith) || graph.leaving.has(undoWith))
    return `${title} is connected. An undo step has no connections.`;
  return owners.get(undoWith) === id
    ? null
    : `${title} undoes another step. Give each step its own undo step.`;
}
