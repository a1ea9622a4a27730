import type { TriggerWhen } from '@attain/contract/workflow-triggers';
import { TRIGGER_EVENTS, type TriggerEvent } from '@attain/domain/workflows/triggers';
import { useId } from 'react';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { SchedulePreview } from './upcoming-instants.tsx';

type Part<Kind extends TriggerWhen['kind']> = {
  when: Extract<TriggerWhen, { kind: Kind }>;
  onWhen: (when: TriggerWhen) => void;
};

/** What has to be said about a trigger of its kind. */
export function WhenFields({ when, onWhen }: { when: TriggerWhen; onWhen: (when: TriggerWhen) => void }) {
  switch (when.kind) {
    case 'schedule':
      return <ScheduleFields when={when} onWhen={onWhen} />;
    case 'webhook':
      return <WebhookFields when={when} onWhen={onWhen} />;
    case 'event':
      return (
        <Field label="Event" required hint="An act in this workspace, as its log tells it">
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
      <Field
        label="Cron"
        required
        hint="Minute, hour, day, month, day of the week: 30 8 * * 1 is Mondays 8:30"
      >
        <Input
          className="font-mono"
          value={when.cron}
          maxLength={100}
          onChange={({ target }) => onWhen({ ...when, cron: target.value })}
        />
      </Field>
      <Field label="Time zone" required hint="Its clock counts, summer time included">
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
      <SchedulePreview cron={when.cron} timeZone={when.timeZone} />
    </>
  );
}

function WebhookFields({ when, onWhen }: Part<'webhook'>) {
  return (
    <>
      <Field
        label="It answers"
        required
        hint={
          when.synchronous
            ? 'With what the run gave; when the time is over, 202 and the run’s id.'
            : '202 and the run’s id, once the run is stored.'
        }
      >
        <Select
          options={[
            { value: 'at-once', label: 'At once (202)' },
            { value: 'end', label: 'With the end of the run' },
          ]}
          value={when.synchronous ? 'end' : 'at-once'}
          onValueChange={(value) => onWhen({ ...when, synchronous: value === 'end' })}
        />
      </Field>
      {when.synchronous ? (
        <Field label="Waits at most" required>
          <Select
            options={[1, 2, 5, 10, 15, 20, 25].map((seconds) => ({
              value: String(seconds),
              label: `${seconds} s`,
            }))}
            value={String(when.waitSeconds)}
            onValueChange={(seconds) => onWhen({ ...when, waitSeconds: Number(seconds) })}
          />
        </Field>
      ) : null}
    </>
  );
}
