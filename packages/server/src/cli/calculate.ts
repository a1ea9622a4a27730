import { readFile } from 'node:fs/promises';
import { parsePeriod } from '@attain/domain/base/period';
import type { Problem } from '@attain/domain/base/result';
import { calculateEach } from '@attain/domain/payouts/calculate';
import type { Calculation, CalculationInput } from '@attain/domain/payouts/payout';
import { parsePlan } from '@attain/domain/plans/parse-plan';
import type { Plan } from '@attain/domain/plans/plan';
import { checkPlan } from '@attain/domain/plans/soundness';
import type { TypedRow } from '../slices/imports/reading/read-rows.ts';
import { reportOf, summaryText, writeReport } from './calculation-report.ts';
import { type Command, CommandFailed, exitCodes, type Given, needed, print, say } from './command.ts';
import { compareEarlier, differenceText } from './compare-earlier.ts';
import {
  asDeal,
  asParticipant,
  asQuota,
  asRate,
  type FileProblem,
  problemText,
  type ReadFile,
  readMappings,
  readRecords,
} from './read-records.ts';

/** `attain calculate`: pays a period from files, without a server or a database. */
export const calculate: Command = {
  name: 'calculate',
  summary: 'Calculate what a plan pays for a period, from files; needs no server',
  options: {
    plan: { value: 'file', required: true, say: 'The plan, JSON (schema: /api/plans/schema)' },
    deals: { value: 'file', required: true, say: 'Deals: .csv, .tsv, .xlsx or .xls' },
    payees: { value: 'file', required: true, say: 'Who is paid' },
    quotas: { value: 'file', say: 'Quotas, where the plan needs them' },
    rates: { value: 'file', say: 'Exchange rates, where deals are in other currencies' },
    period: { value: 'period', required: true, say: '2024, 2024-Q1, 2024-01 or 2024-01-15..2024-02-14' },
    mapping: { value: 'file', say: 'Columns by kind, JSON, where the headers do not tell them' },
    out: { value: 'folder', say: 'Write payouts.csv, credits.csv, explanations.json and summary.json there' },
    against: { value: 'file', say: 'An earlier --json output: tell line by line what changed' },
    json: { say: 'The whole calculation, or all problems, as JSON on stdout' },
  },
  notes: `
Columns are found by their headers, as an import finds them; what was found is told on stderr. A mapping file overrides it:
{"deals": {"fields": {"amount": {"columns": [8]}}}, "participants": …, "quotas": …, "exchange-rates": …}.
The same files give the same bytes. Files in --out are written when everything was calculated, never in part.
Exit codes: 0 calculated · 2 something in the files is wrong: every place is told on stderr, nothing was written ·
1 a file cannot be read or written · 64 wrong usage.`,
  async run(given) {
    const asJson = given.switches.has('json');
    try {
      const files = await readFiles(given);
      const calculation = await calculated(files);
      const report = reportOf(files.input, calculation);
      if (given.out !== undefined) {
        await writeReport(given.out, report, calculation);
        say(`Written to ${given.out}: payouts.csv, credits.csv, explanations.json, summary.json`);
      }
      const difference =
        given.against === undefined ? null : await compareEarlier(given.against, calculation);
      await print(
        asJson
          ? `${JSON.stringify({ ...report, lines: calculation.lines, ...(difference && { difference }) })}\n`
          : `${summaryText(report)}${difference ? differenceText(difference) : ''}`,
      );
      return exitCodes.done;
    } catch (error) {
      if (!(error instanceof BadFiles)) throw error;
      for (const problem of error.problems) say(problemText(problem));
      say(
        `${error.problems.length} ${error.problems.length === 1 ? 'problem' : 'problems'}; nothing was calculated.`,
      );
      if (asJson) await print(`${JSON.stringify({ problems: error.problems })}\n`);
      return exitCodes.badInput;
    }
  },
};

/** Everything that is wrong with the files, told at once. */
class BadFiles extends Error {
  readonly problems: readonly FileProblem[];
  constructor(problems: readonly FileProblem[]) {
    super('bad files');
    this.problems = problems;
  }
}

interface Files {
  readonly input: CalculationInput;
  /** From the path of a problem of the engine to the row it is about. */
  locate(path: string): { file: string; line: number } | null;
  readonly planFile: string;
}

async function readFiles(given: Given): Promise<Files> {
  const planFile = needed(given, 'plan');
  const plan = readPlan(await readFile(planFile, 'utf8'), planFile);
  const period = parsePeriod(needed(given, 'period'), plan.calendar);
  if (!period.ok)
    throw new CommandFailed(period.problems.map((problem) => problem.say).join('\n'), exitCodes.usage);
  const mappings = given.mapping === undefined ? {} : readMappings(await readFile(given.mapping, 'utf8'));
  const read = (kind: ReadFile['kind'], path: string | undefined) =>
    path === undefined
      ? { rows: [], problems: [] }
      : readRecords({ kind, path, currency: plan.currency, mapping: mappings[kind] });
  const payees = await read('participants', given.payees);
  const quotas = await read('quotas', given.quotas);
  const rates = await read('exchange-rates', given.rates);
  const deals = await read('deals', given.deals);
  const found = [payees, quotas, rates, deals].flatMap((one) => one.problems);
  const warnings = found.filter((problem) => problem.severity === 'warning');
  if (warnings.length < found.length) throw new BadFiles(found);
  for (const warning of warnings) say(problemText(warning));
  const lines = new Map([
    ...placesOf(payees.rows, needed(given, 'payees'), (row) => `participants[${row.values.id}]`),
    ...placesOf(deals.rows, needed(given, 'deals'), (row) => `deals[${row.values.id}]`),
  ]);
  return {
    planFile,
    input: {
      plan,
      period: period.value,
      participants: payees.rows.map(asParticipant),
      quotas: quotas.rows.map(asQuota),
      deals: deals.rows.map(asDeal),
      exchangeRates: rates.rows.map(asRate),
    },
    locate: (path) => lines.get(path.slice(0, path.lastIndexOf(']') + 1)) ?? null,
  };
}

function placesOf(rows: readonly TypedRow[], file: string, pathOf: (row: TypedRow) => string) {
  return rows.map((row) => [pathOf(row), { file, line: row.line }] as const);
}

function readPlan(text: string, file: string): Plan {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new BadFiles([
      planProblem(file, {
        rule: 'PLAN-1',
        path: '',
        say: `The plan is not JSON: ${error instanceof Error ? error.message : error}`,
      }),
    ]);
  }
  const parsed = parsePlan(json);
  const problems = parsed.ok ? checkPlan(parsed.value) : parsed.problems;
  if (!parsed.ok || problems.length > 0)
    throw new BadFiles(problems.map((problem) => planProblem(file, problem)));
  return parsed.value;
}

function planProblem(file: string, { rule, path, say: reason }: Problem): FileProblem {
  const field = path === '' ? null : path;
  return {
    file,
    line: null,
    column: field,
    field,
    value: null,
    severity: 'error',
    reason: `${reason} (${rule})`,
    mend: '',
  };
}

async function calculated(files: Files): Promise<Calculation> {
  const course = calculateEach(files.input);
  let told = 0;
  for (;;) {
    const next = course.next();
    if (next.done) {
      if (next.value.ok) return next.value.value;
      throw new BadFiles(next.value.problems.map((problem) => located(problem, files)));
    }
    const { stage, done, of } = next.value;
    const now = performance.now();
    if (now - told < 1_000) continue;
    if (told > 0) say(`${stage} ${done} of ${of}`);
    told = now;
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
