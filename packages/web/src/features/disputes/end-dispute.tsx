import { decimal } from '@attain/domain/base/decimal';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Dispute } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { consequenceNames, messages } from './messages.ts';

export type EndOfDispute = 'upheld' | 'dismissed' | 'withdrawn';

const texts = {
  upheld: {
    title: messages.detail.upholdTitle,
    description: messages.detail.upholdText,
    label: messages.detail.uphold,
  },
  dismissed: {
    title: messages.detail.dismissTitle,
    description: messages.detail.dismissText,
    label: messages.detail.dismiss,
  },
  withdrawn: {
    title: messages.detail.withdrawTitle,
    description: messages.detail.withdrawText,
    label: messages.detail.withdraw,
  },
} as const;

const consequences = ['records', 'adjustment', 'plan', 'none'] as const;

type EndDisputeProps = { dispute: Dispute; end: EndOfDispute; onClose: () => void };

/** Asks for the reason and ends a dispute. */
export function EndDispute({ dispute, end, onClose }: EndDisputeProps) {
  const { id, currency, expected, paid } = dispute;
  const mayAdjust = useMay('adjust:payments');
  const isUpheld = end === 'upheld';
  const [reason, setReason] = useState('');
  const [consequence, setConsequence] = useState<NonNullable<Dispute['consequence']>>('records');
  const [amount, setAmount] = useState(
    expected === null ? '' : decimal(expected).minus(decimal(paid)).toFixed(),
  );
  const isAdjusted = consequence === 'adjustment';
  const ended = useAct({
    act: (text: string, options: Parameters<typeof client.disputes.resolve>[1]) =>
      end === 'withdrawn'
        ? client.disputes.withdraw({ id, reason: text }, options)
        : client.disputes.resolve(
            {
              id,
              outcome: end,
              reason: text,
              ...(isAdjusted ? { adjustment: { amount: amount.trim() } } : { consequence }),
            },
            options,
          ),
    changes: [keys.disputes, keys.adjustments, keys.approvals, keys.audit],
    failure: null,
    onDone: () => {
      const title = isAdjusted ? messages.detail.proposed : messages.detail.done[end];
      toast({ title, text: reason.trim(), meaning: 'ok' });
      onClose();
    },
  });
  return (
    <ActDialog
      act={ended}
      {...texts[end]}
      {...(isAdjusted && { label: messages.detail.propose })}
      disabled={reason.trim().length < 3 || (isAdjusted && !amount.trim())}
      onAct={() => ended.mutate(reason.trim())}
      onClose={onClose}
    >
      {isUpheld ? (
        <RadioGroup
          label={messages.detail.correction}
          value={consequence}
          onValueChange={setConsequence}
          choices={consequences
            .filter((value) => mayAdjust || value !== 'adjustment')
            .map((value) => ({
              value,
              label: consequenceNames[value],
              hint: messages.detail.hints[value],
            }))}
        />
      ) : null}
      {isAdjusted ? (
        <Field label={messages.detail.amount(currency)} required>
          <Input
            figure
            inputMode="decimal"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
        </Field>
      ) : null}
      <Field label={messages.detail.reason} required hint={messages.detail.reasonHint}>
        <Textarea value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ActDialog>
  );
}
