import type { DrawRow } from '@attain/contract/adjustments';
import { checkDraw, drawsClash } from '@attain/domain/payments/check-payment';
import type { Draw } from '@attain/domain/payments/payment';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { valueHash } from '../../db/write.ts';
import { drawContent, insertDraw, lockDrawsOf, selectDrawRow } from './draw-store.ts';

export interface NewDraw extends Omit<Draw, 'id'> {
  readonly participantId: string;
  readonly currency: string;
  readonly reason: string;
}

/**
 * Grants a draw. Throws NOT_FOUND for the participant, BAD_INPUT with every problem of the draw, and CONFLICT if
 * another draw covers the same days and earnings.
 */
export function createDraw(ctx: AppContext, actor: Actor, input: NewDraw): Promise<DrawRow> {
  mustAllow(actor, 'adjust:payments');
  return ctx.write(actor, async (tx) => {
    const others = found(await lockDrawsOf(tx, input), 'participant');
    const draw = { ...input, id: newId() };
    const problems = checkDraw(draw, input.currency);
    if (problems.length > 0)
      throw new ApiError('BAD_INPUT', problems[0]?.message ?? 'The draw has errors.', { problems });
    const clashes = others.flatMap((other) => drawsClash(draw, other) ?? []);
    if (clashes[0]) throw new ApiError('CONFLICT', clashes[0].message, { problems: clashes });
    await insertDraw(tx, { ...draw, createdBy: actor.userId });
    const stored = found(await selectDrawRow(tx, draw.id), 'draw');
    tx.record({
      action: 'draw.granted',
      object: { type: 'draw', id: draw.id },
      after: valueHash(drawContent(stored)),
      reason: { code: 'granted', text: input.reason },
    });
    return stored;
  });
}
