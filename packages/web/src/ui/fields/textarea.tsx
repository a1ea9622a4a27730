import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlLook, useFieldWiring } from './field-wiring.ts';

/** A text field of several lines; grows with its text where the browser can, and by hand everywhere. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const wired = useFieldWiring(rest);
  return (
    <textarea
      rows={rows}
      {...rest}
      {...wired}
      className={clsx(
        controlLook,
        'read-only:bg-surface-2 field-sizing-content min-h-16 resize-y px-2.5 py-1.5 text-13',
        className,
      )}
    />
  );
}
