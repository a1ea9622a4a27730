import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FreeTextInput } from '../../ui/fields/free-text-input.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';

/** Approves a result with a reason: components that ask for approval count it from the next calculation on. */
export function ApproveResult({ dealId }: { dealId: string }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const approve = useAct({
    act: client.records.approve,
    changes: [keys.deals, keys.calculations, keys.audit],
    failure: 'The result could not be approved',
    onDone: () => toast({ title: 'Result approved', text: 'The next calculation counts it', meaning: 'ok' }),
  });
  if (!open)
    return (
      <Button
        size="sm"
        className="self-start"
        icon={<BadgeCheck aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Approve this result
      </Button>
    );
  return (
    <section aria-label="Approve this result" className="flex flex-col gap-3 rounded-lg border p-4">
      <h3 className="font-semibold">Approve this result</h3>
      <Field label="Reason" required hint="It counts where a plan asks for approval, such as an MBO’s score">
        <FreeTextInput autoFocus value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Button
        variant="primary"
        className="self-start"
        disabled={reason.trim().length < 3}
        busy={approve.isPending}
        onClick={() => approve.mutate({ id: dealId, reason })}
      >
        Approve
      </Button>
    </section>
  );
}
