import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

/** One choice, with an optional explanation. */
export type RadioChoice<Value extends string> = {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
};

export type RadioGroupProps<Value extends string> = {
  label: ReactNode;
  choices: readonly RadioChoice<Value>[];
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  hint?: ReactNode;
  error?: ReactNode;
  /** Side by side instead of stacked. */
  inline?: boolean;
};

/** Native radio buttons; arrow keys select. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, choices, value, onValueChange, hint, error, inline = false } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="flex flex-col gap-1">
      <legend className="mb-1 text-12 font-medium">{label}</legend>
      {hint ? <p className="text-12 text-fg-3">{hint}</p> : null}
      <div className={clsx('flex', inline ? 'flex-wrap gap-x-4 gap-y-1' : 'flex-col gap-1')}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex min-h-6 cursor-pointer items-start gap-2 has-disabled:cursor-default has-disabled:text-fg-3 pointer-coarse:min-h-10"
          >
            <input
              type="radio"
              className="tick mt-0.5"
              name={id}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onValueChange(choice.value)}
            />
            <span>
              {choice.label}
              {choice.hint ? <span className="block text-12 text-fg-3">{choice.hint}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-12 text-bad-text">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
