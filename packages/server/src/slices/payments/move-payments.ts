import type { PaymentRun } from '@attain/contract/payments';
import { movePayment, type PaymentMove } from '@attain/domain/payments/payment-moves';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { holdTurn } from '../../db/turns.ts';
import type { WriteTx } from '../../db/write.ts';
import { cancelJob } from '../../jobs/define-job.ts';
import { withNewCalculations } from './payable-sources.ts';
import { paymentJob } from './payment-job.ts';
import { giveBack, lockPaymentRun, selectHands, selectPaymentRun } from './payment-runs-store.ts';
import { loggedPayments } from './recorded-payments.ts';
import { keepReporting } from './reporting-store.ts';

const stamps: Record<PaymentMove, string> = {
  approve: 'approved_at = now(), approved_by = $3',
  withdraw: 'approved_at = NULL, approved_by = NULL',
  post: 'posted_at = now(), posted_by = $3',
  pay: 'paid_at = now()',
  finalize: 'finalized_at = now()',
};

const acts: Record<PaymentMove, string> = {
  approve: 'payment.approved',
  withdraw: 'payment.withdrawn',
  post: 'payment.posted',
  pay: 'payment.paid',
  finalize: 'payment.finalized',
};

/**
 * Moves the payments of a period on: approve, withdraw, post, pay, finalize. Refuses CONFLICT when the move is not open or,
 * for an approval, when anything changed since they were made; NOT_ALLOWED to a person whose
 * part in the payments bars the move (PAYM-24).
 */
export function movePayments(
  ctx: AppContext,
  actor: Actor,
  wanted: { id: string; move: PaymentMove },
): Promise<PaymentRun> {
  mustAllow(actor, wanted.move === 'withdraw' ? 'make:payments' : 'approve:payments');
  return ctx.write(actor, async (tx) => {
    // which period is closed is not changed under who decides by it
    if (wanted.move === 'post') await holdTurn(tx, 'payments', tx.tenantId);
    const locked = found(await lockPaymentRun(tx, wanted.id), 'payment run');
    const hands = found(await selectHands(tx, wanted.id, actor.userId), 'payment run');
    const moved = movePayment(locked.status, wanted.move, hands);
    if (!moved.ok) {
      const { problems } = moved;
      const alone = problems.find(({ path }) => path === 'mover');
      const message = problems[0]?.message ?? 'This move is not open.';
      throw new ApiError(alone === undefined ? 'CONFLICT' : 'NOT_ALLOWED', message, { problems });
    }
    const stored = found(await selectPaymentRun(tx, wanted.id, actor.userId), 'payment run');
    const run = await withNewCalculations(tx, stored);
    if (wanted.move === 'approve' && run.stale.length > 0) {
      throw new ApiError(
        'CONFLICT',
        `These payments are out of date. ${run.stale.join(' ')} Make them again.`,
      );
    }
    if (wanted.move !== 'withdraw') await loggedPayments(tx, wanted.id);
    if (wanted.move === 'withdraw') await giveBack(tx, wanted.id);
    await store(tx, wanted, { status: moved.value, userId: actor.userId });
    if (wanted.move === 'post') await keepReporting(tx, run);
    tx.record({
      action: acts[wanted.move],
      object: {
        type: 'payment',
        id: wanted.id,
        ...(run.version === null ? {} : { version: String(run.version) }),
      },
      ...(run.resultHash === null ? {} : { evidence: [run.resultHash] }),
      // allowed so that two people are enough; a third would be better, and the log shows where there was none
      ...(['post', 'pay'].includes(wanted.move) && hands.mover === hands.maker
        ? { reason: { code: 'two-person' } }
        : {}),
    });
    return found(await selectPaymentRun(tx, wanted.id, actor.userId), 'payment run');
  });
}

async function store(
  tx: WriteTx,
  { id, move }: { id: string; move: PaymentMove },
  to: { status: string; userId: string },
): Promise<void> {
  const stamp = stamps[move];
  const values = stamp.includes('$3') ? [id, to.status, to.userId] : [id, to.status];
  await tx.client.query(`UPDATE payment_runs SET status = $2, ${stamp} WHERE id = $1`, values);
}

/** Asks payments that are being made to stop; nothing of them is stored. CONFLICT once they are calculated. */
export function cancelPayments(ctx: AppContext, actor: Actor, id: string): Promise<PaymentRun> {
  mustAllow(actor, 'make:payments');
  return ctx.write(actor, async (tx) => {
    const asked = await cancelJob(tx, paymentJob, id);
    const run = found(await selectPaymentRun(tx, id, actor.userId), 'payment run');
    if (asked === null)
      throw new ApiError('CONFLICT', `These payments are ${run.status}; there is nothing to stop.`);
    tx.record({ action: 'payment.cancelled', object: { type: 'payment', id } });
    return run;
  });
}
