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
import { messages } from './messages.ts';

/** Props shared by all parts of the form. */
export type FormPart = {
  form: Agent;
  onChange: (change: Partial<Agent>) => void;
  readOnly: boolean;
  problems: readonly Problem[];
};

/** Suggested categories; any other text is allowed too. */
export type IdentityFieldsProps = FormPart & {
  /** A stored agent keeps its id. */
  stored: boolean;
  categories: readonly string[];
  /** The field that chooses the agent's workflow. */
  workflow: ReactNode;
};

/** Name, id, description, environment, type and category of the agent. */
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
    <Card title={messages.identity.title}>
      <div className="grid gap-x-4 gap-y-3 @lg:grid-cols-2">
        <Field label={messages.identity.name} required error={errorOf(problems, 'name')}>
          <FreeTextInput
            value={form.name}
            maxLength={200}
            readOnly={readOnly}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        </Field>
        <Field
          label={messages.identity.id}
          hint={stored ? messages.identity.idHint : messages.identity.newIdHint}
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
          <Field label={messages.identity.description}>
            <Textarea
              rows={2}
              value={form.description}
              maxLength={4000}
              readOnly={readOnly}
              onChange={({ target }) => onChange({ description: target.value })}
            />
          </Field>
        </div>
        <Field label={messages.identity.environment} required>
          <Select
            disabled={readOnly}
            value={form.environment}
            onValueChange={(value) => onChange({ environment: value as Agent['environment'] })}
            options={Object.entries(environmentNames).map(([value, label]) => ({ value, label }))}
          />
        </Field>
        <Field label={messages.identity.type} required hint={typeHints[form.type]}>
          <Select
            disabled={readOnly}
            value={form.type}
            onValueChange={(value) => onChange({ type: value as AgentType })}
            options={agentTypes.map((value) => ({ value, label: value }))}
          />
        </Field>
        {text('category', messages.identity.category, 'agent-categories')}
        <datalist id="agent-categories">
          {categories.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        {text('module', messages.identity.module)}
        {text('submodule', messages.identity.submodule)}
        {workflow}
      </div>
    </Card>
  );
}
