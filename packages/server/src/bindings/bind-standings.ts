import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { listTrackedPlans, readStandings } from '../slices/calculations/standings/read-standings.ts';
import { readPayOutlook } from '../slices/simulations/pay-outlook.ts';

/** Standings of open periods, bound to their use-cases; part of `bindContract`. */
export function bindStandings(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  return {
    standings: {
      plans: os.standings.plans.handler(({ context }) => listTrackedPlans(ctx, context.actor)),
      outlook: os.standings.outlook.handler(({ context, input }) =>
        readPayOutlook(ctx, context.actor, input),
      ),
      read: os.standings.read.handler(({ context, input }) => readStandings(ctx, context.actor, input)),
    },
  };
}
