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
  payees: { value: 'file', required: true, description: 'Who is paid' },
  quotas: { value: 'file', description: 'Quotas, where the plan needs them' },
  rates: { value: 'file', description: 'Exchange rates, where deals are in other currencies' },
  'reporting-lines': {
    value: 'file',
    description: 'Who leads whom, where credit rolls up; left out: by the manager column of the payees',
  },
  assignments: {
    value: 'file',
    description: 'Who is on the plan from when to when; left out: all payees, always',
  },
  leaves: { value: 'file', description: 'Days off the plan, where it prorates' },
  ramps: { value: 'file', description: 'Days on which a part of quota and target counts' },
  mapping: { value: 'file', description: 'Columns by kind, JSON, where the headers do not tell them' },
};

/** The rows of all files of records. */
export interface RecordFiles {
  readonly payees: FileRecords;
  readonly quotas: FileRecords;
  readonly rates: FileRecords;
  readonly deals: FileRecords;
  /** Null where no file was named: then it is not known, which is not the same as nobody and never. */
  readonly reportingLines: FileRecords | null;
  readonly assignments: FileRecords | null;
  readonly leaves: FileRecords | null;
  readonly ramps: FileRecords | null;
}

/** Reads the files that `recordOptions` name, periods by the calendar of the plan; refused with every bad row of all of them. */
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
  const all = [payees, quotas, rates, deals, reportingLines, assignments, leaves, ramps];
  const found = all.flatMap((one) => one?.problems ?? []);
  const warnings = found.filter((problem) => problem.severity === 'warning');
  if (warnings.length < found.length) throw new BadFiles(found);
  for (const warning of warnings) log(problemText(warning));
  return { payees, quotas, rates, deals, reportingLines, assignments, leaves, ramps };
}

/**
 * The rows as the engine takes them. Without a file of assignments everybody in the file of payees is taken to be on the plan all
 * the time; with one, on the days it says, and who is not in it is on it never.
 */
export function recordsOf(files: RecordFiles, ...plans: readonly Plan[]) {
  const { payees, quotas, rates, deals, reportingLines, assignments, leaves, ramps } = files;
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
    ...(assignments !== null && { enrolments: assignments.rows.map(asEnrolment) }),
    ...(assignments === null &&
      prorates && {
        enrolments: participants.map(({ id }) => ({ participantId: id, from: '1900-01-01', to: null })),
      }),
  };
}

/** Who leads whom by its own file, else by the manager column of the payees, from the day an import would take; neither: not known. */
function linesOf(file: FileRecords | null, payees: FileRecords): { reportingLines?: ReportingLine[] } {
  if (file !== null) return { reportingLines: file.rows.map(asReportingLine) };
  const led = payees.rows.flatMap(({ values: { id, manager, effectiveFrom, hiredOn } }): ReportingLine[] =>
    id && manager
      ? [{ participantId: id, managerId: manager, from: effectiveFrom ?? hiredOn ?? '1900-01-01', to: null }]
      : [],
  );
  return led.length === 0 ? {} : { reportingLines: led };
}

/** The assignments with a problem for each that is of nobody in the file of payees: nobody would hear of a mistyped id. */
function ofPayees(assignments: FileRecords | null, payees: FileRecords, file = ''): FileRecords | null {
  // a payee whose own row is wrong is told there
  if (assignments === null || payees.problems.some(({ severity }) => severity === 'error'))
    return assignments;
  const ids = new Set(payees.rows.map(({ values }) => values.id));
  const strangers = assignments.rows.filter(({ values }) => !ids.has(values.participant ?? ''));
  const problems = strangers.map(
    ({ line, values }): FileProblem => ({
      ...{ file, line, column: 'Participant', field: 'participant', value: values.participant ?? '' },
      ...{ severity: 'error', rule: 'QUOTA-9' },
      reason: 'Nobody in the file of payees has this id.',
      fix: 'Correct the id, or add the payee.',
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

/** Tells every bad place on stderr and answers the exit code; `undone` says what did not happen. Anything else is thrown on. */
export function reportBadFiles(error: unknown, undone: string): readonly FileProblem[] {
  if (!(error instanceof BadFiles)) throw error;
  for (const problem of error.problems) log(problemText(problem));
  log(`${error.problems.length} ${error.problems.length === 1 ? 'problem' : 'problems'}; ${undone}.`);
  return error.problems;
}

/** Everything that is wrong with the files, told at once. */
export class BadFiles extends Error {
  readonly problems: readonly FileProblem[];
  constructor(problems: readonly FileProblem[]) {
    super('bad files');
    this.problems = problems;
  }
}

/** A sound plan from a file; refused with every problem of it. */
export async function readPlan(file: string): Promise<Plan> {
  const plan = await readPlanDocument(file);
  const problems = checkPlan(plan);
  if (problems.length > 0) throw new BadFiles(problems.map((problem) => planProblem(file, problem)));
  return plan;
}

/** A plan document from a file, sound or not; refused with every place where its shape is wrong. */
export async function readPlanDocument(file: string): Promise<Plan> {
  const parsed = parsePlan(await readJson(file, 'The plan'));
  if (parsed.ok) return parsed.value;
  throw new BadFiles(parsed.problems.map((problem) => planProblem(file, problem)));
}

/** What a JSON file holds; refused when it is none. */
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
