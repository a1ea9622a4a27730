import {
  type Agent,
  type AgentType,
  agentTypes,
  type RiskLevel,
  riskLevels,
} from '@attain/domain/agents/agent';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useAct } from '../../api/use-act.ts';
import { preferencesQuery } from '../../api/use-mode.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { environmentNames } from './agent-words.ts';
import { useNewAgentForm } from './new-agent-form.ts';

/** What the signed-in person's new agents start as. Kept on the server, for every browser of theirs. */
export function BuilderSettings({ onClose }: { onClose: () => void }) {
  const { environment, type, riskLevel } = useNewAgentForm();
  const kept = useQuery(preferencesQuery()).data;
  const [chosen, setChosen] = useState({ environment, type, riskLevel });
  const save = useAct({
    act: client.auth.savePreferences,
    changes: [keys.preferences],
    failure: 'The settings could not be kept',
    onDone: () => {
      toast({ id: 'builder-settings', title: 'Settings saved', meaning: 'ok' });
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
      title="Builder settings"
      description="What your new agents start as."
      footer={
        <ActFooter
          busy={save.isPending}
          disabled={kept === undefined}
          onClick={() => kept && save.mutate({ ...kept, newAgent: chosen })}
        >
          Save settings
        </ActFooter>
      }
    >
      <div className="flex flex-col gap-3">
        {choice(
          'environment',
          'Environment',
          Object.entries(environmentNames).map(([value, label]) => ({
            value: value as Agent['environment'],
            label,
          })),
        )}
        {choice(
          'type',
          'Type',
          agentTypes.map((value: AgentType) => ({ value, label: value })),
        )}
        {choice(
          'riskLevel',
          'Risk level',
          riskLevels.map((value: RiskLevel) => ({ value, label: value })),
        )}
      </div>
    </Dialog>
  );
}
