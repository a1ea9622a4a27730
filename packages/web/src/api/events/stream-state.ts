import { useSyncExternalStore } from 'react';
import type { StreamState } from './follow-events.ts';

let state: StreamState = 'connecting';
const listeners = new Set<() => void>();

/** Whether the server tells what changes; while it does not, running work is looked at every now and then. */
export function isServerPushing(): boolean {
  return state === 'open';
}

/** How the stream stands, kept current. */
export function useStreamState(): StreamState {
  return useSyncExternalStore(subscribe, () => state);
}

/** Says how the stream stands from now on; answers whether that is new. */
export function setStreamState(next: StreamState): boolean {
  if (next === state) return false;
  state = next;
  for (const listener of listeners) listener();
  return true;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
