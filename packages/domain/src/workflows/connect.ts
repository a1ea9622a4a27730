import type { Problem } from '../base/result.ts';
import { inputsOf, outputsOf, portsFit } from './nodes/node-types.ts';
import type { PortRef, Workflow } from './workflow.ts';
import { goesBack, graphOf, linkKey, type WorkflowGraph } from './workflow-graph.ts';

/** What is wrong, and which node or connection has it, so that the canvas can show it in its place. */
export interface WorkflowProblem extends Problem {
  readonly node?: string;
  readonly edge?: string;
}

/**
 * Why the two ports cannot be connected, or null when they can (CANVAS-26 … CANVAS-30 and ours). Cheap enough for every
 * move of the mouse: the graph is kept, and only a possible circle is looked for.
 */
export function canConnect(
  workflow: Pick<Workflow, 'nodes' | 'edges'>,
  from: PortRef,
  to: PortRef,
): WorkflowProblem | null {
  const graph = graphOf(workflow);
  const fault = endsFault(graph, from, to);
  if (fault !== null) return fault;
  if (graph.links.has(linkKey(from, to))) return no('WF-14', 'These two are already connected.', to.node);
  const port = inputsOf(node(graph, to.node)).find(({ name }) => name === to.port);
  const taken = !port?.many && (graph.entering.get(to.node) ?? []).some((edge) => edge.to.port === to.port);
  if (taken)
    return no(
      'WF-17',
      `${titleOf(graph, to.node)} takes only one connection. Combine several with a Merge.`,
      to.node,
    );
  return circleFault(graph, from, to);
}

/** What is wrong with a connection by itself: its ends, its ports, and what they carry. */
export function endsFault(graph: WorkflowGraph, from: PortRef, to: PortRef): WorkflowProblem | null {
  if (from.node === to.node && !goesBack(graph, to))
    return no('WF-13', 'A node can’t be connected to itself.', to.node);
  for (const { node: id } of [from, to]) {
    if (!graph.nodes.has(id)) return no('WF-12', `There is no node "${id}".`, id);
  }
  const source = outputsOf(node(graph, from.node)).find(({ name }) => name === from.port);
  if (source === undefined)
    return no('WF-15', `${titleOf(graph, from.node)} has no output "${from.port}".`, from.node);
  const target = inputsOf(node(graph, to.node)).find(({ name }) => name === to.port);
  if (target === undefined)
    return no('WF-15', `${titleOf(graph, to.node)} has no input "${to.port}".`, to.node);
  if (portsFit(source, target)) return null;
  const message = `${titleOf(graph, from.node)} returns ${source.type}, but ${titleOf(graph, to.node)} takes ${target.type}. Add a Parser or Formatter between them.`;
  return no('WF-16', message, to.node);
}

function circleFault(graph: WorkflowGraph, from: PortRef, to: PortRef): WorkflowProblem | null {
  const leads = leadingTo(graph, from.node).has(to.node);
  if (goesBack(graph, to))
    return leads ? null : no('WF-18', 'Only steps after the loop’s Each can lead back to Next.', to.node);
  return leads ? no('WF-18', 'This would create a cycle. Use a Loop to repeat steps.', to.node) : null;
}

const walked = new WeakMap<WorkflowGraph, { readonly node: string; readonly before: ReadonlySet<string> }>();

/** Everything that leads to a node. Kept for the last node asked for: while a connection is drawn its source stays the same. */
function leadingTo(graph: WorkflowGraph, node: string): ReadonlySet<string> {
  const known = walked.get(graph);
  if (known?.node === node) return known.before;
  const before = new Set([node]);
  for (const id of before) {
    for (const edge of graph.entering.get(id) ?? [])
      if (!goesBack(graph, edge.to)) before.add(edge.from.node);
  }
  walked.set(graph, { node, before });
  return before;
}

/** How people know a node. */
export function titleOf(graph: WorkflowGraph, id: string): string {
  const found = graph.nodes.get(id);
  return found === undefined || found.title === '' ? `"${id}"` : `"${found.title}"`;
}

function node(graph: WorkflowGraph, id: string) {
  const found = graph.nodes.get(id);
  if (found === undefined) throw new RangeError(`no node ${id}`);
  return found;
}

function no(rule: string, message: string, at: string): WorkflowProblem {
  return { rule, path: '', message, node: at };
}
