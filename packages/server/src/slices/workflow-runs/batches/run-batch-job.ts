import type { RunBatch } from '@attain/contract/run-batches';
import type { RunSummary } from '@attain/contract/workflow-runs';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { ApiError } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import { defineJob, type JobInput } from '../../../jobs/define-job.ts';
import { activeMember } from '../../people/active-member.ts';
import { retryFailed } from '../retry-run.ts';
import { cancelRun } from '../stream-run.ts';
import { batchRuns } from './batch-runs.ts';
import { addHandled, endBatch, type OpenBatch, takeBatch } from './batch-store.ts';

/** Runs that are read, handled and noted together. */
const atOnce = 20;

/**
 * Retries or cancels the runs of a batch with the permissions that its user has now, each in a transaction of its own with its
 * own log entry. A run that can't be is skipped with the reason. After a kill it continues after the last noted run.
 */
export const runBatchJob = defineJob<OpenBatch>({
  kind: 'run-batch',
  unexpected: 'The batch stopped because of an internal error. Runs it has handled stay so.',
  load: takeBatch,
  steps: handleRuns,
  onEnd: (tx, id, { status }) => endBatch(tx, id, status),
  entryOf: ({ act }, { status }) => ({ action: 'run-batch.ended', reason: { code: status, text: act } }),
});

async function handleRuns({ ctx, subject, actor, ...job }: JobInput<OpenBatch>): Promise<void> {
  const within = <T>(work: (tx: TenantTx) => Promise<T>) => ctx.db.within(actor.tenantId, work);
  const member = await within((tx) => activeMember(tx, subject.createdBy));
  // policies see the client that ordered the batch (GOV-16)
  const person = {
    ...actor,
    roles: member?.roles ?? [],
    request: { ...actor.request, address: subject.clientAddress },
  };
  const { act, filter, createdAt: before } = subject;
  let { place, handled } = subject;
  for (;;) {
    const after = place;
    const { rows: runs, next } = await within((tx) =>
      batchRuns(tx, person, { act, filter, before }, { after, limit: atOnce }),
    );
    const problems: RunBatch['problems'] = [];
    let succeeded = 0;
    for (const run of runs) {
      // what was handled until the job is stopped still counts
      if (job.signal.aborted) break;
      const message = await handle(ctx, person, act, run);
      if (message === null) succeeded += 1;
      else problems.push({ runId: run.id, message });
      handled += 1;
      place = [run.createdAt, run.id];
      job.progress(handled);
    }
    const reached = place;
    if (reached !== null && succeeded + problems.length > 0)
      await within((tx) => addHandled(tx, subject.id, { place: reached, succeeded, problems }));
    if (next === null) return;
    await job.pause();
    place = next;
  }
}

/** Retries or cancels a run; the reason if it can't be. */
async function handle(
  ctx: AppContext,
  actor: Actor,
  act: OpenBatch['act'],
  { id }: RunSummary,
): Promise<string | null> {
  try {
    if (act === 'retry') await retryFailed(ctx, actor, id);
    else await cancelRun(ctx, actor, { id, reason: 'Cancelled with others.' });
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'UNAVAILABLE') return error.message;
    throw error;
  }
}
