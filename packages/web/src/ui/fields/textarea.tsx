import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlLook, useFieldWiring } from './field-wiring.ts';
import { recognitionOf } from './voice/recognition.ts';
import { VoiceButton } from './voice/voice-button.tsx';

/** A multi-line input that grows with its text where supported, with dictation. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const wired = useFieldWiring(rest);
  const spoken = recognitionOf() !== undefined && !rest.disabled && !rest.readOnly;
  const area = (
    <textarea
      rows={rows}
      {...rest}
      {...wired}
      className={clsx(
        controlLook,
        'read-only:bg-surface-2 field-sizing-content min-h-16 resize-y px-2.5 py-1.5 text-13',
        spoken && 'pe-9!',
        className,
      )}
    />
  );
  if (!spoken) return area;
  return (
    <div data-field-box className="relative">
      {area}
      <span className="absolute end-1.5 top-1">
        <VoiceButton
          describes={rest['aria-label']}
          describedBy={wired.id ? `${wired.id}-label` : undefined}
        />
      </span>
    </div>
  );
}
