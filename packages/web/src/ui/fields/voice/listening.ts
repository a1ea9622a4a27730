import { useSyncExternalStore } from 'react';
import { faultWords, recognitionOf, wordsOf } from './recognition.ts';

/** `asking`: the browser asks for the microphone or starts it; `ending`: it still works on the last words. */
export type ListeningPhase = 'asking' | 'listening' | 'ending';

export type Listener = {
  /** Whose words they are; one field listens at a time. */
  owner: string;
  /** Goes on over pauses, until it is stopped. */
  continuous: boolean;
  /** Called with everything said so far, each time the browser knows more or corrects itself. */
  onWords: (words: string) => void;
  /** Called at most once, when the browser could not listen. */
  onFault: (fault: { title: string; text: string }) => void;
  /** Called once, when it is over, however it ended. */
  onEnd: () => void;
};

type Session = { owner: string; phase: ListeningPhase; stop(): void; abort(): void };

let session: Session | null = null;
const listeners = new Set<() => void>();

/** Listens for the owner, in the language the browser is set to; whoever listened before is dropped. */
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
  // Before anything else that listens for Escape: it ends the listening, and not also the dialog around the field.
  addEventListener('keydown', stopOnEscape, true);
  addEventListener('pagehide', mine.abort);
  changed();
  try {
    recognition.start();
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

/** Ends the owner's listening; words that were already said may still come. */
export function stopListening(owner: string): void {
  if (session?.owner === owner) session.stop();
}

/** Ends the owner's listening at once; nothing more comes. */
export function dropListening(owner: string): void {
  if (session?.owner === owner) session.abort();
}

/** How the owner's listening stands, kept current; null while nobody listens for it. */
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
