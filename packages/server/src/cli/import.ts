import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { maySkipErrors, skippedErrors } from '@attain/contract/import-status';
import { type ImportDetail, type ImportProblem, importKinds, type Mapping } from '@attain/contract/imports';
import { decimal } from '@attain/domain/base/decimal';
import { figure, moneyIn } from '@attain/domain/base/figures';
import { counted } from '../base/figures-in-words.ts';
import type { ApiClient } from './api-client.ts';
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
import { connect, connectOptions } from './connect.ts';
import {
  askedTotals,
  type GivenTotals,
  problemsOf,
  readReason,
  readTotals,
  type StatedTotals,
  stateTotals,
} from './import-totals.ts';
import { problemText, readMappings } from './read-records.ts';

/** `attain import`: brings a file into a running Attain: upload, dry run, problems, commit. */
export const importFile: Command = {
  name: 'import',
  options: {
    kind: { value: 'kind', required: true, description: importKinds.join(', ') },
    file: { value: 'file', required: true, description: '.csv, .tsv, .xlsx or .xls' },
    ...connectOptions,
    plan: { value: 'id', description: 'The plan that receives plan-components' },
    mapping: { value: 'file', description: 'Column mapping by kind, JSON, as for `attain calculate`' },
    profile: {
      value: 'name',
      description: 'Import profile to save the mapping as; needed to remove missing rows',
    },
    totals: {
      value: 'totals',
      description: 'Control totals of the source, such as "Rows=120;Amount=1234.50"',
    },
    'totals-reason': { value: 'text', description: 'Why rows are saved although control totals differ' },
    'skip-errors': { description: 'Save the other rows if some have errors; those are counted and listed' },
    'dry-run': { description: 'Only check the file; nothing is saved' },
    json: { description: 'Print the import and all its problems as JSON' },
  },
  notes: `
A row with an error stops the whole import: all errors are listed on stderr, and nothing is saved. With --skip-errors the other rows are
saved; names of unknown people still stop the import. The reasons are printed, and the rows with their errors can be downloaded. Importing the same file
again changes nothing. A control total that differs from the file, given with --totals or stated by the file, stops the import; --totals-reason
imports it anyway and saves the reason. With an API token of yours or of a service account no user name or password is needed; the token needs the permissions
import:records and read:imports. On a shared machine use --token-stdin or ATTAIN_TOKEN: others can read a command line. Passwords are
never on it.
Exit codes: 0 imported (or nothing to do) · 2 rows have errors or control totals differ · 5 another person has to approve it · 1 the server rejected the import or does not respond · 64 wrong usage.`,
  async run(given) {
    const kind = importKinds.find((one) => one === given.kind);
    if (!kind)
      throw new UsageError(
        `"${given.kind}" is not a kind of import. Choose one of ${importKinds.join(', ')}.`,
      );
    const mappings = given.mapping === undefined ? {} : readMappings(await readFile(given.mapping, 'utf8'));
    const stated = { totals: readTotals(given.totals), reason: readReason(given['totals-reason']) };
    const api = await connect(given);
    try {
      const fields = { kind, ...(given.plan === undefined ? {} : { planId: given.plan }) };
      const uploaded = await api.upload<ImportDetail>('/api/imports/upload', needed(given, 'file'), fields);
      return await bringIn(api, uploaded, { given, mapping: mappings[kind], stated }).catch(
        async (error: unknown) => {
          if (error instanceof UsageError)
            await api.post(`/api/imports/${uploaded.id}/cancel`, {}).catch(() => undefined);
          throw error;
        },
      );
    } finally {
      await api.signOut().catch(() => undefined);
    }
  },
};

async function bringIn(
  api: ApiClient,
  uploaded: ImportDetail,
  wanted: { given: Given; mapping: Partial<Mapping> | undefined; stated: StatedTotals },
): Promise<number> {
  const { given } = wanted;
  const path = `/api/imports/${uploaded.id}`;
  for (const warning of uploaded.preview?.warnings ?? []) log(warning);
  if (uploaded.mappingOf)
    log(
      `Profile “${uploaded.mappingOf.profile.name}” from ${uploaded.mappingOf.fileName}, ${uploaded.mappingOf.committedAt}.`,
    );
  if (uploaded.sameAs)
    log(`This file was already imported on ${uploaded.sameAs.committedAt} as ${uploaded.sameAs.fileName}.`);
  const { stated } = wanted;
  const options = { override: wanted.mapping, profileName: given.profile, totals: stated.totals };
  // with another sheet or delimiter, the file has other columns
  const readAgain =
    stated.totals.size > 0 && (wanted.mapping?.sheet ?? wanted.mapping?.delimiter) !== undefined;
  const read = readAgain ? await check(api, uploaded, { ...options, totals: new Map() }) : uploaded;
  let checked = await check(api, read, options);
  const problems = await allProblems(api, path);
  for (const problem of problems) log(problemText({ file: needed(given, 'file'), ...problem }));
  if (given.switches.has('skip-errors') && maySkipErrors(checked) && !checked.summary?.unknownPeople?.length)
    checked = await check(api, uploaded, { ...options, skipBadRows: true });
  const bad = checked.summary?.badRows ?? 0;
  checked = await stateTotals(api, checked, stated);
  const differing = problemsOf(checked);
  for (const problem of differing) log(problem);
  if (bad > 0 || differing.length > 0 || given.switches.has('dry-run')) {
    await api.post(`${path}/cancel`, {});
    await report(given, checked, problems);
    if (bad > 0)
      log(`Errors in ${bad} of ${counted(checked.summary?.rows ?? 0, 'row')}; nothing was imported.`);
    else if (differing.length > 0)
      log(
        'Control totals differ; nothing was imported. Correct the file, or give a reason with --totals-reason.',
      );
    return bad > 0 || differing.length > 0 ? exitCodes.badInput : exitCodes.done;
  }
  const { awaitsApproval } = await api.post<ImportDetail>(`${path}/commit`, {});
  if (awaitsApproval) {
    await report(given, checked, problems);
    log('This import is over the workspace’s limits: it is saved once another person approves it.');
    return exitCodes.awaitsApproval;
  }
  const committed = await ended(api, path, ['committed']);
  await report(given, { ...committed, summary: checked.summary }, problems);
  return exitCodes.done;
}

interface CheckOptions {
  readonly override: Partial<Mapping> | undefined;
  readonly profileName: string | undefined;
  readonly totals: GivenTotals;
  readonly skipBadRows?: boolean;
}

async function check(
  api: ApiClient,
  uploaded: ImportDetail,
  { override, profileName, totals, skipBadRows = false }: CheckOptions,
): Promise<ImportDetail> {
  const { mapping } = uploaded;
  if (!mapping) throw new CommandFailed('The server could not propose a mapping for this file.');
  const asked = { ...mapping, ...override, fields: { ...mapping.fields, ...override?.fields } };
  const controls = askedTotals(totals, { mapping: asked, headers: uploaded.preview?.headers ?? [] });
  const path = `/api/imports/${uploaded.id}`;
  await api.post(`${path}/check`, {
    mapping: { ...asked, ...(controls.length > 0 && { controls }) },
    ...(profileName === undefined ? {} : { profileName }),
    skipBadRows,
  });
  return ended(api, path, ['checked']);
}

/** Waits for the wanted status; logs progress once a second. */
async function ended(
  api: ApiClient,
  path: string,
  wanted: readonly ImportDetail['status'][],
): Promise<ImportDetail> {
  let lastReportAt = performance.now();
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 1.5, 1_000)) {
    const now = await api.get<ImportDetail>(path);
    if (wanted.includes(now.status)) return now;
    if (now.status === 'failed' || now.status === 'cancelled')
      throw new CommandFailed(now.error ?? `The import is ${now.status}; nothing was imported.`);
    if (performance.now() - lastReportAt > 1_000) {
      lastReportAt = performance.now();
      log(`${now.status} ${progressText(now.progress)}`);
    }
    await setTimeout(pauseMs);
  }
}

function progressText({ done, total, estimated }: ImportDetail['progress']): string {
  const rows = counted(done, 'row');
  return total === null || total <= done
    ? rows
    : `${rows} of ${estimated ? 'about ' : ''}${figure(decimal(String(total)))}`;
}

async function allProblems(api: ApiClient, path: string): Promise<ImportProblem[]> {
  const problems: ImportProblem[] = [];
  let cursor = '';
  for (;;) {
    const page = await api.get<{ rows: ImportProblem[]; nextCursor: string | null }>(
      `${path}/problems?limit=1000&cursor=${encodeURIComponent(cursor)}`,
    );
    problems.push(...page.rows);
    if (page.nextCursor === null) return problems;
    cursor = page.nextCursor;
  }
}

async function report(given: Given, done: ImportDetail, problems: readonly ImportProblem[]): Promise<void> {
  if (given.switches.has('json')) return print(`${JSON.stringify({ ...done, problems })}\n`);
  const { summary } = done;
  if (!summary) return print(`${done.fileName}: ${done.status}\n`);
  const totals = summary.totals
    .map(({ amount, unit, currency }) =>
      currency === null ? `${figure(decimal(amount))} ${unit}` : moneyIn(decimal(amount), currency),
    )
    .join(', ');
  const skipped = (summary.skipped ?? []).filter(({ isError }) => isError);
  for (const { reason, rows } of skipped) log(`Skipped ${counted(rows, 'row')}: ${reason}`);
  const left = skippedErrors(summary);
  await print(
    `${done.fileName}: ${done.status}; ${counted(summary.rows, 'row')}, ${summary.added} added, ${summary.changed} changed, ${summary.unchanged} unchanged, ${summary.badRows} bad${left > 0 ? `, ${left} skipped with errors` : ''}${totals ? `; ${totals}` : ''}\n`,
  );
}
