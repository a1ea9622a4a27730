import { skippedErrors } from '@attain/contract/import-status';
import { controlProblem } from '@attain/domain/closes/control-totals';
import { reasonsToHold } from '@attain/domain/connections/usual-size';
import { instantToFire } from '@attain/domain/workflows/triggers';
import type { AppContext } from '../../app-context.ts';
import { systemActor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { fairTurns } from '../../base/fair-turns.ts';
import { newId } from '../../base/ids.ts';
import { NothingToDo, unlessNothing } from '../../db/nothing-to-do.ts';
import type { Look } from '../../runs/look.ts';
import { latestInstant, nextInstants } from '../../runs/schedules/cron-instants.ts';
import { scheduled } from '../../runs/schedules/fire-schedules.ts';
import { commitImport } from '../imports/commit-import.ts';
import { readImport } from '../imports/read-import.ts';
import { actingOwner } from './acting-owner.ts';
import { markUnreadable } from './connector-file-store.ts';
import {
  type DueTask,
  dueTasks,
  insertSync,
  lockOpenSync,
  moveTask,
  noteImport,
  selectBrought,
  selectConnector,
  selectOpenSync,
  syncsAreUnsettled,
  tasksAreDue,
  unsettledSyncs,
} from './connector-store.ts';
import { checkedPercent, discardLeftImport, endSync, hold, maxTries, takeNext } from './sync-job.ts';

/** How many one look takes; the next look takes the rest. */
const batch = 100;
const turns = fairTurns({ atOnce: 4, atOnceEach: 2 });

/** Schedules of connectors. Each instant starts one execution, however many processes look (CONN-19). */
export const taskSchedules = scheduled({ isDue: tasksAreDue, due: dueTasks, fire: fireTask });

export const syncsLook: Look = { isDue: syncsAreUnsettled, act: settleSyncs };

/** True if its instant was handled here. */
async function fireTask(ctx: AppContext, due: DueTask, watchedSinceMs: number): Promise<boolean> {
  const { tenantId, id, runsAs } = due;
  const handled = await unlessNothing(
    ctx.write(systemActor(tenantId, runsAs, `connector/${id}`), async (tx) => {
      const connector = await selectConnector(tx, id, 'FOR UPDATE SKIP LOCKED');
      const now = ctx.clock.now();
      const dueMs = Date.parse(connector?.nextRun ?? '');
      // another process has started it, or a person changed it
      if (connector === null || connector.schedule === null || !(dueMs <= now.getTime()))
        throw new NothingToDo();
      const { schedule, open, environment } = connector;
      const latest = latestInstant(schedule, now);
      const times = { dueMs, latestMs: latest.getTime(), watchedSinceMs };
      const { fireMs, nextAfterMs } = instantToFire(times, schedule.missed);
      const [next] = nextInstants(schedule, new Date(nextAfterMs), 1);
      const skipped =
        fireMs === null
          ? `Skipped: the server was not running at ${latest.toISOString()}.`
          : open === null
            ? undefined
            : `Skipped: an earlier execution ${open.status === 'held' ? 'waits for a decision' : 'is running'}.`;
      await moveTask(tx, id, next ?? now, skipped);
      if (skipped !== undefined) {
        const reason = { code: fireMs === null ? 'missed' : 'overlap', text: skipped };
        tx.record({ action: 'connector.skipped', object: { type: 'connector', id }, reason });
        return { syncId: null };
      }
      const syncId = newId();
      await insertSync(tx, { id: syncId, connectorId: id, environment, startedBy: null });
      tx.record({ action: 'sync.started', object: { type: 'sync', id: syncId } });
      return { syncId };
    }),
  );
  const syncId = handled?.syncId ?? null;
  if (syncId !== null) await ctx.jobs.order('sync', { tenantId, id: syncId });
  return handled !== null;
}

/** Takes executions further whose import was checked, stored or given up. */
export async function settleSyncs(ctx: AppContext): Promise<void> {
  const found = await unsettledSyncs(ctx.db.owner, batch);
  await Promise.all(found.map((one) => turns.run(one.tenantId, () => settle(ctx, one))));
}

async function settle(
  ctx: AppContext,
  { tenantId, id, createdBy }: { tenantId: string; id: string; createdBy: string },
): Promise<void> {
  const system = systemActor(tenantId, createdBy, `sync/${id}`);
  const sync = await ctx.db.within(tenantId, (tx) => selectOpenSync(tx, id));
  if (sync === null) return;
  const file = await readImport(ctx, system, id);
  const { status, summary, kind } = file;
  if (status === 'checked' && sync.status === 'running') return decide();
  if (status === 'committed') {
    await end('completed', []);
    await takeNext(ctx, system, sync);
  }
  if (status === 'cancelled') await end('failed', ['The rows were discarded, or the dry run was stopped.']);
  else if (status === 'failed') {
    await end('failed', [file.error ?? 'The import failed.']);
    // a person who has seen it decides
    if (sync.status === 'running') await discardLeftImport(ctx, { tenantId, id });
  }

  async function end(as: 'completed' | 'failed', errors: string[]): Promise<void> {
    await unlessNothing(
      ctx.write(system, async (tx) => {
        const open = await lockOpenSync(tx, id);
        if (open === null) throw new NothingToDo();
        // its file of the drop folder would fail again, unless it was checked and only storing it failed
        if (status === 'failed' && open.status === 'running')
          await markUnreadable(tx, id, summary === null ? 1 : maxTries);
        await endSync(tx, open, { status: as, errors, summary });
        tx.record({
          action: `sync.${as}`,
          object: { type: 'sync', id },
          reason: { code: as, ...(errors.length > 0 ? { text: errors.join(' ') } : {}) },
        });
      }),
    );
  }

  /** Stores the rows if they are as usual (CONN-17). */
  async function decide(): Promise<void> {
    const held = (errors: readonly string[]) => hold(ctx, system, { id }, { errors, summary });
    if (sync === null || summary === null) return;
    if (file.awaitsApproval) return held(['The import is over the limits and waits for approval.']);
    const { rows, totals, warnings, unknownPeople = [] } = summary;
    const errors = file.skipBadRows ? summary.badRows : file.problemCount;
    const skipped = skippedErrors(summary);
    const now = { rows, totals, warnings, errors, skipped, unknownPeople: unknownPeople.length };
    const differing = file.controlReason
      ? []
      : file.controls.filter((one) => one.needsReason).flatMap((one) => controlProblem(one) ?? []);
    const earlier = await ctx.db.within(tenantId, (tx) => selectBrought(tx, sync.connectorId));
    const reasons = [...differing, ...reasonsToHold(now, earlier)];
    if (reasons.length > 0) return held(reasons);
    try {
      const owner = await actingOwner(ctx, tenantId, sync, kind);
      await ctx.db.within(tenantId, (tx) => noteImport(tx, id, checkedPercent));
      const next = await commitImport(ctx, owner, id);
      if (next.awaitsApproval) await held(['The import is over the limits and waits for approval.']);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'UNAVAILABLE') throw error;
      // another process may have gone on
      const { status: after } = await readImport(ctx, system, id);
      if (after === 'checked') await held([error.message]);
    }
  }
}
