import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { assignDispute, resolveDispute } from '../slices/reviews/move-dispute.ts';
import { openDispute } from '../slices/reviews/open-dispute.ts';
import { listDisputes, readDispute } from '../slices/reviews/read-disputes.ts';

/** Disputes, bound to their use-cases; part of `bindContract`. */
export function bindReviews(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  return {
    disputes: {
      list: os.disputes.list.handler(({ context, input }) => listDisputes(ctx, context.actor, input)),
      get: os.disputes.get.handler(({ context, input }) => readDispute(ctx, context.actor, input.id)),
      open: os.disputes.open.handler(({ context, input }) => openDispute(ctx, context.actor, input)),
      assign: os.disputes.assign.handler(({ context, input }) => assignDispute(ctx, context.actor, input)),
      resolve: os.disputes.resolve.handler(({ context, input }) => resolveDispute(ctx, context.actor, input)),
    },
  };
}
