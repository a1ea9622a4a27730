import { createContext, use, useSyncExternalStore } from 'react';
import type { CanvasActs } from './canvas-acts.ts';
import type { CanvasState, CanvasStore } from './canvas-store.ts';

/** The open workflow: its state, what can be done, and whether the reader may do it. */
export interface Canvas {
  /** The id it is stored by. */
  readonly workflowId: string;
  readonly store: CanvasStore;
  readonly acts: CanvasActs;
  readonly editable: boolean;
}

/** Set by the editor around everything it holds. */
export const CanvasContext = createContext<Canvas | null>(null);

/** The open workflow. @throws outside of an editor. */
export function useCanvas(): Canvas {
  const canvas = use(CanvasContext);
  if (canvas === null) throw new Error('useCanvas must be used within a CanvasContext');
  return canvas;
}

/** A part of the state, kept current; `pick` gives the same value for the same state. */
export function useCanvasState<Part>(pick: (state: CanvasState) => Part): Part {
  const { store } = useCanvas();
  return useSyncExternalStore(store.subscribe, () => pick(store.get()));
}

/** What a connection that is being drawn is checked against. */
export const pickConnectable = ({ besides, history }: CanvasState) => besides ?? history.workflow;
/** The workflow as it stands now. */
export const pickWorkflow = (state: CanvasState) => state.history.workflow;
