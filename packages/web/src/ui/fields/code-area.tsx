import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlLook, useFieldWiring } from './field-wiring.ts';

/** A multi-line input for code, without dictation: JSON, SQL, templates. */
export function CodeArea({ ...given }: ComponentProps<'textarea'>) {
  const wired = useFieldWiring(given);
  return (
    <textarea
      spellCheck={false}
      {...given}
      {...wired}
      className={clsx(controlLook, 'field-sizing-content min-h-16 resize-y px-2.5 py-1.5 font-mono text-12')}
    />
  );
}
