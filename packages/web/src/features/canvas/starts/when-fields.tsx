import type { TriggerWhen } from '@attain/contract/workflow-triggers';
import { TRIGGER_EVENTS, type TriggerEvent } from '@attain/domain/workflows/triggers';
import { CronFields } from '../../../api/cron/cron-fields.tsx';
import { SchedulePreview } from '../../../api/cron/upcoming-instants.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { HookFields } from './hook-fields.tsx';
import { messages } from './messages.ts';

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
  return (
    <>
      <CronFields schedule={when} onChange={(part) => onWhen({ ...when, ...part })} />
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
