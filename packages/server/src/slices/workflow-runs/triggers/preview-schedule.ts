import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { mustBeSchedule, type Schedule } from './cron-instants.ts';
import { nextOf } from './trigger-wire.ts';

/** When a schedule would fire next, by the code that fires it; nothing is stored. Refuses BAD_INPUT for what is no schedule. */
export async function previewSchedule(ctx: AppContext, actor: Actor, schedule: Schedule) {
  mustAllow(actor, 'read:workflows');
  mustBeSchedule(schedule, ctx.clock.now());
  return { upcoming: nextOf(ctx, schedule) };
}
