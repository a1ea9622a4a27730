import type { RecalculatedOne } from '@attain/contract/recalculate-all';
import { daysOf } from '@attain/domain/base/period';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, systemActor } from '../../../base/actor.ts';
import { ApiError } from '../../../base/api-error.ts';
import { notifyProgress } from '../../../db/changes.ts';
import type { TenantTx } from '../../../db/database.ts';
import type { JobOrder } from '../../../runs/jobs.ts';
import { performCalculation } from '../perform-calculation.ts';
import { buildsOn, type RunInOrder } from '../recalculations/runs-in-order.ts';
import { selectOpenRun, selectRun } from '../runs-store.ts';
import { startCalculation } from '../start-calculation.ts';
import { addResult, selectDue } from './batch-store.ts';

/**
 * Recalculates what is out of date one after the other, each as a calculation of its own audited like any other. What is next
 * is read from the records every time, so it can be taken up again after a kill and sees what earlier ones changed.
 */
export async function performRecalculateAll(ctx: AppContext, order: JobOrder): Promise<void> {
  for (;;) {
    if (ctx.jobs.stopping.aborted) return;
    const batch = await takeBatch(ctx, order);
    if (batch === null) return;
    const actor = systemActor(order.tenantId, batch.createdBy, `recalculation/${order.id}`);
    const due = await ctx.db.within(order.tenantId, (tx) => selectDue(tx, batch.upTo));
    const left = due.filter((run) => !batch.results.some((result) => isOf(result, run)));
    const [next] = left;
    if (next === undefined || batch.cancelRequested) {
      await endBatch(ctx, actor, { id: order.id, status: next === undefined ? 'completed' : 'cancelled' });
      return;
    }
    const result = await recalculate(ctx, actor, { run: next, done: batch.results });
    if (result === null) continue;
    await ctx.db.within(order.tenantId, async (tx) => {
      await addResult(tx, order.id, { result, total: batch.results.length + left.length });
      await notifyProgress(tx.client, { ...order, noun: 'recalculation' });
    });
  }
}

interface Batch {
  readonly createdBy: string;
  readonly upTo: string | null;
  readonly results: readonly RecalculatedOne[];
  readonly cancelRequested: boolean;
}

/** The order, as long as it has not ended. */
function takeBatch(ctx: AppContext, order: JobOrder): Promise<Batch | null> {
  return ctx.db.within(order.tenantId, async (tx) => {
    const result = await tx.client.query<Batch>(
      `UPDATE recalculation_batches SET status = 'running' WHERE id = $1 AND status IN ('queued', 'running')
        RETURNING created_by AS "createdBy", up_to AS "upTo", results, cancel_requested AS "cancelRequested"`,
      [order.id],
    );
    return result.rows[0] ?? null;
  });
}

function isOf(result: RecalculatedOne, run: RunInOrder): boolean {
  return result.planId === run.planId && daysOf(result.period) === daysOf(run);
}

/** Calculates one and says what became of it; null where somebody else was calculating it, so that it is to be looked at again. */
async function recalculate(
  ctx: AppContext,
  actor: Actor,
  { run, done }: { run: RunInOrder; done: readonly RecalculatedOne[] },
): Promise<RecalculatedOne | null> {
  const { planId, planName, currency, total: before } = run;
  const period = { key: run.periodKey, from: run.from, to: run.to };
  const about = { planId, planName, period, currency, before };
  const missing = done.find(
    ({ planId: plan, period: { key: periodKey, ...days }, status }) =>
      ['failed', 'skipped', 'cancelled'].includes(status) &&
      buildsOn(run, { ...run, ...days, planId: plan, periodKey }),
  );
  if (missing !== undefined) {
    const reason = `It builds on ${missing.period.key}, which could not be recalculated.`;
    return { ...about, status: 'skipped', runId: null, after: null, reason };
  }
  const within = <T>(work: (tx: TenantTx) => Promise<T>) => ctx.db.within(actor.tenantId, work);
  const open = await within((tx) => selectOpenRun(tx, planId, run));
  if (open !== null) {
    await performCalculation(ctx, { tenantId: actor.tenantId, id: open });
    return null;
  }
  try {
    const { id } = await startCalculation(ctx, actor, { planId, period: period.key });
    await performCalculation(ctx, { tenantId: actor.tenantId, id });
    const ended = await within((tx) => selectRun(tx, id));
    const status = ended?.status;
    if (status === 'completed' || status === 'unchanged')
      return { ...about, status, runId: id, after: ended?.total ?? null, reason: null };
    if (status === 'failed' || status === 'cancelled')
      return { ...about, status, runId: id, after: null, reason: ended?.error ?? null };
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ...about, status: 'failed', runId: null, after: null, reason: error.message };
  }
}

async function endBatch(
  ctx: AppContext,
  actor: Actor,
  { id, status }: { id: string; status: 'completed' | 'cancelled' },
): Promise<void> {
  await ctx.write(actor, async (tx) => {
    await tx.client.query(
      `UPDATE recalculation_batches SET status = $2, finished_at = now(), total = jsonb_array_length(results) + CASE WHEN $2 = 'completed' THEN 0 ELSE greatest(total - jsonb_array_length(results), 0) END WHERE id = $1`,
      [id, status],
    );
    tx.record({
      action: 'recalculation.ended',
      object: { type: 'recalculation', id },
      reason: { code: status },
    });
  });
}
