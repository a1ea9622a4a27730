import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { QuotaRow } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatCount } from '../../base/format-number.ts';
import { Field } from '../../ui/fields/field.tsx';
import { FreeTextInput } from '../../ui/fields/free-text-input.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ChosenDialog } from '../../ui/tables/chosen-dialog.tsx';

export type RemoveQuotasProps = { chosen: readonly QuotaRow[]; onRemoved: () => void };

/** Takes away quotas that were stored by mistake, with a reason. */
export function RemoveQuotas({ chosen, onRemoved }: RemoveQuotasProps) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const remove = useAct({
    act: client.records.removeQuotas,
    changes: [keys.quotas, keys.calculations, keys.audit],
    failure: 'The quotas could not be removed',
    onDone: ({ removed }) => {
      toast({ title: 'Quotas removed', text: `${formatCount(removed)} removed`, meaning: 'ok' });
      setOpen(false);
      setReason('');
      onRemoved();
    },
  });
  const quotas = chosen.map(({ participantId, componentId, unit, from, to }) => ({
    ...{ participantId, componentId, unit, from, to },
  }));
  return (
    <ChosenDialog
      verb="Remove"
      noun="quota"
      count={chosen.length}
      open={open}
      onOpenChange={setOpen}
      description="Calculations that have read one become out of date. What was paid stays as it is until they are made again."
      act={{
        disabled: reason.trim().length < 3,
        busy: remove.isPending,
        onClick: () => remove.mutate({ quotas, reason }),
        children: 'Remove',
      }}
    >
      <Field label="Reason" required hint="It stands in the audit log, at least three letters">
        <FreeTextInput value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ChosenDialog>
  );
}
