import type { RecalculateAll } from '@attain/contract/recalculate-all';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import type { TenantTx } from '../../../db/database.ts';
import type { PlannedPeriod } from '../../../db/schema/recalculations.ts';
import { holdTurn } from '../../../db/turns.ts';
import { orderJob } from '../../../jobs/job-store.ts';
import { selectBatch, selectDue, selectOpenBatch } from './batch-store.ts';

/**
 * Starts a background recalculation of everything out of date, or of one calculation and those it builds on. Throws
 * CONFLICT while another is running, NOT_FOUND for the calculation, and NOT_CALCULABLE if nothing is out of date.
 */
export function startRecalculateAll(
  ctx: AppContext,
  actor: Actor,
  { upTo }: { upTo?: string | undefined },
): Promise<RecalculateAll> {
  return startBatch(ctx, actor, async (tx) => {
    const due = await selectDue(tx, upTo ?? null);
    if (due.length === 0) throw new ApiError('NOT_CALCULABLE', 'Nothing is out of date.');
    return { count: due.length, upTo: upTo ?? null, planned: null };
  });
}

/**
 * The same for these periods, of each plan the oldest first, and with `andDue` for everything out of date. Throws CONFLICT while another
 * is running.
 */
export function startPlanned(
  ctx: AppContext,
  actor: Actor,
  { periods, andDue }: { periods: readonly PlannedPeriod[]; andDue: boolean },
): Promise<RecalculateAll> {
  return startBatch(ctx, actor, async (tx) => {
    const due = andDue ? await selectDue(tx, null) : [];
    const planned = [...periods, ...due.map(planOf)].sort(
      (one, other) => byText(one.planId, other.planId) || byText(one.to, other.to),
    );
    return { count: planned.length, upTo: null, planned };
  });
}

const byText = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);

function planOf(run: PlannedPeriod): PlannedPeriod {
  const { planId, planName, currency, periodKey, from, to, total, earlierFrom } = run;
  return { planId, planName, currency, periodKey, from, to, total, earlierFrom };
}

interface BatchOrder {
  readonly count: number;
  readonly upTo: string | null;
  readonly planned: readonly PlannedPeriod[] | null;
}

async function startBatch(
  ctx: AppContext,
  actor: Actor,
  orderOf: (tx: TenantTx) => Promise<BatchOrder>,
): Promise<RecalculateAll> {
  const batch = await ctx.write(actor, async (tx) => {
    await holdTurn(tx, 'order-recalculation', tx.tenantId);
    if ((await selectOpenBatch(tx)) !== null)
      throw new ApiError('CONFLICT', 'A recalculation is already running. Wait for it, or cancel it.');
    const { count, upTo, planned } = await orderOf(tx);
    const id = newId();
    await tx.client.query(
      `INSERT INTO recalculation_batches (tenant_id, id, status, up_to, planned, results, created_by)
       VALUES ($1, $2, 'queued', $3, $4, '[]', $5)`,
      [tx.tenantId, id, upTo, planned === null ? null : JSON.stringify(planned), actor.userId],
    );
    await orderJob(tx, 'recalculation', id, count);
    tx.record({ action: 'recalculation.ordered', object: { type: 'recalculation', id } });
    return found(await selectBatch(tx, id), 'recalculation');
  });
  await ctx.jobs.order('recalculation', { tenantId: actor.tenantId, id: batch.id });
  return batch;
}
