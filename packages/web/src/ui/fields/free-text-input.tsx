import { useFieldWiring } from './field-wiring.ts';
import { Input, type InputProps } from './input.tsx';
import { recognitionOf } from './voice/recognition.ts';
import { VoiceButton } from './voice/voice-button.tsx';

/**
 * A one-line input for prose, with dictation where the browser supports it. Not for passwords, figures,
 * dates or codes.
 */
export function FreeTextInput(props: Omit<InputProps, 'trail' | 'figure'> & { type?: 'text' | 'search' }) {
  const { id } = useFieldWiring({});
  const locked = props.disabled || props.readOnly;
  if (locked || !recognitionOf()) return <Input {...props} />;
  const describedBy = id ? `${id}-label` : undefined;
  return (
    <Input {...props} trail={<VoiceButton describes={props['aria-label']} describedBy={describedBy} />} />
  );
}
