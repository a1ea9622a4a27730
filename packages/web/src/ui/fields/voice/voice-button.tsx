import { clsx } from 'clsx';
import { Mic } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { messages } from '../../messages.ts';
import { toast } from '../../overlays/toast-queue.ts';
import { Tooltip } from '../../overlays/tooltip.tsx';
import type { TextField } from './dictate.ts';
import { dropListening, stopListening, useListening } from './listening.ts';

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
    field.focus();
    void import('./dictate.ts').then(
      ({ dictate }) => dictate(owner, field),
      () =>
        toast({
          id: 'voice',
          title: messages.voice.stopped,
          text: messages.overlay.failureText,
          meaning: 'bad',
        }),
    );
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
