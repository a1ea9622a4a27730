import { useSyncExternalStore } from 'react';
import { faultWords, recognitionOf, wordsOf } from './recognition.ts';

/** `asking`: the browser requests the microphone; `ending`: it processes the last words. */
export type ListeningPhase = 'asking' | 'listening' | 'ending';

export type Listener = {
  /** The field that is dictated to; one at a time. */
  owner: string;
  /** Continues across pauses until stopped. */
  continuous: boolean;
  /** Called with all words so far whenever the browser updates them. */
  onWords: (words: string) => void;
  /** Called at most once, if the browser could not listen. */
  onFault: (fault: { title: string; text: string }) => void;
  /** Called once at the end, for any reason. */
  onEnd: () => void;
};

type Session = { owner: string; phase: ListeningPhase; stop(): void; abort(): void };

let session: Session | null = null;
const listeners = new Set<() => void>();

/** Starts dictation for the owner in the browser's language; stops any other. */
export function listen({ owner, continuous, onWords, onFault, onEnd }: Listener): void {
  session?.abort();
  const Recognition = recognitionOf();
  if (!Recognition) return;
  const recognition = new Recognition();
  recognition.lang = navigator.language;
  recognition.continuous = continuous;
  recognition.interimResults = true;
  const mine: Session = {
    owner,
    phase: 'asking',
    stop() {
      mine.phase = 'ending';
      recognition.stop();
      changed();
    },
    abort() {
      finish();
      recognition.abort();
    },
  };
  const current = () => session === mine;
  const finish = () => {
    if (!current()) return;
    session = null;
    removeEventListener('keydown', stopOnEscape, true);
    removeEventListener('pagehide', mine.abort);
    onEnd();
    changed();
  };
  const fail = (error: string) => {
    const fault = current() ? faultWords(error) : undefined;
    finish();
    if (fault) onFault(fault);
  };
  recognition.onstart = () => {
    if (mine.phase === 'asking') mine.phase = 'listening';
    changed();
  };
  recognition.onresult = (event) => current() && onWords(wordsOf(event));
  recognition.onnomatch = () => fail('no-match');
  recognition.onerror = (event) => fail(event.error);
  recognition.onend = finish;
  session = mine;
  // captured before other Escape listeners, so that the dialog around the field stays open
  addEventListener('keydown', stopOnEscape, true);
  addEventListener('pagehide', mine.abort);
  changed();
  try {
    recognition.start();
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

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

function stopOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopImmediatePropagation();
  session?.stop();
}

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
