import { nodeType } from '../nodes/node-types.ts';
import type { Position, Workflow, WorkflowEdge, WorkflowNode } from '../workflow.ts';
import { appended } from './change.ts';
import { counted, type Edit, edit } from './edits.ts';
import { freshIds } from './fresh-ids.ts';
import { GRID, snap } from './geometry.ts';

/** What was copied: nodes and the connections between them. It is plain JSON and may go into another workflow. */
export interface Clip {
  readonly nodes: readonly WorkflowNode[];
  readonly edges: readonly WorkflowEdge[];
}

/** The nodes and what connects them with each other. */
export function copyNodes(workflow: Workflow, ids: ReadonlySet<string>): Clip {
  return {
    nodes: workflow.nodes.filter(({ id }) => ids.has(id)),
    edges: workflow.edges.filter(({ from, to }) => ids.has(from.node) && ids.has(to.node)),
  };
}

/** The clip put down with ids of its own, moved by so much; nodes of unknown types stay out. `pasted` are the new ids. */
export function pasteClip(
  workflow: Workflow,
  clip: Clip,
  by: Position = { x: 2 * GRID, y: 2 * GRID },
): { readonly edit: Edit; readonly pasted: ReadonlySet<string> } {
  const known = clip.nodes.filter(({ type }) => nodeType(type) !== undefined);
  const ids = freshIds(
    workflow.nodes,
    known.map(({ type }) => type),
  );
  const renamed = new Map(known.map(({ id }, at) => [id, ids[at] ?? id]));
  const nodes = known.map(({ undoWith = '', ...node }, at) => {
    const undo = renamed.get(undoWith);
    return {
      ...node,
      ...(undo === undefined ? {} : { undoWith: undo }),
      id: ids[at] ?? node.id,
      position: snap({ x: node.position.x + by.x, y: node.position.y + by.y }),
    };
  });
  const inner = clip.edges.filter(({ from, to }) => renamed.has(from.node) && renamed.has(to.node));
  const edgeIds = freshIds(
    workflow.edges,
    inner.map(() => 'edge'),
  );
  const edges = inner.map(({ from, to }, at) => ({
    id: edgeIds[at] ?? '',
    from: { node: renamed.get(from.node) ?? '', port: from.port },
    to: { node: renamed.get(to.node) ?? '', port: to.port },
  }));
  const made = edit(`Paste ${counted(nodes.length)}`, [
    { list: 'nodes', entries: appended(workflow.nodes, nodes) },
    { list: 'edges', entries: appended(workflow.edges, edges) },
  ]);
  return { edit: made, pasted: new Set(ids) };
}

/** The nodes once more, a little aside. */
export function duplicateNodes(workflow: Workflow, ids: ReadonlySet<string>): ReturnType<typeof pasteClip> {
  const { edit: made, pasted } = pasteClip(workflow, copyNodes(workflow, ids));
  return { edit: { ...made, label: `Duplicate ${counted(pasted.size)}` }, pasted };
}
