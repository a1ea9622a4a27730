import { Plus } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
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
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { messages } from './messages.ts';

/** Button and dialog that grant a draw. */
export function GrantDraw({ currency }: { currency: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
        {messages.grant.open}
      </Button>
      {open ? <GrantDialog currency={currency} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const empty = {
  participantId: '',
  currency: '',
  amount: '',
  from: '',
  to: '',
  reason: '',
  recoverFrom: '',
  percent: '',
  atMost: '',
};

function GrantDialog({ currency, onClose }: { currency: string; onClose: () => void }) {
  const [kind, setKind] = useState<'recoverable' | 'non-recoverable'>('recoverable');
  const [per, setPer] = useState<'month' | 'period'>('month');
  const [form, setForm] = useState({ ...empty, currency });
  const set = (change: Partial<typeof empty>) => setForm({ ...form, ...change });
  const text = (name: keyof typeof empty) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
  const grant = useAct({
    act: client.draws.create,
    changes: [keys.adjustments, keys.payments, keys.audit],
    failure: null,
    onDone: (draw) => {
      toast({ title: messages.grant.done, text: draw.participantName, meaning: 'ok' });
      onClose();
    },
  });
  const recovery = {
    from: form.recoverFrom || null,
    earningsPercent: form.percent || null,
    atMost: form.atMost || null,
  };
  const recovers = kind === 'recoverable' && Object.values(recovery).some((one) => one !== null);
  const ready =
    form.participantId && form.amount && form.from && form.currency && form.reason.trim().length > 2;
  const submit = () =>
    grant.mutate({
      participantId: form.participantId,
      currency: form.currency,
      kind,
      amount: form.amount.trim(),
      per,
      from: form.from,
      to: form.to || null,
      recovery: recovers ? recovery : null,
      reason: form.reason,
    });
  const issues = grant.error instanceof HttpError ? grant.error.issues : [];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.grant.open}
      description={messages.grant.description}
      footer={
        <ActFooter disabled={!ready} busy={grant.isPending} onClick={submit}>
          {messages.grant.open}
        </ActFooter>
      }
    >
      <div className="flex flex-col gap-4">
        <ParticipantField
          value={form.participantId}
          onValueChange={(participantId) => set({ participantId })}
        />
        <RadioGroup
          inline
          label={messages.grant.kind}
          value={kind}
          onValueChange={setKind}
          choices={[
            { value: 'recoverable', label: messages.grant.recoverable },
            { value: 'non-recoverable', label: messages.grant.guarantee },
          ]}
        />
        <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3">
          <Field label={messages.grant.amount} required>
            <Input figure inputMode="decimal" {...text('amount')} />
          </Field>
          <Field label={messages.grant.currency} required>
            <Select
              value={form.currency}
              onValueChange={(chosen) => set({ currency: chosen })}
              options={currencyOptions([currency])}
            />
          </Field>
          <Field label={messages.grant.per} required>
            <Select
              value={per}
              onValueChange={(value) => setPer(value === 'period' ? 'period' : 'month')}
              options={[
                { value: 'month', label: messages.grant.month },
                { value: 'period', label: messages.grant.period },
              ]}
            />
          </Field>
          <Field label={messages.grant.firstDay} required>
            <DateInput {...text('from')} />
          </Field>
          <Field label={messages.grant.lastDay}>
            <DateInput {...text('to')} />
          </Field>
        </div>
        {kind === 'recoverable' ? (
          <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3">
            <Field label={messages.grant.recoverFrom}>
              <DateInput {...text('recoverFrom')} />
            </Field>
            <Field label={messages.grant.maxPercent}>
              <Input figure inputMode="decimal" {...text('percent')} />
            </Field>
            <Field label={messages.grant.maxTotal}>
              <Input figure inputMode="decimal" {...text('atMost')} />
            </Field>
          </div>
        ) : null}
        <Field label={messages.reason} required hint={messages.grant.reasonHint}>
          <Input {...text('reason')} />
        </Field>
        {grant.isError && issues.length === 0 ? (
          <p role="alert" className="text-bad-text">
            {describeError(grant.error)}
          </p>
        ) : null}
        <ProblemList problems={issues} title={grant.isError ? describeError(grant.error) : undefined} />
      </div>
    </Dialog>
  );
}
