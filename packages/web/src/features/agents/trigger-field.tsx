import { withTrigger } from '@attain/domain/agents/trigger';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FreeTextInput } from '../../ui/fields/free-text-input.tsx';
import type { FormPart } from './identity-fields.tsx';
import { messages } from './messages.ts';

/** The trigger conditions of the agent: Enter adds one, clicking one removes it. */
export function TriggerField({
  form,
  onChange,
  readOnly,
  starts,
}: Omit<FormPart, 'problems'> & {
  /** The automatic triggers of its workflow; null without a workflow. */
  starts: ReactNode;
}) {
  const [typed, setTyped] = useState('');
  const { triggerConditions } = form;
  const add = () => {
    onChange({ triggerConditions: withTrigger(triggerConditions, typed) });
    setTyped('');
  };
  return (
    <Card title={messages.triggers.title}>
      <div className="flex flex-col gap-2">
        {readOnly ? null : (
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <Field label={messages.triggers.new} hint={messages.triggers.hint}>
                <FreeTextInput
                  value={typed}
                  maxLength={1000}
                  onChange={({ target }) => setTyped(target.value)}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                    event.preventDefault();
                    add();
                  }}
                />
              </Field>
            </div>
            <div className="pt-5">
              <Button icon={<Plus aria-hidden />} onClick={add}>
                {messages.triggers.add}
              </Button>
            </div>
          </div>
        )}
        {triggerConditions.length === 0 ? (
          <p className="text-fg-3">{messages.triggers.none}</p>
        ) : (
          <ul aria-label={messages.triggers.title} className="flex flex-wrap gap-1.5">
            {triggerConditions.map((condition) => (
              <li key={condition} className="max-w-full">
                <button
                  type="button"
                  disabled={readOnly}
                  aria-label={messages.triggers.remove(condition)}
                  onClick={() =>
                    onChange({ triggerConditions: triggerConditions.filter((one) => one !== condition) })
                  }
                  className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm bg-sunken px-2 text-12 hover:bg-surface-2 pointer-coarse:min-h-11"
                >
                  <span className="truncate">{condition}</span>
                  {readOnly ? null : <X aria-hidden className="size-3 shrink-0" />}
                </button>
              </li>
            ))}
          </ul>
        )}
        {starts ? <div className="border-t pt-3">{starts}</div> : null}
      </div>
    </Card>
  );
}
