import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './install.mjs';

/** How much of a failure the summary repeats; the full text is above. */
const LINES_OF_A_FAILURE = 25;
const COLUMNS_OF_A_FAILURE = 800;

/**
 * Sums vitest's JSON reports and repeats failures with their reasons. A file that could not even be loaded or
 * prepared for its tests counts as one failure, and so does a report that was never written.
 * @param {readonly string[]} files
 * @returns {{ passed: number, skipped: number, failures: string[] }} each failure as lines: where, which test, why
 */
export function readReports(files) {
  /** @type {string[]} */
  const failures = [];
  const total = { passed: 0, skipped: 0, failures };
  for (const file of files) {
    if (!existsSync(file)) {
      failures.push(`The test run ended before it wrote its report (${file})`);
      continue;
    }
    const report = JSON.parse(readFileSync(file, 'utf8'));
    total.passed += report.numPassedTests;
    total.skipped += report.numPendingTests + (report.numTodoTests ?? 0);
    for (const suite of report.testResults) failures.push(...failuresOf(suite));
  }
  return total;
}

/**
 * @param {{ name: string, status: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }} suite
 * @returns {string[]}
 */
function failuresOf(suite) {
  const where = relative(root, suite.name);
  const failed = suite.assertionResults.filter(({ status }) => status === 'failed');
  if (suite.status === 'failed' && failed.length === 0)
    return [`${where}\n${firstLines(suite.message || 'could not be loaded or prepared')}`];
  return failed.map(
    ({ fullName, failureMessages }) =>
      `${where} › ${fullName}\n${firstLines(failureMessages?.join('\n') ?? '')}`,
  );
}

/** @param {string} text */
function firstLines(text) {
  const lines = text.split('\n').slice(0, LINES_OF_A_FAILURE);
  return lines.map((line) => `    ${line.slice(0, COLUMNS_OF_A_FAILURE)}`).join('\n');
}
