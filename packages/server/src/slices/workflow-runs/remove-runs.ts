import type { AppContext } from '../../app-context.ts';
import { hashOf } from '../../audit/canonical.ts';
import { systemActor } from '../../base/actor.ts';
import { appendToLog } from '../../db/audit-append.ts';
import { deleteRuns, type KeepingWorkspace, lockRemovable, selectKeeping } from './removable-runs.ts';

/** So many runs are taken away in one transaction, and so many transactions are made for a workspace before others get their turn. */
const runsAtOnce = 200;
const timesAtOnce = 10;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Removes runs that ended before the workspace's retention period (WF-49), a limited number per call. Every batch is
 * one log entry on behalf of the user who set the period: the number, the age, and a hash over their IDs and journal
 * heads.
 */
export async function removeOldRuns(ctx: AppContext): Promise<void> {
  for (const workspace of await selectKeeping(ctx.db.owner)) {
    for (let time = 0; time < timesAtOnce && !ctx.jobs.stopping.aborted; time += 1) {
      if ((await removeSome(ctx, workspace)) < runsAtOnce) break;
    }
  }
}

/** One portion; how many runs it was. */
function removeSome(ctx: AppContext, { tenantId, keptDays, setBy }: KeepingWorkspace): Promise<number> {
  const endedBefore = new Date(ctx.clock.now().getTime() - keptDays * dayMs);
  // the login of the application cannot take a run away
  return ctx.db.asOwner(async (client) => {
    const runs = await lockRemovable(client, { tenantId, endedBefore, max: runsAtOnce });
    if (runs.length === 0) return 0;
    const ids = runs.map(({ id }) => id);
    await deleteRuns(client, tenantId, ids);
    await appendToLog(client, ctx, systemActor(tenantId, setBy, 'housekeeping'), {
      action: 'workspace.runs-removed',
      object: { type: 'workspace', id: tenantId },
      reason: { code: `${runs.length} ended more than ${keptDays} days ago` },
      evidence: [hashOf(runs.map(({ id, journalHead }) => [id, journalHead]))],
    });
    return runs.length;
  });
}
