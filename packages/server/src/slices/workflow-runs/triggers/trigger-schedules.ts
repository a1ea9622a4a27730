import { instantToFire } from '@attain/domain/workflows/triggers';
import type { AppContext } from '../../../app-context.ts';
import { NothingToDo, unlessNothing } from '../../../db/nothing-to-do.ts';
import type { WriteTx } from '../../../db/write.ts';
import type { Delivered } from '../../../runs/engine/deliver-events.ts';
import { scheduled } from '../../../runs/schedules/fire-schedules.ts';
import {
  type DueTrigger,
  dueSchedules,
  lockDueSchedule,
  moveSchedule,
  noteLastRun,
  queueInstant,
  schedulesAreDue,
  selectInProgress,
  setBackfill,
  takeWaiting,
} from './due-triggers.ts';
import {
  fireTrigger,
  readTriggerState,
  recordUnfired,
  runOf,
  triggerActor,
  unfiredWhy,
} from './fire-trigger.ts';
import type { TriggerRow } from './trigger-store.ts';
import { latestOf, nextAfter } from './trigger-wire.ts';
import { holdTriggered } from './triggered-instance.ts';

/** Times of a backfill that start together if runs may overlap. */
const backfilledAtOnce = 20;

/**
 * Schedules of workflows. Each instant starts exactly one run, however many processes look: the row is locked, the next instant
 * stored with the run, and the run's key names the instant.
 */
export const triggerSchedules = scheduled({ isDue: schedulesAreDue, due: dueSchedules, fire: fireSchedule });

/** True if its instant was handled here. */
async function fireSchedule(ctx: AppContext, due: DueTrigger, watchedSinceMs: number): Promise<boolean> {
  const handled = { is: false };
  const started = await orSaid(ctx, due, () => attempt(ctx, { due, watchedSinceMs, handled }));
  for (const one of started) ctx.runs.dispatch(one);
  return handled.is;
}

async function orSaid(
  ctx: AppContext,
  due: DueTrigger,
  work: () => Promise<readonly (Delivered | null)[]>,
): Promise<readonly (Delivered | null)[]> {
  try {
    return (await unlessNothing(work())) ?? [];
  } catch (error) {
    const why = unfiredWhy(error);
    await unlessNothing(
      ctx.write(triggerActor(due), async (tx) => {
        const row = await lockDueSchedule(tx, due.id, ctx.clock.now());
        if (row === null) throw new NothingToDo();
        await moveSchedule(tx, row.id, nextAfter(row, ctx.clock.now()));
        // it would fail for each of them
        if (row.queuedFor !== null) await takeWaiting(tx, row.id, 1);
        await setBackfill(tx, row.id, []);
        await recordUnfired(tx, row.id, why);
      }),
    );
    return [];
  }
}

function attempt(
  ctx: AppContext,
  turn: {
    readonly due: DueTrigger;
    readonly watchedSinceMs: number;
    readonly handled: { is: boolean };
  },
): Promise<readonly (Delivered | null)[]> {
  const { due, watchedSinceMs, handled } = turn;
  return ctx.write(triggerActor(due), async (tx) => {
    const row = await lockDueSchedule(tx, due.id, ctx.clock.now());
    if (row === null) throw new NothingToDo();
    handled.is = true;
    const mayOverlap = row.overlap !== 'skip' && row.overlap !== 'queue';
    const before = mayOverlap ? null : await selectInProgress(tx, row.id);
    const dueMs = Date.parse(row.nextAt ?? '');
    const isDue = dueMs <= ctx.clock.now().getTime();
    // oldest first of those on time, and they come before a backfill, which would otherwise displace them
    if (before === null && (row.queuedFor !== null || !isDue)) {
      const instants = await takeWaiting(tx, row.id, mayOverlap ? backfilledAtOnce : 1);
      return fire(ctx, tx, row, { instants, isBackfill: row.queuedFor === null });
    }
    const latest = latestOf(ctx, row);
    const times = { dueMs, latestMs: latest.getTime(), watchedSinceMs };
    const { fireMs, nextAfterMs } = instantToFire(times, row.missed ?? 'once');
    await moveSchedule(tx, row.id, nextAfter(row, new Date(nextAfterMs)));
    if (fireMs === null) {
      await recordUnfired(tx, row.id, {
        code: 'missed',
        message: `Skipped: the server was not running at ${latest.toISOString()}.`,
      });
      return [];
    }
    const instant = new Date(fireMs);
    if (before === null) return fire(ctx, tx, row, { instants: [instant], isBackfill: false });
    const waits = (row.overlap === 'queue' || before.isBackfill) && row.queuedFor === null;
    await putOff(tx, row, instant, waits);
    return [];
  });
}

/** Starts a run for each instant. */
async function fire(
  ctx: AppContext,
  tx: WriteTx,
  trigger: TriggerRow,
  { instants, isBackfill }: { readonly instants: readonly Date[]; readonly isBackfill: boolean },
): Promise<readonly (Delivered | null)[]> {
  const instance = trigger.instanceId === null ? null : await holdTriggered(tx, trigger, trigger.instanceId);
  const fired = { trigger, standing: await readTriggerState(tx, trigger, instance?.environment) };
  const runs = instants.map((instant) => {
    const scheduledFor = instant.toISOString();
    const input = { ...instance?.input, scheduledFor };
    return runOf(ctx, fired, { key: scheduledFor, input, instanceId: trigger.instanceId });
  });
  const started = await fireTrigger(ctx, tx, fired, runs);
  const last = started.findLast((one) => one !== null);
  if (last) await noteLastRun(tx, trigger.id, { runId: last.run.id, isBackfill });
  return started;
}

/** Keeps an instant for the end of the latest run, or skips it. */
async function putOff(tx: WriteTx, row: TriggerRow, instant: Date, waits: boolean): Promise<void> {
  if (waits) await queueInstant(tx, row.id, instant);
  await recordUnfired(tx, row.id, {
    code: waits ? 'queued' : 'overlap',
    message: `${waits ? 'Waits' : 'Skipped'}: the run before ${instant.toISOString()} is in progress.`,
  });
}
