import { type ComponentProps, type ReactNode, useId } from 'react';

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: ReactNode;
  hint?: ReactNode;
};

/** For settings that apply at once; use a checkbox for forms with a save button. */
export function Switch({ label, hint, ...rest }: SwitchProps) {
  const hintId = useId();
  return (
    <div className="flex flex-col">
      <label className="inline-flex min-h-6 cursor-pointer items-center gap-2 has-disabled:cursor-default has-disabled:text-fg-3 pointer-coarse:min-h-11">
        <input
          {...rest}
          type="checkbox"
          role="switch"
          aria-checked={rest.checked}
          aria-describedby={hint ? hintId : undefined}
          className="toggle"
        />
        <span>{label}</span>
      </label>
      {hint ? (
        <p id={hintId} className="ps-9 text-12 text-fg-3">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
