import { setImmediate } from 'node:timers/promises';
import type { ReplayedRun } from '@attain/contract/suites';
import { type Replay, replayRun } from '@attain/domain/suites/replay-run';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { readState } from '../../runs/engine/deliver-events.ts';
import { listRuns } from '../workflow-runs/read-runs.ts';
import { visibleRun } from '../workflow-runs/visible-run.ts';
import { preparedDocument } from './prepared-document.ts';
import { graphOf } from './read-suites.ts';
import { selectReplayable } from './suite-store.ts';

/**
 * Replays the latest ended runs of a workflow on its draft or a version (WT-10). Values of runs that the actor may not read
 * are left blank. Throws NOT_FOUND, and WORKFLOW_INVALID if the draft can’t run.
 */
export async function replayRuns(
  ctx: AppContext,
  actor: Actor,
  input: { workflowId: string; version?: number | undefined; limit: number },
) {
  mustAllow(actor, 'read:workflow-runs');
  const { workflowId, version = null } = input;
  const { prepared } = await ctx.read(actor, (tx) => preparedDocument(tx, { workflowId, version }));
  const ended = await listRuns(ctx, actor, { workflowId, limit: 3 * input.limit });
  const rows: ReplayedRun[] = [];
  for (const { id } of ended.rows) {
    if (rows.length === input.limit) break;
    const replayed = await ctx.read(actor, async (tx) => {
      const { run, facts, withheld } = await visibleRun(tx, actor, id);
      const { entries } = await readState(tx, { ...run, documentHash: facts.documentHash });
      const replay = replayRun(prepared, entries);
      if (replay === null) return null;
      const shown = withheld === null ? replay : blank(replay);
      return { runId: id, at: run.createdAt, version: run.version, withheld, ...shown };
    });
    if (replayed !== null) rows.push(replayed as ReplayedRun);
    await setImmediate();
  }
  return { rows, graph: graphOf(prepared.workflow) };
}

/** Workflows with ended runs, by name, with their latest version. */
export const replayableWorkflows = (tx: TenantTx) => selectReplayable(tx);

/** Without the values. */
function blank(replay: Replay): Replay {
  return {
    ...replay,
    recorded: { ...replay.recorded, output: null },
    replayed: { ...replay.replayed, output: null },
    differences: [],
    calls: replay.calls.map(({ node, change }) => ({ node, change, differences: [] })),
  };
}
