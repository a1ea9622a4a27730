import type { History } from '@attain/domain/workflows/canvas/history';
import { openHistory } from '@attain/domain/workflows/canvas/history';
import type { Workflow } from '@attain/domain/workflows/workflow';

/** What the mouse does on the canvas: choose and move, connect, or move the view (CANVAS-01). */
export type Mode = 'select' | 'connect' | 'pan';

/** What is chosen, by ids. */
export interface Selection {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
  readonly notes: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();
/** Nothing is chosen. */
export const NOTHING: Selection = { nodes: none, edges: none, notes: none };

/** The stored draft that is edited: what the next save says it edited. */
export interface Base {
  readonly revision: number;
  readonly document: Workflow;
}

/** Everything the canvas knows of the workflow that is open. */
export interface CanvasState {
  readonly history: History;
  readonly base: Base;
  readonly selection: Selection;
  readonly mode: Mode;
  /** In Connect mode: the node that was pressed first. */
  readonly connectFrom: string | null;
  /** While a connection is led elsewhere: everything but it, for what may be connected then. */
  readonly besides: Pick<Workflow, 'nodes' | 'edges'> | null;
  /** What happened last, for the status bar and for screen readers. */
  readonly said: string;
}

/** Holds the state of one open workflow and tells of its changes. */
export interface CanvasStore {
  readonly get: () => CanvasState;
  readonly set: (change: Partial<CanvasState>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A store for a workflow as it was loaded, or with the history that this browser kept of it. */
export function openCanvas(base: Base, history: History | null, mode: Mode): CanvasStore {
  let state: CanvasState = {
    history: history ?? openHistory(base.document),
    base,
    selection: NOTHING,
    mode,
    connectFrom: null,
    besides: null,
    said: '',
  };
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
