import { createContext, use, useSyncExternalStore } from 'react';
import type { CanvasActs } from './canvas-acts.ts';
import type { CanvasState, CanvasStore } from './canvas-store.ts';

/** The open workflow: state, actions and permission to edit. */
export interface Canvas {
  readonly workflowId: string;
  readonly store: CanvasStore;
  readonly acts: CanvasActs;
  readonly editable: boolean;
}

/** Provided by the canvas editor. */
export const CanvasContext = createContext<Canvas | null>(null);

/** The open workflow. @throws outside of an editor. */
export function useCanvas(): Canvas {
  const canvas = use(CanvasContext);
  if (canvas === null) throw new Error('useCanvas must be used within a CanvasContext');
  return canvas;
}

/** Subscribes to a part of the state; `pick` must return a stable value. */
export function useCanvasState<Part>(pick: (state: CanvasState) => Part): Part {
  const { store } = useCanvas();
  return useSyncExternalStore(store.subscribe, () => pick(store.get()));
}

/** The workflow that a new connection is checked against. */
export const pickConnectable = ({ besides, history }: CanvasState) => besides ?? history.workflow;
export const pickWorkflow = (state: CanvasState) => state.history.workflow;
