import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { actOnSchedule, listExecutions, listSchedules, saveSchedule } from '../slices/schedules/schedules.ts';

/** The endpoints of scheduled processes, bound to their use-cases; part of `bindContract`. */
export function bindSchedules(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  const { list, executions, save, act } = os.schedules;
  return {
    schedules: {
      list: list.handler(({ context, input }) => listSchedules(ctx, context.actor, input)),
      executions: executions.handler(({ context, input }) => listExecutions(ctx, context.actor, input)),
      save: save.handler(({ context, input }) => saveSchedule(ctx, context.actor, input)),
      act: act.handler(({ context, input }) => actOnSchedule(ctx, context.actor, input)),
    },
  };
}
