import type { Close } from '@attain/contract/closes';
import type { Audience } from '@attain/domain/access/publication';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { publishRun } from '../calculations/publish-calculation.ts';
import { startRecalculateAll } from '../calculations/recalculate-all/start-recalculate-all.ts';
import { startCalculation } from '../calculations/start-calculation.ts';
import { closeIn, readClose, unpublishable } from './read-close.ts';

/**
 * Starts a calculation of every period of a close without results, and the recalculation of all that is out of date. A period
 * that cannot start is returned with the reason and stops no other one.
 */
export async function calculateClose(ctx: AppContext, actor: Actor, month: string) {
  const close = await readClose(ctx, actor, month);
  const notStarted: { planName: string; periodKey: string; message: string }[] = [];
  let started = 0;
  const start = async (of: { planName: string; periodKey: string }, act: () => Promise<unknown>) => {
    try {
      await act();
      started += 1;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notStarted.push({ ...of, message: error.message });
    }
  };
  const inOrder = close.periods.toSorted((a, b) => (a.period.to < b.period.to ? -1 : 1));
  for (const { planId, planName, period, calculation } of inOrder)
    if (calculation === 'none' || calculation === 'failed')
      await start({ planName, periodKey: period.key }, () =>
        startCalculation(ctx, actor, { planId, period: period.key }),
      );
  const outdated = inOrder.find(({ calculation }) => calculation === 'outdated');
  if (outdated !== undefined)
    await start({ planName: outdated.planName, periodKey: outdated.period.key }, () =>
      startRecalculateAll(ctx, actor, {}),
    );
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
    const of = { month, today: ctx.clock.today() };
    const close = await closeIn(tx, actor, of);
    const reason = unpublishable(close);
    if (reason !== null) throw new ApiError('CONFLICT', reason);
    const due = close.periods.filter(({ published }) => published !== 'payees' && published !== audience);
    if (due.length === 0) throw new ApiError('CONFLICT', 'All results of this close are already published.');
    const publication = { by: actor.userId, at: ctx.clock.now().toISOString() };
    for (const { run } of due) if (run) await publishRun(tx, { id: run.id, audience }, publication);
    return closeIn(tx, actor, of);
  });
}
