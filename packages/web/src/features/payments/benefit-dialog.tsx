import { type FormEvent, useId, useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useAct } from '../../api/use-act.ts';
import { CountField } from '../../ui/fields/count-field.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { positionMessages } from './position-messages.ts';

const { benefit } = positionMessages;

/** Sets the months over which posted earnings are deferred. */
export function BenefitDialog({ months: stored, onClose }: { months: number | null; onClose: () => void }) {
  const formId = useId();
  const [months, setMonths] = useState(stored ?? 36);
  const save = useAct({
    act: client.payments.saveBenefitPeriod,
    changes: [keys.payments, keys.audit],
    failure: null,
    onDone: () => {
      toast({ title: benefit.saved, meaning: 'ok' });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ months: months === 0 ? null : months });
  };
  return (
    <ActDialog
      size="sm"
      title={benefit.label}
      description={benefit.text}
      act={save}
      label={benefit.save}
      formId={formId}
      onClose={onClose}
    >
      <form id={formId} noValidate onSubmit={submit}>
        <CountField
          label={benefit.months}
          hint={benefit.hint}
          value={months}
          maxDigits={4}
          onChange={setMonths}
        />
      </form>
    </ActDialog>
  );
}
