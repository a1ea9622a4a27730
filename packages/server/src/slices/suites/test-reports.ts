import type { CasePerformance, ReportKind, TestReport } from '@attain/contract/suites';
import { type Measure, regressionsOf } from '@attain/domain/suites/regressions';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { csvOf } from '../../base/table-file.ts';
import type { TenantTx } from '../../db/database.ts';
import { ink, Paper, type } from '../statements/paper/paper.ts';
import { drawTable } from '../statements/paper/table.ts';
import { selectPerformance, selectSince } from './test-run-store.ts';

const weekMs = 7 * 86_400_000;

/** What each case used in its latest run, and what grew since the run before. */
export function readPerformance(ctx: AppContext, actor: Actor): Promise<{ rows: CasePerformance[] }> {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => ({ rows: await performanceOf(tx) }));
}

async function performanceOf(tx: TenantTx): Promise<CasePerformance[]> {
  const rows = await selectPerformance(tx);
  return rows.map(({ resources, before, ...row }) => ({
    ...row,
    ...resources,
    regressions: [...regressionsOf(before, resources)],
  }));
}

export const reportColumns = {
  weekly: [
    ...['Suite', 'Suite id', 'Workflow', 'Workflow id', 'Runs', 'Passed runs', 'Latest'],
    ...['Cases passed', 'Coverage', 'Change'],
  ],
  regressions: ['Suite', 'Suite id', 'Case', 'Case id', 'Measure', 'Before', 'Latest'],
};

/** A report about tests: of the last seven days, or of what grew since the run before. */
export async function readReport(ctx: AppContext, actor: Actor, kind: ReportKind): Promise<TestReport> {
  return withoutIds(await fullReport(ctx, actor, kind));
}

function fullReport(ctx: AppContext, actor: Actor, kind: ReportKind): Promise<TestReport> {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, (tx) => (kind === 'weekly' ? weekly(tx, ctx.clock.now()) : regressions(tx)));
}

/** IDs are for spreadsheets; screens and paper show names. */
function withoutIds(report: TestReport): TestReport {
  const isShown = (_: string, at: number) => !report.columns[at]?.endsWith(' id');
  return {
    ...report,
    columns: report.columns.filter(isShown),
    rows: report.rows.map((row) => row.filter(isShown)),
  };
}

async function weekly(tx: TenantTx, now: Date): Promise<TestReport> {
  const since = new Date(now.getTime() - weekMs);
  const suites = await selectSince(tx, since.toISOString());
  const runs = suites.reduce((sum, one) => sum + one.runs, 0);
  const passing = suites.filter(({ status }) => status === 'passed').length;
  return {
    kind: 'weekly',
    title: 'Weekly Test Summary',
    lines: [
      `${since.toISOString().slice(0, 10)} to ${now.toISOString().slice(0, 10)}`,
      `${runs} runs of ${suites.length} suites. ${passing} of ${suites.length} passed in their latest run.`,
    ],
    columns: [...reportColumns.weekly],
    rows: suites.map((one) => [
      one.suite,
      one.suiteId,
      one.workflow,
      one.workflowId,
      String(one.runs),
      String(one.passedRuns),
      one.status,
      `${one.passed} of ${one.total}`,
      one.coverage === null ? '' : `${one.coverage}%`,
      changeOf(one.firstCoverage, one.coverage),
    ]),
  };
}

function changeOf(before: number | null, after: number | null): string {
  if (before === null || after === null) return '';
  return after >= before ? `+${after - before}` : String(after - before);
}

const measureWords: Readonly<Record<Measure, string>> = {
  virtualMs: 'Virtual time (ms)',
  steps: 'Steps',
  calls: 'Calls',
  expressionSteps: 'Expression steps',
  journalCharacters: 'Journal (characters)',
};

async function regressions(tx: TenantTx): Promise<TestReport> {
  const cases = await performanceOf(tx);
  const rows = cases.flatMap((one) =>
    one.regressions.map(({ measure, before, after }) => [
      one.suiteName,
      one.suiteId,
      one.name,
      one.caseId,
      measureWords[measure],
      String(before),
      String(after),
    ]),
  );
  const affected = cases.filter((one) => one.regressions.length > 0).length;
  return {
    kind: 'regressions',
    title: 'Performance Regression Analysis',
    lines: [
      'The latest run of each suite against the run before. Growth of more than 10% is listed.',
      `${affected} of ${cases.length} cases need more than before.`,
    ],
    columns: [...reportColumns.regressions],
    rows,
  };
}

export const reportFormats = ['pdf', 'csv'] as const;

/** A report as a file. */
export async function downloadReport(
  ctx: AppContext,
  actor: Actor,
  { kind, format }: { kind: ReportKind; format: (typeof reportFormats)[number] },
): Promise<{ fileName: string; contentType: string; body: string | Buffer }> {
  const report = await fullReport(ctx, actor, kind);
  const day = ctx.clock.today();
  const fileName = `${report.title.toLowerCase().replaceAll(' ', '-')}-${day}.${format}`;
  if (format === 'csv')
    return {
      fileName,
      contentType: 'text/csv; charset=utf-8',
      body: csvOf([report.columns, ...report.rows]),
    };
  return {
    fileName,
    contentType: 'application/pdf',
    body: await reportPdf(withoutIds(report), ctx.clock.now()),
  };
}

async function reportPdf({ title, lines, columns, rows }: TestReport, createdAt: Date): Promise<Buffer> {
  const paper = new Paper({ title, author: 'Attain', subject: title, createdAt });
  paper.paragraph('H1', title, type.title);
  for (const line of lines) paper.paragraph('P', line, { ...type.body, color: ink.soft });
  paper.y += 12;
  const table = columns.map((name, at) => ({ name, parts: at < 2 ? 24 : 13 }));
  if (rows.length > 0) await drawTable(paper, table, { rows, title });
  return paper.finish((page, of) => ({ left: title, right: `Page ${page} of ${of}` }));
}
