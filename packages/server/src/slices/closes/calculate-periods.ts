import type { AppContext } from '../../app-context.ts';
import { type Actor, actorOfPart } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { type DuePeriod, periodsInOrder } from '../calculations/recalculate-all/periods-in-order.ts';
import { startPlanned, startRecalculateAll } from '../calculations/recalculate-all/start-recalculate-all.ts';
import { startCalculation } from '../calculations/start-calculation.ts';

interface Started {
  readonly started: number;
  readonly notStarted: { planName: string; periodKey: string; message: string }[];
  readonly runIds: readonly string[];
}

/**
 * Starts the calculation of each of these periods and, for those of `outdated`, of everything out of date. Periods that build on each
 * other are calculated one after the other, the oldest first (DEP-11). One that can't start is returned with the reason and stops no
 * other one.
 */
export async function calculatePeriods(
  ctx: AppContext,
  actor: Actor,
  { due, outdated = [] }: { due: readonly DuePeriod[]; outdated?: readonly DuePeriod[] },
): Promise<Started> {
  const chained = await ctx.read(actor, (tx) => periodsInOrder(tx, due));
  const runIds: string[] = [];
  const notStarted: Started['notStarted'] = [];
  const attempt = async (some: readonly DuePeriod[], act: () => Promise<unknown>) => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      for (const { planName, period } of some)
        notStarted.push({ planName, periodKey: period.key, message: error.message });
    }
  };
  for (const one of due.filter(({ planId }) => !chained.some((other) => other.planId === planId)))
    await attempt([one], async () => {
      const own = actorOfPart(actor, `${one.planId}/${one.period.key}`);
      const run = await startCalculation(ctx, own, { planId: one.planId, period: one.period.key });
      runIds.push(run.id);
    });
  const inOrder = due.filter(({ planId }) => chained.some((other) => other.planId === planId));
  const own = actorOfPart(actor, 'in-order');
  const batch = [...inOrder, ...outdated];
  if (batch.length > 0)
    await attempt(batch, () =>
      chained.length === 0
        ? startRecalculateAll(ctx, own, {})
        : startPlanned(ctx, own, { periods: chained, andDue: outdated.length > 0 }),
    );
  return { started: due.length + outdated.length - notStarted.length, notStarted, runIds };
}
