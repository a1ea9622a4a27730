import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { controlLook, controlSizes, useFieldWiring } from './field-wiring.ts';

export type InputProps = ComponentProps<'input'> & {
  controlSize?: keyof typeof controlSizes;
  /** Figures: right-aligned, tabular, with a decimal keyboard on phones. */
  figure?: boolean;
  /** Inside, before the text: an icon or currency. */
  lead?: ReactNode;
  /** Inside, after the text: a unit or small button. */
  trail?: ReactNode;
};

/** A one-line text input. Needs no ids inside a `Field`. */
export function Input({ controlSize = 'md', figure = false, lead, trail, className, ...rest }: InputProps) {
  const wired = useFieldWiring(rest);
  const input = (
    <input
      inputMode={figure ? 'decimal' : undefined}
      autoComplete="off"
      {...rest}
      {...wired}
      className={clsx(
        controlLook,
        'read-only:bg-surface-2',
        controlSizes[controlSize],
        figure && 'figures text-end',
        lead && 'ps-8!',
        trail && 'pe-9!',
        className,
      )}
    />
  );
  if (!lead && !trail) return input;
  const beside = 'absolute inset-y-0 flex items-center text-12 text-fg-3';
  return (
    <div data-field-box className="relative">
      {lead ? <span className={`${beside} pointer-events-none start-2.5`}>{lead}</span> : null}
      {input}
      {trail ? <span className={`${beside} end-1.5`}>{trail}</span> : null}
    </div>
  );
}
