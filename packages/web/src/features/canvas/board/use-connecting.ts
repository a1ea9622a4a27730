import { withoutEdge } from '@attain/domain/workflows/canvas/edits';
import { canConnect } from '@attain/domain/workflows/connect';
import type { Connection, Edge } from '@xyflow/react';
import { useMemo } from 'react';
import { pickConnectable, useCanvas } from '../editing/canvas-context.ts';
import type { WireEdge } from './flow-elements.ts';

/** Draws connections and moves their ends, only to allowed ports. */
export function useConnecting() {
  const { store, acts, editable } = useCanvas();
  return useMemo(
    () => ({
      edgesReconnectable: editable,
      isValidConnection: (wanted: Connection | Edge) => {
        const { from, to } = ends(wanted);
        return canConnect(pickConnectable(store.get()), from, to) === null;
      },
      onConnect: (made: Connection) => {
        const { from, to } = ends(made);
        acts.connect(from, to);
      },
      onReconnectStart: (_event: unknown, { id }: WireEdge) =>
        store.set({ besides: withoutEdge(store.get().history.workflow, id) }),
      onReconnect: ({ id }: WireEdge, made: Connection) => {
        const { from, to } = ends(made);
        acts.reconnect(id, from, to);
      },
      onReconnectEnd: () => store.set({ besides: null }),
    }),
    [store, acts, editable],
  );
}

function ends({ source, sourceHandle, target, targetHandle }: Connection | Edge) {
  return {
    from: { node: source, port: sourceHandle ?? '' },
    to: { node: target, port: targetHandle ?? '' },
  };
}
