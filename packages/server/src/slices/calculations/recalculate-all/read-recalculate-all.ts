import type { RecalculateAll } from '@attain/contract/recalculate-all';
import { seesSinglePay } from '@attain/domain/access/small-groups';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { found } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import { buildsOn } from '../recalculations/runs-in-order.ts';
import { type PlanPeriod, selectBatch, selectBatchOf, selectDue, selectOpenBatch } from './batch-store.ts';

/**
 * Calculations that are out of date and those that build on them, in order, and the recalculation that is running. Totals before and
 * after a change tell what few are paid, so only those who see individual pay get them (ACCESS-10).
 */
export function listDue(ctx: AppContext, actor: Actor, { upTo }: { upTo?: string | undefined }) {
  return ctx.read(actor, async (tx) => {
    const due = await selectDue(tx, upTo ?? null);
    const seesTotals = seesSinglePay(actor.roles);
    const underWay = await selectOpenBatch(tx);
    const calculations = due.map((run) => {
      const { id: runId, planId, planName, version, currency } = run;
      const total = seesTotals ? run.total : null;
      const period = { key: run.periodKey, from: run.from, to: run.to };
      const before = due.filter((earlier) => buildsOn(run, earlier));
      const earlierKeys = before.map(({ periodKey }) => periodKey);
      return { runId, planId, planName, period, version, currency, total, buildsOn: earlierKeys };
    });
    return { calculations, underWay: underWay && seenRecalculation(actor, underWay) };
  });
}

/** A recalculation as the actor may see it. */
function seenRecalculation(actor: Actor, one: RecalculateAll): RecalculateAll {
  if (seesSinglePay(actor.roles)) return one;
  return { ...one, calculations: one.calculations.map((each) => ({ ...each, before: null, after: null })) };
}

/** One recalculation with its progress. NOT_FOUND in other workspaces. */
export function readRecalculateAll(ctx: AppContext, actor: Actor, id: string): Promise<RecalculateAll> {
  return ctx.read(actor, async (tx) =>
    seenRecalculation(actor, found(await selectBatch(tx, id), 'recalculation')),
  );
}

/** The recalculation that is running, else the newest that calculated one of these periods; without amounts, as some may not see totals. */
export async function recalculationOf(tx: TenantTx, periods: readonly PlanPeriod[]) {
  const batch = await selectBatchOf(tx, periods);
  return batch && { ...batch, calculations: batch.calculations.map(({ before, after, ...one }) => one) };
}
