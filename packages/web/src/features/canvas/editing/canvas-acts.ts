import { alignNodes, type Side, tidyNodes } from '@attain/domain/workflows/canvas/arrange';
import { appended, removed, replaced } from '@attain/domain/workflows/canvas/change';
import { type Clip, copyNodes, duplicateNodes, pasteClip } from '@attain/domain/workflows/canvas/clip';
import {
  addNode,
  changeFrame,
  chooseUndo,
  configureNode,
  connect,
  continueAfter,
  disableNodes,
  disconnect,
  type Edit,
  edit,
  moveNodes,
  pinData,
  reconnect,
  removeNodes,
  writeNote,
} from '@attain/domain/workflows/canvas/edits';
import { snap } from '@attain/domain/workflows/canvas/geometry';
import { perform, redo, seal, undo } from '@attain/domain/workflows/canvas/history';
import type { WorkflowProblem } from '@attain/domain/workflows/connect';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import type {
  PinnedData,
  PortRef,
  Position,
  Workflow,
  WorkflowVariable,
} from '@attain/domain/workflows/workflow';
import { messages } from '../messages.ts';
import { type CanvasStore, NOTHING, type Selection } from './canvas-store.ts';
import { freePlace } from './free-place.ts';
import { readClip, writeClip } from './kept-clip.ts';

/** The actions on the open workflow. All can be undone. */
export type CanvasActs = ReturnType<typeof canvasActs>;

/** Actions on a store; each applies at once as one history step. */
export function canvasActs(store: CanvasStore) {
  const workflow = () => store.get().history.workflow;
  const announce = (lastAction: string) => store.set({ lastAction });
  const apply = (made: Edit, lastAction = made.label) =>
    store.set({ history: perform(store.get().history, made), lastAction });
  const select = (selection: Partial<Selection>) => store.set({ selection: { ...NOTHING, ...selection } });
  const put = ({ edit: made, pasted }: ReturnType<typeof pasteClip>) => {
    apply(made);
    select({ nodes: pasted });
  };
  const move = (way: typeof undo, status: string) => {
    const { history } = store.get();
    const moved = way(history);
    const step = way === undo ? history.past.at(-1) : history.future[0];
    if (moved === history || !step) return announce(messages.edit.nothingTo(status.toLowerCase()));
    store.set({ history: moved, selection: kept(moved.workflow, store.get().selection) });
    announce(`${status}: ${step.label}`);
  };
  return {
    announce,
    select,
    undo: () => move(undo, messages.toolbar.undo),
    redo: () => move(redo, messages.toolbar.redo),
    /** Ends the merging of drag or typing steps. */
    seal: () => store.set({ history: seal(store.get().history) }),
    /**
     * Adds a node at a position or the nearest free place, connected if it follows another; one history
     * step. Returns its id.
     */
    add(type: string, wanted: Position, after?: string): string | null {
      const before = workflow();
      const made = addNode(before, type, freePlace(before, wanted), after);
      if (!made.ok) {
        announce(made.problems[0]?.message ?? '');
        return null;
      }
      apply(made.value);
      const id = workflow().nodes.at(-1)?.id ?? null;
      if (id !== null) select({ nodes: new Set([id]) });
      return id;
    },
    /** Moves nodes and notes together; one drag is one step. */
    move(nodes: ReadonlySet<string>, notes: ReadonlySet<string>, by: Position) {
      const made = moveNodes(workflow(), nodes, by);
      const entries = replaced(workflow().notes, (note) =>
        notes.has(note.id)
          ? { ...note, position: snap({ x: note.position.x + by.x, y: note.position.y + by.y }) }
          : note,
      );
      const label = nodes.size === 0 ? messages.edit.moveNote : made.label;
      const burst = `${made.burst} ${[...notes].sort().join(' ')}`;
      apply(edit(label, [...made.changes, { list: 'notes', entries }], burst));
    },
    connect(from: PortRef, to: PortRef): WorkflowProblem | null {
      const made = connect(workflow(), from, to);
      if (!made.ok) return (made.problems[0] as WorkflowProblem | undefined) ?? null;
      apply(made.value);
      return null;
    },
    /** Moves an end of a connection; announces the reason if not allowed. */
    reconnect(id: string, from: PortRef, to: PortRef) {
      const made = reconnect(workflow(), id, from, to);
      if (made.ok) apply(made.value);
      else announce(made.problems[0]?.message ?? '');
    },
    disconnect: (id: string) => apply(disconnect(workflow(), new Set([id]))),
    configure: (id: string, wanted: { title?: string; config?: JsonObject; field: string }) =>
      apply(configureNode(workflow(), id, wanted), ''),
    chooseUndo: (id: string, undo: string | null) => apply(chooseUndo(workflow(), id, undo)),
    continueAfter: (id: string, continues: boolean) => apply(continueAfter(workflow(), id, continues)),
    disable: (ids: ReadonlySet<string>, disabled: boolean) => apply(disableNodes(workflow(), ids, disabled)),
    pin: (id: string, pinned: PinnedData | null) => apply(pinData(workflow(), id, pinned), ''),
    changeFrame: (wanted: Parameters<typeof changeFrame>[1]) => apply(changeFrame(workflow(), wanted), ''),
    setVariables: (variables: readonly WorkflowVariable[]) => apply(variablesEdit(workflow(), variables), ''),
    note: (id: string | null, note: { text: string; position: Position }) => {
      apply(writeNote(workflow(), id, note), id === null ? messages.edit.addNote : '');
      const fresh = id === null ? workflow().notes.at(-1)?.id : undefined;
      if (fresh) select({ notes: new Set([fresh]) });
    },
    /** Deletes the selection as one step. */
    remove() {
      const { selection } = store.get();
      const made = removalOf(workflow(), selection);
      if (made.changes.length === 0) return announce(messages.edit.nothingSelected);
      apply(made);
      store.set({ selection: NOTHING });
    },
    copy() {
      const { nodes } = store.get().selection;
      if (nodes.size === 0) return announce(messages.edit.selectToCopy);
      const kept = writeClip(copyNodes(workflow(), nodes));
      announce(kept ? messages.edit.copied(nodes.size) : messages.edit.noStorage);
    },
    paste() {
      const clip: Clip | null = readClip();
      if (clip === null) return announce(messages.edit.nothingCopied);
      put(pasteClip(workflow(), clip));
    },
    duplicate() {
      const { nodes } = store.get().selection;
      if (nodes.size === 0) return announce(messages.edit.selectToDuplicate);
      put(duplicateNodes(workflow(), nodes));
    },
    align: (side: Side) => apply(alignNodes(workflow(), store.get().selection.nodes, side)),
    /** Tidies the selected nodes, or all if fewer than two are selected. */
    tidy() {
      const { nodes } = store.get().selection;
      apply(tidyNodes(workflow(), nodes.size > 1 ? nodes : undefined));
    },
    selectAll: () => select({ nodes: new Set(workflow().nodes.map(({ id }) => id)) }),
  };
}

function removalOf(workflow: Workflow, { nodes, edges, notes }: Selection): Edit {
  const nodesGo = removeNodes(workflow, nodes);
  const loose = removed(
    workflow.edges,
    ({ id, from, to }) => edges.has(id) || nodes.has(from.node) || nodes.has(to.node),
  );
  const label =
    nodes.size > 0 ? nodesGo.label : edges.size > 0 ? messages.edit.disconnect : messages.edit.deleteNote;
  return edit(label, [
    { list: 'edges', entries: loose },
    ...nodesGo.changes.filter(({ list }) => list === 'nodes'),
    { list: 'notes', entries: removed(workflow.notes, ({ id }) => notes.has(id)) },
  ]);
}

function variablesEdit(workflow: Workflow, variables: readonly WorkflowVariable[]): Edit {
  const changes: Edit['changes'] = [
    { list: 'variables', entries: removed(workflow.variables, () => true) },
    { list: 'variables', entries: appended([], variables) },
  ];
  return edit(messages.edit.variables, changes, 'variables');
}

/** The part of a selection that still exists. */
function kept(workflow: Workflow, { nodes, edges, notes }: Selection): Selection {
  const of = (list: readonly { readonly id: string }[], ids: ReadonlySet<string>) =>
    new Set(list.map(({ id }) => id).filter((id) => ids.has(id)));
  return {
    nodes: of(workflow.nodes, nodes),
    edges: of(workflow.edges, edges),
    notes: of(workflow.notes, notes),
  };
}
