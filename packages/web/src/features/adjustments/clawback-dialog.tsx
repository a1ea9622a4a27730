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
import { PaidDealFields } from './paid-deal-fields.tsx';
import { noPaidDeal, type PaidDeal, PartOfLine, wholeOf } from './part-of-line.tsx';

export type ClawbackDialogProps = {
  /** The line it is about, where that is known; otherwise payee, calculation and component are asked for. */
  line?: { key: LineKey; currency: string; amount: string; message: string };
  onClose: () => void;
};

/** The form that takes back a line that was paid, or a deal in it. */
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
        title: `${formatMoney(amount, { currency })} taken back`,
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
      ...{ kind, floor, decidedOn: form.decidedOn, reason: form.reason },
      termMonths: kind === 'full' ? null : Number(form.termMonths),
      windowDays: form.windowDays === '' ? null : Number(form.windowDays),
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Take back what was paid"
      description={line?.message ?? 'The next payments take it, with a link to the line that paid it.'}
      footer={
        <ActFooter disabled={!ready} busy={decide.isPending} onClick={submit}>
          Take back
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
          label="How much"
          value={kind}
          onValueChange={setKind}
          choices={[
            { value: 'full', label: 'All of it' },
            { value: 'pro-rata', label: 'By the months left' },
          ]}
        />
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <Field label="Decided for" required>
            <DateInput {...text('decidedOn')} />
          </Field>
          {kind === 'pro-rata' ? (
            <Field label="Months of contract" required>
              <Input inputMode="numeric" {...text('termMonths')} />
            </Field>
          ) : null}
          <Field label="Within days">
            <Input inputMode="numeric" {...text('windowDays')} />
          </Field>
        </div>
        <RadioGroup
          label="Where the payment is not enough"
          value={floor}
          onValueChange={setFloor}
          choices={[
            { value: 'carry', label: 'The rest is owed and taken from later payments' },
            { value: 'zero', label: 'The payment stops at zero, the rest is given up' },
          ]}
        />
        <Field label="Reason" required hint="The payee reads it on the statement">
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
