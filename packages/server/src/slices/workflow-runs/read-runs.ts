import type { RunLogLine, RunSummary } from '@attain/contract/workflow-runs';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { aCount, aMoment, anId, decodeTypedCursor, encodeCursor, onePage } from '../../base/cursor.ts';
import type { TenantTx } from '../../db/database.ts';
import { readState } from '../../runs/engine/deliver-events.ts';
import { extendJournal, noLines } from '../../runs/engine/journal/journal-chain.ts';
import { withSizes } from '../../runs/engine/journal/values-apart.ts';
import { logLines } from './log-line.ts';
import { type RunFilter, selectChildren, selectLines, selectRuns } from './run-rows.ts';
import { countSteps, runSteps } from './run-steps.ts';
import { shownStep, shownValues, withoutValues } from './shown-step.ts';
import { onlyStartedBy, visibleRun } from './visible-run.ts';

const statusesOf = {
  running: ['pending', 'running', 'waiting', 'cancelling'],
  completed: ['completed'],
  failed: ['failed'],
  cancelled: ['cancelled'],
  'dead-letter': ['failed'],
};

/** Runs the actor may see, newest first, narrowed by workflow, standing and a text in names and ids. */
export function listRuns(
  ctx: AppContext,
  actor: Actor,
  input: AskedRuns & { limit: number; cursor?: string | undefined },
) {
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const filter = runFilter(actor, input, ctx.clock.now());
    const { rows, next } = await matchingRuns(tx, actor, filter, { after, limit: input.limit });
    return { rows, nextCursor: next && encodeCursor(next) };
  });
}

/** What the list of runs is asked for. */
export interface AskedRuns {
  readonly workflowId?: string | undefined;
  readonly instance?: string | undefined;
  readonly status?: 'running' | 'completed' | 'failed' | 'cancelled' | 'dead-letter' | undefined;
  readonly search?: string | undefined;
  readonly kind?: 'live' | 'draft' | undefined;
  readonly trigger?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly value?: string | undefined;
}

/** The same as the query reads it. Throws NOT_ALLOWED. */
export function runFilter(actor: Actor, asked: AskedRuns, now: Date): RunFilter {
  return {
    workflowId: asked.workflowId ?? null,
    instanceId: asked.instance ?? null,
    statuses: asked.status === undefined ? null : statusesOf[asked.status],
    search: asked.search?.trim() || null,
    startedBy: onlyStartedBy(actor),
    untried: asked.status === 'dead-letter' ? 'only' : null,
    isDraft: asked.kind === 'draft',
    trigger: asked.trigger ?? null,
    from: asked.from ?? (asked.value === undefined ? null : monthBefore(now)),
    to: asked.to ?? null,
    value: asked.value ?? null,
  };
}

/** A page of runs, and the place after which the next page begins; null: it is the last one. */
export interface RunPage {
  readonly rows: RunSummary[];
  readonly next: readonly string[] | null;
}

type AskedPage = { readonly after: readonly string[] | null; readonly limit: number };

/** One page of the runs that match and that the actor sees, newest first. It may be short, or empty, and yet have a next one. */
export async function matchingRuns(
  tx: TenantTx,
  actor: Actor,
  filter: RunFilter,
  page: AskedPage,
): Promise<RunPage> {
  if (filter.value !== null) return seenRuns(tx, actor, filter, page);
  return firstOf(await selectRuns(tx, filter, page), page.limit);
}

const placeOf = (run: RunSummary) => [run.createdAt, run.id];

function firstOf(runs: RunSummary[], limit: number): RunPage {
  const rows = runs.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: runs.length > limit && last ? placeOf(last) : null };
}

/** How many runs are looked at for one page, at most so often: others' values are found only by those who see them. */
const lookedAt = 200;
const looks = 10;

/** Runs with a value that the actor sees. Values are hidden by version and starter, so one run of each speaks for the others. */
async function seenRuns(
  tx: TenantTx,
  actor: Actor,
  filter: RunFilter,
  { after, limit }: AskedPage,
): Promise<RunPage> {
  const seen: RunSummary[] = [];
  const shown = new Map<string, boolean>();
  let place = after;
  for (let look = 0; look < looks && seen.length <= limit; look += 1) {
    const rows = await selectRuns(tx, filter, { after: place, limit: lookedAt });
    for (const run of rows) {
      const kind = `${run.workflowId}/${run.version}/${run.startedBy}/${run.trigger}`;
      const known = run.trigger === 'sub-workflow' ? undefined : shown.get(kind);
      const isShown = known ?? (await visibleRun(tx, actor, run.id)).withheld === null;
      shown.set(kind, isShown);
      if (isShown) seen.push(run);
    }
    const last = rows.at(-1);
    place = last && rows.length > lookedAt ? placeOf(last) : null;
    if (place === null) break;
  }
  return seen.length > limit ? firstOf(seen, limit) : { rows: seen, next: place };
}

/** Values are searched so far back unless a start is given. */
function monthBefore(now: Date): string {
  return new Date(now.getTime() - 30 * 24 * 60 * 60 * 1000).toISOString();
}

/** One run with its frozen workflow and the input and output of every step. Throws NOT_FOUND. */
export function readRun(
  ctx: AppContext,
  actor: Actor,
  { id, values = 'shown' }: { id: string; values?: 'shown' | 'whole' },
) {
  const read = async (tx: TenantTx) => {
    const { run, facts, withheld } = await visibleRun(tx, actor, id);
    const { prepared, state, entries } = await readState(tx, { ...run, documentHash: facts.documentHash });
    const steps = runSteps(prepared, state, entries, await selectChildren(tx, id));
    const end = extendJournal(noLines, entries);
    const asked = entries.find((entry) => entry.kind === 'cancel-asked');
    return {
      ...run,
      documentHash: facts.documentHash,
      document: prepared.workflow,
      ...(withheld !== null
        ? { input: null, variables: {}, output: null, cut: null, steps: steps.map(withoutValues) }
        : {
            variables: facts.variables,
            ...(values === 'whole'
              ? { input: facts.input, output: facts.output, cut: null, steps }
              : { ...shownValues(facts), steps: steps.map(shownStep) }),
          }),
      counts: countSteps(prepared, steps),
      withheld,
      isUndoing: state.undoingAtMs !== null && state.ended === null,
      cancelReason: asked?.kind === 'cancel-asked' ? asked.reason : null,
      parentRunId: facts.parentRunId,
      mine: facts.startedById === actor.userId,
      journal: {
        lines: facts.entryCount,
        characters: facts.journalSize,
        head: facts.journalHead,
        intact: end.journalHead === facts.journalHead && end.entryCount === facts.entryCount,
      },
    };
  };
  // A snapshot: a run that continues meanwhile would otherwise be shown half before and half after.
  return ctx.read(actor, read, { snapshot: true });
}

/** The log of a run, line by line. Throws NOT_FOUND. */
export function readLog(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; limit: number; cursor?: string | undefined },
) {
  return ctx.read(actor, async (tx) => {
    const { prepared } = await visibleRun(tx, actor, input.id);
    const after = Number(decodeTypedCursor(input.cursor, [aCount])?.[0] ?? 0);
    const lines: RunLogLine[] = [];
    // the entry whose second line is still to come is read again
    let read = Math.ceil(after / 2) - 1;
    while (lines.length <= input.limit) {
      const entries = await selectLines(tx, input.id, { after: read, limit: input.limit });
      const infoLines = entries.flatMap(({ seq, entry }) => logLines(prepared, seq, withSizes(entry)));
      lines.push(...infoLines.filter(({ seq }) => seq > after));
      // steps may write less than a line an entry
      if (entries.length <= input.limit) break;
      read = entries.at(-1)?.seq ?? read;
    }
    return onePage(lines.slice(0, input.limit + 1), input.limit, (line) => [line.seq]);
  });
}
