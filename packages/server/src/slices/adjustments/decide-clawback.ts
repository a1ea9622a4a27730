import type { ClawbackRow } from '@attain/contract/adjustments';
import { type ClawbackPolicy, clawbackAmount } from '@attain/domain/payments/clawbacks';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found, must } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { valueHash } from '../../db/write.ts';
import { insertClawback, lockPaid, selectClawbackRow } from './clawback-store.ts';

/** The paid line or the deal in it to claw back, and the policy to apply. */
export interface NewClawback extends ClawbackPolicy {
  readonly calculationId: string;
  readonly participantId: string;
  readonly componentId: string;
  /** Null: the whole line. */
  readonly dealId: string | null;
  readonly decidedOn: string;
  readonly floor: 'carry' | 'zero';
  readonly reason: string;
}

/**
 * Claws back pay of a line or of one deal in it; the next payment run deducts it. Throws NOT_FOUND if the line or deal
 * does not exist, CONFLICT if the line was not paid or a newer version of it was, and BAD_INPUT with every problem of
 * the policy (PAYM-10).
 */
export function decideClawback(ctx: AppContext, actor: Actor, input: NewClawback): Promise<ClawbackRow> {
  mustAllow(actor, 'adjust:payments');
  return ctx.write(actor, async (tx) => {
    const paid = found(
      await lockPaid(tx, input),
      input.dealId === null ? 'payout line' : 'deal in a payout line',
    );
    if (!paid.posted) {
      const message =
        'This line has not been paid in posted payments, so it can’t be clawed back. Hold the pay instead.';
      throw new ApiError('CONFLICT', message);
    }
    if (paid.newerPaid !== null) {
      const message = `Version ${paid.newerPaid} of this calculation was paid since. Claw back from that version.`;
      throw new ApiError('CONFLICT', message);
    }
    const { decidedOn, participantId, floor, reason } = input;
    const decided = clawbackAmount(input, { ...paid, decidedOn });
    const { amount, formula } = must(decided, 'BAD_INPUT', 'This can’t be clawed back.');
    const original = { runId: input.calculationId, componentId: input.componentId, dealId: input.dealId };
    const { currency, earned } = paid;
    const clawback = {
      id: newId(),
      participantId,
      currency,
      earned,
      amount,
      formula,
      floor,
      reason,
      decidedOn,
      original,
    };
    await insertClawback(tx, { ...clawback, createdBy: actor.userId });
    tx.record({
      action: 'clawback.decided',
      object: { type: 'clawback', id: clawback.id },
      after: valueHash(clawback),
      reason: { code: 'decided', text: reason },
    });
    return found(await selectClawbackRow(tx, clawback.id), 'clawback');
  });
}
