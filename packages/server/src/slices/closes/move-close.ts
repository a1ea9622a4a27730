import type { Close } from '@attain/contract/closes';
import type { Audience } from '@attain/domain/access/publication';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { publishRun } from '../calculations/publish-calculation.ts';
import { calculatePeriods } from './calculate-periods.ts';
import { closeIn, readClose, unpublishable } from './read-close.ts';

/**
 * Starts a calculation of every period of a close without results, and the recalculation of all that is out of date. A period
 * that cannot start is returned with the reason and stops no other one.
 */
export async function calculateClose(ctx: AppContext, actor: Actor, month: string) {
  const close = await readClose(ctx, actor, month);
  const inOrder = close.periods.toSorted((a, b) => (a.period.to < b.period.to ? -1 : 1));
  const missing = inOrder.filter(({ calculation }) => calculation === 'none' || calculation === 'failed');
  const outdated = inOrder.filter(({ calculation }) => calculation === 'outdated').slice(0, 1);
  const { started, notStarted } = await calculatePeriods(ctx, actor, { due: missing, outdated });
  return { started, notStarted };
}

/**
 * Publishes all results of a close to managers, or to payees, who are notified (CLOSE-6). Throws CONFLICT while a calculation is
 * missing, failed or out of date, and when everything is already published to the audience.
 */
export function publishClose(
  ctx: AppContext,
  actor: Actor,
  { month, audience }: { month: string; audience: Audience },
): Promise<Close> {
  return ctx.write(actor, async (tx) => {
    const of = { month, today: ctx.today(actor) };
    const close = await closeIn(tx, actor, of);
    const reason = unpublishable(close);
    if (reason !== null) throw new ApiError('CONFLICT', reason);
    const due = close.periods.filter(({ published }) => published !== 'payees' && published !== audience);
    if (due.length === 0) throw new ApiError('CONFLICT', 'All results of this close are already published.');
    const publication = { by: actor.userId, at: ctx.clock.now().toISOString() };
    const evidence: string[] = [];
    const single = due.length === 1 ? due[0] : undefined;
    for (const { run } of due)
      if (run) evidence.push(...(await publishRun(tx, { id: run.id, audience }, publication)));
    tx.record({
      action: 'calculation.published',
      object: single?.run ? { type: 'calculation', id: single.run.id } : { type: 'close', id: month },
      reason: { code: audience, text: due.flatMap(({ run }) => run?.id ?? []).join(', ') },
      evidence,
    });
    return closeIn(tx, actor, of);
  });
}
