import type { Position, Workflow } from '../workflow.ts';
import { forwardOrder, goesBack, graphOf, type WorkflowGraph } from '../workflow-graph.ts';
import { replaced } from './change.ts';
import { counted, type Edit, edit } from './edits.ts';
import { snap } from './geometry.ts';

/** How far apart a tidy layout puts nodes, from corner to corner, in px. */
const PITCH = { x: 200, y: 100 } as const;
/** More room between two bands of columns: connections to the next band run there. */
const BAND_GAP = 40;
/** Columns side by side before the next band begins; more only when a workflow is so long that bands would stack up. */
const COLUMNS_A_BAND = 5;

export type Side = 'left' | 'right' | 'top' | 'bottom' | 'center' | 'middle';

/** Nodes brought onto one line: their left or right edges, tops or bottoms, or their centres. All nodes are of one size. */
export function alignNodes(workflow: Workflow, ids: ReadonlySet<string>, side: Side): Edit {
  const xs = workflow.nodes.filter(({ id }) => ids.has(id)).map(({ position }) => position.x);
  const ys = workflow.nodes.filter(({ id }) => ids.has(id)).map(({ position }) => position.y);
  const lines: Readonly<Record<Side, (all: readonly number[]) => number>> = {
    left: min,
    top: min,
    right: max,
    bottom: max,
    center: (all) => (min(all) + max(all)) / 2,
    middle: (all) => (min(all) + max(all)) / 2,
  };
  const across = side === 'left' || side === 'right' || side === 'center';
  const line = lines[side](across ? xs : ys);
  const place = ({ x, y }: Position) => snap(across ? { x: line, y } : { x, y: line });
  return placed(workflow, `Align ${counted(ids.size)}`, (id, now) => (ids.has(id) ? place(now) : now));
}

/**
 * All nodes, or the given ones, in columns along their connections, wrapped into bands as text is into lines (WF-32);
 * given ones stay where their first corner is.
 */
export function tidyNodes(workflow: Workflow, ids?: ReadonlySet<string>): Edit {
  const nodes = workflow.nodes.filter(({ id }) => ids === undefined || ids.has(id));
  const edges = workflow.edges.filter(
    ({ from, to }) => ids === undefined || (ids.has(from.node) && ids.has(to.node)),
  );
  const corner = snap({
    x: min(nodes.map(({ position }) => position.x)),
    y: min(nodes.map(({ position }) => position.y)),
  });
  const origin = ids === undefined ? { x: 0, y: 0 } : corner;
  const places = new Map<string, Position>();
  // an undo step comes after its step
  const undos = nodes.flatMap(({ id, undoWith }) =>
    undoWith === undefined || !nodes.some((node) => node.id === undoWith)
      ? []
      : [{ id: `undo:${id}`, from: { node: id, port: 'out' }, to: { node: undoWith, port: 'in' } }],
  );
  const columns = columnsOf(graphOf({ nodes, edges: [...edges, ...undos] }));
  const wide = Math.max(COLUMNS_A_BAND, Math.ceil(Math.sqrt(columns.length)));
  for (let first = 0, top = origin.y; first < columns.length; first += wide) {
    const band = columns.slice(first, first + wide);
    for (const [column, inside] of band.entries()) {
      for (const [row, id] of inside.entries()) {
        places.set(id, snap({ x: origin.x + column * PITCH.x, y: top + row * PITCH.y }));
      }
    }
    top += max(band.map(({ length }) => length)) * PITCH.y + BAND_GAP;
  }
  return placed(workflow, 'Tidy up', (id, now) => places.get(id) ?? now);
}

/** Nodes by how many steps lie before them, each column ordered by where its predecessors stand. */
function columnsOf(graph: WorkflowGraph): readonly (readonly string[])[] {
  const forward = forwardOrder(graph);
  const known = new Set(forward);
  const order = [...forward, ...[...graph.nodes.keys()].filter((id) => !known.has(id))];
  const columnOf = new Map<string, number>();
  const columns: string[][] = [];
  for (const id of order) {
    const before = (graph.entering.get(id) ?? []).filter((edge) => !goesBack(graph, edge.to));
    const column = max([-1, ...before.map(({ from }) => columnOf.get(from.node) ?? -1)]) + 1;
    columnOf.set(id, column);
    while (columns.length <= column) columns.push([]);
    columns[column]?.push(id);
  }
  const rowOf = new Map<string, number>();
  return columns.map((inside) => {
    const weights = inside.map((id) => {
      const rows = (graph.entering.get(id) ?? []).flatMap(({ from }) => rowOf.get(from.node) ?? []);
      return { id, weight: rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row, 0) / rows.length };
    });
    const sorted = weights.sort((a, b) => a.weight - b.weight).map(({ id }) => id);
    for (const [row, id] of sorted.entries()) rowOf.set(id, row);
    return sorted;
  });
}

function placed(workflow: Workflow, label: string, place: (id: string, now: Position) => Position): Edit {
  const entries = replaced(workflow.nodes, (node) => {
    const position = place(node.id, node.position);
    const stays = position.x === node.position.x && position.y === node.position.y;
    return stays ? node : { ...node, position };
  });
  return edit(label, [{ list: 'nodes', entries }]);
}

function min(all: readonly number[]): number {
  return all.reduce((a, b) => Math.min(a, b), all[0] ?? 0);
}

function max(all: readonly number[]): number {
  return all.reduce((a, b) => Math.max(a, b), all[0] ?? 0);
}
