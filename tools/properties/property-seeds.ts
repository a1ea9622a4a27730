// Seeds of all property tests. `npm test`: the stored counterexamples first, then one fixed seed. `npm run soak`: fresh
// seeds until the time of the test is over; failures are recorded for the soak to store.
import { appendFileSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc, { type RunDetails } from 'fast-check';
import { afterEach, beforeAll, beforeEach, type RunnerTask, type RunnerTestCase } from 'vitest';
import { root } from '../install.mjs';

interface Counterexample {
  readonly file: string;
  readonly test: string;
  readonly seed: number;
}

const FIXED_SEED = 20_260_101;
const SOAK_REPEATS = 1_000_000;
const soak = process.env.ATTAIN_SOAK_REPORT
  ? { report: process.env.ATTAIN_SOAK_REPORT, ms: 1000 * Number(process.env.ATTAIN_SOAK_SECONDS) }
  : null;
const stored: readonly Counterexample[] = JSON.parse(
  readFileSync(join(root, 'tools/properties/counterexamples.json'), 'utf8'),
);

/** Seeds the running test has drawn. */
let current = { startedAt: 0, runs: 0, seed: FIXED_SEED, path: null as string | null, error: '' };

// for values drawn while a file loads, before any test
fc.configureGlobal({ seed: fixedSeed() });

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures it has to make from this pattern.
beforeAll(({}, file) => {
  const tests = testsOf(file.tasks);
  const path = pathOf(file.file.filepath);
  for (const { test } of stored.filter((one) => one.file === path))
    if (!tests.some((one) => titleOf(one) === test))
      throw new Error(`${path} has no test called "${test}". Correct tools/properties/counterexamples.json.`);
  for (const test of tests) test.repeats = soak === null ? seedsOf(test).length : SOAK_REPEATS;
});

beforeEach((context) => {
  const { task } = context;
  const repeat = task.result?.repeatCount ?? 0;
  const fixed = seedsOf(task)[repeat] ?? fixedSeed();
  if (soak === null) {
    fc.configureGlobal({ seed: fixed });
    return;
  }
  if (repeat === 0) current = { ...current, startedAt: performance.now(), runs: 0 };
  const over = performance.now() - current.startedAt > soak.ms || current.runs === 0 || current.error !== '';
  if (repeat > 0 && over) {
    write({ kind: 'runs', file: pathOf(task.file.filepath), test: titleOf(task), runs: current.runs });
    current = { ...current, error: '' };
    context.skip();
  }
  current = { ...current, seed: Math.trunc(Math.random() * 2 ** 31), path: null, error: '' };
  fc.configureGlobal({ seed: current.seed, reporter: report });
});

afterEach(({ task }) => {
  if (soak === null || task.result?.state !== 'fail') return;
  const { seed, path } = current;
  const error = current.error || (task.result.errors?.[0]?.message ?? '');
  current = { ...current, error: error || 'failed' };
  write({ kind: 'find', file: pathOf(task.file.filepath), test: titleOf(task), seed, path, error });
});

/** Counts the runs of a property that a test has checked, and fails like fast-check. */
function report(details: RunDetails<unknown>): void {
  current = { ...current, runs: current.runs + details.numRuns };
  if (!details.failed) return;
  const message = fc.defaultReportMessage(details) ?? 'The property failed.';
  current = { ...current, path: details.counterexamplePath, error: message };
  throw new Error(message, { cause: details.errorInstance });
}

function fixedSeed(): number {
  return Number(process.env.ATTAIN_SOAK_SEED ?? FIXED_SEED);
}

function write(line: object): void {
  if (soak !== null) appendFileSync(soak.report, `${JSON.stringify(line)}\n`);
}

function seedsOf(test: RunnerTestCase): readonly number[] {
  const [file, title] = [pathOf(test.file.filepath), titleOf(test)];
  return stored.filter((one) => one.file === file && one.test === title).map(({ seed }) => seed);
}

function testsOf(tasks: readonly RunnerTask[]): readonly RunnerTestCase[] {
  return tasks.flatMap((task) => (task.type === 'suite' ? testsOf(task.tasks) : [task]));
}

/** The title of a test below those of its groups, as reporters print it. */
function titleOf({ name, suite }: RunnerTestCase): string {
  const groups: string[] = [];
  for (let group = suite; group !== undefined; group = group.suite) groups.unshift(group.name);
  return [...groups, name].join(' > ');
}

function pathOf(file: string): string {
  return relative(root, file).replaceAll('\\', '/');
}
