import { toast } from '../../overlays/toast-queue.ts';
import { faultWords, wordsOf } from './heard.ts';
import { changed, currentSession, dropListening, type Session, setSession } from './listening.ts';
import { placeWords } from './place-words.ts';
import { recognitionOf } from './recognition.ts';

export type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Dictates into the field at its caret in the browser's language; stops any other dictation. A one-line field ends at the
 * first pause, others continue until stopped. Problems are shown as a toast.
 */
export function dictate(owner: string, field: TextField): void {
  currentSession()?.abort();
  const Recognition = recognitionOf();
  // the field can leave while this code loads
  if (!Recognition || !field.isConnected) return;
  const recognition = new Recognition();
  recognition.lang = navigator.language;
  recognition.continuous = field instanceof HTMLTextAreaElement;
  recognition.interimResults = true;
  const written = writeInto(field, () => dropListening(owner));
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
  const current = () => currentSession() === mine;
  const finish = () => {
    if (!current()) return;
    removeEventListener('keydown', stopOnEscape, true);
    removeEventListener('pagehide', mine.abort);
    written.end();
    setSession(null);
  };
  const fail = (error: string) => {
    const fault = current() ? faultWords(error) : undefined;
    finish();
    if (fault) toast({ id: 'voice', ...fault, meaning: 'bad' });
  };
  recognition.onstart = () => {
    if (mine.phase === 'asking') mine.phase = 'listening';
    changed();
  };
  recognition.onresult = (event) => current() && written.show(wordsOf(event));
  recognition.onnomatch = () => fail('no-match');
  recognition.onerror = (event) => fail(event.error);
  recognition.onend = finish;
  // captured before other Escape listeners, so that the dialog around the field stays open
  addEventListener('keydown', stopOnEscape, true);
  addEventListener('pagehide', mine.abort);
  setSession(mine);
  try {
    recognition.start();
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

function stopOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopImmediatePropagation();
  currentSession()?.stop();
}

/** Writes into a field as if typed, so that forms notice it. `onTyped` is called when the user types. */
function writeInto(
  field: TextField,
  onTyped: () => void,
): { show: (words: string) => void; end: () => void } {
  const marked = {
    text: field.value,
    start: field.selectionStart ?? field.value.length,
    end: field.selectionEnd ?? field.value.length,
  };
  const maxLength = field.maxLength >= 0 ? field.maxLength : Number.POSITIVE_INFINITY;
  let ours = false;
  const onResult = ({ target }: Event) => {
    if (target === field && !ours) onTyped();
  };
  // After React, which listens below the document: the handler renders again, and a field rendered before
  // its form has processed a letter would lose it.
  document.addEventListener('input', onResult);
  return {
    show(words) {
      const { text, caret } = placeWords(marked, words, maxLength);
      ours = true;
      setValue(field, text);
      field.setSelectionRange(caret, caret);
      ours = false;
    },
    end: () => document.removeEventListener('input', onResult),
  };
}

/** React tracks its own value property; the prototype's setter bypasses it, and the event informs React. */
function setValue(field: TextField, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
