import { Plus, Trash2 } from 'lucide-react';
import type { ImportDetail, Mapping } from '../../api/shapes.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ColumnValues } from './column-values.tsx';
import { messages } from './messages.ts';

export type RowFilter = NonNullable<Mapping['filters']>[number];

export type RowFiltersProps = {
  preview: NonNullable<ImportDetail['preview']>;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
  /** The problem at a path such as `filters[0].column`. */
  errorOf: (path: string) => string | undefined;
};

const computed = 'computed';

/** Which rows of the file are imported; the others are skipped and listed with their reason. */
export function RowFilters({ preview, mapping, onChange, errorOf }: RowFiltersProps) {
  const filters = mapping.filters ?? [];
  const put = (next: readonly RowFilter[]) => {
    const { filters: _, ...rest } = mapping;
    onChange(next.length === 0 ? rest : { ...rest, filters: [...next] });
  };
  const change = (at: number, filter: RowFilter) =>
    put(filters.map((one, index) => (index === at ? filter : one)));
  return (
    <Card title={messages.filters.title}>
      <p className="mb-3 text-fg-2">{filters.length === 0 ? messages.filters.all : messages.filters.help}</p>
      <ul className="flex flex-col gap-4 empty:hidden">
        {filters.map((filter, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a filter is identified by its position
          <li key={at} className="flex items-start gap-2">
            <div className="grid min-w-0 flex-1 items-start gap-x-4 gap-y-2 @2xl:grid-cols-[14rem_12rem_minmax(0,1fr)]">
              <OneFilter
                filter={filter}
                preview={preview}
                number={at + 1}
                onChange={(next) => change(at, next)}
                error={errorOf(`filters[${at}].column`) ?? errorOf(`filters[${at}].expression`)}
              />
            </div>
            <IconButton
              size="sm"
              label={messages.filters.remove(at + 1)}
              icon={<Trash2 aria-hidden />}
              onClick={() => put(filters.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ul>
      <div className="mt-3">
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          onClick={() => put([...filters, { column: 0, keep: 'listed', values: [] }])}
        >
          {messages.filters.add}
        </Button>
      </div>
    </Card>
  );
}

type OneFilterProps = {
  filter: RowFilter;
  preview: RowFiltersProps['preview'];
  number: number;
  onChange: (filter: RowFilter) => void;
  error?: string;
};

function OneFilter({ filter, preview, number, onChange, error }: OneFilterProps) {
  const byColumn = 'column' in filter;
  const choose = (value: string) => {
    if (value === computed) onChange({ expression: '', reason: '' });
    else onChange({ column: Number(value), keep: 'listed', values: [] });
  };
  return (
    <>
      <Field label={messages.filters.column(number)} required error={byColumn ? error : undefined}>
        <Select
          controlSize="sm"
          value={byColumn ? String(filter.column) : computed}
          onValueChange={choose}
          options={[
            {
              heading: messages.mapping.columns,
              options: preview.headers.map((header, at) => ({
                value: String(at),
                label: header || messages.mapping.column(at + 1),
              })),
            },
            { value: computed, label: messages.filters.computed },
          ]}
        />
      </Field>
      {byColumn ? (
        <>
          <Field label={messages.filters.rows} required>
            <Select
              controlSize="sm"
              value={filter.keep}
              onValueChange={(keep) => onChange({ ...filter, keep: keep as 'listed' | 'others' })}
              options={[
                { value: 'listed', label: messages.filters.listed },
                { value: 'others', label: messages.filters.others },
              ]}
            />
          </Field>
          <ColumnValues
            label={messages.filters.values}
            known={preview.values[filter.column] ?? []}
            values={filter.values}
            onChange={(values) => onChange({ ...filter, values: [...values] })}
          />
        </>
      ) : (
        <div className="col-span-2 grid gap-2">
          <Field
            label={messages.filters.expression}
            required
            hint={messages.mapping.expressionHint}
            error={error}
          >
            <Input
              controlSize="sm"
              spellCheck={false}
              className="font-mono"
              maxLength={1000}
              value={filter.expression}
              onChange={({ target }) => onChange({ ...filter, expression: target.value })}
            />
          </Field>
          <Field label={messages.filters.reason} required hint={messages.filters.reasonHint}>
            <Input
              controlSize="sm"
              maxLength={100}
              value={filter.reason}
              onChange={({ target }) => onChange({ ...filter, reason: target.value })}
            />
          </Field>
        </div>
      )}
    </>
  );
}
