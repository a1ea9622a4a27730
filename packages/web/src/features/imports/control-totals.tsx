import { Plus, Trash2 } from 'lucide-react';
import type { ImportDetail, Mapping } from '../../api/shapes.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { messages } from './messages.ts';

const texts = messages.controls;
const maxTotals = 5;
const rows = 'rows';

export type ControlTotalsProps = {
  file: ImportDetail;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
  errorOf: (path: string) => string | undefined;
};

/** Which totals of the source are compared with the file, and where they are stated; kept by the profile. */
export function ControlTotals({ file, mapping, onChange, errorOf }: ControlTotalsProps) {
  const { controls: asked = [], ...rest } = mapping;
  const headers = file.preview?.headers ?? [];
  const put = (controls: typeof asked) => onChange(controls.length > 0 ? { ...rest, controls } : rest);
  const columns = headers.map((header, at) => ({
    value: String(at),
    label: header || messages.mapping.column(at + 1),
  }));
  const amount = mapping.fields.amount;
  const first = amount && 'columns' in amount ? (amount.columns[0] ?? null) : null;
  return (
    <Card title={texts.title}>
      <p className="text-fg-2">{texts.help}</p>
      <ul className="mt-3 flex flex-col gap-3 empty:hidden">
        {asked.map((one, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a total is identified by its position
            key={at}
            className="flex items-start gap-3"
          >
            <div className="grid min-w-0 flex-1 items-start gap-x-4 gap-y-2 @md:grid-cols-2">
              <Field label={texts.of(at + 1)} required error={errorOf(`controls[${at}]`)}>
                <Select
                  controlSize="sm"
                  value={one.column === null ? rows : String(one.column)}
                  onValueChange={(value) =>
                    put(
                      asked.with(at, {
                        column: value === rows ? null : Number(value),
                        from: value === rows && one.from === 'total-row' ? 'person' : one.from,
                      }),
                    )
                  }
                  options={[{ value: rows, label: texts.rows }, ...columns]}
                />
              </Field>
              <Field label={texts.from(at + 1)} required>
                <Select
                  controlSize="sm"
                  value={String(one.from)}
                  onValueChange={(value) => put(asked.with(at, { ...one, from: sourceOf(value) }))}
                  options={[
                    { value: 'person', label: texts.person },
                    ...(one.column === null ? [] : [{ value: 'total-row', label: texts.totalRow }]),
                    ...columns.map(({ value, label }) => ({ value, label: texts.column(label) })),
                  ]}
                />
              </Field>
            </div>
            <IconButton
              size="sm"
              label={texts.remove(at + 1)}
              icon={<Trash2 aria-hidden />}
              onClick={() => put(asked.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
      {asked.length < maxTotals ? (
        <Button
          size="sm"
          className="mt-3"
          icon={<Plus aria-hidden />}
          onClick={() => put([...asked, { column: asked.length === 0 ? null : first, from: 'person' }])}
        >
          {texts.add}
        </Button>
      ) : null}
    </Card>
  );
}

function sourceOf(value: string): NonNullable<Mapping['controls']>[number]['from'] {
  return value === 'person' || value === 'total-row' ? value : Number(value);
}
