import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { findAnchor } from '../slices/audit/find-anchor.ts';
import { applySuggestion, undoSuggestion } from '../slices/suggestions/apply-suggestion.ts';
import { createSuggestion } from '../slices/suggestions/create-suggestion.ts';
import { overrideSuggestion, rejectSuggestion } from '../slices/suggestions/decline-suggestion.ts';
import { readEvidence, viewEvidence } from '../slices/suggestions/evidence/read-evidence.ts';
import { readTrail, viewTrail } from '../slices/suggestions/evidence/suggestion-trail.ts';
import { listSuggestions, readSuggestion } from '../slices/suggestions/read-suggestions.ts';

/** Suggestions, bound to their use-cases; part of `bindContract`. */
export function bindSuggestions(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  return {
    evidence: {
      get: os.evidence.get.handler(({ context, input }) => readEvidence(ctx, context.actor, input.id)),
      view: os.evidence.view.handler(({ context, input }) => viewEvidence(ctx, context.actor, input.id)),
      trail: os.evidence.trail.handler(({ context, input }) => readTrail(ctx, context.actor, input)),
      trailView: os.evidence.trailView.handler(({ context, input }) => viewTrail(ctx, context.actor, input)),
      anchors: os.evidence.anchors.handler(({ context, input }) =>
        findAnchor(ctx, context.actor, input.anchor),
      ),
    },
    suggestions: {
      list: os.suggestions.list.handler(({ context, input }) => listSuggestions(ctx, context.actor, input)),
      get: os.suggestions.get.handler(({ context, input }) => readSuggestion(ctx, context.actor, input.id)),
      create: os.suggestions.create.handler(({ context, input }) =>
        createSuggestion(ctx, context.actor, input),
      ),
      apply: os.suggestions.apply.handler(({ context, input }) => applySuggestion(ctx, context.actor, input)),
      undo: os.suggestions.undo.handler(({ context, input }) => undoSuggestion(ctx, context.actor, input.id)),
      override: os.suggestions.override.handler(({ context, input }) =>
        overrideSuggestion(ctx, context.actor, input),
      ),
      reject: os.suggestions.reject.handler(({ context, input }) =>
        rejectSuggestion(ctx, context.actor, input),
      ),
    },
  };
}
