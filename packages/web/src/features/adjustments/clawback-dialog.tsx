import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import type { LineKey } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoney } from '../../base/format-money.ts';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { messages } from './messages.ts';
import { PaidDealFields } from './paid-deal-fields.tsx';
import { noPaidDeal, type PaidDeal, PartOfLine, wholeOf } from './part-of-line.tsx';

export type ClawbackDialogProps = {
  /** The line to claw back; without it, the form asks for payee, calculation and component. */
  line?: { key: LineKey; currency: string; amount: string; message: string };
  onClose: () => void;
};

/** Form that claws back a paid line or one deal in it. */
export function ClawbackDialog({ line, onClose }: ClawbackDialogProps) {
  const [deal, setDeal] = useState<PaidDeal>(line ? wholeOf(line.key) : noPaidDeal);
  const [kind, setKind] = useState<'full' | 'pro-rata'>('full');
  const [floor, setFloor] = useState<'carry' | 'zero'>('carry');
  const [form, setForm] = useState({ decidedOn: '', termMonths: '', windowDays: '', reason: '' });
  const text = (name: keyof typeof form) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  const decide = useAct({
    act: client.clawbacks.decide,
    changes: [keys.adjustments, keys.payments, keys.audit],
    failure: null,
    onDone: ({ amount, currency, participantName }) => {
      toast({
        title: messages.clawback.done(formatMoney(amount, { currency })),
        text: participantName,
        meaning: 'ok',
      });
      onClose();
    },
  });
  const issues = decide.error instanceof HttpError ? decide.error.issues : [];
  const ready =
    Object.values(deal).every((chosen) => chosen !== '') &&
    form.decidedOn &&
    form.reason.trim().length > 2 &&
    (kind === 'full' || form.termMonths);
  const submit = () =>
    decide.mutate({
      ...deal,
      kind,
      floor,
      decidedOn: form.decidedOn,
      reason: form.reason,
      termMonths: kind === 'full' ? null : Number(form.termMonths),
      windowDays: form.windowDays === '' ? null : Number(form.windowDays),
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.clawback.title}
      description={line?.message ?? messages.clawback.description}
      footer={
        <ActFooter disabled={!ready} busy={decide.isPending} onClick={submit}>
          {messages.clawback.open}
        </ActFooter>
      }
    >
      <div className="flex flex-col gap-4">
        {line ? (
          <PartOfLine value={deal} onValueChange={setDeal} currency={line.currency} amount={line.amount} />
        ) : (
          <PaidDealFields value={deal} onValueChange={setDeal} />
        )}
        <RadioGroup
          inline
          label={messages.clawback.amount}
          value={kind}
          onValueChange={setKind}
          choices={[
            { value: 'full', label: messages.clawback.full },
            { value: 'pro-rata', label: messages.clawback.proRata },
          ]}
        />
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <Field label={messages.clawback.date} required>
            <DateInput {...text('decidedOn')} />
          </Field>
          {kind === 'pro-rata' ? (
            <Field label={messages.clawback.term} required>
              <Input inputMode="numeric" {...text('termMonths')} />
            </Field>
          ) : null}
          <Field label={messages.clawback.window}>
            <Input inputMode="numeric" {...text('windowDays')} />
          </Field>
        </div>
        <RadioGroup
          label={messages.clawback.floor}
          value={floor}
          onValueChange={setFloor}
          choices={[
            { value: 'carry', label: messages.clawback.carry },
            { value: 'zero', label: messages.clawback.zero },
          ]}
        />
        <Field label={messages.reason} required hint={messages.reasonHint}>
          <Input {...text('reason')} />
        </Field>
        {decide.isError && issues.length === 0 ? (
          <p role="alert" className="text-bad-text">
            {describeError(decide.error)}
          </p>
        ) : null}
        <ProblemList problems={issues} title={decide.isError ? describeError(decide.error) : undefined} />
      </div>
    </Dialog>
  );
}
