import type { MouseEvent } from 'react';
import { useCallback } from 'react';
import { legalTargets } from '../acts/legal-targets.ts';
import { useCanvas } from '../editing/canvas-context.ts';
import { messages } from '../messages.ts';
import { type NoteNode, noteIdOf, type StepNode } from './flow-elements.ts';

/** In Connect mode, clicking two nodes connects them by the first matching ports. */
export function useNodePress() {
  const { store, acts, editable } = useCanvas();
  return useCallback(
    (_event: MouseEvent, { id }: StepNode | NoteNode) => {
      const { mode, connectFrom, history } = store.get();
      if (mode !== 'connect' || !editable || noteIdOf(id) !== null) return;
      if (connectFrom === null || connectFrom === id) {
        store.set({
          connectFrom: connectFrom === id ? null : id,
          lastAction: connectFrom === id ? '' : messages.toolbar.pressTarget,
        });
        return;
      }
      const { targets, why } = legalTargets(history.workflow, connectFrom, id);
      const [first] = targets;
      if (first) acts.connect(first.from, first.to);
      else acts.announce(why ?? messages.toolbar.cannotConnect);
      store.set({ connectFrom: null });
    },
    [store, acts, editable],
  );
}
