import { openPaymentMoves, type PaymentMove } from '@attain/domain/payments/payment-moves';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { PaymentRun } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';

import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';
import { OutdatedNote } from './outdated-note.tsx';
import { totalText } from './payment-totals.ts';

/** A button for each step this user may take next; each asks for confirmation. */
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
  const { label, asks, done } = messages.moves[move];
  const act = useAct({
    act: client.payments[move],
    changes: [keys.payments, keys.adjustments, keys.audit],
    failure: messages.moveDialog.failure(label),
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
      title={messages.moveDialog.title(label, run.paymentCount, totalText(run))}
      description={asks}
      footer={
        <>
          <CloseSheet>
            <Button>{messages.moveDialog.cancel}</Button>
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
          {messages.moveDialog.run(run.period.key, run.version, run.made?.by ?? 'Attain')}
        </p>
        <OutdatedNote run={run} />
      </div>
    </Dialog>
  );
}

/** The reason this user can't take a step now, or null. */
function barredBecause(run: PaymentRun, move: PaymentMove): string | null {
  if (move === 'approve' || move === 'post' || move === 'pay') {
    if (run.barred[move] !== null) return run.barred[move];
  }
  if (move !== 'approve') return null;
  return run.stale.length > 0 ? messages.moveDialog.outdated : null;
}
