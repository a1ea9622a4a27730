import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { messages } from '../messages.ts';
import { FieldContext } from './field-wiring.ts';

export type FieldProps = {
  label: ReactNode;
  /** Always visible help. */
  hint?: ReactNode;
  /** The problem and its fix; announced when it appears. */
  error?: ReactNode;
  required?: boolean;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  /** One control: Input, Textarea, Select or any that calls `useFieldWiring`. */
  children: ReactNode;
};

/** A label, control, hint and error, connected for assistive technology. */
export function Field({ label, hint, error, required = false, hideLabel = false, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  const wiring = { id, describedBy: described || undefined, invalid: Boolean(error), required };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label
        id={`${id}-label`}
        htmlFor={id}
        className={hideLabel ? 'sr-only' : 'text-12 font-medium text-fg'}
      >
        {label}
        {required ? null : <span className="font-normal text-fg-3"> {messages.field.optional}</span>}
      </label>
      <FieldContext value={wiring}>{children}</FieldContext>
      {hint ? (
        <p id={`${id}-hint`} className="text-12 text-fg-3">
          {hint}
        </p>
      ) : null}
      <div aria-live="polite">
        {error ? (
          <p id={`${id}-error`} className="flex items-start gap-1 text-12 text-bad-text">
            <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
            <span>{error}</span>
          </p>
        ) : null}
      </div>
    </div>
  );
}
