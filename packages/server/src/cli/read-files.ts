import { readFile } from 'node:fs/promises';
import { type Period, parsePeriod } from '@attain/domain/base/period';
import type { Problem } from '@attain/domain/base/result';
import { parsePlan } from '@attain/domain/plans/parse-plan';
import type { Plan } from '@attain/domain/plans/plan';
import { checkPlan } from '@attain/domain/plans/plan-checks';
import type { ReportingLine } from '@attain/domain/quotas/participant';
import { CommandFailed, type CommandOption, exitCodes, type Given, log } from './command.ts';
import {
  asDeal,
  asEnrolment,
  asLeave,
  asParticipant,
  asPayTerm,
  asQuota,
  asRamp,
  asRate,
  asReportingLine,
  type FileProblem,
  type FileRecords,
  problemText,
  type ReadFile,
  readMappings,
  readRecords,
} from './read-records.ts';

/** The options that name the files of records. */
export const recordOptions: Readonly<Record<string, CommandOption>> = {
  deals: { value: 'file', required: true, description: 'Deals: .csv, .tsv, .xlsx or .xls' },
  payees: { value: 'file', required: true, description: 'The payees' },
  quotas: { value: 'file', description: 'Quotas, if the plan needs them' },
  rates: { value: 'file', description: 'Exchange rates, if deals are in other currencies' },
  'reporting-lines': {
    value: 'file',
    description: 'Reporting lines, if credit rolls up; default: the manager column of the payees',
  },
  assignments: {
    value: 'file',
    description: 'Plan assignments with dates; default: all payees, always',
  },
  leaves: { value: 'file', description: 'Leaves, if the plan prorates' },
  ramps: { value: 'file', description: 'Ramps: days on which part of quota and target applies' },
  'pay-terms': { value: 'file', description: 'Pay terms with dates; default: those of the payees' },
  mapping: { value: 'file', description: 'Column mapping by kind, JSON, if the headers are not enough' },
};

/** The rows of all files of records. */
export interface RecordFiles {
  readonly payees: FileRecords;
  readonly quotas: FileRecords;
  readonly rates: FileRecords;
  readonly deals: FileRecords;
  /** Null if no file was given: unknown, which is not the same as none. */
  readonly reportingLines: FileRecords | null;
  readonly assignments: FileRecords | null;
  readonly leaves: FileRecords | null;
  readonly ramps: FileRecords | null;
  readonly payTerms: FileRecords | null;
}

/** Reads the files of `recordOptions`, periods by the calendar of the plan; fails with all rows that have errors. */
export async function readRecordFiles(given: Given, plan: Plan): Promise<RecordFiles> {
  const mappings = given.mapping === undefined ? {} : readMappings(await readFile(given.mapping, 'utf8'));
  const read = (kind: ReadFile['kind'], path: string | undefined) =>
    path === undefined
      ? { rows: [], problems: [] }
      : readRecords({ kind, path, plan, currency: plan.currency, mapping: mappings[kind] });
  const named = (kind: ReadFile['kind'], path: string | undefined) =>
    path === undefined ? null : read(kind, path);
  const payees = await read('participants', given.payees);
  const quotas = await read('quotas', given.quotas);
  const rates = await read('exchange-rates', given.rates);
  const deals = await read('deals', given.deals);
  const reportingLines = await named('reporting-lines', given['reporting-lines']);
  const assignments = ofPayees(await named('assignments', given.assignments), payees, given.assignments);
  const leaves = await named('leaves', given.leaves);
  const ramps = await named('ramps', given.ramps);
  const payTerms = await named('pay-terms', given['pay-terms']);
  const all = [payees, quotas, rates, deals, reportingLines, assignments, leaves, ramps, payTerms];
  const found = all.flatMap((one) => one?.problems ?? []);
  const warnings = found.filter((problem) => problem.severity === 'warning');
  if (warnings.length < found.length) throw new BadFiles(found);
  for (const warning of warnings) log(problemText(warning));
  return { payees, quotas, rates, deals, reportingLines, assignments, leaves, ramps, payTerms };
}

/**
 * The rows as engine input. Without an assignments file, all payees are on the plan all the time; with one, on its
 * dates, and payees not in it never.
 */
export function recordsOf(files: RecordFiles, ...plans: readonly Plan[]) {
  const { payees, quotas, rates, deals, reportingLines, assignments, leaves, ramps, payTerms } = files;
  const participants = payees.rows.map(asParticipant);
  const prorates = plans.some(({ proration }) => proration !== undefined);
  return {
    participants,
    quotas: quotas.rows.map(asQuota),
    deals: deals.rows.map(asDeal),
    exchangeRates: rates.rows.map(asRate),
    ...linesOf(reportingLines, payees),
    ...(leaves !== null && { leaves: leaves.rows.map(asLeave) }),
    ...(ramps !== null && { ramps: ramps.rows.map(asRamp) }),
    ...(payTerms !== null && { payTerms: payTerms.rows.map((row) => asPayTerm(row, plans[0]?.currency)) }),
    ...(assignments !== null && { enrolments: assignments.rows.map(asEnrolment) }),
    ...(assignments === null &&
      prorates && {
        enrolments: participants.map(({ id }) => ({ participantId: id, from: '1900-01-01', to: null })),
      }),
  };
}

/**
 * Reporting lines from their own file, else from the manager column of the payees, from the day an import would use;
 * neither: unknown.
 */
function linesOf(file: FileRecords | null, payees: FileRecords): { reportingLines?: ReportingLine[] } {
  if (file !== null) return { reportingLines: file.rows.map(asReportingLine) };
  const led = payees.rows.flatMap(({ values: { id, manager, effectiveFrom, hiredOn } }): ReportingLine[] =>
    id && manager
      ? [{ participantId: id, managerId: manager, from: effectiveFrom ?? hiredOn ?? '1900-01-01', to: null }]
      : [],
  );
  return led.length === 0 ? {} : { reportingLines: led };
}

/**
 * The assignments, with a problem for each whose payee is not in the payee file: otherwise a mistyped ID would go
 * unnoticed.
 */
function ofPayees(assignments: FileRecords | null, payees: FileRecords, file = ''): FileRecords | null {
  // A payee with an invalid row already has an error.
  if (assignments === null || payees.problems.some(({ severity }) => severity === 'error'))
    return assignments;
  const ids = new Set(payees.rows.map(({ values }) => values.id));
  const strangers = assignments.rows.filter(({ values }) => !ids.has(values.participant ?? ''));
  const problems = strangers.map(
    ({ line, values }): FileProblem => ({
      file,
      line,
      column: 'Participant',
      field: 'participant',
      value: values.participant ?? '',
      severity: 'error',
      rule: 'QUOTA-9',
      reason: 'The payee file has no participant with this ID.',
      fix: 'Correct the ID, or add the payee.',
    }),
  );
  return { rows: assignments.rows, problems: [...assignments.problems, ...problems] };
}

/** The days behind a period key by the plan's calendar; wrong usage otherwise. */
export function readSpan(key: string, plan: Plan): Period {
  const period = parsePeriod(key, plan.calendar);
  if (period.ok) return period.value;
  throw new CommandFailed(period.problems.map((problem) => problem.message).join('\n'), exitCodes.usage);
}

/**
 * Logs every problem to stderr and returns the exit code; `undone` states what did not happen. Rethrows all other
 * errors.
 */
export function reportBadFiles(error: unknown, undone: string): readonly FileProblem[] {
  if (!(error instanceof BadFiles)) throw error;
  for (const problem of error.problems) log(problemText(problem));
  log(`${error.problems.length} ${error.problems.length === 1 ? 'problem' : 'problems'}; ${undone}.`);
  return error.problems;
}

/** All problems of the files at once. */
export class BadFiles extends Error {
  readonly problems: readonly FileProblem[];
  constructor(problems: readonly FileProblem[]) {
    super('bad files');
    this.problems = problems;
  }
}

/** A valid plan from a file; fails with every problem. */
export async function readPlan(file: string): Promise<Plan> {
  const plan = await readPlanDocument(file);
  const problems = checkPlan(plan);
  if (problems.length > 0) throw new BadFiles(problems.map((problem) => planProblem(file, problem)));
  return plan;
}

/** A plan document from a file, valid or not; fails with every problem of its shape. */
export async function readPlanDocument(file: string): Promise<Plan> {
  const parsed = parsePlan(await readJson(file, 'The plan'));
  if (parsed.ok) return parsed.value;
  throw new BadFiles(parsed.problems.map((problem) => planProblem(file, problem)));
}

/** The content of a JSON file; fails if it is not JSON. */
export async function readJson(file: string, what: string): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BadFiles([
      planProblem(file, { rule: 'PLAN-1', path: '', message: `${what} is not JSON: ${why}` }),
    ]);
  }
}

/** A problem of a plan as one of its file. */
export function planProblem(file: string, { rule, path, message: reason }: Problem): FileProblem {
  const field = path === '' ? null : path;
  return {
    file,
    line: null,
    column: field,
    field,
    value: null,
    severity: 'error',
    reason,
    fix: '',
    rule,
  };
}
