import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { listEnvironments, saveEnvironment } from '../slices/deployments/environments.ts';
import {
  decideWatched,
  orderDeployment,
  retryDeployment,
  withdrawDeployment,
} from '../slices/deployments/order-deployment.ts';
import { readOutlook } from '../slices/deployments/outlook.ts';
import { listDeployments, readDeployment, readMatrix } from '../slices/deployments/read-deployments.ts';
import {
  closeRelease,
  createRelease,
  listReleases,
  promoteRelease,
  readRelease,
} from '../slices/deployments/releases.ts';
import {
  comparePoint,
  listPoints,
  listRollbacks,
  restorePoint,
  rollBack,
} from '../slices/deployments/rollbacks.ts';

/** Environments and deployments, bound to their use-cases; part of `bindContract`. */
export function bindDeployments(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  const of = os.deployments;
  return {
    environments: {
      list: os.environments.list.handler(({ context, input }) => listEnvironments(ctx, context.actor, input)),
      save: os.environments.save.handler(({ context, input }) => saveEnvironment(ctx, context.actor, input)),
    },
    deployments: {
      matrix: of.matrix.handler(({ context, input }) => readMatrix(ctx, context.actor, input)),
      list: of.list.handler(({ context, input }) => listDeployments(ctx, context.actor, input)),
      get: of.get.handler(({ context, input }) => readDeployment(ctx, context.actor, input.id)),
      create: of.create.handler(({ context, input }) => orderDeployment(ctx, context.actor, input)),
      retry: of.retry.handler(({ context, input }) => retryDeployment(ctx, context.actor, input.id)),
      outlook: of.outlook.handler(({ context, input }) => readOutlook(ctx, context.actor, input)),
      decide: of.decide.handler(({ context, input }) => decideWatched(ctx, context.actor, input)),
      withdraw: of.withdraw.handler(({ context, input }) => withdrawDeployment(ctx, context.actor, input)),
    },
    releases: {
      list: os.releases.list.handler(({ context, input }) => listReleases(ctx, context.actor, input)),
      get: os.releases.get.handler(({ context, input }) => readRelease(ctx, context.actor, input.id)),
      create: os.releases.create.handler(({ context, input }) => createRelease(ctx, context.actor, input)),
      promote: os.releases.promote.handler(({ context, input }) => promoteRelease(ctx, context.actor, input)),
      close: os.releases.close.handler(({ context, input }) => closeRelease(ctx, context.actor, input.id)),
    },
    rollbacks: {
      list: os.rollbacks.list.handler(({ context, input }) => listRollbacks(ctx, context.actor, input)),
      create: os.rollbacks.create.handler(({ context, input }) => rollBack(ctx, context.actor, input)),
    },
    restorePoints: {
      list: os.restorePoints.list.handler(({ context, input }) => listPoints(ctx, context.actor, input)),
      compare: os.restorePoints.compare.handler(({ context, input }) =>
        comparePoint(ctx, context.actor, input.id),
      ),
      restore: os.restorePoints.restore.handler(({ context, input }) =>
        restorePoint(ctx, context.actor, input),
      ),
    },
  };
}
