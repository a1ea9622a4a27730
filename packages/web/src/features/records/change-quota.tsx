import { type FormEvent, useId, useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { QuotaRow } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Field } from '../../ui/fields/field.tsx';
import { FreeTextInput } from '../../ui/fields/free-text-input.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const texts = messages.change;

type ChangeQuotaProps = {
  row: QuotaRow;
  amount: string;
  /** Amounts as shown. */
  before: string;
  after: string;
  /** Of the change before, which the next one often shares. */
  reason: string;
  onClose: () => void;
  onDone: (reason: string) => void;
};

/** Asks for the reason of a changed quota and saves it; says so if someone else changed it meanwhile. */
export function ChangeQuota({
  row,
  amount,
  before,
  after,
  reason: first,
  onClose,
  onDone,
}: ChangeQuotaProps) {
  const formId = useId();
  const [reason, setReason] = useState(first);
  const { participantId, componentId, unit, from, to } = row;
  const act = useAct({
    act: client.records.changeQuota,
    changes: [keys.quotas, keys.calculations, keys.audit],
    failure: null,
    onDone: () => {
      toast({ title: texts.done, text: texts.doneText(row.participantName, after), meaning: 'ok' });
      onDone(reason.trim());
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const key = { participantId, componentId, unit, from, to };
    act.mutate({ ...key, known: row.amount, amount, reason: reason.trim() });
  };
  return (
    <ActDialog
      act={act}
      title={texts.title(row.participantName, before, after)}
      description={messages.remove.description}
      label={texts.save}
      disabled={reason.trim().length < 3}
      formId={formId}
      onClose={onClose}
    >
      <form id={formId} onSubmit={submit}>
        <Field label={messages.remove.reason} required hint={messages.remove.hint}>
          <FreeTextInput value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </form>
    </ActDialog>
  );
}
