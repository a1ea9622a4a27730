import { type Agent, type AgentType, agentIdOf, agentTypes } from '@attain/domain/agents/agent';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FreeTextInput } from '../../ui/fields/free-text-input.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import type { Problem } from '../../ui/states/problem-list.tsx';
import { environmentNames, typeHints } from './agent-words.ts';
import { errorOf } from './field-errors.ts';

/** What every part of the form is given. */
export type FormPart = {
  form: Agent;
  onChange: (change: Partial<Agent>) => void;
  readOnly: boolean;
  problems: readonly Problem[];
};

/** Categories the gallery groups its agents by; any other text is a category too. */
export type IdentityFieldsProps = FormPart & {
  /** Stored already: its id stays. */
  stored: boolean;
  categories: readonly string[];
  /** Chooses the workflow that the agent runs. */
  workflow: ReactNode;
};

/** Who the agent is: name, id, description, environment, type and where it belongs. */
export function IdentityFields(props: IdentityFieldsProps) {
  const { form, onChange, readOnly, problems, stored, categories, workflow } = props;
  const text = (field: 'category' | 'module' | 'submodule', label: string, list?: string) => (
    <Field label={label}>
      <FreeTextInput
        value={form[field]}
        maxLength={200}
        list={list}
        readOnly={readOnly}
        onChange={({ target }) => onChange({ [field]: target.value })}
      />
    </Field>
  );
  return (
    <Card title="Identity">
      <div className="grid gap-x-4 gap-y-3 @lg:grid-cols-2">
        <Field label="Agent Name *" required error={errorOf(problems, 'name')}>
          <FreeTextInput
            value={form.name}
            maxLength={200}
            readOnly={readOnly}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        </Field>
        <Field
          label="Agent ID"
          hint={stored ? 'The id stays: runs and links refer to it' : 'Left blank it is made of the name'}
          error={errorOf(problems, 'agentId')}
        >
          <Input
            className="font-mono text-12!"
            value={form.agentId}
            placeholder={agentIdOf(form.name.trim())}
            maxLength={200}
            spellCheck={false}
            readOnly={readOnly || stored}
            onChange={({ target }) => onChange({ agentId: target.value })}
          />
        </Field>
        <div className="@lg:col-span-2">
          <Field label="Description">
            <Textarea
              rows={2}
              value={form.description}
              maxLength={4000}
              readOnly={readOnly}
              onChange={({ target }) => onChange({ description: target.value })}
            />
          </Field>
        </div>
        <Field label="Environment" required>
          <Select
            disabled={readOnly}
            value={form.environment}
            onValueChange={(value) => onChange({ environment: value as Agent['environment'] })}
            options={Object.entries(environmentNames).map(([value, label]) => ({ value, label }))}
          />
        </Field>
        <Field label="Type" required hint={typeHints[form.type]}>
          <Select
            disabled={readOnly}
            value={form.type}
            onValueChange={(value) => onChange({ type: value as AgentType })}
            options={agentTypes.map((value) => ({ value, label: value }))}
          />
        </Field>
        {text('category', 'Category', 'agent-categories')}
        <datalist id="agent-categories">
          {categories.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        {text('module', 'Module')}
        {text('submodule', 'Submodule')}
        {workflow}
      </div>
    </Card>
  );
}
