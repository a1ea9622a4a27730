import type { overrideReasons, Suggestion } from '@attain/contract/suggestions';
import { modeDuties } from '@attain/domain/suggestions/mode-duties';
import { movedTo } from '@attain/domain/suggestions/moves';
import type { AppContext } from '../../app-context.ts';
import { hashOf } from '../../audit/canonical.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import type { Act } from '../../db/act.ts';
import type { WriteTx } from '../../db/write.ts';
import { castVote } from '../approvals/cast-vote.ts';
import type { Decision } from '../approvals/decide-approval.ts';
import { closeRequest, requestApproval } from '../approvals/request-approval.ts';
import { textFact } from '../approvals/text-fact.ts';
import { readMode } from '../people/preferences.ts';
import { lockForMove, moveAct } from './locked-suggestion.ts';
import { shownTo } from './present-suggestion.ts';
import { everythingFor, lockSuggestion, type StoredSuggestion, updateDecision } from './suggestions-store.ts';

type ReasonCode = (typeof overrideReasons)[number];

/**
 * Overrides an open suggestion with a reason category; no plan changes. It takes effect at once and asks a second person to attest
 * to it (SGR-42). Throws NOT_FOUND, and CONFLICT if it is already decided.
 */
export function overrideSuggestion(
  ctx: AppContext,
  actor: Actor,
  decision: { id: string; reason: string; code: ReasonCode },
): Promise<Suggestion> {
  mustAllow(actor, 'decide:suggestions');
  return ctx.write(actor, async (tx) => {
    const { id, reason, code } = decision;
    const { suggestion, status } = await lockForMove(tx, { ctx, actor, id, move: 'override' });
    const attestation = await attest(tx, { ctx, actor, suggestion, reason, code });
    await updateDecision(tx, suggestion.uuid, {
      status,
      decidedBy: actor.userId,
      decidedAt: attestation.moment,
      decisionReason: reason,
      decisionCode: code,
      attestationId: attestation.id,
    });
    const act = moveAct(suggestion, { action: 'overridden', code, text: reason });
    tx.record({ ...act, evidence: [...(act.evidence ?? []), attestation.hash] });
    return shownTo(tx, actor, suggestion.uuid);
  });
}

async function attest(
  tx: WriteTx,
  given: { ctx: AppContext; actor: Actor; suggestion: StoredSuggestion; reason: string; code: ReasonCode },
): Promise<{ id: string; hash: string; moment: string }> {
  const { ctx, actor, suggestion, reason, code } = given;
  const { uuid, title, planName, savings, currency, evidenceHash } = suggestion;
  const moment = ctx.clock.now().toISOString();
  const hash = hashOf({
    suggestion: uuid,
    evidenceHash,
    reasonCode: code,
    reasonText: reason,
    user: actor.userId,
    moment,
  });
  const id = await requestApproval(tx, ctx.clock, {
    kind: 'suggestion-override',
    subject: { type: 'suggestion', id: uuid },
    askedBy: actor.userId,
    excluded: [],
    hash,
    summary: `Override “${title}”`,
    amount: savings === null ? null : { amount: savings, currency },
    facts: {
      figures: [
        textFact('Plan', planName),
        textFact('Reason type', reasonWords[code]),
        textFact('Explanation', reason),
      ],
      against: null,
      warnings: [],
    },
    reason,
    attestation: {
      type: 'reasoned-override',
      action: 'override',
      suggestionId: uuid,
      reasonCode: code,
      complianceLevel: modeDuties(await readMode(tx, actor.userId)).complianceLevel,
    },
  });
  return { id, hash, moment };
}

const reasonWords: Readonly<Record<ReasonCode, string>> = {
  POLICY_CONFLICT: 'Policy conflict',
  BUSINESS_EXCEPTION: 'Business exception',
  REGULATORY_CONCERN: 'Regulatory concern',
  RISK_ASSESSMENT: 'Risk assessment',
  STAKEHOLDER_REQUEST: 'Stakeholder request',
  DATA_QUALITY: 'Data quality',
  OTHER: 'Other',
};

/**
 * The decision of the inbox about an override (SGR-42): attested, it stays overridden; rejected, the suggestion is open again and the
 * log keeps the override with its reason.
 */
export async function decideOverride(tx: WriteTx, given: Decision): Promise<Act> {
  const { ctx, actor, request, decision, hash, reason } = given;
  const suggestion = found(
    await lockSuggestion(tx, request.subjectId, everythingFor(actor.userId)),
    'suggestion',
  );
  const vote = { kind: 'suggestion-override', subjectId: suggestion.uuid, actor, clock: ctx.clock } as const;
  const { status, votedAct } = await castVote(tx, { ...vote, decision, hash, reason });
  if (status === 'open') return votedAct;
  if (status === 'rejected' && movedTo(suggestion.status, 'reopen') !== null)
    await updateDecision(tx, suggestion.uuid, null);
  return {
    action: status === 'approved' ? 'suggestion.override-attested' : 'suggestion.override-rejected',
    object: { type: 'suggestion', id: suggestion.uuid },
    evidence: [hash],
    ...(reason === null ? {} : { reason: { code: status, text: reason } }),
  };
}

/** Reopens an overridden suggestion; a waiting attestation becomes void. Throws NOT_FOUND, and CONFLICT if it is not overridden. */
export function reopenSuggestion(ctx: AppContext, actor: Actor, id: string): Promise<Suggestion> {
  mustAllow(actor, 'decide:suggestions');
  return ctx.write(actor, async (tx) => {
    const { suggestion } = await lockForMove(tx, { ctx, actor, id, move: 'reopen' });
    await closeRequest(tx, { kind: 'suggestion-override', subjectId: suggestion.uuid, status: 'void' });
    await updateDecision(tx, suggestion.uuid, null);
    tx.record(
      moveAct(suggestion, { action: 'reopened', code: 'reopened', text: 'The override no longer holds.' }),
    );
    return shownTo(tx, actor, suggestion.uuid);
  });
}
