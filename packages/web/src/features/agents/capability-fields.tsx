import type { AgentCapability } from '@attain/domain/agents/agent';
import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FreeTextInput } from '../../ui/fields/free-text-input.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { errorOf } from './field-errors.ts';
import { freshId } from './fresh-id.ts';
import type { FormPart } from './identity-fields.tsx';
import { messages } from './messages.ts';

export function CapabilityFields({ form, onChange, readOnly, problems }: FormPart) {
  const { capabilities } = form;
  const set = (at: number, change: Partial<AgentCapability>) =>
    onChange({ capabilities: capabilities.map((one, i) => (i === at ? { ...one, ...change } : one)) });
  const add = () => {
    const id = freshId('capability', capabilities);
    onChange({ capabilities: [...capabilities, { id, name: '', description: '', enabled: true }] });
  };
  return (
    <Card
      title={messages.capabilities.title}
      actions={
        readOnly ? null : (
          <Button size="sm" icon={<Plus aria-hidden />} onClick={add}>
            {messages.capabilities.add}
          </Button>
        )
      }
    >
      {capabilities.length === 0 ? <p className="text-fg-3">{messages.capabilities.none}</p> : null}
      <ul aria-label={messages.capabilities.title} className="flex flex-col gap-3">
        {capabilities.map((one, at) => (
          <li key={one.id} className="grid items-start gap-2 @lg:grid-cols-[1fr_2fr_auto_auto]">
            <Field
              label={messages.capabilities.name}
              required
              error={errorOf(problems, `capabilities[${at}].name`)}
            >
              <FreeTextInput
                value={one.name}
                maxLength={200}
                readOnly={readOnly}
                onChange={({ target }) => set(at, { name: target.value })}
              />
            </Field>
            <Field label={messages.capabilities.does}>
              <FreeTextInput
                value={one.description}
                maxLength={4000}
                readOnly={readOnly}
                onChange={({ target }) => set(at, { description: target.value })}
              />
            </Field>
            <div className="@lg:pt-6">
              <Checkbox
                label={messages.capabilities.enabled}
                checked={one.enabled}
                disabled={readOnly}
                onChange={({ target }) => set(at, { enabled: target.checked })}
              />
            </div>
            {readOnly ? null : (
              <div className="@lg:pt-5">
                <IconButton
                  label={messages.capabilities.remove(one.name || at + 1)}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => onChange({ capabilities: capabilities.filter((_, i) => i !== at) })}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
