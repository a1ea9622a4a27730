import { roles } from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMe } from '../../api/me.ts';
import { settingsQuery } from '../../api/requests/workspace-queries.ts';
import { useAct } from '../../api/use-act.ts';
import { formatDay } from '../../base/format-date.ts';
import { currencyOptions } from '../../base/format-money.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TimeZoneField } from '../../ui/fields/time-zone-field.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages as frameMessages } from '../frame-messages.ts';
import { MailServer } from './mail-server.tsx';
import { messages } from './messages.ts';
import { useNewHolidays, WorkspaceHolidays } from './workspace-holidays.tsx';

type Settings = Awaited<ReturnType<typeof client.workspace.settings>>;
type Chosen = Partial<
  Pick<Settings, 'reportingCurrency' | 'timeZone' | 'runsKeptDays' | 'secondFactorRoles'>
> & { fixedDay?: string | null };

/** Choices for run retention, in days; another stored value is added to the list. */
const keptDays: readonly (readonly [days: number, label: string])[] = [
  [90, messages.workspace.days(90)],
  [365, messages.workspace.years.one],
  [1826, messages.workspace.years.five],
  [2557, messages.workspace.years.seven],
];
const forEver = 'for-ever';

/** Workspace settings for users with permission. */
export function WorkspaceDialog({ onClose }: { onClose: () => void }) {
  const settings = useQuery(settingsQuery());
  const name = useMe().data?.tenant.name;
  const [chosen, setChosen] = useState<Chosen>({});
  const kept = settings.data;
  const changed = (Object.keys(chosen) as (keyof Chosen)[]).filter((one) => chosen[one] !== kept?.[one]);
  const save = useAct({
    act: client.workspace.saveSettings,
    // another day changes what every screen shows
    changes: 'fixedDay' in chosen ? [['/api']] : [keys.workspace, keys.audit],
    failure: null,
    onDone: (saved) => {
      toast({
        id: 'workspace-settings',
        title: messages.workspace.saved,
        text: savedText(saved),
        meaning: 'ok',
      });
      onClose();
    },
  });
  const holidays = useNewHolidays();
  const saveChanged = () => {
    if (changed.length === 0) onClose();
    else save.mutate(Object.fromEntries(changed.map((one) => [one, chosen[one]])));
  };
  const zoneError =
    save.error instanceof HttpError
      ? save.error.issues.find(({ path }) => path === 'timeZone')?.message
      : undefined;
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={frameMessages.titles.workspace}
      description={name ? messages.workspace.description(name) : messages.workspace.descriptionAll}
      footer={
        <ActFooter
          disabled={changed.length === 0 && !holidays.isAny}
          busy={save.isPending || holidays.isPending}
          onClick={() => (holidays.isAny ? holidays.add(saveChanged) : saveChanged())}
        >
          {messages.workspace.save}
        </ActFooter>
      }
    >
      <Loaded query={settings} failure={messages.workspace.failure}>
        {(stored) => (
          <SettingsFields
            stored={stored}
            now={{ ...stored, ...chosen }}
            zoneError={zoneError}
            holidays={holidays}
            onChoose={(one) => setChosen({ ...chosen, ...one })}
          />
        )}
      </Loaded>
      {save.error === null || zoneError !== undefined ? null : (
        <p role="alert" className="mt-4 text-bad-text">
          {describeError(save.error)}
        </p>
      )}
    </Dialog>
  );
}

type SettingsFieldsProps = {
  stored: Settings;
  now: Settings;
  zoneError: string | undefined;
  holidays: ReturnType<typeof useNewHolidays>;
  onChoose: (one: Chosen) => void;
};

function SettingsFields({ stored, now, zoneError, holidays, onChoose }: SettingsFieldsProps) {
  const { currency, runsKeptDays } = stored;
  const others =
    runsKeptDays === null || keptDays.some(([days]) => days === runsKeptDays) ? [] : [runsKeptDays];
  const lengths = [...keptDays, ...others.map((days) => [days, messages.workspace.days(days)] as const)];
  return (
    <div className="flex flex-col gap-4">
      <Field label={messages.workspace.currency} required hint={messages.workspace.currencyHint(currency)}>
        <Select
          value={now.reportingCurrency}
          onValueChange={(reportingCurrency) => onChoose({ reportingCurrency })}
          options={currencyOptions([currency, now.reportingCurrency])}
        />
      </Field>
      <TimeZoneField
        label={messages.workspace.timeZone}
        hint={messages.workspace.timeZoneHint}
        error={zoneError}
        value={now.timeZone}
        onChange={(timeZone) => onChoose({ timeZone })}
      />
      {stored.fixedDay === null ? null : (
        <Checkbox
          label={messages.workspace.fixedDay(formatDay(stored.fixedDay))}
          hint={messages.workspace.fixedDayHint}
          checked={now.fixedDay !== null}
          onChange={({ target }) => onChoose({ fixedDay: target.checked ? stored.fixedDay : null })}
        />
      )}
      <WorkspaceHolidays added={holidays} />
      <Field label={messages.workspace.retention} required hint={messages.workspace.retentionHint}>
        <Select
          value={now.runsKeptDays === null ? forEver : String(now.runsKeptDays)}
          onValueChange={(days) => onChoose({ runsKeptDays: days === forEver ? null : Number(days) })}
          options={[
            { value: forEver, label: messages.workspace.forever },
            ...lengths.map(([days, label]) => ({ value: String(days), label })),
          ]}
        />
      </Field>
      <RequiredRoles
        value={now.secondFactorRoles}
        onChange={(secondFactorRoles) => onChoose({ secondFactorRoles })}
      />
      <MailServer />
    </div>
  );
}

type Roles = Settings['secondFactorRoles'];

/** The roles whose holders must set up two-step sign-in. */
function RequiredRoles({ value, onChange }: { value: Roles; onChange: (value: Roles) => void }) {
  return (
    <fieldset>
      <legend className="text-12 font-medium">{messages.workspace.secondFactor}</legend>
      <p className="mb-1 text-12 text-fg-3">{messages.workspace.secondFactorHint}</p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={roleNames[role]}
            checked={value.includes(role)}
            onChange={({ target }) =>
              onChange(roles.filter((one) => (one === role ? target.checked : value.includes(one))))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function savedText({ reportingCurrency, timeZone, runsKeptDays }: Settings): string {
  const known =
    keptDays.find(([days]) => days === runsKeptDays)?.[1] ?? messages.workspace.days(runsKeptDays ?? 0);
  const kept = runsKeptDays === null ? messages.workspace.keptForever : messages.workspace.keptFor(known);
  return messages.workspace.savedText(reportingCurrency, timeZone, kept);
}
