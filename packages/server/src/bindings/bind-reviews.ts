import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { createSuggestion } from '../slices/reviews/create-suggestion.ts';
import { acceptSuggestion, declineSuggestion } from '../slices/reviews/decide-suggestion.ts';
import { assignDispute, resolveDispute } from '../slices/reviews/move-dispute.ts';
import { openDispute } from '../slices/reviews/open-dispute.ts';
import { listDisputes, readDispute } from '../slices/reviews/read-disputes.ts';
import { listSuggestions, readSuggestion } from '../slices/reviews/read-suggestions.ts';

/** Suggestions and disputes bound to their use-cases; part of `bindContract`. */
export function bindReviews(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  return {
    suggestions: {
      list: os.suggestions.list.handler(({ context, input }) => listSuggestions(ctx, context.actor, input)),
      get: os.suggestions.get.handler(({ context, input }) => readSuggestion(ctx, context.actor, input.id)),
      create: os.suggestions.create.handler(({ context, input }) =>
        createSuggestion(ctx, context.actor, input),
      ),
      accept: os.suggestions.accept.handler(({ context, input }) =>
        acceptSuggestion(ctx, context.actor, input),
      ),
      override: os.suggestions.override.handler(({ context, input }) =>
        declineSuggestion(ctx, context.actor, input),
      ),
      reject: os.suggestions.reject.handler(({ context, input }) =>
        declineSuggestion(ctx, context.actor, { ...input, code: null }),
      ),
    },
    disputes: {
      list: os.disputes.list.handler(({ context, input }) => listDisputes(ctx, context.actor, input)),
      get: os.disputes.get.handler(({ context, input }) => readDispute(ctx, context.actor, input.id)),
      open: os.disputes.open.handler(({ context, input }) => openDispute(ctx, context.actor, input)),
      assign: os.disputes.assign.handler(({ context, input }) => assignDispute(ctx, context.actor, input)),
      resolve: os.disputes.resolve.handler(({ context, input }) => resolveDispute(ctx, context.actor, input)),
    },
  };
}
