import type { RevealedTrigger, TriggerWhen, WorkflowTrigger } from '@attain/contract/workflow-triggers';
import { DEFAULT_HOOK, HOOK_SCHEMES, type HookScheme } from '@attain/domain/workflows/hook-schemes';
import { type FormEvent, useState } from 'react';
import { client } from '../../../api/client.ts';
import { describeError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { messages } from './messages.ts';
import { WhenFields } from './when-fields.tsx';

export type StartFormProps = {
  workflowId: string;
  /** The trigger to edit; its type is fixed. Undefined for a new one. */
  trigger?: WorkflowTrigger;
  onMade: (trigger: RevealedTrigger) => void;
  onDone: () => void;
};

const kinds = [
  { value: 'schedule', label: messages.types.schedule },
  { value: 'webhook', label: messages.types.webhook },
  { value: 'event', label: messages.types.event },
];

const first: Readonly<Record<string, TriggerWhen>> = {
  schedule: {
    kind: 'schedule',
    cron: '0 8 * * 1-5',
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    missed: 'once',
    overlap: 'allow',
    instance: null,
  },
  webhook: { kind: 'webhook', synchronous: false, waitSeconds: 10, ...DEFAULT_HOOK },
  event: { kind: 'event', event: 'calculation.completed' },
};

const changes = [keys.workflowTriggers, keys.audit];

function takesSecret(scheme: HookScheme): boolean {
  const { secret } = HOOK_SCHEMES[scheme];
  return secret === 'sender' || secret === 'either';
}

/** Creates or edits a schedule, webhook or event trigger. */
export function StartForm({ workflowId, trigger, onMade, onDone }: StartFormProps) {
  const [name, setName] = useState(trigger?.name ?? '');
  const [when, setWhen] = useState<TriggerWhen>(trigger?.when ?? (first.schedule as TriggerWhen));
  const [typed, setTyped] = useState('');
  const make = useAct({ act: client.workflowTriggers.create, changes, failure: null, onDone: onMade });
  const change = useAct({ act: client.workflowTriggers.change, changes, failure: null, onDone });
  const act = trigger ? change : make;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // the dialog may have been opened from inside another form
    event.stopPropagation();
    const secret = when.kind === 'webhook' && takesSecret(when.scheme) && typed !== '' ? typed : undefined;
    if (trigger) change.mutate({ id: trigger.id, name, when, secret });
    else make.mutate({ workflowId, name, when, secret });
  };
  return (
    <form
      onSubmit={submit}
      aria-label={trigger ? messages.change(trigger.name) : messages.new}
      className="flex flex-col gap-3 rounded-md border bg-surface-2 p-3"
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={messages.name} required>
          <Input value={name} maxLength={200} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label={messages.type} required>
          <Select
            options={kinds}
            disabled={trigger !== undefined}
            value={when.kind}
            onValueChange={(kind) => setWhen(first[kind] as TriggerWhen)}
          />
        </Field>
        <WhenFields workflowId={workflowId} when={when} secret={typed} onWhen={setWhen} onSecret={setTyped} />
      </div>
      {trigger ? <p className="text-12 text-fg-2">{messages.rights}</p> : null}
      {act.isError ? (
        <p role="alert" className="text-bad-text">
          {describeError(act.error)}
        </p>
      ) : null}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={act.isPending} disabled={name.trim() === ''}>
          {trigger ? messages.save : messages.add}
        </Button>
        <Button onClick={onDone}>{messages.cancel}</Button>
      </div>
    </form>
  );
}
