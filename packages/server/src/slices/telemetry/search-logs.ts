import type { LogLine } from '@attain/contract/telemetry';
import { logLevels, type RunLogLine } from '@attain/contract/workflow-runs';
import { hasText, indexedText } from '@attain/domain/telemetry/log-text';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { aCount, aMoment, anId, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import { csvOf } from '../../base/table-file.ts';
import type { TenantTx } from '../../db/database.ts';
import { onlyStartedBy } from '../workflow-runs/visible-run.ts';
import {
  type LogFilter,
  type LoggedRun,
  selectAllRuns,
  selectJournals,
  selectMatching,
  selectOpenRuns,
} from './log-store.ts';
import { selectNames } from './measure-store.ts';
import { runLogLines, type SourcedLine } from './run-log-lines.ts';
import { type Range, spanOf } from './time-range.ts';

/** Runs read at once, and for one answer at most. */
const runsAtOnce = 50;
const maxRuns = 500;
/** Postings opened at first; ten times as many when they leave the order of too many runs unknown. */
const firstPostings = 20;
const maxExported = 100_000;

interface Search extends Range {
  readonly search?: string | undefined;
  readonly level?: RunLogLine['level'] | undefined;
  readonly workflowId?: string | undefined;
}

type Place = { readonly createdAt: string; readonly id: string; readonly seq: number };
/** A line and its place; without a line the end of what was searched. */
type Found = Place & { readonly line: LogLine | null };

const placeOf = ({ createdAt, id, seq }: Place) => [createdAt, id, seq];

/**
 * Lines of all logs the actor may see: runs by their beginning, newest first, and lines of a run newest first. One answer
 * reads at most 500 runs; with fewer lines than asked for, `searchedTo` says how far back it looked.
 */
export function searchLogs(
  ctx: AppContext,
  actor: Actor,
  input: Search & { limit: number; cursor?: string | undefined },
) {
  const filter = filterOf(ctx, actor, input);
  const texts = decodeTypedCursor(input.cursor, [aMoment, anId, aCount]);
  const [createdAt = '', id = '', seq = ''] = texts ?? [];
  const after = texts === null ? null : { createdAt, id, seq: Number(seq) };
  const read = (tx: TenantTx) =>
    pageOfLines(tx, filter, { search: input.search ?? '', after, limit: input.limit });
  return ctx.read(actor, read, { snapshot: true });
}

async function pageOfLines(
  tx: TenantTx,
  filter: LogFilter,
  { search, after, limit }: { search: string; after: Place | null; limit: number },
) {
  const { runs, isCut } = await candidates(tx, filter, after);
  const matches: Found[] = [];
  let last: LoggedRun | undefined;
  for (let at = 0; at < runs.length && matches.length <= limit; at += runsAtOnce) {
    const some = runs.slice(at, at + runsAtOnce);
    last = some.at(-1);
    const journals = await selectJournals(
      tx,
      some.map(({ id }) => id),
    );
    for (const run of some) {
      const isRest = (line: RunLogLine) => run.id !== after?.id || line.seq < after.seq;
      const lines = (await runLogLines(tx, run, journals.get(run.id) ?? []))
        .filter((line) => filter.levels.includes(line.level) && hasText(line, search) && isRest(line))
        .toReversed();
      matches.push(...lines.map((line) => ({ ...run, seq: line.seq, line: shownLine(run, line) })));
    }
  }
  const ended = matches.length <= limit && isCut && last ? { ...last, seq: 0, line: null } : null;
  // a place after the last line: with it the next page begins where this one stopped to look
  const page =
    ended === null
      ? onePage(matches, limit, placeOf)
      : onePage([...matches, ended, ended], matches.length + 1, placeOf);
  return {
    ...page,
    rows: page.rows.flatMap(({ line }) => line ?? []),
    searchedTo: ended === null ? null : ended.createdAt,
  };
}

/** Runs that may have lines, newest first, from the place on; `isCut`: there may be more. */
async function candidates(tx: TenantTx, filter: LogFilter, after: Place | null) {
  const max = maxRuns + 1;
  if (filter.pattern === null && filter.levels.includes('info')) {
    const runs = await selectAllRuns(tx, filter, after, max);
    return { runs: runs.slice(0, maxRuns), isCut: runs.length > maxRuns };
  }
  const open = await selectOpenRuns(tx, filter, after, max);
  for (let postings = firstPostings; ; postings *= 10) {
    const { runs: indexed, knownFrom } = await selectMatching(tx, filter, { after, postings, limit: max });
    const byId = new Map([...open, ...indexed].map((run) => [run.id, run]));
    const runs = [...byId.values()]
      .filter(({ createdAt }) => knownFrom === null || createdAt > knownFrom)
      .sort((a, b) => (placeText(a) < placeText(b) ? 1 : -1));
    if (knownFrom !== null && runs.length < runsAtOnce) continue;
    return { runs: runs.slice(0, maxRuns), isCut: runs.length > maxRuns || knownFrom !== null };
  }
}

const placeText = ({ createdAt, id }: LoggedRun) => `${createdAt} ${id}`;

function filterOf(ctx: AppContext, actor: Actor, input: Search): LogFilter {
  const min = logLevels.indexOf(input.level ?? 'info');
  const search = input.search ?? '';
  return {
    ...spanOf(ctx.clock.now(), input),
    pattern: containing(indexedText(search)),
    levels: logLevels.slice(0, min + 1),
    workflowId: input.workflowId ?? null,
    startedBy: onlyStartedBy(actor),
  };
}

function shownLine(run: LoggedRun, line: SourcedLine): LogLine {
  return {
    id: `${run.id}:${line.seq}`,
    timestamp: line.timestamp,
    level: line.level,
    message: line.message,
    source: line.source,
    metadata: {
      runId: run.id,
      workflowId: run.workflowId,
      version: run.version,
      node: line.nodeId ?? null,
    },
  };
}

/** The lines of a search as CSV or JSON Lines. Throws NOT_FOUND for an unknown workflow, TOO_LARGE above 100,000 lines. */
export async function exportLogs(ctx: AppContext, actor: Actor, input: Search & { as: 'csv' | 'jsonl' }) {
  onlyStartedBy(actor);
  const { workflowId } = input;
  if (workflowId !== undefined) {
    const [named] = await ctx.read(actor, (tx) => selectNames(tx, [workflowId]));
    found(named, 'workflow');
  }
  const lines: LogLine[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await searchLogs(ctx, actor, { ...input, limit: 1000, cursor });
    lines.push(...page.rows);
    if (lines.length > maxExported)
      throw new ApiError(
        'TOO_LARGE',
        'More than 100,000 lines match. Choose a shorter range or a higher level.',
      );
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  const isCsv = input.as === 'csv';
  return {
    fileName: `attain-logs.${input.as}`,
    mediaType: isCsv ? 'text/csv' : 'application/jsonl',
    text: isCsv ? csvLines(lines) : lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  };
}

/** Runs and workflows by ID. */
export const logColumns = [
  'timestamp',
  'level',
  'source',
  'message',
  'run id',
  'workflow id',
  'version',
  'step',
];

function csvLines(lines: readonly LogLine[]): string {
  const rows = lines.map(({ timestamp, level, source, message, metadata }) => [
    timestamp,
    level,
    source,
    message,
    metadata.runId,
    metadata.workflowId,
    String(metadata.version),
    metadata.node ?? '',
  ]);
  return csvOf([logColumns, ...rows]);
}
