import { Plus, X } from 'lucide-react';
import type { ImportDetail, Mapping } from '../../api/shapes.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

type Source = Mapping['fields'][string];

export type FieldSourceProps = {
  field: ImportDetail['fields'][number];
  headers: readonly string[];
  source: Source | undefined;
  onChange: (source: Source | undefined) => void;
  error?: string;
};

const nothing = 'nothing';
const constant = 'constant';

/** Where one field comes from: a column, several joined, or one value for all rows. */
export function FieldSource({ field, headers, source, onChange, error }: FieldSourceProps) {
  const columns = source && 'columns' in source ? source.columns : [];
  const chosen =
    source === undefined ? nothing : 'constant' in source ? constant : String(columns[0] ?? nothing);
  const names = headers.map((header, index) => ({
    value: String(index),
    label: header || `Column ${index + 1}`,
  }));
  const as = source && 'columns' in source ? source.as : undefined;
  const choose = (value: string) => {
    if (value === nothing) onChange(undefined);
    else if (value === constant) onChange({ constant: '' });
    else onChange({ columns: [Number(value), ...columns.slice(1)], as });
  };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Field label={field.label} required={field.required} hint={field.describe} error={error}>
        <Select
          controlSize="sm"
          value={chosen}
          onValueChange={choose}
          options={[
            { value: nothing, label: field.required ? 'Choose a column…' : 'Not imported' },
            { value: constant, label: 'One value for all rows' },
            { heading: 'Columns of the file', options: names },
          ]}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {source && 'constant' in source ? (
          <Input
            controlSize="sm"
            aria-label={`${field.label}: value for all rows`}
            placeholder="Value for all rows"
            value={source.constant}
            onChange={(event) => onChange({ constant: event.target.value })}
          />
        ) : null}
        {columns.slice(1).map((column, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a joined column is its place in the join
          <span key={index} className="inline-flex items-center gap-1">
            <span className="text-fg-3">{field.type === 'text' ? '+' : '-'}</span>
            <span className="w-36">
              <Select
                controlSize="sm"
                aria-label={`${field.label}: joined column ${index + 2}`}
                value={String(column)}
                onValueChange={(value) =>
                  onChange({
                    columns: columns.map((one, at) => (at === index + 1 ? Number(value) : one)),
                    as,
                  })
                }
                options={names}
              />
            </span>
            <IconButton
              size="sm"
              label={`${field.label}: remove joined column ${index + 2}`}
              icon={<X aria-hidden />}
              onClick={() => onChange({ columns: columns.filter((_, at) => at !== index + 1), as })}
            />
          </span>
        ))}
        {columns.length > 0 && (field.type === 'id' || columns.length > 1) ? (
          <Button
            size="sm"
            variant="ghost"
            icon={<Plus aria-hidden />}
            onClick={() => onChange({ columns: [...columns, columns[0] ?? 0], as })}
          >
            Join another column<span className="sr-only"> to {field.label}</span>
          </Button>
        ) : null}
        {columns.length > 0 && field.type === 'percent' ? (
          <span className="w-44">
            <Select
              controlSize="sm"
              aria-label={`${field.label}: written as`}
              value={as ?? 'percent'}
              onValueChange={(value) =>
                onChange({ columns: [...columns], as: value as 'percent' | 'fraction' })
              }
              options={[
                { value: 'percent', label: '2.5 means 2.5%' },
                { value: 'fraction', label: '0.025 means 2.5%' },
              ]}
            />
          </span>
        ) : null}
      </div>
    </div>
  );
}
