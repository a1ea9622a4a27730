import type { MouseEvent } from 'react';
import { useCallback } from 'react';
import { legalTargets } from '../acts/legal-targets.ts';
import { useCanvas } from '../editing/canvas-context.ts';
import { type NoteNode, noteIdOf, type StepNode } from './flow-elements.ts';

/** In Connect mode a press on one node and then on another connects them by the first ports that fit. */
export function useNodePress() {
  const { store, acts, editable } = useCanvas();
  return useCallback(
    (_event: MouseEvent, { id }: StepNode | NoteNode) => {
      const { mode, connectFrom, history } = store.get();
      if (mode !== 'connect' || !editable || noteIdOf(id) !== null) return;
      if (connectFrom === null || connectFrom === id) {
        store.set({
          connectFrom: connectFrom === id ? null : id,
          said: connectFrom === id ? '' : 'Press the node it leads to',
        });
        return;
      }
      const { targets, why } = legalTargets(history.workflow, connectFrom, id);
      const [first] = targets;
      if (first) acts.connect(first.from, first.to);
      else acts.announce(why ?? 'These two cannot be connected');
      store.set({ connectFrom: null });
    },
    [store, acts, editable],
  );
}
