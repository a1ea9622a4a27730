import { useSyncExternalStore } from 'react';
import type { StreamState } from './follow-events.ts';

let state: StreamState = 'connecting';
const listeners = new Set<() => void>();

/** Whether the server pushes changes; otherwise running work is polled. */
export function isServerPushing(): boolean {
  return state === 'open';
}

/** The state of the stream, as a hook. */
export function useStreamState(): StreamState {
  return useSyncExternalStore(subscribe, () => state);
}

/** Sets the state of the stream; returns whether it changed. */
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
