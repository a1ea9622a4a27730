import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FreeTextInput } from '../../ui/fields/free-text-input.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

/** Approves a result with a reason; components that require approval count it from the next calculation on. */
export function ApproveResult({ dealId }: { dealId: string }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const approve = useAct({
    act: client.records.approve,
    changes: [keys.deals, keys.calculations, keys.audit],
    failure: messages.approve.failure,
    onDone: () => toast({ title: messages.approve.done, text: messages.approve.doneText, meaning: 'ok' }),
  });
  if (!open)
    return (
      <Button
        size="sm"
        className="self-start"
        icon={<BadgeCheck aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {messages.approve.open}
      </Button>
    );
  return (
    <section aria-label={messages.approve.open} className="flex flex-col gap-3 rounded-lg border p-4">
      <h3 className="font-semibold">{messages.approve.open}</h3>
      <Field label={messages.approve.reason} required hint={messages.approve.hint}>
        <FreeTextInput autoFocus value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Button
        variant="primary"
        className="self-start"
        disabled={reason.trim().length < 3}
        busy={approve.isPending}
        onClick={() => approve.mutate({ id: dealId, reason })}
      >
        {messages.approve.open}
      </Button>
    </section>
  );
}
