import { CalendarDays } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { formatDay } from '../../base/format-date.ts';
import { readDay } from '../../base/read-day.ts';
import { messages } from '../messages.ts';
import { useFieldWiring } from './field-wiring.ts';
import { Input, type InputProps } from './input.tsx';

export type DateInputProps = Pick<
  InputProps,
  'controlSize' | 'className' | 'disabled' | 'readOnly' | 'aria-label' | 'aria-invalid'
> & {
  /** The day as `2026-11-22`; `''` for none. */
  value: string;
  /** First and last selectable day, as `2026-11-22`. */
  min?: string;
  max?: string;
  /** Called with the day as `2026-11-22`, or `''` without a valid day. */
  onChange: (event: { target: { value: string } }) => void;
};

/**
 * A calendar day, typed in any usual format and shown as `Nov 22, 2026`, or picked in the browser's
 * calendar. Needs no ids inside a `Field`.
 */
export function DateInput({ value, min, max, onChange, className, ...rest }: DateInputProps) {
  const faultId = useId();
  const wired = useFieldWiring(rest);
  const calendar = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const shown = typed ?? (value === '' ? '' : formatDay(value));
  const unreadable = left && shown.trim() !== '' && readDay(shown) === null;
  const give = (day: string) => {
    if (day !== value) onChange({ target: { value: day } });
  };
  const described = [wired['aria-describedby'], unreadable ? faultId : ''].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <div className="relative">
        <Input
          {...rest}
          value={shown}
          placeholder={messages.date.placeholder}
          aria-describedby={described || undefined}
          aria-invalid={unreadable || wired['aria-invalid'] || rest['aria-invalid'] || undefined}
          className="pe-8!"
          onChange={({ target }) => {
            setTyped(target.value);
            setLeft(false);
            give(readDay(target.value) ?? '');
          }}
          onBlur={() => {
            setLeft(true);
            // a valid day is reformatted; other text stays to be corrected
            if (typed !== null && (typed.trim() === '' || readDay(typed) !== null)) setTyped(null);
          }}
        />
        <input
          ref={calendar}
          type="date"
          tabIndex={-1}
          aria-hidden
          className="pointer-events-none absolute end-0 bottom-0 h-full w-8 opacity-0"
          disabled={rest.disabled || rest.readOnly}
          value={value}
          min={min}
          max={max}
          onChange={({ target }) => {
            setTyped(null);
            give(target.value);
          }}
        />
        <button
          type="button"
          aria-label={messages.date.open}
          disabled={rest.disabled || rest.readOnly}
          className="absolute inset-y-0 end-0 grid w-8 place-items-center rounded-md text-fg-3 hover:text-fg focus-visible:-outline-offset-2 disabled:opacity-50"
          onClick={() => calendar.current?.showPicker()}
        >
          <CalendarDays aria-hidden className="size-4" />
        </button>
      </div>
      {unreadable ? (
        <p id={faultId} role="alert" className="mt-1 text-12 text-bad-text">
          {messages.date.invalid}
        </p>
      ) : null}
    </div>
  );
}
