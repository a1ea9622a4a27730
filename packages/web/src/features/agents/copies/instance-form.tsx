import { Save } from 'lucide-react';
import { useId, useState } from 'react';
import { ActDialog } from '../../../api/act-dialog.tsx';
import { client } from '../../../api/client.ts';
import { changedByAgents } from '../../../api/keys.ts';
import type { AgentDetail, AgentInstance } from '../../../api/shapes.ts';
import { useAct } from '../../../api/use-act.ts';
import { AskedForm } from '../../../ui/fields/asked-form.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { FreeTextInput } from '../../../ui/fields/free-text-input.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { SkeletonText } from '../../../ui/states/skeleton.tsx';
import { environmentNames } from '../agent-words.ts';
import { keptText } from '../asked-values.ts';
import { useAskedValues } from '../use-asked-values.ts';
import { messages } from './messages.ts';

const words = messages.instances;
type InstanceFormProps = { agent: AgentDetail; instance: AgentInstance | undefined; onClose: () => void };

/** Creates or changes an instance: its name, environment and values. */
export function InstanceForm({ agent, instance, onClose }: InstanceFormProps) {
  const formId = useId();
  const asked = useAskedValues(agent);
  const [name, setName] = useState(instance?.name ?? '');
  const [description, setDescription] = useState(instance?.description ?? '');
  const [environment, setEnvironment] = useState(instance?.environment ?? agent.environment);
  const [earlier, setEarlier] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const save = useAct({
    act: client.agentInstances.save,
    changes: changedByAgents,
    failure: null,
    onDone: (saved) => {
      toast({ title: words.saved, text: saved.name, meaning: 'ok' });
      onClose();
    },
  });
  const kept = earlier === 0 ? instance?.parameters : instance?.earlier[earlier - 1];
  return (
    <ActDialog
      act={save}
      title={instance ? words.editTitle(instance.name) : words.newTitle(agent.name)}
      label={words.save}
      icon={<Save aria-hidden />}
      disabled={asked === undefined}
      formId={formId}
      onClose={onClose}
    >
      <Field label={words.name} required error={isMissing && !name.trim() ? words.needsName : undefined}>
        <Input value={name} maxLength={100} onChange={({ target }) => setName(target.value)} />
      </Field>
      <Field label={words.instanceDescription}>
        <FreeTextInput
          value={description}
          maxLength={500}
          onChange={({ target }) => setDescription(target.value)}
        />
      </Field>
      <Field label={words.environment} required hint={words.environmentHint}>
        <Select
          value={environment}
          onValueChange={(value) => setEnvironment(value as AgentInstance['environment'])}
          options={Object.entries(environmentNames).map(([value, label]) => ({ value, label }))}
        />
      </Field>
      {instance && instance.earlier.length > 0 ? (
        <Field label={words.earlier}>
          <Select
            value={String(earlier)}
            onValueChange={(value) => setEarlier(Number(value))}
            options={[words.current, ...instance.earlier.map((_, at) => words.before(at + 1))].map(
              (label, at) => ({ value: String(at), label }),
            )}
          />
        </Field>
      ) : null}
      {asked === undefined ? (
        <SkeletonText lines={3} />
      ) : (
        <AskedForm
          // other values begin a new form
          key={earlier}
          formId={formId}
          asked={asked}
          texts={Object.fromEntries(asked.map((one) => [one.name, keptText(agent, kept, one.name)]))}
          onValues={(values) => {
            setMissing(true);
            if (!name.trim()) return;
            save.mutate({
              agent: agent.agentId,
              name,
              description,
              environment,
              parameters: values as AgentInstance['parameters'],
              instance: instance && { id: instance.id, revision: instance.revision },
            });
          }}
        />
      )}
    </ActDialog>
  );
}
