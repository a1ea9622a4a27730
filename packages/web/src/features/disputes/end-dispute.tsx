import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { Dispute } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

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

type EndDisputeProps = { dispute: Dispute; end: EndOfDispute; onClose: () => void };

/** Asks for the reason and ends a dispute. */
export function EndDispute({ dispute: { id }, end, onClose }: EndDisputeProps) {
  const [reason, setReason] = useState('');
  const ended = useAct({
    act: (text: string, options: Parameters<typeof client.disputes.resolve>[1]) =>
      end === 'withdrawn'
        ? client.disputes.withdraw({ id, reason: text }, options)
        : client.disputes.resolve({ id, outcome: end, reason: text }, options),
    changes: [keys.disputes, keys.audit],
    failure: null,
    onDone: () => {
      toast({ title: messages.detail.done[end], text: reason.trim(), meaning: 'ok' });
      onClose();
    },
  });
  return (
    <ActDialog
      act={ended}
      {...texts[end]}
      disabled={reason.trim().length < 3}
      onAct={() => ended.mutate(reason.trim())}
      onClose={onClose}
    >
      <Field label={messages.detail.reason} required hint={messages.detail.reasonHint}>
        <Textarea value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ActDialog>
  );
}
