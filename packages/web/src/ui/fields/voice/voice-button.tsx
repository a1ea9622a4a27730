import { clsx } from 'clsx';
import { Mic } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { messages } from '../../messages.ts';
import { toast } from '../../overlays/toast-queue.ts';
import { Tooltip } from '../../overlays/tooltip.tsx';
import { dropListening, listen, stopListening, useListening } from './listening.ts';
import { placeWords } from './place-words.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

export type VoiceButtonProps = {
  /** The field's name, for screen readers. */
  describes?: string;
  /** The id of the element with the field's name. */
  describedBy?: string;
};

/**
 * Dictates into the text field around it (the nearest `data-field-box`) at the caret. Ends when pressed
 * again, on Escape, or when the user types. Only for browsers with speech recognition, see `recognitionOf`.
 */
export function VoiceButton({ describes, describedBy }: VoiceButtonProps) {
  const owner = useId();
  const button = useRef<HTMLButtonElement>(null);
  const phase = useListening(owner);
  useEffect(() => () => dropListening(owner), [owner]);
  const start = () => {
    const field = button.current?.closest('[data-field-box]')?.querySelector<TextField>('input, textarea');
    if (!field) throw new Error('A voice button stands in the box of a text field.');
    const dictation = dictateInto(field, () => dropListening(owner));
    listen({
      owner,
      continuous: field instanceof HTMLTextAreaElement,
      onWords: dictation.show,
      onFault: (fault) => toast({ id: 'voice', ...fault, meaning: 'bad' }),
      onEnd: dictation.end,
    });
    field.focus();
  };
  const on = phase !== null;
  return (
    <>
      <Tooltip label={on ? messages.voice.stop : messages.voice.hint}>
        <button
          ref={button}
          type="button"
          aria-label={messages.voice.label}
          aria-pressed={on}
          aria-description={describes}
          aria-describedby={describedBy}
          // keeps the focus and caret in the field
          onPointerDown={(event) => event.preventDefault()}
          onClick={on ? () => stopListening(owner) : start}
          className={clsx(
            'grid size-6 place-items-center disabled:hidden rounded-sm pointer-coarse:size-8',
            on ? 'bg-bad-soft text-bad-text' : 'text-fg-3 hover:bg-surface-2 hover:text-fg',
          )}
        >
          <Mic
            aria-hidden
            className={clsx('size-4', phase === 'listening' && 'animate-pulse motion-reduce:animate-none')}
          />
        </button>
      </Tooltip>
      <span
        role="status"
        className={clsx(
          on &&
            'pointer-events-none absolute end-0 top-full z-20 mt-1 rounded-md bg-fg px-2 py-1 whitespace-nowrap text-11 text-bg shadow-float',
        )}
      >
        {phase ? phaseWords[phase] : null}
        {phase === 'listening' ? (
          <span className="pointer-coarse:hidden"> {messages.voice.escape}</span>
        ) : null}
      </span>
    </>
  );
}

const phaseWords = {
  asking: messages.voice.asking,
  listening: messages.voice.listening,
  ending: messages.voice.ending,
} as const;

/** Writes into a field as if typed, so that forms notice it. `onTyped` is called when the user types. */
function dictateInto(
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
  // its
  // form has processed a letter would lose it.
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
