import type { Suggestion } from '@attain/contract/suggestions';
import { asPercent, confidenceLevel } from '@attain/domain/suggestions/confidence';
import { impactOf, toneOf } from '@attain/domain/suggestions/impact-words';
import { trustLevel } from '@attain/domain/suggestions/trust';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { moneyInWords } from '../../base/money-in-words.ts';
import type { TenantTx } from '../../db/database.ts';
import { everythingFor, type StoredSuggestion, selectSuggestion } from './suggestions-store.ts';

/** A suggestion as it is after a move, for the person who made the move. */
export async function shownTo(tx: TenantTx, actor: Actor, uuid: string): Promise<Suggestion> {
  return presentSuggestion(
    found(await selectSuggestion(tx, uuid, everythingFor(actor.userId)), 'suggestion'),
  );
}

/** A stored suggestion as the wire has it. Every figure is the stored one. */
export function presentSuggestion(row: StoredSuggestion): Suggestion {
  const { claim, savings, currency } = row;
  const figures = claim?.figures ?? null;
  const confidence = row.confidence === null ? null : asPercent(row.confidence);
  const overlays = row.complianceOverlays ?? (claim === null ? [] : [...claim.overlays]);
  const impact =
    claim ?? impactOf(savings, savings === null ? null : moneyInWords(unsigned(savings), currency));
  return {
    id: row.id,
    uuid: row.uuid,
    planId: row.planId,
    planName: row.planName,
    componentId: row.componentId,
    participantId: row.participantId,
    participantName: row.participantName,
    title: row.title,
    description: claim?.description ?? row.title,
    reasoning: row.reasoning,
    changes: row.changes as Suggestion['changes'],
    evidence: row.evidence,
    impact: impact.impact,
    impactType: impact.impactType,
    projectedSavings: savings,
    currency,
    savingsRange: figures?.range ?? null,
    changePercent: figures?.changePercent ?? null,
    confidence,
    confidenceLevel: confidence === null ? null : confidenceLevel(confidence),
    confidenceFormula: row.confidenceFormula,
    riskScore: row.riskScore,
    riskFactors: claim === null ? [] : [...claim.riskFactors],
    trustLevel: trustLevel({
      verification: row.verificationStatus,
      overlays: overlays.map(({ status }) => status),
      steps: figures?.steps.flatMap(({ percent }) => (percent === null ? [] : [percent])) ?? [],
      confidence,
      isCurrent: isCurrent(row),
    }),
    artifacts: row.artifacts ?? [],
    complianceOverlays: overlays,
    evidenceHash: row.evidenceHash,
    personaTone: toneOf({
      title: row.title,
      impact: impact.impact,
      losers: figures,
      riskScore: row.riskScore,
      confidence,
      changes:
        row.changes.length > 0 || claim === null ? 'plan' : claim.recordChange === null ? null : 'records',
    }),
    industryContext: row.industry,
    asDesigned: claim?.asDesigned ?? false,
    missingIn: [...(claim?.missingIn ?? [])],
    recordChange: claim?.recordChange?.kind ?? null,
    analyser: row.analyser,
    status: row.status,
    supersededBy: row.supersededBy,
    workflowRunId: row.workflowRunId,
    decision: decisionOf(row),
    feedback: row.feedback,
    createdBy: row.createdBy,
    createdAt: row.createdAt,
  };
}

/** Whether an open suggestion is on the inputs it was computed on; null: it is decided, and has changed them itself. */
function isCurrent({ status, isOnNewest }: StoredSuggestion): boolean | null {
  if (status === 'superseded') return false;
  return status === 'open' ? isOnNewest : null;
}

function decisionOf(row: StoredSuggestion): Suggestion['decision'] {
  if (row.decidedAt === null) return null;
  return {
    by: row.decidedBy,
    at: row.decidedAt,
    reason: row.decisionReason ?? '',
    code: row.decisionCode as NonNullable<Suggestion['decision']>['code'],
    draftVersion: row.draftVersion,
    attestation:
      row.attestationHash === null
        ? null
        : {
            id: row.attestationId ?? '',
            hash: row.attestationHash,
            shortAnchor: row.attestationHash.slice(0, ANCHOR_LENGTH),
            status: row.attestationStatus ?? 'void',
            userId: row.decidedById ?? '',
          },
  };
}

/** An anchor labels a hash; verification uses the whole. */
const ANCHOR_LENGTH = 8;

const unsigned = (amount: string) => amount.replace(/^-/, '');
