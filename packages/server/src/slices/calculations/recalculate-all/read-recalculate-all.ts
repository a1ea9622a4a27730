import type { RecalculateAll } from '@attain/contract/recalculate-all';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { found } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import { buildsOn } from '../recalculations/runs-in-order.ts';
import { type PlanPeriod, selectBatch, selectBatchOf, selectDue, selectOpenBatch } from './batch-store.ts';

/** Calculations that are out of date and those that build on them, in order, and the recalculation that is running. */
export function listDue(ctx: AppContext, actor: Actor, { upTo }: { upTo?: string | undefined }) {
  return ctx.read(actor, async (tx) => {
    const due = await selectDue(tx, upTo ?? null);
    const calculations = due.map((run) => {
      const { id: runId, planId, planName, version, currency, total } = run;
      const period = { key: run.periodKey, from: run.from, to: run.to };
      const before = due.filter((earlier) => buildsOn(run, earlier));
      const earlierKeys = before.map(({ periodKey }) => periodKey);
      return { runId, planId, planName, period, version, currency, total, buildsOn: earlierKeys };
    });
    return { calculations, underWay: await selectOpenBatch(tx) };
  });
}

/** One recalculation with its progress. NOT_FOUND in other workspaces. */
export function readRecalculateAll(ctx: AppContext, actor: Actor, id: string): Promise<RecalculateAll> {
  return ctx.read(actor, async (tx) => found(await selectBatch(tx, id), 'recalculation'));
}

/** The recalculation that is running, else the newest that calculated one of these periods; without amounts, as some may not see totals. */
export async function recalculationOf(tx: TenantTx, periods: readonly PlanPeriod[]) {
  const batch = await selectBatchOf(tx, periods);
  return batch && { ...batch, calculations: batch.calculations.map(({ before, after, ...one }) => one) };
}
