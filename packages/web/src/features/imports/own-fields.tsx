import type { Mapping } from '../../api/shapes.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { messages } from './messages.ts';
import { columnsLeft, keptColumn, type OwnColumn, withColumn, withoutColumn } from './own-columns.ts';

export type OwnFieldsProps = {
  headers: readonly string[];
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
  /** The problem at a path such as `ownFields[0].name`. */
  errorOf: (path: string) => string | undefined;
};

/** Unmapped columns of a deals file; each can be stored as a custom field for plan conditions. */
export function OwnFields({ headers, mapping, onChange, errorOf }: OwnFieldsProps) {
  const columns = columnsLeft(headers, mapping);
  const kept = mapping.ownFields ?? [];
  if (columns.length === 0) return null;
  return (
    <Card title={messages.own.title}>
      <p className="mb-3 text-fg-2">{messages.own.help}</p>
      <ul className="flex flex-col gap-3">
        {columns.map((column) => {
          const label = headers[column] || messages.mapping.column(column + 1);
          const at = kept.findIndex((one) => one.column === column);
          return (
            <li key={column} className="grid items-start gap-x-4 gap-y-2 @md:grid-cols-[14rem_minmax(0,1fr)]">
              <Checkbox
                label={messages.own.keep(label)}
                checked={at >= 0}
                onChange={({ target }) =>
                  onChange(
                    target.checked
                      ? withColumn(mapping, keptColumn(headers, column))
                      : withoutColumn(mapping, column),
                  )
                }
              />
              {kept[at] === undefined ? null : (
                <Kept
                  label={label}
                  own={kept[at]}
                  error={errorOf(`ownFields[${at}].name`) ?? errorOf(`ownFields[${at}].column`)}
                  onChange={(own) => onChange(withColumn(mapping, own))}
                />
              )}
            </li>
          );
        })}
      </ul>
      {errorOf('ownFields') ? (
        <p role="alert" className="mt-3 text-bad-text">
          {errorOf('ownFields')}
        </p>
      ) : null}
    </Card>
  );
}

type KeptProps = {
  label: string;
  own: OwnColumn;
  error: string | undefined;
  onChange: (own: OwnColumn) => void;
};

function Kept({ label, own, error, onChange }: KeptProps) {
  return (
    <div className="grid items-start gap-x-4 gap-y-2 @md:grid-cols-2">
      <Field label={messages.own.name(label)} required error={error}>
        <Input
          controlSize="sm"
          maxLength={60}
          value={own.name}
          onChange={({ target }) => onChange({ ...own, name: target.value })}
        />
      </Field>
      <Field label={messages.own.read(label)} required>
        <Select
          controlSize="sm"
          value={own.type ?? 'text'}
          onValueChange={(type) => onChange({ ...own, type: type as OwnColumn['type'] })}
          options={[
            { value: 'text', label: messages.own.text },
            { value: 'number', label: messages.own.number },
            { value: 'date', label: messages.own.date },
          ]}
        />
      </Field>
    </div>
  );
}
