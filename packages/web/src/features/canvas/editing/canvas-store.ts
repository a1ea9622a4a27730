import type { History } from '@attain/domain/workflows/canvas/history';
import { openHistory } from '@attain/domain/workflows/canvas/history';
import type { Workflow } from '@attain/domain/workflows/workflow';

/** The pointer mode of the canvas (CANVAS-01). */
export type Mode = 'select' | 'connect' | 'pan';

/** The selected ids. */
export interface Selection {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
  readonly notes: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();
export const NOTHING: Selection = { nodes: none, edges: none, notes: none };

/** The stored draft the edits are based on, sent with the next save. */
export interface Base {
  readonly revision: number;
  readonly document: Workflow;
}

/** The state of the open workflow. */
export interface CanvasState {
  readonly history: History;
  readonly base: Base;
  readonly selection: Selection;
  readonly mode: Mode;
  /** In Connect mode: the node clicked first. */
  readonly connectFrom: string | null;
  /** While an end of a connection moves: the workflow without it, for checking targets. */
  readonly besides: Pick<Workflow, 'nodes' | 'edges'> | null;
  /** The last action, for the status bar and screen readers. */
  readonly lastAction: string;
}

/** Holds the state of one open workflow and notifies of changes. */
export interface CanvasStore {
  readonly get: () => CanvasState;
  readonly set: (change: Partial<CanvasState>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Creates a store for a loaded workflow, with the history this browser kept, if any. */
export function openCanvas(base: Base, history: History | null, mode: Mode): CanvasStore {
  let state: CanvasState = {
    history: history ?? openHistory(base.document),
    base,
    selection: NOTHING,
    mode,
    connectFrom: null,
    besides: null,
    lastAction: '',
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
