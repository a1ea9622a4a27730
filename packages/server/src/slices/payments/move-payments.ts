import type { PaymentRun } from '@attain/contract/payments';
import { type Hands, movePayment, type PaymentMove } from '@attain/domain/payments/payment-moves';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { Act } from '../../db/act.ts';
import { holdTurn } from '../../db/turns.ts';
import type { WriteTx } from '../../db/write.ts';
import { cancelJob } from '../../jobs/define-job.ts';
import { castVote } from '../approvals/cast-vote.ts';
import type { Decision } from '../approvals/decide-approval.ts';
import { closeRequest } from '../approvals/request-approval.ts';
import { notifyPaid } from './notify-paid.ts';
import { withNewCalculations } from './payable-sources.ts';
import { paymentJob } from './payment-job.ts';
import { giveBack, lockPaymentRun, selectHands, selectPaymentRun } from './payment-runs-store.ts';
import { publishPaid } from './publish-paid.ts';
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
 * Approves, withdraws, posts, pays or finalizes the payments of a period. Throws CONFLICT if the action is not
 * available or, for an approval, if anything changed since they were created; NOT_ALLOWED if the actor's own part in
 * the payments rules it out (PAYM-24).
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
    tx.record(await moveWithin(tx, { ctx, actor, ...wanted, hash: null, reason: null }));
    return found(await selectPaymentRun(tx, wanted.id, actor.userId), 'payment run');
  });
}

interface WantedMove {
  readonly ctx: AppContext;
  readonly actor: Actor;
  readonly id: string;
  readonly move: PaymentMove;
  /** Of an approval: the hash of what was read; null: of what is stored. */
  readonly hash: string | null;
  readonly reason: string | null;
}

async function moveWithin(tx: WriteTx, wanted: WantedMove): Promise<Act> {
  const { actor, id, move, reason } = wanted;
  const { status, hands } = await mustMove(tx, { actor, id, move });
  const stored = found(await selectPaymentRun(tx, id, actor.userId), 'payment run');
  const run = await withNewCalculations(tx, stored);
  if (move === 'approve' && run.stale.length > 0) {
    throw new ApiError(
      'CONFLICT',
      `These payments are out of date. ${run.stale.join(' ')} Create them again.`,
    );
  }
  if (move !== 'withdraw') await loggedPayments(tx, id);
  if (move === 'approve') {
    const vote = await voteOnRun(tx, wanted, { run, hands, decision: 'approve' });
    if (vote.status !== 'approved') return vote.votedAct;
  }
  if (move === 'withdraw') {
    await giveBack(tx, id);
    await closeRequest(tx, { kind: 'payment-run', subjectId: id, status: 'withdrawn' });
  }
  await store(tx, wanted, { status, userId: actor.userId });
  if (move === 'post') {
    await keepReporting(tx, run);
    await publishPaid(tx, id, { by: actor.userId, at: wanted.ctx.clock.now().toISOString() });
    await notifyPaid(tx, run);
  }
  // allowed so that two people are enough; a third would be better, and the log shows where there was none
  const twoPerson = ['post', 'pay'].includes(move) && hands.mover === hands.maker;
  return {
    ...actOf(run, acts[move]),
    ...(twoPerson ? { reason: { code: 'two-person' } } : {}),
    ...(move === 'approve' && reason !== null ? { reason: { code: 'approved', text: reason } } : {}),
  };
}

/** The decision of the inbox: approves the payments, or withdraws them because they were rejected. */
export async function decidePayments(tx: WriteTx, given: Decision): Promise<Act> {
  const { ctx, actor, request, decision, hash, reason } = given;
  const id = request.subjectId;
  if (decision === 'approve') return moveWithin(tx, { ctx, actor, id, move: 'approve', hash, reason });
  const { hands } = await mustMove(tx, { actor, id, move: 'withdraw' });
  const run = found(await selectPaymentRun(tx, id, actor.userId), 'payment run');
  await voteOnRun(tx, { ctx, actor, id, hash, reason }, { run, hands, decision: 'reject' });
  await giveBack(tx, id);
  await store(tx, { id, move: 'withdraw' }, { status: 'withdrawn', userId: actor.userId });
  return {
    ...actOf(run, 'payment.rejected'),
    reason: { code: 'rejected', ...(reason === null ? {} : { text: reason }) },
  };
}

/** The locked run's next status; refused when the move is not open, or not open to this person. */
async function mustMove(
  tx: WriteTx,
  { actor, id, move }: { actor: Actor; id: string; move: PaymentMove },
): Promise<{ status: string; hands: Hands }> {
  const locked = found(await lockPaymentRun(tx, id), 'payment run');
  const hands = found(await selectHands(tx, id, actor.userId), 'payment run');
  const moved = movePayment(locked.status, move, hands);
  if (moved.ok) return { status: moved.value, hands };
  const { problems } = moved;
  const alone = problems.find(({ path }) => path === 'mover');
  const message = problems[0]?.message ?? 'This action is not available.';
  throw new ApiError(alone === undefined ? 'CONFLICT' : 'NOT_ALLOWED', message, { problems });
}

function voteOnRun(
  tx: WriteTx,
  given: Pick<WantedMove, 'ctx' | 'actor' | 'id' | 'hash' | 'reason'>,
  { run, hands, decision }: { run: PaymentRun; hands: Hands; decision: 'approve' | 'reject' },
) {
  const { ctx, actor, id, hash, reason } = given;
  return castVote(tx, {
    kind: 'payment-run',
    subjectId: id,
    actor,
    clock: ctx.clock,
    decision,
    hash: hash ?? run.resultHash ?? '',
    reason,
    part: { asked: hands.mover === hands.maker, edited: hands.adjusted, benefits: hands.isPaid },
  });
}

function actOf(run: PaymentRun, action: string): Act {
  return {
    action,
    object: {
      type: 'payment',
      id: run.id,
      ...(run.version === null ? {} : { version: String(run.version) }),
    },
    ...(run.resultHash === null ? {} : { evidence: [run.resultHash] }),
  };
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
      throw new ApiError('CONFLICT', `These payments are ${run.status} and can’t be canceled.`);
    tx.record({ action: 'payment.cancelled', object: { type: 'payment', id } });
    return run;
  });
}
