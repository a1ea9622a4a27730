import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Suite, TestRun, TestRunDetail } from '@attain/contract/suites';
import type { ApiClient } from './api-client.ts';
import { type Command, CommandFailed, exitCodes, type Given, log, print, UsageError } from './command.ts';
import { connect, connectOptions } from './connect.ts';
import { junitReport } from './junit-report.ts';

/** `attain test`: runs suites of workflows in a running Attain and reports what failed. */
export const test: Command = {
  name: 'test',
  options: {
    suite: { value: 'name', description: 'Only the suite of this name or id' },
    workflow: { value: 'id', description: 'Only suites of this workflow' },
    version: { value: 'number', description: 'The published version to test; default: the draft' },
    'min-coverage': { value: 'percent', description: 'Fail if a suite covers less of its workflow' },
    junit: { value: 'file', description: 'Write the results as JUnit XML' },
    json: { description: 'Print all results as JSON' },
    ...connectOptions,
  },
  notes: `
Runs all suites with cases, or those chosen, on the server. Nothing is performed, sent or paid. An API token needs the permissions
read:workflows and run:workflows.
Exit codes: 0 all cases passed · 4 cases failed, or coverage is too low · 1 the server rejected the run or does not respond · 64 wrong usage.`,
  async run(given) {
    const version = wholeNumber(given, 'version');
    const minCoverage = wholeNumber(given, 'min-coverage');
    const api = await connect(given);
    try {
      const suites = await chosenSuites(api, given);
      const body = { suites: suites.map(({ id }) => id), version };
      const { runs } = await api.post<{ runs: TestRun[] }>('/api/suites/run', body);
      const done: TestRunDetail[] = [];
      for (const { id } of runs) done.push(await ended(api, id));
      if (given.junit !== undefined) await writeFile(given.junit, junitReport(done));
      await report(given, done);
      const low = done.filter((run) => minCoverage !== null && (run.coverage ?? 0) < minCoverage);
      for (const run of low)
        log(`${run.suiteName} covers ${run.coverage ?? 0}%; ${minCoverage}% is required.`);
      const failed = done.some(({ status }) => status !== 'passed');
      return failed || low.length > 0 ? exitCodes.testsFailed : exitCodes.done;
    } finally {
      await api.signOut().catch(() => undefined);
    }
  },
};

function wholeNumber(given: Given, name: string): number | null {
  const value = given[name];
  if (value === undefined) return null;
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} needs a whole number, not "${value}".`);
  return Number(value);
}

async function chosenSuites(api: ApiClient, given: Given): Promise<Suite[]> {
  const workflow = given.workflow === undefined ? '' : `&workflowId=${encodeURIComponent(given.workflow)}`;
  const { rows } = await api.get<{ rows: Suite[] }>(`/api/suites?limit=1000${workflow}`);
  const named = rows.filter(({ id, name }) => [undefined, id, name].includes(given.suite));
  const chosen = named.filter(({ cases }) => cases > 0).slice(0, 200);
  if (chosen.length === 0) throw new CommandFailed('There is no suite with cases to run.');
  return chosen;
}

/** Waits until a run has ended. */
async function ended(api: ApiClient, id: string): Promise<TestRunDetail> {
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 1.5, 1_000)) {
    const run = await api.get<TestRunDetail>(`/api/test-runs/${id}`);
    if (run.status !== 'running') return run;
    await setTimeout(pauseMs);
  }
}

async function report(given: Given, runs: readonly TestRunDetail[]): Promise<void> {
  if (given.switches.has('json')) return print(`${JSON.stringify(runs)}\n`);
  for (const run of runs) {
    if (run.error !== null) log(`${run.suiteName}: ${run.error}`);
    for (const result of run.results.filter(({ status }) => status === 'failed')) {
      log(`${run.suiteName} › ${result.name}`);
      for (const check of result.checks.filter(({ passed }) => !passed))
        log(`  ${check.message}${check.node === null ? '' : ` (at ${check.node})`}`);
    }
    const coverage = run.coverage === null ? '' : `, ${run.coverage}% covered`;
    await print(`${run.suiteName}: ${run.status}, ${run.passed} of ${run.total} cases passed${coverage}\n`);
  }
}
