import { ArrowRight, Plus, X } from 'lucide-react';
import type { ImportDetail, Mapping } from '../../api/shapes.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { messages } from './messages.ts';

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
const computed = 'computed';

/** The source of one field: a column, several joined columns, or one value for all rows. */
export function FieldSource({ field, headers, source, onChange, error }: FieldSourceProps) {
  const columns = source && 'columns' in source ? source.columns : [];
  const chosen = chosenOf(source);
  const names = headers.map((header, index) => ({
    value: String(index),
    label: header || messages.mapping.column(index + 1),
  }));
  const { as, values } = source && 'columns' in source ? source : {};
  const choose = (value: string) => {
    if (value === nothing) onChange(undefined);
    else if (value === constant) onChange({ constant: '' });
    else if (value === computed) onChange({ expression: '' });
    else onChange({ columns: [Number(value), ...columns.slice(1)], as, values });
  };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Field label={field.label} required={field.required} hint={field.describe} error={error}>
        <Select
          controlSize="sm"
          value={chosen}
          onValueChange={choose}
          options={[
            {
              value: nothing,
              label: field.required ? messages.mapping.choose : messages.mapping.notImported,
            },
            { value: constant, label: messages.mapping.constant },
            { value: computed, label: messages.mapping.computed },
            { heading: messages.mapping.columns, options: names },
          ]}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {source && 'constant' in source ? (
          <Input
            controlSize="sm"
            aria-label={messages.mapping.constantOf(field.label)}
            placeholder={messages.mapping.constantHint}
            value={source.constant}
            onChange={(event) => onChange({ constant: event.target.value })}
          />
        ) : null}
        {source && 'expression' in source ? (
          <Field
            label={messages.mapping.expressionOf(field.label)}
            hideLabel
            required
            hint={messages.mapping.expressionHint}
          >
            <Input
              controlSize="sm"
              spellCheck={false}
              className="font-mono"
              maxLength={1000}
              value={source.expression}
              onChange={(event) => onChange({ expression: event.target.value })}
            />
          </Field>
        ) : null}
        {columns.slice(1).map((column, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a joined column is identified by its position
          <span key={index} className="inline-flex items-center gap-1">
            <span className="text-fg-3">{field.type === 'text' ? '+' : '-'}</span>
            <span className="w-36">
              <Select
                controlSize="sm"
                aria-label={messages.mapping.joined(field.label, index + 2)}
                value={String(column)}
                onValueChange={(value) =>
                  onChange({
                    columns: columns.map((one, at) => (at === index + 1 ? Number(value) : one)),
                    as,
                    values,
                  })
                }
                options={names}
              />
            </span>
            <IconButton
              size="sm"
              label={messages.mapping.removeJoined(field.label, index + 2)}
              icon={<X aria-hidden />}
              onClick={() => onChange({ columns: columns.filter((_, at) => at !== index + 1), as, values })}
            />
          </span>
        ))}
        {columns.length > 0 && (field.type === 'id' || columns.length > 1) ? (
          <Button
            size="sm"
            variant="ghost"
            icon={<Plus aria-hidden />}
            onClick={() => onChange({ columns: [...columns, columns[0] ?? 0], as, values })}
          >
            {messages.mapping.join}
            <span className="sr-only"> {messages.mapping.joinTo(field.label)}</span>
          </Button>
        ) : null}
        {columns.length > 0 && field.type === 'percent' ? (
          <span className="w-44">
            <Select
              controlSize="sm"
              aria-label={messages.mapping.writtenAs(field.label)}
              value={as ?? 'percent'}
              onValueChange={(value) =>
                onChange({ columns: [...columns], as: value as 'percent' | 'fraction', values })
              }
              options={[
                { value: 'percent', label: messages.mapping.percent },
                { value: 'fraction', label: messages.mapping.fraction },
              ]}
            />
          </span>
        ) : null}
      </div>
      {columns.length > 0 && field.type === 'text' ? (
        <ValueMap
          label={field.label}
          values={values ?? []}
          onChange={(next) =>
            onChange({ columns: [...columns], as, ...(next.length > 0 && { values: [...next] }) })
          }
        />
      ) : null}
    </div>
  );
}

function chosenOf(source: Source | undefined): string {
  if (source === undefined) return nothing;
  if ('constant' in source) return constant;
  return 'expression' in source ? computed : String(source.columns[0] ?? nothing);
}

type Replacement = { from: string; to: string };

/** Values of the file that are stored as others, such as spellings of one product. */
function ValueMap(props: {
  label: string;
  values: readonly Replacement[];
  onChange: (values: readonly Replacement[]) => void;
}) {
  const { label, values, onChange } = props;
  const put = (at: number, change: Partial<Replacement>) =>
    onChange(values.map((one, index) => (index === at ? { ...one, ...change } : one)));
  return (
    <div className="flex flex-col items-start gap-1">
      {values.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a replacement is identified by its position
        <div key={at} className="flex items-center gap-2">
          <Input
            controlSize="sm"
            aria-label={messages.mapping.valueIn(label, at + 1)}
            placeholder={messages.mapping.inFile}
            value={one.from}
            onChange={({ target }) => put(at, { from: target.value })}
          />
          <ArrowRight aria-hidden className="size-3 shrink-0 text-fg-3" />
          <Input
            controlSize="sm"
            aria-label={messages.mapping.valueAs(label, at + 1)}
            placeholder={messages.mapping.storedAs}
            value={one.to}
            onChange={({ target }) => put(at, { to: target.value })}
          />
          <IconButton
            size="sm"
            label={messages.mapping.removeValue(label, at + 1)}
            icon={<X aria-hidden />}
            onClick={() => onChange(values.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        size="sm"
        variant="ghost"
        icon={<Plus aria-hidden />}
        onClick={() => onChange([...values, { from: '', to: '' }])}
      >
        {messages.mapping.replace}
        <span className="sr-only"> {messages.mapping.replaceIn(label)}</span>
      </Button>
    </div>
  );
}
