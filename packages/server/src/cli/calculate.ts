import type { Problem } from '@attain/domain/base/result';
import { calculateEach } from '@attain/domain/payouts/calculate';
import type { Calculation, CalculationInput } from '@attain/domain/payouts/payout';
import type { TypedRow } from '../slices/imports/reading/read-rows.ts';
import { paysNoOne, reportOf, summaryText, writeReport } from './calculation-report.ts';
import { type Command, exitCodes, type Given, log, needed, print } from './command.ts';
import { compareEarlier, differenceText } from './compare-earlier.ts';
import { withEarlierPeriods } from './earlier-periods.ts';
import {
  BadFiles,
  planProblem,
  readPlan,
  readRecordFiles,
  readSpan,
  recordOptions,
  recordsOf,
  reportBadFiles,
} from './read-files.ts';
import type { FileProblem } from './read-records.ts';

/** `attain calculate`: pays a period from files, without a server or a database. */
export const calculate: Command = {
  name: 'calculate',
  options: {
    plan: { value: 'file', required: true, description: 'The plan, JSON (schema: /api/plans/schema)' },
    ...recordOptions,
    period: {
      value: 'period',
      required: true,
      description: '2024, 2024-Q1, 2024-01, 2024-W03 or 2024-01-15..2024-02-14',
    },
    out: {
      value: 'folder',
      description: 'Folder for payouts.csv, credits.csv, explanations.json and summary.json',
    },
    against: { value: 'file', description: 'An earlier --json output: compare with it line by line' },
    json: { description: 'Print the calculation, or all problems, as JSON' },
  },
  notes: `
Columns are mapped by their headers, as in an import, and the mapping is printed on stderr. A mapping file overrides it:
{"deals": {"fields": {"amount": {"columns": [8]}}}, "participants": …, "quotas": …, "exchange-rates": …}.
With --assignments, deals count on the dates their payee is on the plan, and payees not in the file are never on it. Two
spans of one payee must not overlap (QUOTA-9).
If a plan measures longer than the period, or carries pay, its earlier periods are calculated first, from the same files.
The same files give the same bytes. Files in --out are written only after everything was calculated.
Exit codes: 0 calculated · 3 calculated, but no component has a deal that counts (stderr explains why) · 2 the files have errors, listed on stderr; nothing was written ·
1 a file cannot be read or written · 64 wrong usage.`,
  async run(given) {
    const asJson = given.switches.has('json');
    try {
      const files = await readFiles(given);
      const calculation = await calculated(files);
      const report = reportOf(files.input, calculation);
      for (const { message, fix } of report.warnings) log(`Warning: ${message} ${fix}`);
      if (given.out !== undefined) {
        await writeReport(given.out, report, calculation);
        log(`Written to ${given.out}: payouts.csv, credits.csv, explanations.json, summary.json`);
      }
      const difference =
        given.against === undefined ? null : await compareEarlier(given.against, calculation);
      await print(
        asJson
          ? `${JSON.stringify({ ...report, lines: calculation.lines, ...(difference && { difference }) })}\n`
          : `${summaryText(report)}${difference ? differenceText(difference) : ''}`,
      );
      return paysNoOne(report, files.input) ? exitCodes.nothingPaid : exitCodes.done;
    } catch (error) {
      const problems = reportBadFiles(error, 'nothing was calculated');
      if (asJson) await print(`${JSON.stringify({ problems })}\n`);
      return exitCodes.badInput;
    }
  },
};

interface Files {
  readonly input: CalculationInput;
  /** From the path of a problem of the engine to the row it is about. */
  locate(path: string): { file: string; line: number } | null;
  readonly planFile: string;
}

async function readFiles(given: Given): Promise<Files> {
  const planFile = needed(given, 'plan');
  const plan = await readPlan(planFile);
  const period = readSpan(needed(given, 'period'), plan);
  const files = await readRecordFiles(given, plan);
  const lines = new Map([
    ...placesOf(files.payees.rows, needed(given, 'payees'), (row) => `participants[${row.values.id}]`),
    ...placesOf(files.deals.rows, needed(given, 'deals'), (row) => `deals[${row.values.id}]`),
    ...placesOf(files.assignments?.rows ?? [], given.assignments ?? '', daysPath('enrolments')),
    ...placesOf(files.leaves?.rows ?? [], given.leaves ?? '', daysPath('leaves')),
    ...placesOf(files.ramps?.rows ?? [], given.ramps ?? '', daysPath('ramps')),
    ...placesOf(files.payTerms?.rows ?? [], given['pay-terms'] ?? '', daysPath('payTerms')),
  ]);
  return {
    planFile,
    input: {
      plan,
      period,
      ...recordsOf(files, plan),
    },
    locate: (path) => lines.get(path.slice(0, path.lastIndexOf(']') + 1)) ?? null,
  };
}

function placesOf(rows: readonly TypedRow[], file: string, pathOf: (row: TypedRow) => string) {
  return rows.map((row) => [pathOf(row), { file, line: row.line }] as const);
}

/** How the engine names one of the spans of days of a participant. */
function daysPath(list: string) {
  return ({ values }: TypedRow) => `${list}[${values.participant}, ${values.from}]`;
}

async function calculated(files: Files): Promise<Calculation> {
  const input = withEarlierPeriods(files.input);
  if (!input.ok) throw new BadFiles(input.problems.map((problem) => located(problem, files)));
  const course = calculateEach(input.value);
  let lastReportAt = 0;
  for (;;) {
    const next = course.next();
    if (next.done) {
      if (next.value.ok) return next.value.value;
      throw new BadFiles(next.value.problems.map((problem) => located(problem, files)));
    }
    const { stage, done, of } = next.value;
    const now = performance.now();
    if (now - lastReportAt < 1_000) continue;
    if (lastReportAt > 0) log(`${stage} ${done} of ${of}`);
    lastReportAt = now;
  }
}

function located(problem: Problem, files: Files): FileProblem {
  const place = files.locate(problem.path);
  return {
    ...planProblem(files.planFile, problem),
    file: place?.file ?? 'calculation',
    line: place?.line ?? null,
  };
}
