import type { PayException } from '@attain/contract/closes';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { onePageOf } from '../../base/cursor.ts';
import { exceptionsOf, type FoundException } from './exceptions-of.ts';
import { insertCleared } from './exceptions-store.ts';
import { closingIn } from './read-close.ts';

/**
 * What looks odd in the pay of a close: open ones first, then by amount. NOT_FOUND for a month without a close, BAD_INPUT for a
 * foreign cursor.
 */
export function listExceptions(
  ctx: AppContext,
  actor: Actor,
  of: { month: string; limit: number; cursor?: string | undefined },
) {
  return ctx.read(actor, async (tx) => {
    const { closing } = await closingIn(tx, actor, { ...of, today: ctx.today(actor) });
    const all = await exceptionsOf(tx, closing);
    const open = all.filter(({ cleared }) => cleared === null);
    const inOrder = [...open, ...all.filter(({ cleared }) => cleared !== null)];
    const { rows, nextCursor } = onePageOf(inOrder, of);
    return { rows: rows.map(shown), nextCursor, open: open.length, total: all.length };
  });
}

/**
 * Clears an exception with a reason; it stays cleared while its figures stay the same (CLOSE-8). NOT_FOUND if the calculation
 * has no such exception, CONFLICT if it is cleared already.
 */
export function clearException(
  ctx: AppContext,
  actor: Actor,
  wanted: Pick<PayException, 'planId' | 'rule' | 'participantId' | 'componentId'> & {
    month: string;
    reason: string;
  },
): Promise<PayException> {
  return ctx.write(actor, async (tx) => {
    const { month, planId, rule, participantId, componentId, reason } = wanted;
    const { closing } = await closingIn(tx, actor, { month, today: ctx.today(actor) });
    const all = await exceptionsOf(tx, closing);
    const one = found(
      all.find(
        (other) =>
          other.planId === planId &&
          other.rule === rule &&
          other.participantId === participantId &&
          other.componentId === componentId,
      ) ?? null,
      'exception',
    );
    if (one.cleared !== null) throw new ApiError('CONFLICT', 'This exception is already cleared.');
    const at = ctx.clock.now().toISOString();
    await insertCleared(tx, {
      planId,
      rule,
      participantId: participantId ?? '',
      componentId: componentId ?? '',
      figures: one.figures,
      reason,
      periodFrom: one.periodFrom,
      clearedBy: actor.userId,
      at,
    });
    tx.record({
      action: 'calculation.exception-cleared',
      object: { type: 'calculation', id: one.runId },
      reason: { code: rule, text: reason },
    });
    const again = await exceptionsOf(
      tx,
      closing.filter((other) => other.planId === planId),
    );
    const cleared = again.find(
      (other) =>
        other.rule === rule && other.participantId === participantId && other.componentId === componentId,
    );
    return shown(found(cleared ?? null, 'exception'));
  });
}

function shown({ figures: _, periodFrom: __, ...one }: FoundException): PayException {
  return one;
}
