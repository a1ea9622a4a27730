import { openPaymentMoves, type PaymentMove } from '@attain/domain/payments/payment-moves';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { PaymentRun } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { counted } from '../../base/format-number.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { OutdatedNote } from './outdated-note.tsx';
import { totalText } from './payment-totals.ts';

const words: Record<PaymentMove, { label: string; asks: string; done: string }> = {
  approve: {
    label: 'Approve',
    asks: 'You confirm these amounts. You can withdraw them until they are posted.',
    done: 'Payments approved',
  },
  withdraw: {
    label: 'Withdraw',
    asks: 'These payments never become money. Releases and clawbacks in them come into the next ones.',
    done: 'Payments withdrawn',
  },
  post: {
    label: 'Post',
    asks: "Posting closes the period. Later changes are paid next period. This can't be undone.",
    done: 'Payments posted',
  },
  pay: { label: 'Mark as paid', asks: 'The money has left the bank.', done: 'Marked as paid' },
  finalize: {
    label: 'Finalize',
    asks: 'Nothing more is to be done with these payments.',
    done: 'Payments finalized',
  },
};

/** A button for each move that is open to the reader; each asks before it is done. */
export function PaymentMoves({ run }: { run: PaymentRun }) {
  const mayMake = useMay('make:payments');
  const mayApprove = useMay('approve:payments');
  const moves = openPaymentMoves(run.status).filter((move) => (move === 'withdraw' ? mayMake : mayApprove));
  return (
    <>
      {moves.map((move) => (
        <MoveButton key={move} run={run} move={move} />
      ))}
    </>
  );
}

function MoveButton({ run, move }: { run: PaymentRun; move: PaymentMove }) {
  const { label, asks, done } = words[move];
  const act = useAct({
    act: client.payments[move],
    changes: [keys.payments, keys.adjustments, keys.audit],
    failure: `The payments could not be moved on (${label.toLowerCase()})`,
    onDone: () => toast({ title: done, text: run.period.key, meaning: 'ok' }),
  });
  const barred = barredBecause(run, move);
  const variant = move === 'withdraw' ? 'secondary' : 'primary';
  if (barred !== null) {
    return (
      <Button variant={variant} disabled title={barred}>
        {label}
      </Button>
    );
  }
  return (
    <Dialog
      size="sm"
      trigger={<Button variant={variant}>{label}</Button>}
      title={`${label} ${counted(run.paymentCount, 'payment')}, ${totalText(run)}?`}
      description={asks}
      footer={
        <>
          <CloseSheet>
            <Button>Cancel</Button>
          </CloseSheet>
          <CloseSheet>
            <Button
              variant={move === 'post' ? 'danger' : 'primary'}
              busy={act.isPending}
              onClick={() => act.mutate({ id: run.id })}
            >
              {label}
            </Button>
          </CloseSheet>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-fg-2">
          Payments of {run.period.key}, version {run.version}, created by {run.made?.by ?? 'Attain'}.
        </p>
        <OutdatedNote run={run} />
      </div>
    </Dialog>
  );
}

/** Why an open move cannot be made by this person now; null: it can. */
function barredBecause(run: PaymentRun, move: PaymentMove): string | null {
  if (move === 'approve' || move === 'post' || move === 'pay') {
    if (run.barred[move] !== null) return run.barred[move];
  }
  if (move !== 'approve') return null;
  return run.stale.length > 0 ? 'Something changed since they were made. Make them again.' : null;
}
