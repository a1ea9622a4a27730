import { instantToFire } from '@attain/domain/workflows/triggers';
import type { AppContext } from '../../../app-context.ts';
import { fairTurns } from '../../../base/fair-turns.ts';
import type { Delivered } from '../../../runs/engine/deliver-events.ts';
import {
  type DueTrigger,
  dueSchedules,
  lockDueSchedule,
  moveSchedule,
  schedulesAtOnce,
  watchSchedules,
} from './due-triggers.ts';
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
import { latestOf, nextAfter } from './trigger-wire.ts';

/** Schedules that a process fires at once, in all and of one workspace. */
const turns = fairTurns({ atOnce: 8, atOnceEach: 4 });

/**
 * Starts what is due, until nothing is left for this process. Each instant starts exactly one run, however many processes look: the
 * row is locked, the next instant stored with the run, and the run's key names the instant.
 */
export async function fireSchedules(ctx: AppContext): Promise<void> {
  for (;;) {
    const now = ctx.clock.now();
    const watchedSinceMs = await watchSchedules(ctx.db.owner, now);
    const due = await dueSchedules(ctx.db.owner, now);
    const fired = await Promise.all(
      due.map((one) => turns.run(one.tenantId, () => fireSchedule(ctx, one, watchedSinceMs))),
    );
    // what other processes fire is theirs; a full batch leaves more behind, and a late schedule may be due again
    if (due.length < schedulesAtOnce || !fired.some(Boolean)) return;
  }
}

/** True if its instant was handled here. */
async function fireSchedule(ctx: AppContext, due: DueTrigger, watchedSinceMs: number): Promise<boolean> {
  const handled = { is: false };
  ctx.runs.dispatch(await orSaid(ctx, due, () => attempt(ctx, { due, watchedSinceMs, handled })));
  return handled.is;
}

async function orSaid(
  ctx: AppContext,
  due: DueTrigger,
  work: () => Promise<Delivered | null>,
): Promise<Delivered | null> {
  try {
    return await unlessNothing(work());
  } catch (error) {
    const why = unfiredWhy(error);
    await unlessNothing(
      ctx.write(triggerActor(due), async (tx) => {
        const row = await lockDueSchedule(tx, due.id, ctx.clock.now());
        if (row === null) throw new NothingToFire();
        await moveSchedule(tx, row.id, nextAfter(row, ctx.clock.now()));
        await recordUnfired(tx, row.id, why);
      }),
    );
    return null;
  }
}

function attempt(
  ctx: AppContext,
  turn: {
    readonly due: DueTrigger;
    readonly watchedSinceMs: number;
    readonly handled: { is: boolean };
  },
): Promise<Delivered | null> {
  const { due, watchedSinceMs, handled } = turn;
  return ctx.write(triggerActor(due), async (tx) => {
    const row = await lockDueSchedule(tx, due.id, ctx.clock.now());
    if (row === null) throw new NothingToFire();
    handled.is = true;
    const latest = latestOf(ctx, row);
    const times = { dueMs: Date.parse(row.nextAt ?? ''), latestMs: latest.getTime(), watchedSinceMs };
    const { fireMs, nextAfterMs } = instantToFire(times, row.missed ?? 'once');
    await moveSchedule(tx, row.id, nextAfter(row, new Date(nextAfterMs)));
    if (fireMs === null) {
      await recordUnfired(tx, row.id, {
        code: 'missed',
        message: `Skipped: the server was not running at ${latest.toISOString()}.`,
      });
      return null;
    }
    const scheduledFor = new Date(fireMs).toISOString();
    const fired = { trigger: row, standing: await readTriggerState(tx, row) };
    const run = runOf(ctx, fired, { key: scheduledFor, input: { scheduledFor } });
    const [delivered = null] = await fireTrigger(ctx, tx, fired, [run]);
    return delivered;
  });
}
