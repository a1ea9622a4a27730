import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMe } from '../../api/me.ts';
import { useAct } from '../../api/use-act.ts';
import { currencyOptions } from '../../base/format-money.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';

const settingsQuery = () =>
  queryOptions({
    queryKey: keys.workspace,
    queryFn: ({ signal }) => client.workspace.settings(undefined, { signal }),
  });

type Settings = Awaited<ReturnType<typeof client.workspace.settings>>;
type Chosen = { reportingCurrency?: string; runsKeptDays?: number | null };

/** How long runs may be kept, in days; whatever else the workspace has chosen stands beside them. */
const keptDays: readonly (readonly [days: number, label: string])[] = [
  [90, '90 days'],
  [365, '1 year'],
  [1826, '5 years'],
  [2557, '7 years'],
];
const forEver = 'for-ever';

/** What holds for everybody in the workspace, for those who may change it: the currency of reports, and how long runs are kept. */
export function WorkspaceDialog({ onClose }: { onClose: () => void }) {
  const settings = useQuery(settingsQuery());
  const name = useMe().data?.tenant.name;
  const [chosen, setChosen] = useState<Chosen>({});
  const kept = settings.data;
  const changed = (Object.keys(chosen) as (keyof Chosen)[]).filter((one) => chosen[one] !== kept?.[one]);
  const save = useAct({
    act: client.workspace.saveSettings,
    changes: [keys.workspace, keys.audit],
    failure: 'The settings could not be kept',
    onDone: (saved) => {
      toast({ id: 'workspace-settings', title: 'Settings saved', text: savedText(saved), meaning: 'ok' });
      onClose();
    },
  });
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title="Workspace settings"
      description={name ? `What holds for everybody in ${name}.` : 'What holds for everybody.'}
      footer={
        <ActFooter
          disabled={changed.length === 0}
          busy={save.isPending}
          onClick={() => save.mutate(Object.fromEntries(changed.map((one) => [one, chosen[one]])))}
        >
          Save settings
        </ActFooter>
      }
    >
      <Loaded query={settings} failure="The settings could not be loaded">
        {(stored) => (
          <SettingsFields
            stored={stored}
            now={{ ...stored, ...chosen }}
            onChoose={(one) => setChosen({ ...chosen, ...one })}
          />
        )}
      </Loaded>
    </Dialog>
  );
}

type SettingsFieldsProps = { stored: Settings; now: Settings; onChoose: (one: Chosen) => void };

function SettingsFields({ stored, now, onChoose }: SettingsFieldsProps) {
  const { currency, runsKeptDays } = stored;
  const others =
    runsKeptDays === null || keptDays.some(([days]) => days === runsKeptDays) ? [] : [runsKeptDays];
  const lengths = [...keptDays, ...others.map((days) => [days, `${days} days`] as const)];
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="Currency of reports"
        required
        hint={`What payments in several currencies are together told in, at the rates of the period’s last day. Payments that are made already keep theirs. The workspace’s own currency is ${currency}.`}
      >
        <Select
          value={now.reportingCurrency}
          onValueChange={(reportingCurrency) => onChoose({ reportingCurrency })}
          options={currencyOptions([currency, now.reportingCurrency])}
        />
      </Field>
      <Field
        label="Ended runs of workflows are kept"
        required
        hint="After that a run is removed for good, with its log, its values and its files. What waits, what failed and was not tried again, unread notices, suggestions and disputes keep theirs; so does the last run of each workflow that completed. The audit log stays whole."
      >
        <Select
          value={now.runsKeptDays === null ? forEver : String(now.runsKeptDays)}
          onValueChange={(days) => onChoose({ runsKeptDays: days === forEver ? null : Number(days) })}
          options={[
            { value: forEver, label: 'For ever' },
            ...lengths.map(([days, label]) => ({ value: String(days), label })),
          ]}
        />
      </Field>
    </div>
  );
}

function savedText({ reportingCurrency, runsKeptDays }: Settings): string {
  const known = keptDays.find(([days]) => days === runsKeptDays)?.[1] ?? `${runsKeptDays} days`;
  const kept = runsKeptDays === null ? 'for ever' : `for ${known}`;
  return `Payments made from now on are told in ${reportingCurrency}. Ended runs are kept ${kept}.`;
}
