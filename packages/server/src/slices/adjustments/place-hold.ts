import type { HoldRow } from '@attain/contract/adjustments';
import { checkHold } from '@attain/domain/payments/check-payment';
import type { Hold } from '@attain/domain/payments/payment';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { valueHash } from '../../db/write.ts';
import { insertHold, selectHoldRow, selectUnknown } from './hold-store.ts';

/**
 * Holds pay from the next payment run on. Throws BAD_INPUT with every problem, including references that do not exist.
 */
export function placeHold(ctx: AppContext, actor: Actor, input: Omit<Hold, 'id'>): Promise<HoldRow> {
  mustAllow(actor, 'adjust:payments');
  return ctx.write(actor, async (tx) => {
    const hold = { ...input, id: newId() };
    const unknown = await selectUnknown(tx, hold);
    const problems = [
      ...checkHold(hold),
      ...unknown.map((path) => ({
        rule: 'PAYM-16',
        path,
        message: 'Not found in this workspace.',
      })),
    ];
    if (problems.length > 0)
      throw new ApiError('BAD_INPUT', problems[0]?.message ?? 'The hold has errors.', { problems });
    await insertHold(tx, { ...hold, createdBy: actor.userId });
    tx.record({
      action: 'hold.placed',
      object: { type: 'hold', id: hold.id },
      after: valueHash(hold),
      reason: { code: 'placed', text: hold.reason },
    });
    const placed = found(await selectHoldRow(tx, hold.id), 'hold');
    if (!placed.open) throw overBefore(hold);
    return placed;
  });
}

/** Posted payments have gone past its day, so that it would never keep anything. */
function overBefore({ releaseOn }: Pick<Hold, 'releaseOn'>): ApiError {
  const message = `Payments up to ${releaseOn} or later were posted, so this hold would have no effect. Choose a later day.`;
  return new ApiError('BAD_INPUT', message, { problems: [{ rule: 'PAYM-16', path: 'releaseOn', message }] });
}
