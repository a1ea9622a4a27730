import {
  type Agent,
  type AgentType,
  agentTypes,
  type RiskLevel,
  riskLevels,
} from '@attain/domain/agents/agent';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useAct } from '../../api/use-act.ts';
import { sentenceCase } from '../../base/format-number.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { environmentNames } from './agent-words.ts';
import { messages } from './messages.ts';
import { useNewAgentForm } from './new-agent-form.ts';

/** Defaults for the user's new agents, stored on the server. */
export function BuilderSettings({ onClose }: { onClose: () => void }) {
  const { environment, type, riskLevel } = useNewAgentForm();
  const [chosen, setChosen] = useState({ environment, type, riskLevel });
  const save = useAct({
    act: client.auth.savePreferences,
    changes: [keys.preferences],
    failure: messages.settings.failure,
    onDone: () => {
      toast({ id: 'builder-settings', title: messages.settings.done, meaning: 'ok' });
      onClose();
    },
  });
  const choice = <Key extends keyof typeof chosen>(
    key: Key,
    label: string,
    options: readonly { value: (typeof chosen)[Key]; label: string }[],
  ) => (
    <Field label={label} required>
      <Select
        value={chosen[key]}
        onValueChange={(value) => setChosen({ ...chosen, [key]: value })}
        options={options}
      />
    </Field>
  );
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={messages.settings.title}
      description={messages.settings.description}
      footer={
        <ActFooter busy={save.isPending} onClick={() => save.mutate({ newAgent: chosen })}>
          {messages.settings.save}
        </ActFooter>
      }
    >
      <div className="flex flex-col gap-3">
        {choice(
          'environment',
          messages.identity.environment,
          Object.entries(environmentNames).map(([value, label]) => ({
            value: value as Agent['environment'],
            label,
          })),
        )}
        {choice(
          'type',
          messages.identity.type,
          agentTypes.map((value: AgentType) => ({ value, label: sentenceCase(value) })),
        )}
        {choice(
          'riskLevel',
          messages.trust.risk,
          riskLevels.map((value: RiskLevel) => ({ value, label: sentenceCase(value) })),
        )}
      </div>
    </Dialog>
  );
}
