import { ApiError } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TransactionJob } from '../../jobs/define-job.ts';
import { selectRunnableSuites } from './suite-store.ts';
import { performCases } from './test-run-job.ts';
import {
  insertTestRun,
  removeOldRuns,
  selectOrderedRun,
  selectTestRun,
  type TestRunEnd,
  updateTestRun,
} from './test-run-store.ts';

type Within = Pick<TransactionJob<unknown>, 'tx' | 'ctx' | 'progress' | 'pause'>;

/** A suite that was run, and how it ended. */
export interface EndedSuite {
  readonly name: string;
  readonly status: TestRunEnd['status'];
  readonly error: string | null;
  readonly passed: number;
  readonly total: number;
}

/**
 * Runs the cases of a suite, or of all that have cases, on the drafts of their workflows in the transaction of another job, as a
 * person who may. Throws CONFLICT if there is nothing to run.
 */
export async function runSuitesWithin(
  job: Within,
  of: { readonly suiteId: string | null; readonly userId: string },
): Promise<EndedSuite[]> {
  const { tx } = job;
  const ids = await selectRunnableSuites(tx, {
    ids: of.suiteId === null ? null : [of.suiteId],
    onlyFailed: false,
  });
  if (ids.length === 0)
    throw new ApiError('CONFLICT', 'There are no cases to run. The suite was removed, or has none.');
  const ended: EndedSuite[] = [];
  for (const suiteId of ids) {
    const id = newId();
    await insertTestRun(tx, { id, suiteId, version: null, userId: of.userId });
    const end = await endOf(job, id);
    await updateTestRun(tx, id, end, job.ctx.clock.now().toISOString());
    await removeOldRuns(tx, suiteId);
    const run = await selectTestRun(tx, id);
    if (run !== null) ended.push({ ...run, name: run.suiteName, status: end.status });
  }
  return ended;
}

async function endOf(job: Within, id: string): Promise<TestRunEnd> {
  const ordered = await selectOrderedRun(job.tx, id);
  if (ordered === null) throw new ApiError('CONFLICT', 'The suite was removed.');
  try {
    return await performCases(job, ordered);
  } catch (error) {
    // a workflow that can't run fails its suite, and not the others
    if (!(error instanceof ApiError)) throw error;
    return { status: 'failed', error: error.message };
  }
}
