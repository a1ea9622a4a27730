import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { answerDispute } from '../slices/disputes/answer-dispute.ts';
import { checkDeal } from '../slices/disputes/check-deal.ts';
import {
  assignDispute,
  resolveDispute,
  withdrawDispute,
  writeMessage,
} from '../slices/disputes/move-dispute.ts';
import { openDispute } from '../slices/disputes/open-dispute.ts';
import { listDisputes, readDispute, readDisputeFigures } from '../slices/disputes/read-disputes.ts';

/** Disputes, bound to their use-cases; part of `bindContract`. */
export function bindDisputes(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  return {
    disputes: {
      list: os.disputes.list.handler(({ context, input }) => listDisputes(ctx, context.actor, input)),
      get: os.disputes.get.handler(({ context, input }) => readDispute(ctx, context.actor, input.id)),
      figures: os.disputes.figures.handler(({ context }) => readDisputeFigures(ctx, context.actor)),
      checkDeal: os.disputes.checkDeal.handler(({ context, input }) => checkDeal(ctx, context.actor, input)),
      answer: os.disputes.answer.handler(({ context, input }) => answerDispute(ctx, context.actor, input.id)),
      open: os.disputes.open.handler(({ context, input }) => openDispute(ctx, context.actor, input)),
      assign: os.disputes.assign.handler(({ context, input }) => assignDispute(ctx, context.actor, input)),
      write: os.disputes.write.handler(({ context, input }) => writeMessage(ctx, context.actor, input)),
      withdraw: os.disputes.withdraw.handler(({ context, input }) =>
        withdrawDispute(ctx, context.actor, input),
      ),
      resolve: os.disputes.resolve.handler(({ context, input }) => resolveDispute(ctx, context.actor, input)),
    },
  };
}
