import type { House } from '../house.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { assignDispute, resolveDispute } from '../slices/disputes/move-dispute.ts';
import { openDispute } from '../slices/disputes/open-dispute.ts';
import { listDisputes, readDispute } from '../slices/disputes/read-disputes.ts';
import { createSuggestion } from '../slices/suggestions/create-suggestion.ts';
import { decideSuggestion } from '../slices/suggestions/decide-suggestion.ts';
import { listSuggestions, readSuggestion } from '../slices/suggestions/read-suggestions.ts';

/** Suggestions and disputes bound to their use-cases; part of `bindContract`. */
export function bindReviews(os: ReturnType<typeof guardedContract>, house: House) {
  return {
    suggestions: {
      list: os.suggestions.list.handler(({ context, input }) => listSuggestions(house, context.actor, input)),
      get: os.suggestions.get.handler(({ context, input }) => readSuggestion(house, context.actor, input.id)),
      create: os.suggestions.create.handler(({ context, input }) =>
        createSuggestion(house, context.actor, input),
      ),
      accept: os.suggestions.accept.handler(({ context, input }) =>
        decideSuggestion(house, context.actor, { ...input, status: 'accepted' }),
      ),
      reject: os.suggestions.reject.handler(({ context, input }) =>
        decideSuggestion(house, context.actor, { ...input, status: 'rejected' }),
      ),
    },
    disputes: {
      list: os.disputes.list.handler(({ context, input }) => listDisputes(house, context.actor, input)),
      get: os.disputes.get.handler(({ context, input }) => readDispute(house, context.actor, input.id)),
      open: os.disputes.open.handler(({ context, input }) => openDispute(house, context.actor, input)),
      assign: os.disputes.assign.handler(({ context, input }) => assignDispute(house, context.actor, input)),
      resolve: os.disputes.resolve.handler(({ context, input }) =>
        resolveDispute(house, context.actor, input),
      ),
    },
  };
}
