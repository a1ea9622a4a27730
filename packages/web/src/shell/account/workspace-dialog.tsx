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

/** What holds for everybody in the workspace, for those who may change it: the currency of reports. */
export function WorkspaceDialog({ onClose }: { onClose: () => void }) {
  const settings = useQuery(settingsQuery());
  const name = useMe().data?.tenant.name;
  const [chosen, setChosen] = useState<string>();
  const kept = settings.data?.reportingCurrency;
  const reportingCurrency = chosen ?? kept ?? '';
  const save = useAct({
    act: client.workspace.saveSettings,
    changes: [keys.workspace, keys.audit],
    failure: 'The settings could not be kept',
    onDone: (saved) => {
      const text = `Payments made from now on are told in ${saved.reportingCurrency}.`;
      toast({ id: 'workspace-settings', title: 'Settings saved', text, meaning: 'ok' });
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
          disabled={reportingCurrency === '' || reportingCurrency === kept}
          busy={save.isPending}
          onClick={() => save.mutate({ reportingCurrency })}
        >
          Save settings
        </ActFooter>
      }
    >
      <Loaded query={settings} failure="The settings could not be loaded">
        {({ currency }) => (
          <Field
            label="Currency of reports"
            required
            hint={`What payments in several currencies are together told in, at the rates of the period’s last day. Payments that are made already keep theirs. The workspace’s own currency is ${currency}.`}
          >
            <Select
              value={reportingCurrency}
              onValueChange={setChosen}
              options={currencyOptions([currency, reportingCurrency])}
            />
          </Field>
        )}
      </Loaded>
    </Dialog>
  );
}
