import { instantToFire } from '@attain/domain/workflows/triggers';
import type { AppContext } from '../../app-context.ts';
import { systemActor } from '../../base/actor.ts';
import { NothingToDo, unlessNothing } from '../../db/nothing-to-do.ts';
import { latestInstant, nextInstants } from '../../runs/schedules/cron-instants.ts';
import { type Due, scheduled } from '../../runs/schedules/fire-schedules.ts';
import { dueProcesses, lockDueProcess, moveProcess, processesAreDue } from './process-store.ts';
import { startExecution } from './schedules.ts';

/** Scheduled processes: each instant starts one execution, and those that passed meanwhile start it together (SCH-1). */
export const processSchedules = scheduled({ isDue: processesAreDue, due: dueProcesses, fire: fireProcess });

async function fireProcess(
  ctx: AppContext,
  { tenantId, id, runsAs }: Due & { runsAs: string },
  watchedSinceMs: number,
): Promise<boolean> {
  const actor = systemActor(tenantId, runsAs, `process/${id}`);
  const fired = await unlessNothing(
    ctx.write(actor, async (tx) => {
      const now = ctx.clock.now();
      const process = await lockDueProcess(tx, id, now);
      if (process === null) throw new NothingToDo();
      const { when } = process;
      const latestMs = Math.max(Date.parse(process.nextAt ?? ''), latestInstant(when, now).getTime());
      const { fireMs } = instantToFire({ dueMs: latestMs, latestMs, watchedSinceMs }, when.missed);
      const nextAt = nextInstants(when, now, 1)[0] ?? null;
      const object = { type: 'process', id };
      if (fireMs === null) {
        await moveProcess(tx, id, { nextAt, isStarted: false });
        tx.record({ action: 'process.skipped', object, reason: { code: 'missed' } });
        return { execution: null };
      }
      const execution = await startExecution(tx, id, {
        nextAt,
        scheduledFor: new Date(fireMs),
        startedBy: null,
      });
      tx.record({ action: 'process.started', object, reason: { code: 'schedule' } });
      return { execution };
    }),
  );
  const execution = fired?.execution ?? null;
  if (execution !== null) await ctx.jobs.order('process-execution', { tenantId, id: execution });
  return fired !== null;
}
