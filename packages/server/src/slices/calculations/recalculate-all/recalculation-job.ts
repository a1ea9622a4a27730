import type { RecalculatedOne } from '@attain/contract/recalculate-all';
import { daysOf } from '@attain/domain/base/period';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import type { PlannedPeriod } from '../../../db/schema/recalculations.ts';
import { defineJob, type JobInput } from '../../../jobs/define-job.ts';
import { calculationJob } from '../calculation-job.ts';
import { buildsOn } from '../recalculations/runs-in-order.ts';
import { selectOpenRun, selectRun } from '../runs-store.ts';
import { startCalculation } from '../start-calculation.ts';
import { addResult, selectBatch, selectDue } from './batch-store.ts';

/**
 * Recalculates everything out of date, or the planned periods, one calculation after the other, each audited as its own. The next one is read from the
 * records every time, so the job can start again after a kill and sees what earlier calculations changed.
 */
export const recalculationJob = defineJob<Batch>({
  kind: 'recalculation',
  unexpected:
    'The recalculation stopped for a reason that is not in the data. Finished calculations are kept.',
  load: takeBatch,
  steps: recalculateAll,
  onEnd: async (tx, id, { status }) => {
    await tx.client.query('UPDATE recalculation_batches SET status = $2, finished_at = now() WHERE id = $1', [
      id,
      status,
    ]);
  },
  entryOf: (_, { status }) => ({ action: 'recalculation.ended', reason: { code: status } }),
});

interface Batch {
  readonly id: string;
  readonly createdBy: string;
  readonly upTo: string | null;
  readonly planned: readonly PlannedPeriod[] | null;
}

async function takeBatch(tx: TenantTx, id: string): Promise<Batch | null> {
  const result = await tx.client.query<Batch>(
    `UPDATE recalculation_batches SET status = 'running' WHERE id = $1
      RETURNING id, created_by AS "createdBy", up_to AS "upTo", planned`,
    [id],
  );
  return result.rows[0] ?? null;
}

async function recalculateAll({ ctx, subject, actor, ...job }: JobInput<Batch>): Promise<void> {
  const within = <T>(work: (tx: TenantTx) => Promise<T>) => ctx.db.within(actor.tenantId, work);
  for (;;) {
    const { due, done } = await within(async (tx) => ({
      due: subject.planned ?? (await selectDue(tx, subject.upTo)),
      done: found(await selectBatch(tx, subject.id), 'recalculation').calculations,
    }));
    const left = due.filter((run: PlannedPeriod) => !done.some((result) => isOf(result, run)));
    job.progress(done.length, done.length + left.length);
    const [next] = left;
    if (next === undefined) return;
    await job.pause();
    const result = await recalculate(ctx, actor, { run: next, done });
    if (result !== null) await within((tx) => addResult(tx, subject.id, result));
  }
}

function isOf(result: RecalculatedOne, run: PlannedPeriod): boolean {
  return result.planId === run.planId && daysOf(result.period) === daysOf(run);
}

/** Calculates one and says what became of it; null where somebody else was calculating it, so that it is to be looked at again. */
async function recalculate(
  ctx: AppContext,
  actor: Actor,
  { run, done }: { run: PlannedPeriod; done: readonly RecalculatedOne[] },
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
    const reason = `It builds on ${missing.period.key}, which could not be calculated.`;
    return { ...about, status: 'skipped', runId: null, after: null, reason };
  }
  const within = <T>(work: (tx: TenantTx) => Promise<T>) => ctx.db.within(actor.tenantId, work);
  const open = await within((tx) => selectOpenRun(tx, planId, run));
  if (open !== null) {
    await calculationJob.run(ctx, { tenantId: actor.tenantId, id: open });
    return null;
  }
  try {
    const { id } = await startCalculation(ctx, actor, { planId, period: period.key });
    await calculationJob.run(ctx, { tenantId: actor.tenantId, id });
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
