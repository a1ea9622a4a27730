import { type Coverage, coverageOf } from '@attain/domain/suites/coverage';
import { runCase } from '@attain/domain/suites/run-case';
import { suiteStatus, testType } from '@attain/domain/suites/test-case';
import type { JournalEntry } from '@attain/domain/workflows/journal';
import type { PreparedWorkflow } from '@attain/domain/workflows/prepare-workflow';
import type { StoredCase, testResults } from '../../db/schema/suites.ts';
import { defineJob, type TransactionJob } from '../../jobs/define-job.ts';
import { preparedDocument } from './prepared-document.ts';
import {
  insertResults,
  type OrderedRun,
  removeOldRuns,
  selectOrderedRun,
  updateTestRun,
} from './test-run-store.ts';

/** Runs the cases of a suite (WT-3) and stores what each came to. */
export const testRunJob = defineJob<OrderedRun>({
  kind: 'test-run',
  unexpected: 'The tests stopped because of an internal error. Run them again.',
  load: selectOrderedRun,
  work: runTests,
  onEnd: (tx, id, { message }) =>
    updateTestRun(
      tx,
      id,
      { status: 'failed', error: message ?? 'The run was cancelled.' },
      new Date().toISOString(),
    ),
});

type Result = Omit<typeof testResults.$inferInsert, 'tenantId'>;

async function runTests(job: TransactionJob<OrderedRun>): Promise<() => Promise<void>> {
  const { tx, subject, ctx } = job;
  const { id, suiteId } = subject;
  const end = await performCases(job, subject);
  return async () => {
    await updateTestRun(tx, id, end, ctx.clock.now().toISOString());
    await removeOldRuns(tx, suiteId);
    tx.record({
      action: 'test-run.completed',
      object: { type: 'test-run', id },
      reason: { code: end.status },
      evidence: [end.documentHash],
    });
  };
}

/** Runs the cases of an ordered run and stores their results. Throws NOT_FOUND, and WORKFLOW_INVALID if the workflow can’t run. */
export async function performCases(
  { tx, progress, pause }: Pick<TransactionJob<unknown>, 'tx' | 'progress' | 'pause'>,
  { id, cases, casesHash, workflowId, version }: OrderedRun,
) {
  const { prepared, documentHash } = await preparedDocument(tx, { workflowId, version });
  const results: Result[] = [];
  const journals: (readonly JournalEntry[])[] = [];
  for (const one of cases) {
    const { result, journal } = resultOf(prepared, one, { runId: id, position: results.length });
    results.push(result);
    journals.push(journal);
    progress(results.length, cases.length);
    await pause();
  }
  await insertResults(tx, results);
  const coverage: Coverage = coverageOf(prepared, journals);
  const passed = results.filter(({ status }) => status === 'passed').length;
  const total = results.length;
  return {
    status: suiteStatus({ passed, total }),
    error: null,
    documentHash,
    casesHash,
    passed,
    failed: total - passed,
    total,
    coverage,
    durationMs: results.reduce((sum, { durationMs }) => sum + durationMs, 0),
  };
}

function resultOf(
  prepared: PreparedWorkflow,
  { id, test, rights, by }: StoredCase,
  place: { readonly runId: string; readonly position: number },
) {
  const started = performance.now();
  const { journal, ...result } = runCase(prepared, test);
  const checks = result.checks.filter(({ kind }) => kind !== 'stub');
  const row: Result = {
    ...place,
    caseId: id,
    name: test.name,
    type: testType(test),
    status: result.passed ? 'passed' : 'failed',
    durationMs: Math.max(1, Math.round(performance.now() - started)),
    coverage: coverageOf(prepared, [journal]).percent,
    assertions: checks.length,
    passedAssertions: checks.filter((check) => check.passed).length,
    result,
    rights,
    by,
  };
  return { result: row, journal };
}
