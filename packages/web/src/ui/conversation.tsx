import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatMoment } from '../base/format-date.ts';
import { Button } from './button.tsx';
import { Field } from './fields/field.tsx';
import { Textarea } from './fields/textarea.tsx';
import { messages } from './messages.ts';

type MessageEntryProps = {
  /** Who wrote it, as shown. */
  by: string;
  at: string;
  /** Blank for a decision without words. */
  text: string;
  /** What it decided. */
  outcome?: string;
  /** What came with it. */
  children?: ReactNode;
};

/** One message of a conversation. */
export function MessageEntry({ by, at, text, outcome, children }: MessageEntryProps) {
  return (
    <div className="rounded-lg border px-3 py-2">
      <p className="flex flex-wrap items-baseline gap-x-2 text-12 text-fg-2">
        {outcome ? <span className="font-semibold text-fg">{outcome}</span> : null}
        {`${by}, ${formatMoment(at)}`}
      </p>
      {text ? <p className="break-words whitespace-pre-wrap">{text}</p> : null}
      {children}
    </div>
  );
}

type MessageFormProps = {
  label: string;
  send: string;
  busy: boolean;
  /** What is sent with it has to be corrected first. */
  disabled?: boolean;
  autoFocus?: boolean;
  /** What is sent with it. */
  children?: ReactNode;
  /** Sends the text, and clears the field with `done` once it is stored. */
  onSend: (message: string, done: () => void) => void;
  /** Closes the form, by its button or Escape; without it, the form stays. */
  onCancel?: () => void;
};

/** The field and button that write the next one. */
export function MessageForm(props: MessageFormProps) {
  const { label, send, busy, disabled = false, autoFocus = false, children, onSend, onCancel } = props;
  const [message, setMessage] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // the focus alone brings only a part of the field into view, and not the buttons
    if (autoFocus) form.current?.scrollIntoView({ block: 'nearest' });
  }, [autoFocus]);
  return (
    <form
      ref={form}
      className="flex scroll-mb-4 flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(message.trim(), () => setMessage(''));
      }}
    >
      <Field label={label} required>
        <Textarea
          autoFocus={autoFocus}
          maxLength={4000}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onCancel?.()}
        />
      </Field>
      {children}
      <div className="flex gap-2">
        <Button type="submit" disabled={disabled || message.trim() === ''} busy={busy}>
          {send}
        </Button>
        {onCancel ? (
          <Button variant="ghost" onClick={onCancel}>
            {messages.dialog.cancel}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
