import type { TriggerWhen } from '@attain/contract/workflow-triggers';
import { TRIGGER_EVENTS, type TriggerEvent } from '@attain/domain/workflows/triggers';
import { useId } from 'react';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { HookFields } from './hook-fields.tsx';
import { messages } from './messages.ts';
import { SchedulePreview } from './upcoming-instants.tsx';

type Part<Kind extends TriggerWhen['kind']> = {
  when: Extract<TriggerWhen, { kind: Kind }>;
  onWhen: (when: TriggerWhen) => void;
};

type WhenFieldsProps = {
  when: TriggerWhen;
  /** The sender's secret of a webhook, as typed. */
  secret: string;
  onWhen: (when: TriggerWhen) => void;
  onSecret: (secret: string) => void;
};

/** The settings of a trigger by its type. */
export function WhenFields({ when, secret, onWhen, onSecret }: WhenFieldsProps) {
  switch (when.kind) {
    case 'schedule':
      return <ScheduleFields when={when} onWhen={onWhen} />;
    case 'webhook':
      return <HookFields when={when} secret={secret} onWhen={onWhen} onSecret={onSecret} />;
    case 'event':
      return (
        <Field label={messages.eventLabel} required hint={messages.eventHint}>
          <Select
            options={Object.entries(TRIGGER_EVENTS).map(([value, label]) => ({ value, label }))}
            value={when.event}
            onValueChange={(event) => onWhen({ ...when, event: event as TriggerEvent })}
          />
        </Field>
      );
  }
}

function ScheduleFields({ when, onWhen }: Part<'schedule'>) {
  const zones = useId();
  return (
    <>
      <Field label={messages.cron} required hint={messages.cronHint}>
        <Input
          className="font-mono"
          value={when.cron}
          maxLength={100}
          onChange={({ target }) => onWhen({ ...when, cron: target.value })}
        />
      </Field>
      <Field label={messages.zone} required hint={messages.zoneHint}>
        <Input
          list={zones}
          value={when.timeZone}
          maxLength={100}
          onChange={({ target }) => onWhen({ ...when, timeZone: target.value })}
        />
      </Field>
      <datalist id={zones}>
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Field label={messages.missed} required>
        <Select
          options={[
            { value: 'once', label: messages.missedOnce },
            { value: 'skip', label: messages.missedSkip },
          ]}
          value={when.missed}
          onValueChange={(missed) => onWhen({ ...when, missed: missed === 'skip' ? 'skip' : 'once' })}
        />
      </Field>
      <Field label={messages.overlap} required>
        <Select
          options={Object.entries(messages.overlaps).map(([value, label]) => ({ value, label }))}
          value={when.overlap}
          onValueChange={(overlap) => onWhen({ ...when, overlap: overlap as typeof when.overlap })}
        />
      </Field>
      <SchedulePreview cron={when.cron} timeZone={when.timeZone} />
    </>
  );
}
