import { ok, type Result, rejected } from '../../base/result.ts';
import { canConnect } from '../connect.ts';
import type { JsonObject } from '../json-value.ts';
import { inputsOf, nodeType, outputsOf } from '../nodes/node-types.ts';
import { readConfig } from '../nodes/read-config.ts';
import type { PinnedData, PortRef, Position, Workflow, WorkflowEdge, WorkflowNode } from '../workflow.ts';
import { appended, applyChange, type Change, removed, replaced } from './change.ts';
import { freshIds } from './fresh-ids.ts';
import { snap } from './geometry.ts';

/** One edit: what people see in the history, what it changes, and the burst it belongs to (a drag, typing into one field). */
export interface Edit {
  readonly label: string;
  readonly changes: readonly Change[];
  readonly burst: string | null;
}

/**
 * A new node of a palette type with its defaults, on the grid. It is connected to the node it comes after, where a free way
 * leads from that one. An unknown type is refused (WF-4).
 */
export function addNode(workflow: Workflow, type: string, position: Position, after?: string): Result<Edit> {
  const known = nodeType(type);
  if (known === undefined)
    return rejected([{ rule: 'WF-4', path: 'type', message: `There is no node type "${type}".` }]);
  const [id = ''] = freshIds(workflow.nodes, [type]);
  const { config } = readConfig(known, {});
  const node: WorkflowNode = { id, type, title: known.label, position: snap(position), config: config ?? {} };
  const added: Change = { list: 'nodes', entries: appended(workflow.nodes, [node]) };
  const way = after === undefined ? null : firstFreeWay(applyChange(workflow, added), after, id);
  return ok(edit(`Add ${known.label}`, way === null ? [added] : [added, ...way.changes]));
}

/** The connection between two nodes that leaves by the first output nothing leaves by yet; never by the error port. */
function firstFreeWay(workflow: Workflow, from: string, to: string): Edit | null {
  const [source, target] = [from, to].map((id) => workflow.nodes.find((node) => node.id === id));
  if (!source || !target) return null;
  for (const { name } of outputsOf(source)) {
    const used = workflow.edges.some((edge) => edge.from.node === from && edge.from.port === name);
    if (used || name === 'error') continue;
    for (const input of inputsOf(target)) {
      const made = connect(workflow, { node: from, port: name }, { node: to, port: input.name });
      if (made.ok) return made.value;
    }
  }
  return null;
}

/** Nodes moved together, each onto the grid; moves of the same nodes are one burst. */
export function moveNodes(workflow: Workflow, ids: ReadonlySet<string>, by: Position): Edit {
  const entries = replaced(workflow.nodes, (node) => {
    if (!ids.has(node.id)) return node;
    const position = snap({ x: node.position.x + by.x, y: node.position.y + by.y });
    const stays = position.x === node.position.x && position.y === node.position.y;
    return stays ? node : { ...node, position };
  });
  return edit(`Move ${counted(ids.size)}`, [{ list: 'nodes', entries }], `move ${[...ids].sort().join(' ')}`);
}

/** Nodes and every connection that would hang loose without them. */
export function removeNodes(workflow: Workflow, ids: ReadonlySet<string>): Edit {
  const loose = removed(workflow.edges, ({ from, to }) => ids.has(from.node) || ids.has(to.node));
  const withoutUndo = replaced(workflow.nodes, (node) => {
    const { undoWith, ...rest } = node;
    return undoWith !== undefined && ids.has(undoWith) && !ids.has(node.id) ? rest : node;
  });
  return edit(`Delete ${counted(ids.size)}`, [
    { list: 'edges', entries: loose },
    { list: 'nodes', entries: withoutUndo },
    { list: 'nodes', entries: removed(workflow.nodes, ({ id }) => ids.has(id)) },
  ]);
}

/** A connection, or the reason why not (`canConnect`). */
export function connect(workflow: Workflow, from: PortRef, to: PortRef): Result<Edit> {
  const problem = canConnect(workflow, from, to);
  if (problem !== null) return rejected([problem]);
  const [id = ''] = freshIds(workflow.edges, ['edge']);
  const edge: WorkflowEdge = { id, from: { ...from }, to: { ...to } };
  return ok(edit('Connect', [{ list: 'edges', entries: appended(workflow.edges, [edge]) }]));
}

/**
 * A connection led elsewhere at one of its ends, or the reason why not. It keeps its id and its place, and what it held
 * before is free for itself.
 */
export function reconnect(workflow: Workflow, id: string, from: PortRef, to: PortRef): Result<Edit> {
  const problem = canConnect(withoutEdge(workflow, id), from, to);
  if (problem !== null) return rejected([problem]);
  const entries = replaced(workflow.edges, (edge) =>
    edge.id === id ? { id, from: { ...from }, to: { ...to } } : edge,
  );
  return ok(edit('Reconnect', [{ list: 'edges', entries }]));
}

/** The nodes and connections as they are while this connection is being led elsewhere. */
export function withoutEdge(workflow: Workflow, id: string): Pick<Workflow, 'nodes' | 'edges'> {
  return { nodes: workflow.nodes, edges: workflow.edges.filter((edge) => edge.id !== id) };
}

/** Connections taken away. */
export function disconnect(workflow: Workflow, ids: ReadonlySet<string>): Edit {
  return edit('Disconnect', [{ list: 'edges', entries: removed(workflow.edges, ({ id }) => ids.has(id)) }]);
}

/**
 * A node with another title or configuration; typing into one `field` is one burst. Connections from ports that the new
 * configuration no longer has (the ways of a Branch) go with them.
 */
export function configureNode(
  workflow: Workflow,
  id: string,
  { field, ...wanted }: { readonly title?: string; readonly config?: JsonObject; readonly field: string },
): Edit {
  const entries = replaced(workflow.nodes, (node) => (node.id === id ? { ...node, ...wanted } : node));
  const after = entries[0]?.after;
  const ports = new Set(after ? outputsOf(after).map(({ name }) => name) : []);
  const loose = removed(workflow.edges, ({ from }) => from.node === id && !ports.has(from.port));
  const changes: Change[] = [
    { list: 'edges', entries: loose },
    { list: 'nodes', entries },
  ];
  return edit(`Change ${field}`, changes, `configure ${id} ${field}`);
}

/** A node with another undo step, or with none (WF-118). */
export function chooseUndo(workflow: Workflow, id: string, undoWith: string | null): Edit {
  const entries = replaced(workflow.nodes, (node) => {
    if (id !== node.id || (node.undoWith ?? null) === undoWith) return node;
    const { undoWith: _, ...rest } = node;
    return undoWith === null ? rest : { ...rest, undoWith };
  });
  return edit(undoWith === null ? 'Remove undo step' : 'Choose undo step', [{ list: 'nodes', entries }]);
}

/** A node after whose failure the run goes on, or fails. */
export function continueAfter(workflow: Workflow, id: string, continueOnError: boolean): Edit {
  const entries = replaced(workflow.nodes, (node) => {
    if (id !== node.id || (node.continueOnError ?? false) === continueOnError) return node;
    const { continueOnError: _, ...rest } = node;
    return continueOnError ? { ...rest, continueOnError } : rest;
  });
  return edit(continueOnError ? 'Continue on failure' : 'Stop on failure', [{ list: 'nodes', entries }]);
}

/** Nodes that are disabled or run again. */
export function disableNodes(workflow: Workflow, ids: ReadonlySet<string>, disabled: boolean): Edit {
  const entries = replaced(workflow.nodes, (node) => {
    if (!ids.has(node.id) || (node.disabled ?? false) === disabled) return node;
    const { disabled: _, ...rest } = node;
    return disabled ? { ...rest, disabled } : rest;
  });
  return edit(`${disabled ? 'Disable' : 'Enable'} ${counted(ids.size)}`, [{ list: 'nodes', entries }]);
}

/** A node with pinned data, or with none; typing is one burst. */
export function pinData(workflow: Workflow, id: string, pinned: PinnedData | null): Edit {
  const entries = replaced(workflow.nodes, (node) => {
    if (node.id !== id) return node;
    const { pinned: _, ...rest } = node;
    return pinned === null ? rest : { ...rest, pinned };
  });
  return edit(pinned === null ? 'Unpin data' : 'Pin data', [{ list: 'nodes', entries }], `pin ${id}`);
}

/** A remark put down, changed (the same id) or, with no text, taken away. */
export function writeNote(
  workflow: Workflow,
  id: string | null,
  note: { readonly text: string; readonly position: Position },
): Edit {
  const { notes } = workflow;
  const written = { text: note.text, position: snap(note.position) };
  if (id === null) {
    const [fresh = ''] = freshIds(notes, ['note']);
    return edit('Add note', [{ list: 'notes', entries: appended(notes, [{ id: fresh, ...written }]) }]);
  }
  if (note.text === '')
    return edit('Delete note', [{ list: 'notes', entries: removed(notes, (one) => one.id === id) }]);
  const entries = replaced(notes, (one) => (one.id === id ? { id, ...written } : one));
  return edit('Change note', [{ list: 'notes', entries }], `note ${id}`);
}

/** Another name, description or settings. */
export function changeFrame(
  workflow: Workflow,
  wanted: Partial<Pick<Workflow, 'name' | 'description' | 'settings'>>,
): Edit {
  const { name, description, settings } = workflow;
  const before = { name, description, settings };
  const burst = `frame ${Object.keys(wanted).sort().join(' ')}`;
  return edit('Change workflow', [{ list: 'frame', before, after: { ...before, ...wanted } }], burst);
}

/** An edit of these changes; those that change nothing are left out. */
export function edit(label: string, changes: readonly Change[], burst: string | null = null): Edit {
  return { label, changes: changes.filter((one) => one.list === 'frame' || one.entries.length > 0), burst };
}

/** `1 node`, `3 nodes`. */
export function counted(nodes: number): string {
  return nodes === 1 ? '1 node' : `${nodes} nodes`;
}
