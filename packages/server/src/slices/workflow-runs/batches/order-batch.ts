import type { RunBatch } from '@attain/contract/run-batches';
import { isNarrowed } from '@attain/domain/access/permissions';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import type { TenantTx } from '../../../db/database.ts';
import { holdTurn } from '../../../db/turns.ts';
import { cancelJob } from '../../../jobs/define-job.ts';
import { orderJob } from '../../../jobs/job-store.ts';
import type { AskedRuns } from '../read-runs.ts';
import { batchRuns, type Wanted } from './batch-runs.ts';
import { insertBatch, selectBatch, selectOpenBatch } from './batch-store.ts';
import { runBatchJob } from './run-batch-job.ts';

/** So many pages of runs are counted; a page that searches values looks at about as many runs as it may have. */
const maxPages = 5;
const perPage = 2_000;

/** How many runs a batch would retry or cancel, and the batch in progress. */
export function estimateBatch(
  ctx: AppContext,
  actor: Actor,
  { act, ...filter }: AskedRuns & { act: RunBatch['act'] },
) {
  mustAllow(actor, 'run:workflows');
  return ctx.read(actor, async (tx) => {
    const wanted = { act, filter, before: ctx.clock.now().toISOString() };
    return { ...(await countRuns(tx, actor, wanted)), underWay: await selectOpenBatch(tx) };
  });
}

/**
 * Orders a batch. Throws CONFLICT while another one is in progress, BAD_INPUT if no run matches, and NOT_ALLOWED for retries by an
 * API token: the job has all permissions of its user.
 */
export async function startBatch(
  ctx: AppContext,
  actor: Actor,
  { act, filter }: { act: RunBatch['act']; filter: AskedRuns },
): Promise<RunBatch> {
  mustAllow(actor, 'run:workflows');
  if (act === 'retry' && isNarrowed(actor.roles))
    throw new ApiError(
      'NOT_ALLOWED',
      'An API token can’t retry many runs at once. Sign in, or retry each run.',
    );
  const batch = await ctx.write(actor, async (tx) => {
    await holdTurn(tx, 'order-run-batch', tx.tenantId);
    if ((await selectOpenBatch(tx)) !== null)
      throw new ApiError('CONFLICT', 'Another batch is in progress. Wait for it, or stop it.');
    const before = ctx.clock.now().toISOString();
    const { count, more } = await countRuns(tx, actor, { act, filter, before });
    if (count === 0 && !more) throw new ApiError('BAD_INPUT', `No run matches that can be ${pastOf[act]}.`);
    const id = newId();
    await insertBatch(tx, { id, act, filter, userId: actor.userId, clientAddress: actor.request.address });
    await orderJob(tx, 'run-batch', id, count);
    tx.record({ action: 'run-batch.ordered', object: { type: 'run-batch', id }, reason: { code: act } });
    return found(await selectBatch(tx, id), 'batch');
  });
  await ctx.jobs.order('run-batch', { tenantId: actor.tenantId, id: batch.id });
  return batch;
}

const pastOf = { retry: 'retried', cancel: 'cancelled' };

/** One batch. Throws NOT_FOUND. */
export function readBatch(ctx: AppContext, actor: Actor, id: string): Promise<RunBatch> {
  mustAllow(actor, 'read:workflow-runs');
  return ctx.read(actor, async (tx) => found(await selectBatch(tx, id), 'batch'));
}

/** Stops a batch after the run it is at. Throws NOT_FOUND, and CONFLICT if it has ended. */
export function stopBatch(ctx: AppContext, actor: Actor, id: string): Promise<RunBatch> {
  mustAllow(actor, 'run:workflows');
  return ctx.write(actor, async (tx) => {
    const asked = await cancelJob(tx, runBatchJob, id);
    const batch = found(await selectBatch(tx, id), 'batch');
    if (asked === null) throw new ApiError('CONFLICT', `This batch has already ended (${batch.status}).`);
    tx.record({ action: 'run-batch.stopped', object: { type: 'run-batch', id } });
    return batch;
  });
}

async function countRuns(tx: TenantTx, actor: Actor, wanted: Wanted) {
  let count = 0;
  let after: readonly string[] | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const { rows, next } = await batchRuns(tx, actor, wanted, { after, limit: perPage });
    count += rows.length;
    if (next === null) return { count, more: false };
    after = next;
  }
  return { count, more: true };
}
