import { Field } from './field.tsx';
import { Input } from './input.tsx';

type CountFieldProps = {
  label: string;
  hint?: string;
  value: number;
  maxDigits: number;
  error?: string | undefined;
  onChange: (value: number) => void;
};

/** A whole number; other text counts as zero, which the server explains. */
export function CountField({ label, hint, value, maxDigits, error, onChange }: CountFieldProps) {
  return (
    <Field label={label} hint={hint} required error={error}>
      <Input
        inputMode="numeric"
        value={String(value)}
        maxLength={maxDigits}
        onChange={({ target }) => onChange(Number(target.value.replace(/\D/g, '')))}
      />
    </Field>
  );
}
