import { type AgentParameter, type ParameterType, parameterTypes } from '@attain/domain/agents/agent';
import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FreeTextInput } from '../../ui/fields/free-text-input.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { DefaultValueField } from './default-value-field.tsx';
import { errorOf } from './field-errors.ts';
import { freshId } from './fresh-id.ts';
import type { FormPart } from './identity-fields.tsx';
import { messages } from './messages.ts';

const typeNames: Readonly<Record<ParameterType, string>> = {
  string: messages.parameters.types.string,
  number: messages.parameters.types.number,
  boolean: messages.parameters.types.boolean,
  select: messages.parameters.types.select,
};

/** The parameters of the agent's runs, with their defaults. */
export function ParameterFields({ form, onChange, readOnly, problems }: FormPart) {
  const { parameters } = form;
  const set = (at: number, change: Partial<AgentParameter>) =>
    onChange({ parameters: parameters.map((one, i) => (i === at ? { ...one, ...change } : one)) });
  const add = () => {
    const id = freshId('parameter', parameters);
    const fresh = {
      id,
      name: '',
      type: 'string' as const,
      description: '',
      defaultValue: null,
      required: false,
    };
    onChange({ parameters: [...parameters, fresh] });
  };
  return (
    <Card
      title={messages.parameters.title}
      actions={
        readOnly ? null : (
          <Button size="sm" icon={<Plus aria-hidden />} onClick={add}>
            {messages.parameters.add}
          </Button>
        )
      }
    >
      {parameters.length === 0 ? <p className="text-fg-3">{messages.parameters.empty}</p> : null}
      <ul aria-label={messages.parameters.title} className="flex flex-col gap-4 divide-y">
        {parameters.map((one, at) => (
          <li key={one.id} className="flex flex-col gap-2 pt-3 first:pt-0">
            <OneParameter
              parameter={one}
              set={(change) => set(at, change)}
              error={(field) => errorOf(problems, `parameters[${at}].${field}`)}
              readOnly={readOnly}
            />
            {readOnly ? null : (
              <div className="flex flex-wrap items-center gap-3">
                <Checkbox
                  label={messages.parameters.required}
                  checked={one.required}
                  onChange={({ target }) => set(at, { required: target.checked })}
                />
                <IconButton
                  label={messages.parameters.remove(one.name || at + 1)}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => onChange({ parameters: parameters.filter((_, i) => i !== at) })}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

type OneParameterProps = {
  parameter: AgentParameter;
  set: (change: Partial<AgentParameter>) => void;
  error: (field: 'name' | 'options' | 'defaultValue') => string | undefined;
  readOnly: boolean;
};

function OneParameter({ parameter, set, error, readOnly }: OneParameterProps) {
  return (
    <div className="grid items-start gap-x-4 gap-y-2 @lg:grid-cols-3">
      <Field label={messages.parameters.name} required error={error('name')}>
        <Input
          value={parameter.name}
          maxLength={200}
          spellCheck={false}
          readOnly={readOnly}
          onChange={({ target }) => set({ name: target.value })}
        />
      </Field>
      <Field label={messages.parameters.type} required>
        <Select
          disabled={readOnly}
          value={parameter.type}
          onValueChange={(type) => set({ type: type as ParameterType, defaultValue: null })}
          options={parameterTypes.map((value) => ({ value, label: typeNames[value] }))}
        />
      </Field>
      <DefaultValueField
        parameter={parameter}
        error={error('defaultValue')}
        readOnly={readOnly}
        onChange={(defaultValue) => set({ defaultValue })}
      />
      {parameter.type === 'select' ? (
        <Field
          label={messages.parameters.options}
          required
          hint={messages.parameters.optionsHint}
          error={error('options')}
        >
          <FreeTextInput
            value={(parameter.options ?? []).join(', ')}
            readOnly={readOnly}
            onChange={({ target }) => set({ options: target.value.split(/,\s?/) })}
          />
        </Field>
      ) : null}
      <div className={parameter.type === 'select' ? '@lg:col-span-2' : '@lg:col-span-3'}>
        <Field label={messages.parameters.description}>
          <FreeTextInput
            value={parameter.description}
            maxLength={4000}
            readOnly={readOnly}
            onChange={({ target }) => set({ description: target.value })}
          />
        </Field>
      </div>
    </div>
  );
}
