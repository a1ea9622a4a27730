import { useId } from 'react';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { messages } from './messages.ts';

/** When something starts: five cron fields in a time zone, and what becomes of missed times. */
export type CronSchedule = { cron: string; timeZone: string; missed: 'once' | 'skip' };

type CronFieldsProps = {
  schedule: CronSchedule;
  onChange: (part: Partial<CronSchedule>) => void;
  errorAt?: (field: 'cron' | 'timeZone') => string | undefined;
};

/** The fields of a schedule. `SchedulePreview` shows its next times. */
export function CronFields({ schedule, onChange, errorAt }: CronFieldsProps) {
  const zones = useId();
  const { cron, timeZone, missed } = schedule;
  return (
    <>
      <Field label={messages.cron} required hint={messages.cronHint} error={errorAt?.('cron')}>
        <Input
          className="font-mono"
          value={cron}
          maxLength={100}
          onChange={({ target }) => onChange({ cron: target.value })}
        />
      </Field>
      <Field label={messages.zone} required hint={messages.zoneHint} error={errorAt?.('timeZone')}>
        <Input
          list={zones}
          value={timeZone}
          maxLength={100}
          onChange={({ target }) => onChange({ timeZone: target.value })}
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
          value={missed}
          onValueChange={(next) => onChange({ missed: next === 'skip' ? 'skip' : 'once' })}
        />
      </Field>
    </>
  );
}
