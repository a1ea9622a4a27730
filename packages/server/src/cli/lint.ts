import { decimal } from '@attain/domain/base/decimal';
import { counted, moneyIn } from '@attain/domain/base/figures';
import type { LintReport } from '@attain/domain/findings/finding';
import { historiesByPayee } from '@attain/domain/findings/histories-by-payee';
import { lintPlan } from '@attain/domain/findings/lint-plan';
import { parsePlanTest } from '@attain/domain/findings/parse-plan-test';
import { runPlanTests, type TestResult } from '@attain/domain/findings/run-plan-tests';
import type { Plan } from '@attain/domain/plans/plan';
import { checkPlan } from '@attain/domain/plans/plan-checks';
import { type Command, exitCodes, type Given, log, needed, print } from './command.ts';
import {
  BadFiles,
  planProblem,
  readJson,
  readPlanDocument,
  readRecordFiles,
  readSpan,
  recordOptions,
  recordsOf,
  reportBadFiles,
} from './read-files.ts';

/** `attain lint`: what to know about a plan before it is approved, with the money at stake on records in files. */
export const lint: Command = {
  name: 'lint',
  options: {
    plan: { value: 'file', required: true, description: 'The plan, JSON; it can have errors' },
    ...recordOptions,
    span: {
      value: 'period',
      required: true,
      description: 'Dates to check: 2024, or 2023-07-01..2024-06-30',
    },
    tests: { value: 'file', description: 'Golden cases to run on the plan, a JSON list' },
    json: { description: 'Print findings and test results as JSON' },
  },
  notes:
    'Exit codes: 0 no errors and all tests pass · 1 a finding is an error, or a test fails · 2 the files have errors · 64 wrong usage.',
  async run(given) {
    try {
      const plan = await readPlanDocument(needed(given, 'plan'));
      const problems = checkPlan(plan);
      const tests = await readTests(given, plan);
      const report = await looked(given, plan);
      const result = { problems, ...report, tests };
      await print(given.switches.has('json') ? `${JSON.stringify(result)}\n` : reportText(result));
      const bad = problems.length + report.findings.filter(({ severity }) => severity === 'error').length;
      return bad > 0 || tests.some(({ passed }) => !passed) ? exitCodes.failed : exitCodes.done;
    } catch (error) {
      reportBadFiles(error, 'nothing was checked');
      return exitCodes.badInput;
    }
  },
};

async function looked(given: Given, plan: Plan): Promise<LintReport> {
  const span = readSpan(needed(given, 'span'), plan);
  const records = recordsOf(await readRecordFiles(given, plan), plan);
  const course = lintPlan(plan, [...historiesByPayee({ ...records, span })]);
  let lastReportAt = performance.now();
  for (;;) {
    const next = course.next();
    if (next.done) return next.value;
    if (performance.now() - lastReportAt < 1_000) continue;
    lastReportAt = performance.now();
    log(`${next.value.done} of ${counted(next.value.of, 'payee')}`);
  }
}

async function readTests(given: Given, plan: Plan): Promise<readonly TestResult[]> {
  if (given.tests === undefined) return [];
  const file = given.tests;
  const json = await readJson(file, 'The list of tests');
  const list = Array.isArray(json) ? json : [json];
  const read = list.map(parsePlanTest);
  const problems = read.flatMap((one, i) =>
    one.ok ? [] : one.problems.map((problem) => ({ ...problem, path: `[${i}].${problem.path}` })),
  );
  if (problems.length > 0) throw new BadFiles(problems.map((problem) => planProblem(file, problem)));
  return runPlanTests(
    plan,
    read.flatMap((one) => (one.ok ? [one.value] : [])),
  );
}

function reportText({
  problems,
  findings,
  looked: seen,
  tests,
}: LintReport & {
  readonly problems: ReturnType<typeof checkPlan>;
  readonly tests: readonly TestResult[];
}): string {
  const lines = [
    ...problems.map(({ rule, path, message: text }) => `error    ${rule}  ${path}: ${text}`),
    ...findings.map(({ rule, severity, path, message: text, fix, stake }) =>
      [
        `${severity.padEnd(8)} ${rule}  ${path}: ${text}`,
        ...(stake
          ? [
              `         ${moneyIn(decimal(stake.amount), stake.currency)}, ${counted(stake.payees, 'payee')}: ${stake.message}`,
            ]
          : []),
        `         ${fix}`,
      ].join('\n'),
    ),
    ...tests.map(({ name, passed, differences }) =>
      [
        `${passed ? 'passes' : 'FAILS'}   ${name}`,
        ...differences.map((one) => `         ${one.message}`),
      ].join('\n'),
    ),
    `Checked ${counted(seen.payees, 'payee')}, ${counted(seen.periods, 'period')}, ${moneyIn(decimal(seen.total), seen.currency)} of pay.`,
  ];
  return `${lines.join('\n')}\n`;
}
