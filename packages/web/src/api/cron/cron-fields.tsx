import type { CronSchedule } from '@attain/contract/workflow-triggers';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TimeZoneField } from '../../ui/fields/time-zone-field.tsx';
import { messages } from './messages.ts';

type CronFieldsProps = {
  schedule: CronSchedule;
  onChange: (part: Partial<CronSchedule>) => void;
  errorAt?: (field: 'cron' | 'timeZone') => string | undefined;
};

/** The fields of a schedule. `SchedulePreview` shows its next times. */
export function CronFields({ schedule, onChange, errorAt }: CronFieldsProps) {
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
      <TimeZoneField
        label={messages.zone}
        hint={messages.zoneHint}
        error={errorAt?.('timeZone')}
        value={timeZone}
        onChange={(next) => onChange({ timeZone: next })}
      />
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
