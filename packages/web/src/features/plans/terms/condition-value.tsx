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
import { messages } from './messages.ts';

export type ConditionValueProps = {
  label: string;
  condition: Condition;
  readOnly: boolean;
  onChange: (condition: Condition) => void;
};

/** Value of a condition: texts, number bounds or dates. */
export function ConditionValue(props: ConditionValueProps) {
  const { condition } = props;
  if ('number' in condition) return <NumberValue {...props} condition={condition} />;
  if ('days' in condition) return <DayValue {...props} condition={condition} />;
  return <TextValues {...props} condition={condition} />;
}

const boundWords = {
  atLeast: messages.value.atLeast,
  moreThan: messages.value.moreThan,
  atMost: messages.value.atMost,
  lessThan: messages.value.lessThan,
};

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
          aria-label={messages.value.bound(label, boundWords[bound])}
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

const dayWords = { from: messages.value.firstDay, to: messages.value.lastDay };

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
          aria-label={messages.value.bound(label, dayWords[day])}
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
  product: messages.value.product,
  territory: messages.value.territory,
  customer: messages.value.customer,
  kind: messages.value.kind,
  currency: messages.value.currency,
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
  // keeps the typed text while it means the same values; shows the new values if another row moved here
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
        aria-label={messages.value.values(label)}
        aria-invalid={none || undefined}
        aria-describedby={none ? noneId : undefined}
        placeholder={isTextField(condition.field) ? examples[condition.field] : messages.value.own}
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
              {messages.value.deals(deals)}
            </option>
          ))}
      </datalist>
      {none ? (
        <p id={noneId} className="mt-1 text-12 text-pretty text-bad-text">
          {messages.value.missing}
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
