import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { findAnchor } from '../slices/audit/find-anchor.ts';
import { ask } from '../slices/questions/ask.ts';
import { wordText } from '../slices/questions/word-text.ts';
import { readPredictiveInsights } from '../slices/suggestions/analytics/predictive-insights.ts';
import { readQuarterCost } from '../slices/suggestions/analytics/quarter-cost.ts';
import { readSmartAnalytics } from '../slices/suggestions/analytics/smart-analytics.ts';
import { applySuggestion, undoSuggestion } from '../slices/suggestions/apply-suggestion.ts';
import { getAssistantSettings, saveAssistantSettings } from '../slices/suggestions/assistant-settings.ts';
import { readBias } from '../slices/suggestions/bias.ts';
import { checkPlanNow } from '../slices/suggestions/check-plan.ts';
import { computeAgain } from '../slices/suggestions/compute-again.ts';
import {
  readAutonomyPolicy,
  readConfiguration,
  saveConfiguration,
} from '../slices/suggestions/configurations.ts';
import { createSuggestion } from '../slices/suggestions/create-suggestion.ts';
import { readEvidence, viewEvidence } from '../slices/suggestions/evidence/read-evidence.ts';
import { shareSuggestion } from '../slices/suggestions/evidence/share-suggestion.ts';
import { readTrail, viewTrail } from '../slices/suggestions/evidence/suggestion-trail.ts';
import { findReplacement, verifyEvidence } from '../slices/suggestions/evidence/verify-evidence.ts';
import { explainSuggestion } from '../slices/suggestions/explain.ts';
import { giveFeedback } from '../slices/suggestions/feedback.ts';
import { overrideSuggestion, reopenSuggestion } from '../slices/suggestions/override-suggestion.ts';
import { pauseAssistant } from '../slices/suggestions/pause-assistant.ts';
import { readAssistantState } from '../slices/suggestions/read-state.ts';
import { listSuggestions, readSuggestion } from '../slices/suggestions/read-suggestions.ts';
import { rejectSuggestion } from '../slices/suggestions/reject-suggestion.ts';
import { setAutonomy } from '../slices/suggestions/set-autonomy.ts';
import { storeEvents } from '../slices/suggestions/store-events.ts';
import { listWhatIfRuns, runWhatIf } from '../slices/suggestions/what-if.ts';

/** Suggestions and the assistant, bound to their use-cases; part of `bindContract`. */
export function bindSuggestions(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  return {
    evidence: {
      get: os.evidence.get.handler(({ context, input }) => readEvidence(ctx, context.actor, input.id)),
      verify: os.evidence.verify.handler(({ context, input }) =>
        verifyEvidence(ctx, context.actor, input.file),
      ),
      replaced: os.evidence.replaced.handler(({ context, input }) =>
        findReplacement(ctx, context.actor, input.evidenceHash),
      ),
      view: os.evidence.view.handler(({ context, input }) => viewEvidence(ctx, context.actor, input.id)),
      share: os.evidence.share.handler(({ context: { actor, request }, input }) =>
        shareSuggestion(ctx, actor, { id: input.id, host: `${request.protocol}://${request.host}` }),
      ),
      trail: os.evidence.trail.handler(({ context, input }) => readTrail(ctx, context.actor, input)),
      trailView: os.evidence.trailView.handler(({ context, input }) => viewTrail(ctx, context.actor, input)),
      anchors: os.evidence.anchors.handler(({ context, input }) =>
        findAnchor(ctx, context.actor, input.anchor),
      ),
    },
    suggestions: {
      list: os.suggestions.list.handler(({ context, input }) => listSuggestions(ctx, context.actor, input)),
      get: os.suggestions.get.handler(({ context, input }) => readSuggestion(ctx, context.actor, input.id)),
      now: os.suggestions.now.handler(({ context, input }) => computeAgain(ctx, context.actor, input.id)),
      create: os.suggestions.create.handler(({ context, input }) =>
        createSuggestion(ctx, context.actor, input),
      ),
      apply: os.suggestions.apply.handler(({ context, input }) => applySuggestion(ctx, context.actor, input)),
      undo: os.suggestions.undo.handler(({ context, input }) => undoSuggestion(ctx, context.actor, input.id)),
      override: os.suggestions.override.handler(({ context, input }) =>
        overrideSuggestion(ctx, context.actor, input),
      ),
      reopen: os.suggestions.reopen.handler(({ context, input }) =>
        reopenSuggestion(ctx, context.actor, input.id),
      ),
      feedback: os.suggestions.feedback.handler(({ context, input }) =>
        giveFeedback(ctx, context.actor, input),
      ),
      reject: os.suggestions.reject.handler(({ context, input }) =>
        rejectSuggestion(ctx, context.actor, input),
      ),
    },
    explanations: {
      get: os.explanations.get.handler(({ context, input }) => explainSuggestion(ctx, context.actor, input)),
    },
    planChecks: {
      run: os.planChecks.run.handler(({ context, input }) => checkPlanNow(ctx, context.actor, input.id)),
    },
    whatIf: {
      run: os.whatIf.run.handler(({ context, input }) => runWhatIf(ctx, context.actor, input)),
      list: os.whatIf.list.handler(({ context, input }) => listWhatIfRuns(ctx, context.actor, input)),
    },
    assistant: {
      state: os.assistant.state.handler(({ context, input }) =>
        readAssistantState(ctx, context.actor, input),
      ),
      setAutonomy: os.assistant.setAutonomy.handler(({ context, input }) =>
        setAutonomy(ctx, context.actor, input),
      ),
      pause: os.assistant.pause.handler(({ context, input }) => pauseAssistant(ctx, context.actor, input)),
    },
    assistantEvents: {
      store: os.assistantEvents.store.handler(({ context, input }) =>
        storeEvents(ctx, context.actor, input.events),
      ),
    },
    analytics: {
      smart: os.analytics.smart.handler(({ context }) => readSmartAnalytics(ctx, context.actor)),
      predictive: os.analytics.predictive.handler(({ context, input }) =>
        readPredictiveInsights(ctx, context.actor, input),
      ),
      quarter: os.analytics.quarter.handler(({ context, input }) =>
        readQuarterCost(ctx, context.actor, input.month),
      ),
    },
    questions: {
      ask: os.questions.ask.handler(({ context, input }) => ask(ctx, context.actor, input)),
      word: os.questions.word.handler(({ context, input }) => wordText(ctx, context.actor, input)),
    },
    bias: { get: os.bias.get.handler(({ context }) => readBias(ctx, context.actor)) },
    configurations: {
      persona: os.configurations.persona.handler(({ context, input }) =>
        readConfiguration(ctx, context.actor, { kind: 'personas', name: input.name }),
      ),
      industry: os.configurations.industry.handler(({ context, input }) =>
        readConfiguration(ctx, context.actor, { kind: 'industries', name: input.name }),
      ),
      autonomy: os.configurations.autonomy.handler(({ context, input }) =>
        readAutonomyPolicy(ctx, context.actor, input.name),
      ),
      save: os.configurations.save.handler(({ context, input }) =>
        saveConfiguration(ctx, context.actor, input),
      ),
      settings: os.configurations.settings.handler(({ context }) => getAssistantSettings(ctx, context.actor)),
      saveSettings: os.configurations.saveSettings.handler(({ context, input }) =>
        saveAssistantSettings(ctx, context.actor, input),
      ),
    },
  };
}
