import { useState } from 'react';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { messages } from './messages.ts';

export type ColumnValuesProps = {
  label: string;
  /** Values in the first rows of the file; empty: too many to list. */
  known: readonly string[];
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
};

/** The values of a column to choose: check boxes if they are few, and typed ones separated by semicolons. */
export function ColumnValues({ label, known, values, onChange }: ColumnValuesProps) {
  const same = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase();
  const typedBefore = values.filter((value) => !known.some(same(value)));
  const [typed, setTyped] = useState(typedBefore.join('; '));
  const chosen = known.filter((value) => values.some(same(value)));
  const put = (checked: readonly string[], text: string) =>
    onChange([
      ...checked,
      ...text
        .split(';')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ]);
  return (
    <fieldset className="min-w-0">
      <legend className="text-12 font-medium text-fg">{label}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1 py-1 empty:hidden">
        {known.map((value) => (
          <Checkbox
            key={value}
            label={value}
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              put(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value), typed)
            }
          />
        ))}
      </div>
      <Field label={known.length > 0 ? messages.filters.more : label} hideLabel>
        <Input
          controlSize="sm"
          placeholder={known.length > 0 ? messages.filters.more : messages.filters.typed}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            put(chosen, target.value);
          }}
        />
      </Field>
    </fieldset>
  );
}
