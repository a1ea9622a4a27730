import type { PolicyLimits } from '@attain/domain/policies/policy';
import { dayNames } from '@attain/domain/policies/policy-limits';
import { environmentWords } from '@attain/domain/policies/policy-words';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TimeZoneField } from '../../ui/fields/time-zone-field.tsx';
import { messages } from './messages.ts';
import type { DraftLimits } from './policy-draft.ts';

const words = messages.limits;
/** A choice needs a value, and every environment has none. */
const every = 'every';

type LimitsFieldsProps = {
  limits: DraftLimits;
  wrongAt: (path: string) => string | undefined;
  onChange: (limits: DraftLimits) => void;
};

type Hours = NonNullable<PolicyLimits['hours']>;

/** Office hours in the user’s time zone. */
const freshHours = (): Hours => ({
  within: true,
  days: [1, 2, 3, 4, 5],
  from: '09:00',
  until: '17:00',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** Where and when a policy holds. */
export function LimitsFields({ limits, wrongAt, onChange }: LimitsFieldsProps) {
  const { environment, hours, addresses, expiresOn } = limits;
  const change = (part: Partial<DraftLimits>) => onChange({ ...limits, ...part });
  return (
    <section aria-label={words.title} className="flex flex-col gap-4">
      <div>
        <h3 className="text-13 font-semibold">{words.title}</h3>
        <p className="text-12 text-fg-3">{words.all}</p>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={words.environment} required>
          <Select
            value={environment || every}
            onValueChange={(value) => change({ environment: value === every ? '' : value })}
            options={[
              { value: every, label: words.everyEnvironment },
              ...Object.entries(environmentWords).map(([value, label]) => ({ value, label })),
            ]}
          />
        </Field>
        <Field label={words.expiresOn} hint={words.expiresHint} error={wrongAt('limits.expiresOn')}>
          <DateInput value={expiresOn} onChange={({ target }) => change({ expiresOn: target.value })} />
        </Field>
        <Field label={words.hours} required>
          <Select
            value={hours === null ? 'always' : hours.within ? 'within' : 'outside'}
            onValueChange={(value) =>
              change({
                hours: value === 'always' ? null : { ...(hours ?? freshHours()), within: value === 'within' },
              })
            }
            options={[
              { value: 'always', label: words.always },
              { value: 'within', label: words.withinHours },
              { value: 'outside', label: words.outsideHours },
            ]}
          />
        </Field>
        <Field label={words.addresses} required error={wrongAt('limits.addresses')}>
          <Select
            value={addresses.use}
            onValueChange={(value) =>
              change({
                addresses: { ...addresses, use: value === 'within' || value === 'outside' ? value : 'all' },
              })
            }
            options={[
              { value: 'all', label: words.allAddresses },
              { value: 'within', label: words.withinAddresses },
              { value: 'outside', label: words.outsideAddresses },
            ]}
          />
        </Field>
      </div>
      {hours === null ? null : (
        <HoursFields hours={hours} wrongAt={wrongAt} onChange={(next) => change({ hours: next })} />
      )}
      {addresses.use === 'all' ? null : (
        <Field
          label={words.networks}
          required
          hint={words.networksHint}
          error={wrongAt('limits.addresses.networks')}
        >
          <Input
            className="font-mono text-12!"
            value={addresses.networks}
            maxLength={2_500}
            spellCheck={false}
            onChange={({ target }) => change({ addresses: { ...addresses, networks: target.value } })}
          />
        </Field>
      )}
    </section>
  );
}

type HoursFieldsProps = {
  hours: Hours;
  wrongAt: LimitsFieldsProps['wrongAt'];
  onChange: (hours: Hours) => void;
};

function HoursFields({ hours, wrongAt, onChange }: HoursFieldsProps) {
  const { days } = hours;
  const change = (part: Partial<Hours>) => onChange({ ...hours, ...part });
  const wrong = wrongAt('limits.hours.days');
  return (
    <>
      <fieldset>
        <legend className="mb-1 text-12 font-medium">{words.days}</legend>
        <div className="flex flex-wrap gap-x-4">
          {dayNames.map((name, at) => (
            <Checkbox
              key={name}
              label={name}
              checked={days.includes(at + 1)}
              onChange={({ target }) =>
                change({
                  days: dayNames.flatMap((_, place) =>
                    (place === at ? target.checked : days.includes(place + 1)) ? [place + 1] : [],
                  ),
                })
              }
            />
          ))}
        </div>
        {wrong ? (
          <p role="alert" className="text-12 text-bad-text">
            {wrong}
          </p>
        ) : null}
      </fieldset>
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_1fr_2fr]">
        <Field label={words.from} required error={wrongAt('limits.hours.from')}>
          <Input value={hours.from} maxLength={5} onChange={({ target }) => change({ from: target.value })} />
        </Field>
        <Field label={words.until} required hint={words.untilHint} error={wrongAt('limits.hours.until')}>
          <Input
            value={hours.until}
            maxLength={5}
            onChange={({ target }) => change({ until: target.value })}
          />
        </Field>
        <TimeZoneField
          label={words.timeZone}
          error={wrongAt('limits.hours.timeZone')}
          value={hours.timeZone}
          onChange={(timeZone) => change({ timeZone })}
        />
      </div>
    </>
  );
}
