import type { Shape } from '@attain/domain/base/json-shape';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { messages } from '../messages.ts';

/** Props of one field of a record. */
export type RecordFieldProps = {
  key: string;
  shape: Shape;
  value: JsonValue | undefined;
  required: boolean;
  path: string;
  onChange: (value: JsonValue | undefined) => void;
};

export type RecordsFieldProps = {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  required: boolean;
  disabled: boolean;
  max: number;
  items: Shape;
  rows: readonly JsonObject[];
  path: string;
  /** Renders one field of a record. */
  field: (given: RecordFieldProps) => ReactNode;
  onChange: (rows: JsonValue) => void;
};

/** A list of records by schema: branches, form fields, named values. */
export function RecordsField(props: RecordsFieldProps) {
  const { label, hint, error, required, disabled, max, items, rows, path, field, onChange } = props;
  const properties = Object.entries(items.properties ?? {});
  const replace = (at: number, row: JsonObject) =>
    onChange(rows.map((one, place) => (place === at ? row : one)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-12 font-medium">
        {label}
        {required ? null : <span className="font-normal text-fg-3"> {messages.panel.optional}</span>}
      </legend>
      {hint ? <p className="-mt-1 text-12 text-fg-3">{hint}</p> : null}
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a record is identified by its position
        <div key={at} className="flex flex-col gap-2 rounded-md border p-2">
          <div className="flex items-center justify-between text-12 text-fg-2">
            <span>
              {label} {at + 1}
            </span>
            <IconButton
              size="sm"
              label={messages.panel.removeRecord(label, at + 1)}
              icon={<Trash2 aria-hidden />}
              disabled={disabled}
              onClick={() => onChange(rows.filter((_, place) => place !== at))}
            />
          </div>
          {properties.map(([name, shape]) =>
            field({
              key: name,
              shape,
              value: Object.hasOwn(row, name) ? row[name] : undefined,
              required: items.required?.includes(name) ?? false,
              path: `${path}[${at}].${name}`,
              onChange: (value) => {
                const { [name]: _, ...rest } = row;
                replace(at, value === undefined ? rest : { ...rest, [name]: value });
              },
            }),
          )}
        </div>
      ))}
      {error ? <p className="text-12 text-bad-text">{error}</p> : null}
      <Button
        size="sm"
        icon={<Plus aria-hidden />}
        disabled={disabled || rows.length >= max}
        onClick={() => onChange([...rows, freshRow(items)])}
      >
        {messages.panel.addRecord(label)}
      </Button>
    </fieldset>
  );
}

/** A record with the defaults of its fields. */
function freshRow(items: Shape): JsonObject {
  return Object.fromEntries(
    Object.entries(items.properties ?? {}).flatMap(([name, { default: standard }]) =>
      standard === undefined ? [] : [[name, standard as JsonValue]],
    ),
  );
}
