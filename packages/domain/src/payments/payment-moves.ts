import { barredPart, type Part } from '../approvals/approval-moves.ts';
import { ok, type Result, rejected } from '../base/result.ts';

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

/** Who moves payments, and what that person has to do with them. */
export interface Hands {
  readonly mover: string;
  readonly maker: string;
  /** Null until they are approved. */
  readonly approver: string | null;
  /** Whether a hold, draw, clawback, release or limit in these payments is the mover's. */
  readonly adjusted: boolean;
  /** Whether these payments pay the mover. */
  readonly isPaid: boolean;
}

const approvalMessages: Readonly<Record<keyof Part, string>> = {
  asked: 'You created these payments, so another person must approve them.',
  edited:
    'You made an adjustment in these payments, so another person must approve them. You can still create them.',
  benefits: 'These payments include your own pay, so another person must approve them.',
  forAsker:
    'You are the delegate of the person who created these payments, so another person must approve them.',
};

/**
 * Why this person may not make a move, whatever the status; null: nothing is in the way (PAYM-24). The approver is a
 * different person from the maker, everyone who adjusted, everyone who is paid, and the person who posts and pays.
 */
export function barredMove(move: PaymentMove, hands: Hands): string | null {
  const { mover, maker, approver, adjusted, isPaid } = hands;
  if (move === 'approve') {
    const barred = barredPart({ asked: mover === maker, edited: adjusted, benefits: isPaid });
    if (barred !== null) return approvalMessages[barred];
  }
  if ((move === 'post' || move === 'pay') && mover === approver)
    return `You approved these payments, so another person must ${move === 'post' ? 'post them' : 'mark them as paid'}.`;
  return null;
}

/** The standing after a move; refused when the move is not open, or not open to this person. */
export function movePayment(status: string, move: PaymentMove, hands: Hands): Result<PaymentStatus> {
  const { from, to } = PAYMENT_MOVES[move];
  if (!from.some((one) => one === status)) {
    const message = `Payments that are ${status} can’t be moved by “${move}”; they must be ${from.join(' or ')}.`;
    return rejected([{ rule: 'PAYM-17', path: 'status', message }]);
  }
  const message = barredMove(move, hands);
  if (message !== null) return rejected([{ rule: 'PAYM-24', path: 'mover', message }]);
  return ok(to);
}
