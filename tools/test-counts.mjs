import { existsSync, readFileSync } from 'node:fs';

/**
 * Adds up what vitest's JSON reports say. A file that could not even be loaded has no tests of its own and counts as
 * one failure, and so does a report that was never written.
 * @param {readonly string[]} files
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function countTests(files) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const file of files) {
    if (!existsSync(file)) {
      total.failed += 1;
      continue;
    }
    const report = JSON.parse(readFileSync(file, 'utf8'));
    total.passed += report.numPassedTests;
    total.failed += report.numFailedTests;
    total.skipped += report.numPendingTests + (report.numTodoTests ?? 0);
    for (const suite of report.testResults) {
      if (suite.status === 'failed' && suite.assertionResults.length === 0) total.failed += 1;
    }
  }
  return total;
}
