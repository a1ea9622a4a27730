import { ok, type Result, rejected } from '../base/result.ts';
import { beginningOf } from './check-workflow.ts';
import { titleOf } from './connect.ts';
import type { JsonObject } from './json-value.ts';
import { canPin, pinnablePorts, pinnedPort } from './nodes/bypass.ts';
import { outputsOf } from './nodes/node-types.ts';
import { undoSteps } from './undo-steps.ts';
import type { Workflow, WorkflowEdge, WorkflowNode } from './workflow.ts';
import { goesBack, graphOf, loopsOf, type WorkflowGraph } from './workflow-graph.ts';

/**
 * The part of a workflow that executes one step alone (WF-90): the steps that lead to it, the step, and an End. Earlier steps
 * with an output given return it without running, and lead to the step; the others run, and none is undone. An undo step follows the step that it
 * undoes. Rejects a step that begins or ends the run, and a loop or a step inside one.
 */
export function stepAlone(drawn: Workflow, id: string, outputs: JsonObject): Result<Workflow> {
  const workflow = withoutUndoing(drawn, id);
  const graph = graphOf(workflow);
  const node = graph.nodes.get(id);
  const beginning = beginningOf(workflow);
  if (node === undefined || beginning === null || !canPin(node) || node.type === 'loop')
    return problem('This step can’t run alone. Choose a step between the beginning and the end.');
  const loops = loopsOf(graph);
  if (loops.some(([, body]) => body.has(id)))
    return problem(`${titleOf(graph, id)} is inside a loop. Run the draft to execute it.`);
  const before = earlierSteps(graph, id);
  const kept = workflow.nodes.filter((one) => one.id === id || before.has(one.id));
  if (!before.has(beginning.id)) return problem(`${titleOf(graph, id)} is never reached.`);
  const end = freeId(graph);
  const ends = outputsOf(node)
    .filter(({ name }) => name !== 'error')
    .map(({ name }, at): WorkflowEdge => {
      return { id: `${end}-${at}`, from: { node: id, port: name }, to: { node: end, port: 'in' } };
    });
  const inside = (edge: WorkflowEdge) =>
    !goesBack(graph, edge.to) &&
    before.has(edge.from.node) &&
    (edge.to.node === id || before.has(edge.to.node)) &&
    !(edge.from.port === 'each' && graph.nodes.get(edge.from.node)?.type === 'loop');
  const edges = workflow.edges.filter(inside);
  return ok({
    ...workflow,
    nodes: [
      ...kept.map((one) => (one.id === id ? alone(one) : withOutput(one, outputs, edges))),
      { id: end, type: 'end', title: 'End', position: { x: 0, y: 0 }, config: {} },
    ],
    edges: [...edges, ...ends],
    notes: [],
    settings: { deadlineMinutes: workflow.settings.deadlineMinutes },
  });
}

/** The workflow without undo steps; the one of that id follows the step that it undoes. */
function withoutUndoing(workflow: Workflow, id: string): Workflow {
  const nodes = workflow.nodes.map(({ undoWith: _, ...node }) => node);
  const undone = nodes.find((node) => node.id === undoSteps(workflow).get(id));
  if (undone === undefined) return { ...workflow, nodes };
  const from = { node: undone.id, port: pinnablePorts(undone)[0] ?? 'out' };
  const edge = { id: 'alone-undo', from, to: { node: id, port: 'in' } };
  return { ...workflow, nodes, edges: [...workflow.edges, edge] };
}

/** The steps on the way to a step, or to the one that it undoes; of a loop that ended before, only the loop. */
export function earlierSteps(graph: WorkflowGraph, id: string): ReadonlySet<string> {
  const undone = undoSteps({ nodes: [...graph.nodes.values()] }).get(id);
  const found = new Set(undone === undefined ? [] : [undone]);
  const open = [undone ?? id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const edge of graph.entering.get(next) ?? []) {
      if (goesBack(graph, edge.to) || found.has(edge.from.node)) continue;
      found.add(edge.from.node);
      open.push(edge.from.node);
    }
  }
  return found;
}

function alone({ pinned: _, disabled: __, continueOnError: ___, ...node }: WorkflowNode): WorkflowNode {
  return node;
}

/** A step with an output given leaves by the port that leads to the step, unless its output says otherwise and leads there too. */
function withOutput(node: WorkflowNode, outputs: JsonObject, edges: readonly WorkflowEdge[]): WorkflowNode {
  const output = Object.hasOwn(outputs, node.id) ? outputs[node.id] : undefined;
  if (output === undefined || !canPin(node)) return node;
  const pinned = { ...node.pinned, output };
  const leading = edges.flatMap(({ from }) => (from.node === node.id ? [from.port] : []));
  const [first] = leading;
  const port = pinnedPort(node, pinned);
  return {
    ...node,
    pinned: first === undefined || leading.includes(port) ? pinned : { ...pinned, port: first },
  };
}

function freeId(graph: WorkflowGraph): string {
  let id = 'alone-end';
  while (graph.nodes.has(id)) id = `${id}-1`;
  return id;
}

function problem(message: string) {
  return rejected([{ rule: 'WF-90', path: 'node', message }]);
}
