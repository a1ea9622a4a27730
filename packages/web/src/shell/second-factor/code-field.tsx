import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { messages } from './messages.ts';

type CodeFieldProps = {
  value: string;
  onChange: (value: string) => void;
  label?: string;
  hint?: string;
  error?: string | undefined;
  large?: boolean;
};

/** The field of a one-time code; phones and password managers fill it. */
export function CodeField({ value, onChange, label, hint, error, large = false }: CodeFieldProps) {
  return (
    <Field label={label ?? messages.code} required hint={hint ?? messages.codeHint} error={error}>
      <Input
        controlSize={large ? 'lg' : 'md'}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        maxLength={40}
        className="figures"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
