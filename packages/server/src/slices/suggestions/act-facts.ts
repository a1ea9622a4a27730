import type { ActFacts } from '@attain/domain/suggestions/acting';
import { asPercent } from '@attain/domain/suggestions/confidence';
import { presentSuggestion } from './present-suggestion.ts';
import type { StoredSuggestion } from './suggestions-store.ts';

/** The stored figures of a suggestion that decide whether Attain may act on it. */
export function actFacts(suggestion: StoredSuggestion): ActFacts {
  const { claim, confidence, riskScore, changes, participantId } = suggestion;
  // an act checks the plan it changes itself; another act before it is no reason to distrust its figures
  const { trustLevel, complianceOverlays } = presentSuggestion({ ...suggestion, isOnNewest: true });
  const figures = claim?.figures ?? null;
  return {
    confidence: confidence === null ? null : asPercent(confidence),
    risk: riskScore,
    trust: trustLevel,
    overlays: complianceOverlays.map(({ status }) => status),
    losers: figures === null ? null : { count: figures.losers, of: figures.payees },
    changePercent: figures?.changePercent ?? null,
    ruleMatch: figures?.steps.find(({ key }) => key === 'rule-match')?.percent ?? null,
    changes,
    changesRecords: claim === null || claim.recordChange !== null,
    isPersonal: participantId !== null,
  };
}
