import { useQuery } from '@tanstack/react-query';
import { Play, Save, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { agentQuery, presetsQuery } from '../../api/requests/agent-queries.ts';
import { Recipients } from '../../api/requests/recipients.tsx';
import type { AgentDetail, AgentInstance, AgentPreset } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { AskedForm } from '../../ui/fields/asked-form.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input as TextInput } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { keptText, withCleared } from './asked-values.ts';
import { messages } from './messages.ts';
import { useAskedValues } from './use-asked-values.ts';

export type RunWithValuesProps = {
  agent: { id: string; name: string };
  /** The instance to run instead of the agent with its defaults. */
  instance?: AgentInstance | undefined;
  onStarted: (runId: string) => void;
  onClose: () => void;
};

/** Runs an agent with other values than its defaults. */
export function RunWithValues({ agent, instance, onStarted, onClose }: RunWithValuesProps) {
  const detail = useQuery(agentQuery(agent.id, instance?.environment));
  const formId = useId();
  const start = useAct({
    act: client.agents.run,
    changes: [keys.agents, keys.workflowRuns, keys.tasks],
    failure: null,
    onDone: (run) => {
      onClose();
      onStarted(run.id);
    },
  });
  return (
    <ActDialog
      act={start}
      title={messages.run.title(instance?.name ?? agent.name)}
      description={messages.run.description}
      label={messages.run.start}
      icon={<Play aria-hidden />}
      disabled={!detail.data}
      formId={formId}
      onClose={onClose}
    >
      <Loaded query={detail} failure={messages.run.failure}>
        {(found) => (
          <>
            <AgentValues
              agent={found}
              instance={instance}
              formId={formId}
              onStart={(input, preset) =>
                start.mutate({
                  id: agent.id,
                  input,
                  preset,
                  instance: instance?.id,
                  published: found.published ?? undefined,
                })
              }
            />
            <Recipients sendsTo={found.sendsTo} />
          </>
        )}
      </Loaded>
    </ActDialog>
  );
}

type Input = Parameters<typeof client.agents.run>[0]['input'];
type AgentValuesProps = {
  agent: AgentDetail;
  instance: AgentInstance | undefined;
  formId: string;
  onStart: (input: Input, preset: string | undefined) => void;
};

function AgentValues({ agent, instance, formId, onStart }: AgentValuesProps) {
  const asked = useAskedValues(agent);
  const presets = useQuery({ ...presetsQuery(agent.agentId), enabled: instance === undefined });
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState('');
  const preset = presets.data?.rows.find((one) => one.name === chosen);
  const save = useAct({
    act: client.agentPresets.save,
    changes: [keys.agents],
    failure: messages.run.saveFailure,
    onDone: (_, { name: saved }) => {
      setChosen(saved);
      setName('');
      toast({ title: messages.run.saved, text: saved, meaning: 'ok' });
    },
  });
  if (asked === undefined) return <SkeletonText lines={3} />;
  const kept = preset?.parameters ?? instance?.parameters;
  return (
    <>
      {asked.length > 0 && presets.data && presets.data.rows.length > 0 ? (
        <PresetChoice
          agentId={agent.agentId}
          presets={presets.data.rows}
          chosen={preset}
          onChoose={setChosen}
        />
      ) : null}
      <AskedForm
        // another preset begins with its own values
        key={preset === undefined ? '' : `${preset.name} ${preset.updatedAt}`}
        formId={formId}
        asked={asked}
        texts={Object.fromEntries(asked.map((one) => [one.name, keptText(agent, kept, one.name)]))}
        nothing={
          <p className="text-fg-2">
            {agent.isCustomizable ? messages.run.noParameters : messages.run.notCustomizable}
          </p>
        }
        onValues={(values, submitter) =>
          submitter === 'save'
            ? save.mutate({
                id: agent.agentId,
                name: name.trim() || (chosen ?? ''),
                parameters: values as AgentPreset['parameters'],
              })
            : onStart(withCleared(asked, instance?.parameters, values) as Input, preset?.name)
        }
      />
      {asked.length === 0 || instance !== undefined ? null : (
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 grow">
            <Field label={messages.run.presetName} hint={messages.run.presetHint}>
              <TextInput
                value={name}
                maxLength={100}
                placeholder={chosen}
                onChange={({ target }) => setName(target.value)}
              />
            </Field>
          </div>
          <Button
            type="submit"
            form={formId}
            value="save"
            icon={<Save aria-hidden />}
            busy={save.isPending}
            disabled={name.trim() === '' && preset === undefined}
          >
            {messages.run.save}
          </Button>
        </div>
      )}
    </>
  );
}

/** Stands for no preset; a preset's option has its name behind a slash. */
const DEFAULTS = 'defaults';
const optionOf = (name: string) => `preset/${name}`;

type PresetChoiceProps = {
  agentId: string;
  presets: readonly AgentPreset[];
  chosen: AgentPreset | undefined;
  onChoose: (name: string | undefined) => void;
};

function PresetChoice({ agentId, presets, chosen, onChoose }: PresetChoiceProps) {
  const remove = useAct({
    act: client.agentPresets.remove,
    changes: [keys.agents],
    failure: messages.run.removeFailure,
    onDone: (_, { name }) => {
      onChoose(undefined);
      toast({ title: messages.run.removed, text: name, meaning: 'ok' });
    },
  });
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 grow">
        <Field label={messages.run.preset}>
          <Select
            value={chosen ? optionOf(chosen.name) : DEFAULTS}
            onValueChange={(option) => onChoose(presets.find(({ name }) => optionOf(name) === option)?.name)}
            options={[
              { value: DEFAULTS, label: messages.run.defaults },
              ...presets.map(({ name }) => ({ value: optionOf(name), label: name })),
            ]}
          />
        </Field>
      </div>
      {chosen ? (
        <Button
          icon={<Trash2 aria-hidden />}
          busy={remove.isPending}
          onClick={() => remove.mutate({ id: agentId, name: chosen.name })}
        >
          {messages.run.remove}
        </Button>
      ) : null}
    </div>
  );
}
