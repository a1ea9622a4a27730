import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { counted } from '@attain/domain/base/figures';
import { historiesByPayee } from '@attain/domain/findings/histories-by-payee';
import { type MonteCarloSummary, monteCarloCourse } from '@attain/domain/simulations/monte-carlo';
import {
  comparable,
  type PayeeReplay,
  type ReplaySummary,
  replayCourse,
  type UnpaidPayee,
} from '@attain/domain/simulations/replay';
import { stringify } from 'csv-stringify/sync';
import {
  type Command,
  CommandFailed,
  exitCodes,
  type Given,
  log,
  needed,
  print,
  UsageError,
} from './command.ts';
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

const MAX_SCENARIOS = 100_000;

/** `attain simulate`: a draft plan against the one in force, over what happened and over what could have. */
export const simulate: Command = {
  name: 'simulate',
  options: {
    plan: { value: 'file', required: true, description: 'The draft, JSON' },
    baseline: { value: 'file', required: true, description: 'The plan it would replace, JSON' },
    ...recordOptions,
    span: { value: 'period', required: true, description: 'Dates: 2024, or 2023-07-01..2024-06-30' },
    scenarios: { value: 'number', description: 'Number of scenarios; 0: replay only (default 200)' },
    seed: { value: 'text', description: 'Random seed (default attain)' },
    out: { value: 'folder', description: 'Folder for payees.csv and summary.json' },
    json: { description: 'Print the summaries as JSON' },
  },
  notes: `
The same files, seed and number of scenarios give the same bytes, everywhere. Formulas: SIM-1 to SIM-8 of the rules.
Exit codes: 0 simulated · 2 the files have errors · 64 wrong usage.`,
  async run(given) {
    try {
      const scenarios = readScenarios(given);
      const { replay, payees, monteCarlo } = await simulated(given, scenarios);
      const summary = { replay, monteCarlo };
      if (given.out !== undefined) await writeOut(given.out, payees, summary);
      await print(
        given.switches.has('json') ? `${JSON.stringify(summary)}\n` : summaryText(replay, monteCarlo),
      );
      return exitCodes.done;
    } catch (error) {
      reportBadFiles(error, 'nothing was simulated');
      return exitCodes.badInput;
    }
  },
};

function readScenarios(given: Given): number {
  const text = given.scenarios ?? '200';
  const count = Number(text);
  if (/^\d{1,6}$/.test(text) && count <= MAX_SCENARIOS) return count;
  throw new UsageError(`--scenarios must be a whole number from 0 to ${MAX_SCENARIOS}.`);
}

async function simulated(given: Given, scenarios: number) {
  const draftFile = needed(given, 'plan');
  const draft = await readPlan(draftFile);
  const baseline = await readPlan(needed(given, 'baseline'));
  const wrong = comparable(draft, baseline);
  if (wrong !== null) throw new BadFiles([planProblem(draftFile, wrong)]);
  const span = readSpan(needed(given, 'span'), baseline);
  const records = recordsOf(await readRecordFiles(given, baseline), draft, baseline);
  if (records.participants.length === 0)
    throw new CommandFailed('There is no one to pay.', exitCodes.badInput);
  const replaying = replayCourse(draft, baseline);
  const drawing = monteCarloCourse({ draft, baseline, seed: given.seed ?? 'attain', scenarios });
  const payees: (PayeeReplay | UnpaidPayee)[] = [];
  let lastReportAt = performance.now();
  for (const history of historiesByPayee({ ...records, span })) {
    payees.push(replaying.take(history));
    if (scenarios > 0) for (const _ of drawing.take(history));
    if (performance.now() - lastReportAt < 1_000) continue;
    lastReportAt = performance.now();
    log(`${payees.length} of ${records.participants.length} payees`);
  }
  return { replay: replaying.summary(), payees, monteCarlo: scenarios > 0 ? drawing.summary() : null };
}

export const simulatedColumns = [
  ...['participantId', 'outcome', 'before', 'after', 'delta', 'problem'],
  // the points of the pay-for-performance curve, in percent of quota and of target (SIM-4)
  ...['attainmentBefore', 'payBefore', 'attainmentAfter', 'payAfter'],
];

async function writeOut(folder: string, payees: readonly (PayeeReplay | UnpaidPayee)[], summary: object) {
  await mkdir(folder, { recursive: true });
  const rows = payees.map((one) =>
    'problems' in one
      ? { participantId: one.participantId, outcome: 'unpaid', problem: one.problems[0]?.message ?? '' }
      : {
          ...one,
          attainmentBefore: one.pointBefore?.attainmentPercent,
          payBefore: one.pointBefore?.payPercent,
          attainmentAfter: one.pointAfter?.attainmentPercent,
          payAfter: one.pointAfter?.payPercent,
        },
  );
  await writeFile(
    join(folder, 'payees.csv'),
    stringify(rows, { header: true, columns: simulatedColumns, escape_formulas: true }),
  );
  await writeFile(join(folder, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
  log(`Written to ${folder}: payees.csv, summary.json`);
}

/** How pay follows performance: percent of target for one more percent of quota, and Pearson's r (SIM-4). */
function fitText({ slope, correlation }: ReplaySummary['draft']['payForPerformance']): string {
  return slope === null ? '–' : `slope ${slope}, r ${correlation ?? '–'}`;
}

function summaryText(replay: ReplaySummary, monteCarlo: MonteCarloSummary | null): string {
  const { currency, baseline, draft } = replay;
  const lines = [
    `Past records, ${counted(replay.payees, 'payee')} (${replay.unpaid} could not be paid):`,
    `  baseline ${baseline.cost} ${currency}, draft ${draft.cost} ${currency}: ${replay.change} (${replay.changePercent ?? '–'}%)`,
    `  cost per ${currency} of revenue: ${baseline.costPerDollar ?? '–'} → ${draft.costPerDollar ?? '–'}`,
    `  pay for performance: ${fitText(baseline.payForPerformance)} → ${fitText(draft.payForPerformance)}`,
    `  ${replay.winners} win, ${replay.losers} lose, ${replay.same} stay`,
  ];
  if (monteCarlo !== null) {
    const { scenarios, seed, months, savings, unpaid } = monteCarlo;
    lines.push(
      `Simulated, ${counted(scenarios, 'scenario')} of ${counted(months, 'month')}, seed ${seed}${unpaid === 0 ? '' : ` (${counted(unpaid, 'payee')} could not be paid)`}:`,
      `  baseline P5 ${monteCarlo.baseline.percentiles.p5}, mean ${monteCarlo.baseline.mean}, P95 ${monteCarlo.baseline.percentiles.p95}`,
      `  draft    P5 ${monteCarlo.draft.percentiles.p5}, mean ${monteCarlo.draft.mean}, P95 ${monteCarlo.draft.percentiles.p95}`,
      `  projected savings ${monteCarlo.projectedSavings} ${currency} (P5 ${savings.percentiles.p5}, P95 ${savings.percentiles.p95})`,
      `  risk ${monteCarlo.riskScore} of 100, confidence ${monteCarlo.confidence} of 100`,
    );
  }
  return `${lines.join('\n')}\n`;
}
