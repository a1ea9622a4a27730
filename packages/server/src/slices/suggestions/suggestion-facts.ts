import type { ApprovalFacts } from '@attain/contract/approvals';
import { asPercent } from '@attain/domain/suggestions/confidence';
import { textFact } from '../approvals/text-fact.ts';
import { presentSuggestion } from './present-suggestion.ts';
import type { StoredSuggestion } from './suggestions-store.ts';

/** What a person decides by who is asked about a suggestion: its figures, its risks and the hash of its evidence. */
export function suggestionFacts(suggestion: StoredSuggestion): ApprovalFacts {
  const { planName, claim, confidence, riskScore, savings, currency, evidenceHash } = suggestion;
  const figure = (label: string, after: string | null, money = false) =>
    after === null ? [] : [{ ...textFact(label, after), currency: money ? currency : null }];
  const losers = claim?.figures ?? null;
  return {
    figures: [
      ...figure('Plan', planName),
      ...figure('Savings', savings, true),
      ...figure('Confidence', confidence === null ? null : `${asPercent(confidence)}%`),
      ...figure('Risk', riskScore === null ? null : String(riskScore)),
      ...figure('Trust', presentSuggestion(suggestion).trustLevel),
      ...figure(
        'Payees who lose more than 1%',
        losers === null ? null : `${losers.losers} of ${losers.payees}`,
      ),
      ...figure('Evidence (SHA-256)', evidenceHash),
    ],
    against: null,
    warnings: claim === null ? [] : claim.riskFactors.map(({ message }) => message),
  };
}
