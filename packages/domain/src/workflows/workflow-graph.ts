import { nodeType } from './nodes/node-types.ts';
import type { PortRef, Workflow, WorkflowEdge, WorkflowNode } from './workflow.ts';

/** A workflow as a graph: its nodes by id, and the connections that leave and enter each. */
export interface WorkflowGraph {
  readonly nodes: ReadonlyMap<string, WorkflowNode>;
  readonly leaving: ReadonlyMap<string, readonly WorkflowEdge[]>;
  readonly entering: ReadonlyMap<string, readonly WorkflowEdge[]>;
  /** Every connection by its two ends, see `linkKey`. */
  readonly links: ReadonlySet<string>;
}

const graphs = new WeakMap<object, WorkflowGraph>();

/** The graph of a workflow; made once for every list of nodes and edges, so that asking again costs nothing. */
export function graphOf(workflow: Pick<Workflow, 'nodes' | 'edges'>): WorkflowGraph {
  const known = graphs.get(workflow.edges);
  if (known !== undefined && sameNodes(known, workflow.nodes)) return known;
  const leaving = new Map<string, WorkflowEdge[]>();
  const entering = new Map<string, WorkflowEdge[]>();
  for (const edge of workflow.edges) {
    listed(leaving, edge.from.node).push(edge);
    listed(entering, edge.to.node).push(edge);
  }
  const graph = {
    nodes: new Map(workflow.nodes.map((node) => [node.id, node])),
    leaving,
    entering,
    links: new Set(workflow.edges.map(({ from, to }) => linkKey(from, to))),
  };
  graphs.set(workflow.edges, graph);
  lists.set(graph, workflow.nodes);
  return graph;
}

const lists = new WeakMap<WorkflowGraph, readonly WorkflowNode[]>();

function sameNodes(graph: WorkflowGraph, nodes: readonly WorkflowNode[]): boolean {
  return lists.get(graph) === nodes;
}

function listed(map: Map<string, WorkflowEdge[]>, key: string): WorkflowEdge[] {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made: WorkflowEdge[] = [];
  map.set(key, made);
  return made;
}

/** A connection by its two ends: two with the same key are the same link. */
export function linkKey(from: PortRef, to: PortRef): string {
  return `${from.node} ${from.port} ${to.node} ${to.port}`;
}

/** Whether the connection goes back into a loop, which is the one way a circle may close. */
export function goesBack(graph: WorkflowGraph, to: PortRef): boolean {
  if (to.port !== 'next') return false;
  const target = graph.nodes.get(to.node);
  return target !== undefined && nodeType(target.type)?.working === 'loop';
}

/** Every node that can be reached from the starting ones by connections that pass `follow`, these included. */
export function reachable(
  graph: WorkflowGraph,
  starts: Iterable<string>,
  follow: (edge: WorkflowEdge) => boolean = () => true,
): Set<string> {
  const seen = new Set(starts);
  const open = [...seen];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const edge of graph.leaving.get(id) ?? []) {
      if (seen.has(edge.to.node) || !follow(edge)) continue;
      seen.add(edge.to.node);
      open.push(edge.to.node);
    }
  }
  return seen;
}

/** The nodes inside a loop: what can be reached from its port `each` without passing the loop itself. */
export function loopBody(graph: WorkflowGraph, loop: string): Set<string> {
  const first = (graph.leaving.get(loop) ?? []).filter(
    ({ from, to }) => from.port === 'each' && to.node !== loop,
  );
  return reachable(graph, new Set(first.map(({ to }) => to.node)), ({ to }) => to.node !== loop);
}

/** The loops of a workflow with their bodies, innermost (smallest) first. */
export function loopsOf(
  graph: WorkflowGraph,
): readonly (readonly [loop: string, body: ReadonlySet<string>])[] {
  return [...graph.nodes.values()]
    .filter((node) => nodeType(node.type)?.working === 'loop')
    .map((node) => [node.id, loopBody(graph, node.id)] as const)
    .sort((a, b) => a[1].size - b[1].size);
}

/**
 * The nodes in an order in which every connection but those back into loops goes forward; nodes on or behind a circle are
 * missing.
 */
export function forwardOrder(graph: WorkflowGraph): readonly string[] {
  const waiting = new Map<string, number>();
  for (const id of graph.nodes.keys()) {
    const before = (graph.entering.get(id) ?? []).filter(
      (edge) => graph.nodes.has(edge.from.node) && !goesBack(graph, edge.to),
    );
    waiting.set(id, before.length);
  }
  const order = [...waiting].filter(([, count]) => count === 0).map(([id]) => id);
  for (let at = 0; at < order.length; at += 1) {
    for (const edge of graph.leaving.get(order[at] as string) ?? []) {
      const count = waiting.get(edge.to.node);
      if (count === undefined || goesBack(graph, edge.to)) continue;
      waiting.set(edge.to.node, count - 1);
      if (count === 1) order.push(edge.to.node);
    }
  }
  return order;
}
