import type { Mapping } from '../../api/shapes.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { messages } from './messages.ts';

export type MissingRowsProps = {
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
  errorOf: (path: string) => string | undefined;
};

const STARTING_PERCENT = 10;

/** Whether stored records that the file no longer has are removed, and how many of them at most. */
export function MissingRows({ mapping, onChange, errorOf }: MissingRowsProps) {
  const { snapshot, ...rest } = mapping;
  const percent = snapshot?.maxPercent ?? STARTING_PERCENT;
  return (
    <Card title={messages.missing.title}>
      <div className="grid items-start gap-x-4 gap-y-3 @md:grid-cols-2">
        <Field
          label={messages.missing.label}
          hint={snapshot ? messages.missing.help : undefined}
          error={errorOf('snapshot')}
          required
        >
          <Select
            controlSize="sm"
            value={snapshot?.of ?? 'keep'}
            onValueChange={(of) =>
              onChange(
                of === 'months' || of === 'all' ? { ...rest, snapshot: { of, maxPercent: percent } } : rest,
              )
            }
            options={[
              { value: 'keep', label: messages.missing.keep },
              { value: 'months', label: messages.missing.months },
              { value: 'all', label: messages.missing.all },
            ]}
          />
        </Field>
        {snapshot ? (
          <Field
            label={messages.missing.limit}
            hint={messages.missing.limitHelp}
            error={errorOf('snapshot.maxPercent')}
            required
          >
            <Input
              controlSize="sm"
              type="number"
              min={0}
              max={100}
              value={String(percent)}
              onChange={({ target }) =>
                onChange({ ...rest, snapshot: { ...snapshot, maxPercent: Number(target.value) } })
              }
            />
          </Field>
        ) : null}
      </div>
    </Card>
  );
}
