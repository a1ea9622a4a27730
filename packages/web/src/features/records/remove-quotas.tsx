import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { QuotaRow } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Field } from '../../ui/fields/field.tsx';
import { FreeTextInput } from '../../ui/fields/free-text-input.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ChosenDialog } from '../../ui/tables/chosen-dialog.tsx';
import { messages } from './messages.ts';

export type RemoveQuotasProps = { chosen: readonly QuotaRow[]; onRemoved: () => void };

/** Removes quotas stored by mistake, with a reason. */
export function RemoveQuotas({ chosen, onRemoved }: RemoveQuotasProps) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const remove = useAct({
    act: client.records.removeQuotas,
    changes: [keys.quotas, keys.calculations, keys.audit],
    failure: messages.remove.failure,
    onDone: ({ removed }) => {
      toast({ title: messages.remove.done, text: messages.remove.doneText(removed), meaning: 'ok' });
      setOpen(false);
      setReason('');
      onRemoved();
    },
  });
  const quotas = chosen.map(({ participantId, componentId, unit, from, to }) => ({
    participantId,
    componentId,
    unit,
    from,
    to,
  }));
  return (
    <ChosenDialog
      verb={messages.remove.verb}
      noun="quota"
      count={chosen.length}
      open={open}
      onOpenChange={setOpen}
      description={messages.remove.description}
      act={{
        disabled: reason.trim().length < 3,
        busy: remove.isPending,
        onClick: () => remove.mutate({ quotas, reason }),
        children: messages.remove.action,
      }}
    >
      <Field label={messages.remove.reason} required hint={messages.remove.hint}>
        <FreeTextInput value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ChosenDialog>
  );
}
