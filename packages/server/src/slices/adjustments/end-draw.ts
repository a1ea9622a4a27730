import type { DrawRow } from '@attain/contract/adjustments';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { holdTurn } from '../../db/turns.ts';
import { valueHash } from '../../db/write.ts';
import { drawContent, selectDrawRow, selectLastClosedDay, updateLastDay } from './draw-store.ts';

/**
 * Sets the last day of a draw; its advances are still recovered. Throws CONFLICT if it already ends earlier, or if the
 * day is before its start or in a period whose payments were posted.
 */
export function endDraw(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; on: string; reason: string },
): Promise<DrawRow> {
  mustAllow(actor, 'adjust:payments');
  return ctx.write(actor, async (tx) => {
    // No one else can end it, and no payments are posted, between this read and the write.
    await holdTurn(tx, 'payments', tx.tenantId);
    const draw = found(await selectDrawRow(tx, input.id), 'draw');
    if (draw.to !== null && draw.to <= input.on)
      throw new ApiError('CONFLICT', `This draw already ends on ${draw.to}.`);
    if (input.on < draw.from)
      throw new ApiError(
        'CONFLICT',
        `This draw starts on ${draw.from}, so it can’t end on ${input.on}. Choose a later day.`,
      );
    const closed = await selectLastClosedDay(tx);
    if (closed !== null && input.on < closed)
      throw new ApiError(
        'CONFLICT',
        `Payments up to ${closed} were posted with this draw. End it on ${closed} or later.`,
      );
    await updateLastDay(tx, input.id, input.on);
    const ended = found(await selectDrawRow(tx, input.id), 'draw');
    tx.record({
      action: 'draw.ended',
      object: { type: 'draw', id: input.id },
      before: valueHash(drawContent(draw)),
      after: valueHash(drawContent(ended)),
      reason: { code: 'ended', text: input.reason },
    });
    return ended;
  });
}
