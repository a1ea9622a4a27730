import type { Condition } from '@attain/domain/plans/plan';
import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FreeTextInput } from '../../../ui/fields/free-text-input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

const fields: readonly { value: Condition['field']; label: string }[] = [
  { value: 'product', label: 'Product' },
  { value: 'territory', label: 'Territory' },
  { value: 'customer', label: 'Customer' },
  { value: 'kind', label: 'Kind of deal' },
  { value: 'currency', label: 'Currency' },
];

const examples: Record<Condition['field'], string> = {
  product: 'Bikes; Accessories',
  territory: 'North; South',
  customer: 'Acme; Globex',
  kind: 'new; renewal',
  currency: 'USD; EUR',
};

export type ConditionRowsProps = {
  conditions: readonly Condition[];
  onChange: (conditions: readonly Condition[]) => void;
  readOnly: boolean;
  /** What its fields are called before their number: `Condition`, `Factor 2, condition`. */
  name?: string;
};

/** Conditions on a deal, all of which must hold: a field and the values it may have. */
export function ConditionRows({ conditions, onChange, readOnly, name = 'Condition' }: ConditionRowsProps) {
  const change = (index: number, part: Partial<Condition>) =>
    onChange(conditions.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <>
      {conditions.map((condition, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place in the list
        <div key={index} className="flex items-start gap-2">
          <div className="w-30 shrink-0 @md:w-36">
            <Select
              controlSize="sm"
              disabled={readOnly}
              aria-label={`${name} ${index + 1}: field`}
              value={condition.field}
              onValueChange={(field) => change(index, { field: field as Condition['field'] })}
              options={fields}
            />
          </div>
          <span className="pt-1 text-12 text-fg-3">is</span>
          <ValuesInput
            label={`${name} ${index + 1}: values`}
            example={examples[condition.field]}
            values={condition.in}
            onChange={(values) => change(index, { in: values })}
          />
          {readOnly ? null : (
            <IconButton
              size="sm"
              label={`Remove ${name.toLowerCase()} ${index + 1}`}
              icon={<Trash2 aria-hidden />}
              onClick={() => onChange(conditions.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
      {readOnly ? null : (
        <Button
          size="sm"
          className="self-start"
          icon={<Plus aria-hidden />}
          aria-label={name === 'Condition' ? undefined : `Add condition: ${name.toLowerCase()}`}
          onClick={() => onChange([...conditions, { field: 'product', in: [] }])}
        >
          Add condition
        </Button>
      )}
    </>
  );
}

type ValuesInputProps = {
  label: string;
  example: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
};

function ValuesInput({ label, example, values, onChange }: ValuesInputProps) {
  const noneId = useId();
  const none = values.length === 0;
  // What is typed stays as typed while it means these values; when another row has taken this place, it says that one's.
  const [typed, setTyped] = useState(values.join('; '));
  const text = sameValues(valuesOf(typed), values) ? typed : values.join('; ');
  return (
    <div className="min-w-0 flex-1">
      <FreeTextInput
        controlSize="sm"
        aria-label={label}
        aria-invalid={none || undefined}
        aria-describedby={none ? noneId : undefined}
        placeholder={example}
        value={text}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(valuesOf(event.target.value));
        }}
      />
      {none ? (
        <p id={noneId} className="mt-1 text-12 text-pretty text-bad-text">
          Write at least one value, several with a semicolon between them, or remove the condition.
        </p>
      ) : null}
    </div>
  );
}

function valuesOf(text: string): string[] {
  return text
    .split(';')
    .map((value) => value.trim())
    .filter(Boolean);
}

function sameValues(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, i) => value === other[i]);
}
