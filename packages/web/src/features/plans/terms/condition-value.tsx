import type {
  Condition,
  DateWithin,
  IsNoneOf,
  IsOneOf,
  NumberWithin,
  TextField,
} from '@attain/domain/plans/condition';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { dealValuesQuery } from '../../../api/queries.ts';
import { DateInput } from '../../../ui/fields/date-input.tsx';
import { FreeTextInput } from '../../../ui/fields/free-text-input.tsx';
import { Input } from '../../../ui/fields/input.tsx';

export type ConditionValueProps = {
  label: string;
  condition: Condition;
  readOnly: boolean;
  onChange: (condition: Condition) => void;
};

/** What a condition compares with: values, bounds of a number, or days. */
export function ConditionValue(props: ConditionValueProps) {
  const { condition } = props;
  if ('number' in condition) return <NumberValue {...props} condition={condition} />;
  if ('days' in condition) return <DayValue {...props} condition={condition} />;
  return <TextValues {...props} condition={condition} />;
}

const boundWords = { atLeast: 'at least', moreThan: 'more than', atMost: 'at most', lessThan: 'less than' };

function NumberValue({ label, condition, readOnly, onChange }: Of<NumberWithin>) {
  const bounds = Object.keys(condition.number) as (keyof typeof boundWords)[];
  return (
    <div className="flex min-w-0 gap-2">
      {bounds.map((bound) => (
        <Input
          key={bound}
          figure
          controlSize="sm"
          className="min-w-0 flex-1"
          readOnly={readOnly}
          aria-label={`${label}: ${boundWords[bound]}`}
          aria-invalid={condition.number[bound] === '' || undefined}
          placeholder={condition.field === 'amount' ? '10000' : '12'}
          value={condition.number[bound] ?? ''}
          onChange={({ target }) =>
            onChange({ ...condition, number: { ...condition.number, [bound]: target.value.trim() } })
          }
        />
      ))}
    </div>
  );
}

const dayWords = { from: 'first day', to: 'last day' };

function DayValue({ label, condition, readOnly, onChange }: Of<DateWithin>) {
  const days = (['from', 'to'] as const).filter((day) => condition.days[day] !== undefined);
  return (
    <div className="flex min-w-0 gap-2">
      {days.map((day) => (
        <DateInput
          key={day}
          controlSize="sm"
          className="min-w-0 flex-1"
          readOnly={readOnly}
          aria-label={`${label}: ${dayWords[day]}`}
          aria-invalid={condition.days[day] === '' || undefined}
          value={condition.days[day] ?? ''}
          onChange={({ target }) =>
            onChange({ ...condition, days: { ...condition.days, [day]: target.value } })
          }
        />
      ))}
    </div>
  );
}

const examples: Record<TextField, string> = {
  product: 'Bikes; Accessories',
  territory: 'North; South',
  customer: 'Acme; Globex',
  kind: 'new; renewal',
  currency: 'USD; EUR',
};

function isTextField(field: string): field is TextField {
  return Object.hasOwn(examples, field);
}

type Of<One> = Omit<ConditionValueProps, 'condition'> & { condition: One };

function TextValues({ label, condition, readOnly, onChange }: Of<IsOneOf | IsNoneOf>) {
  const [noneId, listId] = [useId(), useId()];
  const [asked, setAsked] = useState(false);
  const values = 'in' in condition ? condition.in : condition.notIn;
  const none = values.length === 0;
  // What is typed stays as typed while it means these values; when another row has taken this place, it says that one's.
  const [typed, setTyped] = useState(values.join('; '));
  const text = sameValues(valuesOf(typed), values) ? typed : values.join('; ');
  const known = useQuery(dealValuesQuery(asked && !readOnly ? condition.field : null));
  const before = text.slice(0, text.lastIndexOf(';') + 1);
  const listed = new Set(valuesOf(before));
  return (
    <div className="min-w-0">
      <FreeTextInput
        controlSize="sm"
        readOnly={readOnly}
        aria-label={`${label}: values`}
        aria-invalid={none || undefined}
        aria-describedby={none ? noneId : undefined}
        placeholder={isTextField(condition.field) ? examples[condition.field] : 'Web; Partner'}
        list={listId}
        onFocus={() => setAsked(true)}
        value={text}
        onChange={({ target }) => {
          setTyped(target.value);
          const next = valuesOf(target.value);
          onChange('in' in condition ? { ...condition, in: next } : { ...condition, notIn: next });
        }}
      />
      <datalist id={listId}>
        {(known.data ?? [])
          .filter(({ value }) => !listed.has(value))
          .map(({ value, deals }) => (
            <option key={value} value={before === '' ? value : `${before} ${value}`}>
              {deals === 1 ? '1 deal' : `${deals} deals`}
            </option>
          ))}
      </datalist>
      {none ? (
        <p id={noneId} className="mt-1 text-12 text-pretty text-bad-text">
          Enter at least one value, separated by semicolons, or remove the condition.
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
