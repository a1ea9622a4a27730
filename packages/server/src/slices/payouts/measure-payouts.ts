import {
  attainmentSpread,
  quotaAccuracy,
  territoryBalance,
  territoryShares,
} from '@attain/domain/measures/pay-measures';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { selectMeasuredLines } from './measured-lines.ts';
import { visibleRun } from './visible-run.ts';

const territoriesShown = 200;

/**
 * Measures the lines of a calculation that the actor may see: attainment (MEAS-4), quota accuracy (MEAS-2), and
 * territory balance (MEAS-3). Money only: scores and counts have no territory. Throws NOT_FOUND.
 */
export function measurePayouts(ctx: AppContext, actor: Actor, runId: string) {
  return ctx.read(actor, async (tx) => {
    const { run, linesOf, visible } = await visibleRun(tx, {
      actor,
      permission: 'read:payouts',
      runId,
    });
    const lines = await selectMeasuredLines(tx, { linesOf, visible, on: run.period.to });
    const money = lines.filter(({ ofMoney }) => ofMoney);
    const territories = territoryShares(money);
    return {
      run: run.id,
      plan: run.planId,
      planName: run.planName,
      period: run.period,
      currency: run.currency,
      deals: run.dealCount ?? 0,
      payees: run.participantCount ?? 0,
      lines: lines.length,
      hash: run.resultHash,
      total: run.total,
      attainment: attainmentSpread(lines),
      quotaAccuracy: quotaAccuracy(money),
      territoryBalance: territoryBalance(territories),
      territories: territories.slice(0, territoriesShown),
    };
  });
}
