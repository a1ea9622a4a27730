import { useSyncExternalStore } from 'react';

/** `asking`: the browser requests the microphone; `ending`: it processes the last words. */
export type ListeningPhase = 'asking' | 'listening' | 'ending';

/** A dictation: `owner` is the field dictated to. */
export type Session = { owner: string; phase: ListeningPhase; stop(): void; abort(): void };

let session: Session | null = null;
const listeners = new Set<() => void>();

/** Makes this the dictation of the window, of which there is one at most; null: none. */
export function setSession(next: Session | null): void {
  session = next;
  changed();
}

export const currentSession = (): Session | null => session;

/** Ends the owner's dictation; pending words may still arrive. */
export function stopListening(owner: string): void {
  if (session?.owner === owner) session.stop();
}

/** Aborts the owner's dictation; no more words arrive. */
export function dropListening(owner: string): void {
  if (session?.owner === owner) session.abort();
}

/** The owner's dictation phase; null if it is not active. */
export function useListening(owner: string): ListeningPhase | null {
  return useSyncExternalStore(subscribe, () => (session?.owner === owner ? session.phase : null));
}

/** The phase of the dictation changed. */
export function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
