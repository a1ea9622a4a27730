import type { AdjustmentRow } from '@attain/contract/adjustments';
import { decimal, isDecimal } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { holdTurn } from '../../db/turns.ts';
import { selectOverridable } from './override-store.ts';
import { adjustmentHash, enterAdjustment } from './submit-adjustment.ts';

/**
 * Overrides what a payout line pays and asks for approval (PAYM-28). Throws NOT_FOUND for the line, CONFLICT where a newer version
 * or an open override exists, and BAD_INPUT for an amount the line pays already or the currency does not have.
 */
export function overrideLine(
  ctx: AppContext,
  actor: Actor,
  input: {
    calculationId: string;
    participantId: string;
    componentId: string;
    shouldPay: string;
    reason: string;
  },
): Promise<AdjustmentRow> {
  mustAllow(actor, 'adjust:payments');
  return ctx.write(actor, async (tx) => {
    const { calculationId, participantId, componentId, shouldPay, reason } = input;
    await holdTurn(tx, 'overrides', participantId);
    const line = found(await selectOverridable(tx, input), 'payout line');
    if (!line.isNewest)
      throw new ApiError('CONFLICT', 'A newer version of this calculation exists. Override its line.');
    if (line.hasOpen)
      throw new ApiError(
        'CONFLICT',
        'This line already has an override that is not posted. Withdraw it first.',
      );
    if (!isDecimal(shouldPay)) throw badAmount(`"${shouldPay}" is not an amount.`);
    const pays = decimal(line.amount).plus(decimal(line.overridden));
    const difference = decimal(shouldPay).minus(pays);
    if (difference.eq('0')) throw badAmount('The line pays this amount already. Enter another amount.');
    const stored = await enterAdjustment(ctx, tx, {
      actor,
      input: {
        ...{ participantId, currency: line.currency, amount: difference.toFixed(), reason },
        ...{ kind: 'override', countsAs: 'earnings', dealId: null, payFrom: line.periodTo },
        line: { calculationId, componentId, pays: moneyText(pays, line.currency) },
      },
    });
    tx.record({
      action: 'adjustment.submitted',
      object: { type: 'adjustment', id: stored.id },
      after: adjustmentHash(stored),
      reason: { code: 'submitted', text: reason },
    });
    return stored;
  });
}

function badAmount(message: string): ApiError {
  return new ApiError('BAD_INPUT', message, {
    problems: [{ rule: 'PAYM-28', path: 'shouldPay', message }],
  });
}
