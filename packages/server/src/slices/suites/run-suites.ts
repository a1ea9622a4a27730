import type { TestRun } from '@attain/contract/suites';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { orderJob } from '../../jobs/job-store.ts';
import { lockSuite, selectRunnableSuites } from './suite-store.ts';
import { insertTestRun, isRunning, selectTestRun } from './test-run-store.ts';

/**
 * Orders runs of suites, which a job performs. Throws NOT_FOUND for an unknown suite, and CONFLICT where there is nothing
 * to run or a suite is running already.
 */
export async function runSuites(
  ctx: AppContext,
  actor: Actor,
  input: { suites: readonly string[] | null; onlyFailed: boolean; version: number | null },
): Promise<{ runs: TestRun[] }> {
  mustAllow(actor, 'run:workflows');
  const runs = await ctx.write(actor, async (tx) => {
    for (const id of input.suites ?? []) found(await lockSuite(tx, id), 'suite');
    const ids = await selectRunnableSuites(tx, { ids: input.suites, onlyFailed: input.onlyFailed });
    const free: string[] = [];
    for (const id of ids) if (!(await isRunning(tx, id))) free.push(id);
    if (free.length === 0) throw new ApiError('CONFLICT', nothingToRun(ids.length, input.onlyFailed));
    const ordered: TestRun[] = [];
    for (const suiteId of free) {
      const id = newId();
      await insertTestRun(tx, { id, suiteId, version: input.version, userId: actor.userId });
      await orderJob(tx, 'test-run', id);
      const { report: _, ...run } = found(await selectTestRun(tx, id), 'test run');
      ordered.push(run);
    }
    tx.record({
      action: 'test-run.ordered',
      object: { type: 'test-run', id: ordered[0]?.id ?? '' },
      ...(ordered.length === 1 ? {} : { reason: { code: 'suites', text: String(ordered.length) } }),
    });
    return ordered;
  });
  for (const { id } of runs) await ctx.jobs.order('test-run', { tenantId: actor.tenantId, id });
  return { runs };
}

function nothingToRun(runnable: number, onlyFailed: boolean): string {
  if (runnable > 0) return 'These tests are running already. Wait until they end.';
  return onlyFailed ? 'No suite has failed.' : 'There are no cases to run. Add a case first.';
}
