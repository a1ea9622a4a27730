import { instantToFire } from '@attain/domain/workflows/triggers';
import type { AppContext } from '../../../app-context.ts';
import type { Delivered } from '../../../runs/engine/deliver-events.ts';
import { type DueTrigger, dueSchedules, lockDueSchedule, moveSchedule } from './due-triggers.ts';
import {
  fireTrigger,
  NothingToFire,
  readTriggerState,
  recordUnfired,
  runOf,
  triggerActor,
  unfiredWhy,
  unlessNothing,
} from './fire-trigger.ts';
import type { TriggerRow } from './trigger-store.ts';
import { instantsAround } from './trigger-wire.ts';

/**
 * Starts what is due. Each instant starts exactly one run, however many processes look: the row is locked, the next instant
 * stored with the run, and the run's key names the instant.
 */
export async function fireSchedules(ctx: AppContext): Promise<void> {
  for (const due of await dueSchedules(ctx.db.owner, ctx.clock.now())) {
    const delivered = await fireSchedule(ctx, due);
    ctx.runs.dispatch(delivered);
  }
}

async function fireSchedule(ctx: AppContext, due: DueTrigger): Promise<Delivered | null> {
  try {
    return await unlessNothing(attempt(ctx, due));
  } catch (error) {
    const why = unfiredWhy(error);
    await unlessNothing(
      ctx.write(triggerActor(due), async (tx) => {
        const row = await lockDueSchedule(tx, due.id, ctx.clock.now());
        if (row === null) throw new NothingToFire();
        await moveSchedule(tx, row.id, instantsAround(ctx, row).next);
        await recordUnfired(tx, row.id, why);
      }),
    );
    return null;
  }
}

function attempt(ctx: AppContext, due: DueTrigger): Promise<Delivered | null> {
  return ctx.write(triggerActor(due), async (tx) => {
    const now = ctx.clock.now();
    const row = await lockDueSchedule(tx, due.id, now);
    if (row === null) throw new NothingToFire();
    const { latest, next } = instantsAround(ctx, row);
    await moveSchedule(tx, row.id, next);
    const instant = instantOf(row, latest, now);
    if (instant === null) {
      await recordUnfired(tx, row.id, {
        code: 'missed',
        message: `Skipped: the server was not running at ${latest.toISOString()}.`,
      });
      return null;
    }
    const scheduledFor = new Date(instant).toISOString();
    const fired = { trigger: row, standing: await readTriggerState(tx, row) };
    const run = runOf(ctx, fired, { key: scheduledFor, input: { scheduledFor } });
    const [delivered = null] = await fireTrigger(ctx, tx, fired, [run]);
    return delivered;
  });
}

function instantOf(row: TriggerRow, latest: Date, now: Date): number | null {
  const due = { dueMs: Date.parse(row.nextAt ?? ''), latestMs: latest.getTime(), nowMs: now.getTime() };
  return instantToFire(due, row.missed ?? 'once');
}
