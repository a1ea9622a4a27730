import { ok, type Result, refused } from '../base/result.ts';

/** Where the payments of a period stand once they are computed. */
export type PaymentStatus = 'calculated' | 'approved' | 'posted' | 'paid' | 'finalized' | 'withdrawn';

export type PaymentMove = 'approve' | 'withdraw' | 'post' | 'pay' | 'finalize';

/** The legal moves as data: from which standings a move starts, and where it leads (PAYM-17). */
export const PAYMENT_MOVES: Readonly<
  Record<PaymentMove, { readonly from: readonly PaymentStatus[]; readonly to: PaymentStatus }>
> = {
  approve: { from: ['calculated'], to: 'approved' },
  withdraw: { from: ['calculated', 'approved'], to: 'withdrawn' },
  post: { from: ['approved'], to: 'posted' },
  pay: { from: ['posted'], to: 'paid' },
  finalize: { from: ['paid'], to: 'finalized' },
};

/** The moves that are open now, for buttons. */
export function openPaymentMoves(status: string): readonly PaymentMove[] {
  const moves = Object.keys(PAYMENT_MOVES) as PaymentMove[];
  return moves.filter((move) => PAYMENT_MOVES[move].from.some((from) => from === status));
}

/** Who moves payments, and who made them. */
export interface Hands {
  readonly mover: string;
  readonly maker: string;
}

/**
 * The standing after a move; refused when the move is not open. Who made the payments may not approve them; everything
 * after the approval moves no amount and needs no third person.
 */
export function movePayment(status: string, move: PaymentMove, hands: Hands): Result<PaymentStatus> {
  const { from, to } = PAYMENT_MOVES[move];
  if (!from.some((one) => one === status)) {
    const say = `Payments that are ${status} cannot be moved by “${move}”; they would have to be ${from.join(' or ')}.`;
    return refused([{ rule: 'PAYM-17', path: 'status', say }]);
  }
  if (move === 'approve' && hands.mover === hands.maker) {
    const say = 'Whoever made the payments may not approve them. Ask somebody else who may.';
    return refused([{ rule: 'PAYM-17', path: 'approver', say }]);
  }
  return ok(to);
}
