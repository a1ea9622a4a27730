import type { EdgeChange, NodeChange } from '@xyflow/react';
import { useMemo } from 'react';
import { useCanvas } from '../editing/canvas-context.ts';
import { type NoteNode, noteIdOf, type StepNode, type WireEdge } from './flow-elements.ts';

/** Applies changes reported by React Flow to the workflow and the selection. */
export function useFlowChanges() {
  const { store, acts, editable } = useCanvas();
  return useMemo(() => {
    const chosen = (before: ReadonlySet<string>, picks: readonly { id: string; selected: boolean }[]) => {
      if (picks.length === 0) return before;
      const after = new Set(before);
      for (const { id, selected } of picks) {
        if (selected) after.add(id);
        else after.delete(id);
      }
      return after;
    };
    const choose = (picks: readonly { id: string; selected: boolean }[]) => {
      const { selection } = store.get();
      const notes = picks.flatMap(({ id, selected }) => {
        const note = noteIdOf(id);
        return note === null ? [] : [{ id: note, selected }];
      });
      const nodes = picks.filter(({ id }) => noteIdOf(id) === null);
      store.set({
        selection: {
          ...selection,
          nodes: chosen(selection.nodes, nodes),
          notes: chosen(selection.notes, notes),
        },
      });
    };
    const moveAll = (moves: readonly { id: string; position: { x: number; y: number } }[]) => {
      const { workflow } = store.get().history;
      const [first] = moves;
      if (!first) return;
      const before =
        workflow.nodes.find(({ id }) => id === first.id) ??
        workflow.notes.find(({ id }) => id === noteIdOf(first.id));
      if (!before) return;
      const by = { x: first.position.x - before.position.x, y: first.position.y - before.position.y };
      if (by.x === 0 && by.y === 0) return;
      const notes = moves.flatMap(({ id }) => noteIdOf(id) ?? []);
      acts.move(new Set(moves.map(({ id }) => id).filter((id) => noteIdOf(id) === null)), new Set(notes), by);
    };
    return {
      onNodes(changes: NodeChange<StepNode | NoteNode>[]) {
        const picks = changes.filter((change) => change.type === 'select');
        if (picks.length > 0) choose(picks);
        if (!editable) return;
        const moves = changes.flatMap((change) =>
          change.type === 'position' && change.position ? [{ id: change.id, position: change.position }] : [],
        );
        if (moves.length > 0) moveAll(moves);
      },
      onEdges(changes: EdgeChange<WireEdge>[]) {
        const picks = changes.filter((change) => change.type === 'select');
        const { selection } = store.get();
        if (picks.length > 0)
          store.set({ selection: { ...selection, edges: chosen(selection.edges, picks) } });
      },
    };
  }, [store, acts, editable]);
}
