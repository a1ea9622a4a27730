import type { AgentParameter } from '@attain/domain/agents/agent';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import { useState } from 'react';
import { Field } from '../../ui/fields/field.tsx';
import { FreeTextInput } from '../../ui/fields/free-text-input.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { messages } from './messages.ts';

export type DefaultValueFieldProps = {
  parameter: AgentParameter;
  error: string | undefined;
  readOnly: boolean;
  onChange: (value: JsonValue) => void;
};

/** The default value of a parameter, in an input that fits its type; blank for none. */
export function DefaultValueField({ parameter, error, readOnly, onChange }: DefaultValueFieldProps) {
  const { type, defaultValue, options = [] } = parameter;
  if (type === 'boolean' || type === 'select') {
    const choices = type === 'boolean' ? ['true', 'false'] : options.filter((one) => one !== '');
    return (
      <Field label={messages.parameters.default} error={error}>
        <Select
          disabled={readOnly}
          value={defaultValue === null ? ' ' : String(defaultValue)}
          onValueChange={(value) =>
            onChange(value === ' ' ? null : type === 'boolean' ? value === 'true' : value)
          }
          options={[
            { value: ' ', label: messages.parameters.none },
            ...choices.map((value) => ({ value, label: value })),
          ]}
        />
      </Field>
    );
  }
  return (
    <Field label={messages.parameters.default} error={error}>
      {type === 'number' ? (
        <NumberInput
          value={typeof defaultValue === 'number' ? defaultValue : null}
          readOnly={readOnly}
          onChange={onChange}
        />
      ) : (
        <FreeTextInput
          value={typeof defaultValue === 'string' ? defaultValue : ''}
          readOnly={readOnly}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        />
      )}
    </Field>
  );
}

export type NumberInputProps = {
  value: number | null;
  readOnly: boolean;
  onChange: (value: number | null) => void;
  min?: number;
  max?: number;
  step?: number | 'any';
};

/** A number input that keeps incomplete input on screen. */
export function NumberInput({ value, readOnly, onChange, min, max, step = 'any' }: NumberInputProps) {
  const [typed, setTyped] = useState('');
  const shown = Number(typed) === value && typed !== '' ? typed : value === null ? '' : String(value);
  return (
    <Input
      figure
      type="number"
      value={shown}
      min={min}
      max={max}
      step={step}
      readOnly={readOnly}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value === '' ? null : Number(target.value));
      }}
    />
  );
}
