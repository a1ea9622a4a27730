import type { HoldRow } from '@attain/contract/adjustments';
import { checkRelease } from '@attain/domain/payments/check-payment';
import type { ReleaseEvent } from '@attain/domain/payments/payment';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { valueHash } from '../../db/write.ts';
import { insertRelease, lockHold, selectHoldRow } from './hold-store.ts';

/**
 * Releases a hold in full or in part; the next payment run pays it. Throws CONFLICT if all of it was already released.
 */
export function releaseHold(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; percent: string; reason: string; event?: ReleaseEvent },
): Promise<HoldRow> {
  mustAllow(actor, 'adjust:payments');
  return ctx.write(actor, async (tx) => {
    if (!(await lockHold(tx, input.id))) throw new ApiError('NOT_FOUND', 'Hold not found.');
    const hold = found(await selectHoldRow(tx, input.id), 'hold');
    if (!hold.open) throw new ApiError('CONFLICT', 'This hold has already been released in full.');
    const { percent, reason, event = 'decision' } = input;
    const release = { id: newId(), holdId: input.id, percent, reason, event };
    const problems = checkRelease(release);
    if (problems.length > 0)
      throw new ApiError('BAD_INPUT', problems[0]?.message ?? 'The release has errors.', { problems });
    await insertRelease(tx, { ...release, createdBy: actor.userId });
    tx.record({
      action: 'hold.released',
      object: { type: 'hold', id: input.id },
      evidence: [valueHash(release)],
      reason: { code: 'released', text: input.reason },
    });
    return found(await selectHoldRow(tx, input.id), 'hold');
  });
}
