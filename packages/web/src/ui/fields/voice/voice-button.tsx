import { clsx } from 'clsx';
import { Mic } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { toast } from '../../overlays/toast-queue.ts';
import { Tooltip } from '../../overlays/tooltip.tsx';
import { dropListening, listen, stopListening, useListening } from './listening.ts';
import { placeWords } from './place-words.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

export type VoiceButtonProps = {
  /** What the field is called, for those who cannot see that the button stands in it. */
  describes?: string;
  /** Or the id of the element that says so. */
  describedBy?: string;
};

/**
 * Fills the text field it stands in (the nearest `data-field-box` around it) with what is spoken, at the caret, while it is
 * spoken. Pressed again, Escape, or typing ends it. Only for browsers that can listen: see `recognitionOf`.
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
      <Tooltip label={on ? 'Stop listening' : 'Voice input. Your browser may send the sound to its maker.'}>
        <button
          ref={button}
          type="button"
          aria-label="Voice input"
          aria-pressed={on}
          aria-description={describes}
          aria-describedby={describedBy}
          // The field keeps the focus and its caret.
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
        {phase === 'listening' ? <span className="pointer-coarse:hidden"> Esc stops</span> : null}
      </span>
    </>
  );
}

const phaseWords = {
  asking: 'Waiting for the microphone…',
  listening: 'Listening…',
  ending: 'Finishing the last words…',
} as const;

/** Writes into a field as if somebody typed, so that forms hear of it. `onTyped`: somebody really did. */
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
  // After React, which listens below the document: what ends the listening draws anew, and a field that is drawn before its
  // form has heard of a letter loses it.
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

/** React watches the property of the element itself; the prototype's setter goes by it, and the event then tells React. */
function setValue(field: TextField, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
