import { decimal } from '@attain/domain/base/decimal';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { Explanation } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { isTypedDecimal } from '../../base/decimal.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

type OverrideDialogProps = {
  line: Explanation;
  /** What the line pays now, with posted overrides. */
  pays: string;
  onClose: () => void;
};

/** Asks what a line should pay and why. */
export function OverrideDialog({ line, pays, onClose }: OverrideDialogProps) {
  const [shouldPay, setShouldPay] = useState('');
  const [reason, setReason] = useState('');
  const { currency, participantId, componentId } = line;
  const submit = useAct({
    act: client.adjustments.override,
    changes: [keys.adjustments, keys.approvals, keys.audit],
    failure: null,
    onDone: () => {
      toast({ title: messages.override.done, text: line.participantName, meaning: 'ok' });
      onClose();
    },
  });
  const amount = shouldPay.trim().replace('−', '-');
  const change = isTypedDecimal(amount) ? decimal(amount).minus(decimal(pays)).toFixed() : null;
  return (
    <ActDialog
      act={submit}
      title={messages.override.title}
      description={messages.override.description(line.componentName, formatMoney(pays, { currency }))}
      label={messages.adjustment.submit}
      disabled={amount === '' || reason.trim().length < 3}
      onAct={() =>
        submit.mutate({
          calculationId: line.run.sameAs ?? line.runId,
          participantId,
          componentId,
          shouldPay: amount,
          reason: reason.trim(),
        })
      }
      onClose={onClose}
    >
      <Field
        label={messages.override.shouldPay(currency)}
        required
        hint={
          change === null
            ? undefined
            : messages.override.change(formatMoney(change, { currency, signed: true }))
        }
      >
        <Input
          figure
          inputMode="decimal"
          value={shouldPay}
          onChange={({ target }) => setShouldPay(target.value)}
        />
      </Field>
      <Field label={messages.reason} required hint={messages.reasonHint}>
        <Input value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </ActDialog>
  );
}
