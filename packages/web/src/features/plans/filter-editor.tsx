import type { Condition } from '@attain/domain/plans/plan';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FreeTextInput } from '../../ui/fields/free-text-input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

const fields: readonly { value: Condition['field']; label: string }[] = [
  { value: 'product', label: 'Product' },
  { value: 'territory', label: 'Territory' },
  { value: 'customer', label: 'Customer' },
  { value: 'kind', label: 'Kind of deal' },
  { value: 'currency', label: 'Currency' },
];

export type FilterEditorProps = {
  filter: readonly Condition[];
  onChange: (filter: readonly Condition[]) => void;
  readOnly: boolean;
};

/** Which deals count: every condition must hold; none means every deal of the measure's unit. */
export function FilterEditor({ filter, onChange, readOnly }: FilterEditorProps) {
  const change = (index: number, part: Partial<Condition>) =>
    onChange(filter.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-2 rounded-lg border p-3">
      <legend className="px-1 text-12 font-medium">Which deals count</legend>
      {filter.length === 0 ? <p className="text-12 text-fg-3">Every deal of the measure’s unit.</p> : null}
      {filter.map((condition, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place in the list
        <div key={index} className="flex items-start gap-2">
          <div className="w-36 shrink-0">
            <Select
              controlSize="sm"
              disabled={readOnly}
              aria-label={`Condition ${index + 1}: field`}
              value={condition.field}
              onValueChange={(field) => change(index, { field: field as Condition['field'] })}
              options={fields}
            />
          </div>
          <span className="pt-1 text-12 text-fg-3">is</span>
          <ValuesInput
            label={`Condition ${index + 1}: values`}
            values={condition.in}
            onChange={(values) => change(index, { in: values })}
          />
          {readOnly ? null : (
            <IconButton
              size="sm"
              label={`Remove condition ${index + 1}`}
              icon={<Trash2 aria-hidden />}
              onClick={() => onChange(filter.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
      {readOnly ? null : (
        <Button
          size="sm"
          className="self-start"
          icon={<Plus aria-hidden />}
          onClick={() => onChange([...filter, { field: 'product', in: [] }])}
        >
          Add condition
        </Button>
      )}
    </fieldset>
  );
}

function ValuesInput({
  label,
  values,
  onChange,
}: {
  label: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
}) {
  // What is typed stays as typed; only what it means is handed on.
  const [text, setText] = useState(values.join('; '));
  return (
    <div className="min-w-0 flex-1">
      <FreeTextInput
        controlSize="sm"
        aria-label={label}
        placeholder="Bikes; Accessories"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange(
            event.target.value
              .split(';')
              .map((value) => value.trim())
              .filter(Boolean),
          );
        }}
      />
    </div>
  );
}
