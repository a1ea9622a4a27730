import type { RevealedTrigger, TriggerWhen } from '@attain/contract/workflow-triggers';
import { TRIGGER_EVENTS, type TriggerEvent } from '@attain/domain/workflows/triggers';
import { type FormEvent, useState } from 'react';
import { client } from '../../../api/client.ts';
import { sayError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';

export type StartFormProps = {
  workflowId: string;
  onMade: (trigger: RevealedTrigger) => void;
  onCancel: () => void;
};

const kinds = [
  { value: 'schedule', label: 'Schedule' },
  { value: 'webhook', label: 'Webhook' },
  { value: 'event', label: 'Event' },
];

const first: Readonly<Record<string, TriggerWhen>> = {
  schedule: {
    kind: 'schedule',
    cron: '0 8 * * 1-5',
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    missed: 'once',
  },
  webhook: { kind: 'webhook', synchronous: false, waitSeconds: 10 },
  event: { kind: 'event', event: 'calculation.completed' },
};

/** A new schedule, webhook or event. */
export function StartForm({ workflowId, onMade, onCancel }: StartFormProps) {
  const [name, setName] = useState('');
  const [when, setWhen] = useState<TriggerWhen>(first.schedule as TriggerWhen);
  const make = useAct({
    act: client.workflowTriggers.create,
    changes: [keys.workflowTriggers, keys.audit],
    failure: null,
    onDone: onMade,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate({ workflowId, name, when });
  };
  return (
    <form onSubmit={submit} aria-label="New trigger" className="flex flex-col gap-3 rounded-md border p-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Name" required>
          <Input value={name} maxLength={200} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label="What starts it" required>
          <Select
            options={kinds}
            value={when.kind}
            onValueChange={(kind) => setWhen(first[kind] as TriggerWhen)}
          />
        </Field>
        <WhenFields when={when} onWhen={setWhen} />
      </div>
      {make.isError ? (
        <p role="alert" className="text-bad-text">
          {sayError(make.error)}
        </p>
      ) : null}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={make.isPending} disabled={name.trim() === ''}>
          Add
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function WhenFields({ when, onWhen }: { when: TriggerWhen; onWhen: (when: TriggerWhen) => void }) {
  switch (when.kind) {
    case 'schedule':
      return (
        <>
          <Field label="Cron" required hint="Minute, hour, day, month, day of the week">
            <Input
              value={when.cron}
              maxLength={100}
              onChange={({ target }) => onWhen({ ...when, cron: target.value })}
            />
          </Field>
          <Field label="Time zone" required hint="For example Europe/Berlin">
            <Input
              value={when.timeZone}
              maxLength={100}
              onChange={({ target }) => onWhen({ ...when, timeZone: target.value })}
            />
          </Field>
          <Field label="Missed while nobody was there" required>
            <Select
              options={[
                { value: 'once', label: 'One run for the latest' },
                { value: 'skip', label: 'Skip them' },
              ]}
              value={when.missed}
              onValueChange={(missed) => onWhen({ ...when, missed: missed === 'skip' ? 'skip' : 'once' })}
            />
          </Field>
        </>
      );
    case 'webhook':
      return (
        <Switch
          label="Answer with the end of the run"
          hint="Waits ten seconds at most; then the run’s id is the answer."
          checked={when.synchronous}
          onChange={({ target }) => onWhen({ ...when, synchronous: target.checked })}
        />
      );
    case 'event':
      return (
        <Field label="Event" required>
          <Select
            options={Object.entries(TRIGGER_EVENTS).map(([value, label]) => ({ value, label }))}
            value={when.event}
            onValueChange={(event) => onWhen({ ...when, event: event as TriggerEvent })}
          />
        </Field>
      );
  }
}
