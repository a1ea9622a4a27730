import { adjustmentWords } from '@attain/domain/payments/ledger-words';
import { ENTERED_KINDS, type EnteredKind } from '@attain/domain/payments/payment';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { ParticipantField } from '../../api/requests/participant-field.tsx';
import { useAct } from '../../api/use-act.ts';
import { currencyOptions } from '../../base/format-money.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

/** Button and dialog that enter an adjustment. */
export function AddAdjustment({ currency }: { currency: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
        {messages.adjustment.open}
      </Button>
      {open ? <AdjustmentDialog currency={currency} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const empty = { participantId: '', amount: '', dealId: '', payFrom: '', reason: '' };

function AdjustmentDialog({ currency, onClose }: { currency: string; onClose: () => void }) {
  const [kind, setKind] = useState<EnteredKind>('correction');
  const [countsAs, setCountsAs] = useState<'earnings' | 'payment'>('earnings');
  const [paidIn, setPaidIn] = useState(currency);
  const [form, setForm] = useState(empty);
  const text = (name: keyof typeof empty) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  const submit = useAct({
    act: client.adjustments.submit,
    changes: [keys.adjustments, keys.approvals, keys.audit],
    failure: null,
    onDone: ({ participantName }) => {
      toast({ title: messages.adjustment.done, text: participantName, meaning: 'ok' });
      onClose();
    },
  });
  const { participantId, amount, dealId, payFrom, reason } = form;
  return (
    <ActDialog
      act={submit}
      title={messages.adjustment.open}
      description={messages.adjustment.description}
      label={messages.adjustment.submit}
      disabled={!participantId || !amount.trim() || reason.trim().length < 3}
      onAct={() =>
        submit.mutate({
          participantId,
          currency: paidIn,
          amount: amount.trim().replace('−', '-'),
          kind,
          countsAs,
          dealId: dealId.trim() || null,
          payFrom: payFrom || null,
          reason,
        })
      }
      onClose={onClose}
    >
      <ParticipantField
        value={participantId}
        onValueChange={(chosen) => setForm({ ...form, participantId: chosen })}
      />
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
        <Field label={messages.adjustment.kind} required>
          <Select
            value={kind}
            onValueChange={(chosen) => setKind(chosen as EnteredKind)}
            options={ENTERED_KINDS.map((value) => ({ value, label: adjustmentWords[value] }))}
          />
        </Field>
        <Field label={messages.adjustment.amount} required hint={messages.adjustment.amountHint}>
          <Input figure inputMode="text" {...text('amount')} />
        </Field>
        <Field label={messages.adjustment.currency} required>
          <Select value={paidIn} onValueChange={setPaidIn} options={currencyOptions([currency])} />
        </Field>
      </div>
      <RadioGroup
        label={messages.adjustment.countsAs}
        value={countsAs}
        onValueChange={setCountsAs}
        choices={[
          {
            value: 'earnings',
            label: messages.adjustment.earnings,
            hint: messages.adjustment.earningsHint,
          },
          { value: 'payment', label: messages.adjustment.payment, hint: messages.adjustment.paymentHint },
        ]}
      />
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
        <Field label={messages.adjustment.deal}>
          <Input {...text('dealId')} />
        </Field>
        <Field label={messages.adjustment.payFrom} hint={messages.adjustment.payFromHint}>
          <DateInput {...text('payFrom')} />
        </Field>
      </div>
      <Field label={messages.reason} required hint={messages.reasonHint}>
        <Input {...text('reason')} />
      </Field>
    </ActDialog>
  );
}
