import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { mustBeSchedule, type Schedule } from '../../../runs/schedules/cron-instants.ts';
import { nextOf } from './trigger-wire.ts';

/**
 * The next times of a schedule, by the code that fires it; nothing is stored. Throws BAD_INPUT for an invalid schedule.
 */
export async function previewSchedule(ctx: AppContext, actor: Actor, schedule: Schedule) {
  mustAllow(actor, 'read:workflows');
  mustBeSchedule(schedule, ctx.clock.now());
  return { upcoming: nextOf(ctx, schedule) };
}
