import type { Component, Rate } from '@attain/domain/plans/plan';
import { use } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { Faults } from '../faults/component-faults.ts';
import { TermField } from '../faults/term-field.tsx';
import { otherOptions } from '../terms/other-options.ts';
import { messages } from './messages.ts';

type MatrixRate = Extract<Rate, { kind: 'matrix' }>;

export type MatrixFormProps = {
  rate: MatrixRate;
  others: readonly Component[];
  onChange: (rate: MatrixRate) => void;
  readOnly: boolean;
};

/** A matrix: own attainment down, another component's across, percent of target in the cells. */
export function MatrixForm({ rate, others, onChange, readOnly }: MatrixFormProps) {
  const { rowsAtPercent: rows, columnsAtPercent: columns, valuePercents: values } = rate;
  const faults = use(Faults).filter(({ path }) => path.startsWith('rate.') && path !== 'rate.other');
  const wrong = (place: string) => faults.some(({ path }) => path === `rate.${place}`) || undefined;
  const at = <T,>(list: readonly T[], index: number, next: T) =>
    list.map((one, i) => (i === index ? next : one));
  const cell = (row: number, column: number, text: string) =>
    onChange({ ...rate, valuePercents: at(values, row, at(values[row] ?? [], column, text)) });
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-3 rounded-lg border p-3">
      <legend className="px-1 text-12 font-medium">{messages.matrix.title}</legend>
      <div className="flex flex-wrap items-end gap-3">
        <TermField place="rate.other" label={messages.matrix.across} required>
          <Select
            disabled={readOnly}
            value={rate.other}
            onValueChange={(other) => onChange({ ...rate, other })}
            options={otherOptions(others, rate.other)}
          />
        </TermField>
        <SegmentedControl
          size="sm"
          label={messages.matrix.between}
          value={rate.shape}
          onValueChange={(shape) => onChange({ ...rate, shape })}
          segments={[
            { value: 'stepped', label: messages.matrix.stepped },
            { value: 'bilinear', label: messages.matrix.bilinear },
          ]}
        />
      </div>
      <ScrollRegion label={messages.matrix.region}>
        <table className="w-full min-w-80">
          <caption className="pb-1 text-start text-12 text-fg-3">{messages.matrix.caption}</caption>
          <thead>
            <tr className="[&>th]:pe-2 [&>th]:pb-1">
              <th scope="col">
                <span className="sr-only">{messages.matrix.own}</span>
              </th>
              {columns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the matrix
                <th key={index} scope="col">
                  <Input
                    figure
                    controlSize="sm"
                    aria-label={messages.matrix.columnFrom(index + 1)}
                    aria-invalid={wrong(`columnsAtPercent[${index}]`)}
                    value={column}
                    onChange={(event) =>
                      onChange({ ...rate, columnsAtPercent: at(columns, index, event.target.value.trim()) })
                    }
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the matrix
              <tr key={index} className="[&>*]:pe-2 [&>*]:pb-1">
                <th scope="row">
                  <Input
                    figure
                    controlSize="sm"
                    aria-label={messages.matrix.rowFrom(index + 1)}
                    aria-invalid={wrong(`rowsAtPercent[${index}]`)}
                    value={row}
                    onChange={(event) =>
                      onChange({ ...rate, rowsAtPercent: at(rows, index, event.target.value.trim()) })
                    }
                  />
                </th>
                {columns.map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the matrix
                  <td key={column}>
                    <Input
                      figure
                      controlSize="sm"
                      aria-label={messages.matrix.cell(index + 1, column + 1)}
                      aria-invalid={wrong(`valuePercents[${index}][${column}]`)}
                      value={values[index]?.[column] ?? ''}
                      onChange={(event) => cell(index, column, event.target.value.trim())}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {faults.slice(0, maxListed).map(({ path, message }) => (
        <p key={path} className="text-12 text-pretty text-bad-text">
          {placeOf(path)} {message}
        </p>
      ))}
      {readOnly ? null : <MatrixSize rate={rate} onChange={onChange} />}
    </fieldset>
  );
}

/** Faults listed at once. */
const maxListed = 5;

/** Position of a fault in the matrix, named like its fields. */
function placeOf(path: string): string {
  const [, list, first, second] = /(\w+)\[(\d+)\](?:\[(\d+)\])?$/.exec(path) ?? [];
  if (list === 'columnsAtPercent') return messages.matrix.atColumn(Number(first) + 1);
  if (list === undefined) return '';
  return messages.matrix.atRow(Number(first) + 1, second === undefined ? null : Number(second) + 1);
}

function MatrixSize({ rate, onChange }: Pick<MatrixFormProps, 'rate' | 'onChange'>) {
  const { rowsAtPercent: rows, columnsAtPercent: columns, valuePercents: values } = rate;
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        onClick={() =>
          onChange({
            ...rate,
            rowsAtPercent: [...rows, ''],
            valuePercents: [...values, columns.map(() => '')],
          })
        }
      >
        {messages.matrix.addRow}
      </Button>
      <Button
        size="sm"
        onClick={() =>
          onChange({
            ...rate,
            columnsAtPercent: [...columns, ''],
            valuePercents: values.map((row) => [...row, '']),
          })
        }
      >
        {messages.matrix.addColumn}
      </Button>
      <Button
        size="sm"
        disabled={rows.length < 2}
        onClick={() =>
          onChange({ ...rate, rowsAtPercent: rows.slice(0, -1), valuePercents: values.slice(0, -1) })
        }
      >
        {messages.matrix.removeRow}
      </Button>
      <Button
        size="sm"
        disabled={columns.length < 2}
        onClick={() =>
          onChange({
            ...rate,
            columnsAtPercent: columns.slice(0, -1),
            valuePercents: values.map((row) => row.slice(0, -1)),
          })
        }
      >
        {messages.matrix.removeColumn}
      </Button>
    </div>
  );
}

/** A new matrix: 0% below 80% attainment, 100% at quota on both measures. */
export function startingMatrix(other: string): MatrixRate {
  return {
    kind: 'matrix',
    other,
    shape: 'stepped',
    rowsAtPercent: ['0', '80', '100'],
    columnsAtPercent: ['0', '80', '100'],
    valuePercents: [
      ['0', '0', '0'],
      ['0', '50', '75'],
      ['0', '75', '100'],
    ],
  };
}
