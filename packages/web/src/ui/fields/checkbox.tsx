import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react';

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  /** The label; without it give `aria-label`. */
  label?: ReactNode;
  hint?: ReactNode;
  /** Some, not all: for the checkbox above a list. */
  indeterminate?: boolean;
};

/** A native checkbox with label and hint. */
export function Checkbox({ label, hint, indeterminate = false, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  const hintId = useId();
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const ownId = useId();
  const id = rest.id ?? ownId;
  const input = (
    <input
      {...rest}
      id={id}
      ref={box}
      type="checkbox"
      aria-describedby={hint ? hintId : undefined}
      className="tick"
    />
  );
  if (!label) return input;
  return (
    <div className="flex flex-col">
      <label
        htmlFor={id}
        className="inline-flex min-h-6 cursor-pointer items-center gap-2 has-disabled:cursor-default has-disabled:text-fg-3 pointer-coarse:min-h-11"
      >
        {input}
        <span>{label}</span>
      </label>
      {hint ? (
        <p id={hintId} className="ps-6 text-12 text-fg-3">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
