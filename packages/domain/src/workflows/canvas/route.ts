import type { Position, Workflow, WorkflowEdge, WorkflowNode } from '../workflow.ts';
import { graphOf } from '../workflow-graph.ts';
import { GRID, NODE_SIZE } from './geometry.ts';

/** Nodes by the squares of the canvas they touch, so that a look at one place costs little. */
type NodesByCell = ReadonlyMap<string, readonly WorkflowNode[]>;
type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

const CELL = { x: 200, y: 100 } as const;
const known = new WeakMap<readonly WorkflowNode[], NodesByCell>();

/**
 * The height at which a connection runs to its target when the straight way is not free: where it goes back to the left, or
 * would run behind another node (WF-32). Null: the straight way is free.
 */
export function laneOf(workflow: Pick<Workflow, 'nodes' | 'edges'>, edge: WorkflowEdge): number | null {
  const { nodes } = graphOf(workflow);
  const [source, target] = [nodes.get(edge.from.node), nodes.get(edge.to.node)];
  if (source === undefined || target === undefined || source === target) return null;
  const [from, to] = [middleRight(source.position), middleLeft(target.position)];
  const { y } = target.position;
  const lane = from.y > y + NODE_SIZE.height ? y + NODE_SIZE.height + GRID : y - GRID;
  if (to.x < from.x + GRID) return lane;
  const turn = (from.x + to.x) / 2;
  const free = [
    boxOf(from, { x: turn, y: from.y }),
    boxOf({ x: turn, y: from.y }, { x: turn, y: to.y }),
    boxOf({ x: turn, y: to.y }, to),
  ].every((way) => isFree(cellsOf(workflow.nodes), way, [source, target]));
  return free ? null : lane;
}

function isFree(cells: NodesByCell, way: Box, ends: readonly WorkflowNode[]): boolean {
  return keysOf(way).every((key) =>
    (cells.get(key) ?? []).every((node) => ends.includes(node) || !overlap(way, nodeBox(node))),
  );
}

function cellsOf(nodes: readonly WorkflowNode[]): NodesByCell {
  const made = known.get(nodes);
  if (made !== undefined) return made;
  const cells = new Map<string, WorkflowNode[]>();
  for (const node of nodes) {
    for (const key of keysOf(nodeBox(node))) {
      const inside = cells.get(key);
      if (inside === undefined) cells.set(key, [node]);
      else inside.push(node);
    }
  }
  known.set(nodes, cells);
  return cells;
}

function keysOf({ left, top, right, bottom }: Box): string[] {
  const keys: string[] = [];
  for (let x = Math.floor(left / CELL.x); x <= Math.floor(right / CELL.x); x += 1) {
    for (let y = Math.floor(top / CELL.y); y <= Math.floor(bottom / CELL.y); y += 1) keys.push(`${x} ${y}`);
  }
  return keys;
}

function nodeBox({ position: { x, y } }: WorkflowNode): Box {
  return { left: x, top: y, right: x + NODE_SIZE.width, bottom: y + NODE_SIZE.height };
}

function boxOf(a: Position, b: Position): Box {
  return {
    left: Math.min(a.x, b.x),
    right: Math.max(a.x, b.x),
    top: Math.min(a.y, b.y),
    bottom: Math.max(a.y, b.y),
  };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top <= b.bottom && a.bottom >= b.top;
}

function middleLeft({ x, y }: Position): Position {
  return { x, y: y + NODE_SIZE.height / 2 };
}

function middleRight({ x, y }: Position): Position {
  return { x: x + NODE_SIZE.width, y: y + NODE_SIZE.height / 2 };
}
