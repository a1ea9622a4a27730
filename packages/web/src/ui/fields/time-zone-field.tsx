import { useId } from 'react';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

type TimeZoneFieldProps = {
  label: string;
  hint?: string;
  error?: string | undefined;
  /** An IANA name. */
  value: string;
  onChange: (timeZone: string) => void;
};

/** A time zone; the browser proposes those it knows. */
export function TimeZoneField({ label, hint, error, value, onChange }: TimeZoneFieldProps) {
  const zones = useId();
  return (
    <>
      <Field label={label} required hint={hint} error={error}>
        <Input list={zones} value={value} maxLength={100} onChange={({ target }) => onChange(target.value)} />
      </Field>
      <datalist id={zones}>
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
