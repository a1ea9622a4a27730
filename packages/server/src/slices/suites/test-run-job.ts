import { type Coverage, coverageOf } from '@attain/domain/suites/coverage';
import { type Mutation, mutationOf } from '@attain/domain/suites/mutation';
import { type CaseResult, runCase, testedEntries } from '@attain/domain/suites/run-case';
import { suiteStatus, type TestCase, testType } from '@attain/domain/suites/test-case';
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

/**
 * Runs the cases of an ordered run and stores their results; if all pass, puts faults into the workflow (WT-12). Throws NOT_FOUND,
 * and WORKFLOW_INVALID if the workflow can’t run.
 */
export async function performCases(
  { tx, progress, pause }: Pick<TransactionJob<unknown>, 'tx' | 'progress' | 'pause'>,
  { id, cases, casesHash, workflowId, version }: OrderedRun,
) {
  const document = await preparedDocument(tx, { workflowId, version });
  const { prepared, documentHash } = document;
  const results: Result[] = [];
  const tests: Tested[] = [];
  for (const one of cases) {
    const { row, tested } = resultOf(document, one, { runId: id, position: results.length });
    results.push(row);
    tests.push(tested);
    // after the last case faults are tried
    progress(results.length, cases.length + 1);
    await pause();
  }
  await insertResults(tx, results);
  const coverage: Coverage = coverageOf(
    prepared,
    tests.map(({ test, result }) => testedEntries(test, result.journal)),
  );
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
    mutation: passed === total ? await mutate(document, tests, pause) : null,
    durationMs: results.reduce((sum, { durationMs }) => sum + durationMs, 0),
  };
}

interface Tested {
  readonly test: TestCase;
  readonly result: CaseResult;
}

type Document = Awaited<ReturnType<typeof preparedDocument>>;

async function mutate(
  { prepared, prepare }: Document,
  tests: readonly Tested[],
  pause: () => Promise<void>,
): Promise<Mutation> {
  const faults = mutationOf(prepared, tests, prepare);
  for (;;) {
    const next = faults.next();
    if (next.done) return next.value;
    await pause();
  }
}

function resultOf(
  { prepared, prepare }: Document,
  { id, test, rights, by }: StoredCase,
  place: { readonly runId: string; readonly position: number },
) {
  const started = performance.now();
  const tested: Tested = { test, result: runCase(prepared, test, prepare) };
  const { journal, ...result } = tested.result;
  const checks = result.checks.filter(({ kind }) => kind !== 'stub');
  const row: Result = {
    ...place,
    caseId: id,
    name: test.name,
    type: testType(test),
    status: result.passed ? 'passed' : 'failed',
    durationMs: Math.max(1, Math.round(performance.now() - started)),
    coverage: coverageOf(prepared, [testedEntries(test, journal)]).percent,
    assertions: checks.length,
    passedAssertions: checks.filter((check) => check.passed).length,
    result,
    rights,
    by,
  };
  return { row, tested };
}
