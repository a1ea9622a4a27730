import type { AppContext } from '../../app-context.ts';
import { hashOf } from '../../audit/canonical.ts';
import { ATTAIN_ID, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import type { Act } from '../../db/act.ts';
import type { WriteTx } from '../../db/write.ts';
import { castVote } from '../approvals/cast-vote.ts';
import type { Decision } from '../approvals/decide-approval.ts';
import { requestApproval } from '../approvals/request-approval.ts';
import { applyWithin } from './apply-suggestion.ts';
import { lockForMove, moveAct } from './locked-suggestion.ts';
import { suggestionFacts } from './suggestion-facts.ts';
import { everythingFor, lockSuggestion, type StoredSuggestion, updateDecision } from './suggestions-store.ts';

/** Makes a task of a locked suggestion: whoever may decide is asked to apply it. Returns the act for the log. */
export async function askToApply(
  tx: WriteTx,
  { ctx, suggestion }: { ctx: AppContext; suggestion: StoredSuggestion },
): Promise<Act> {
  const { uuid, title, documentHash, evidenceHash, savings, currency } = suggestion;
  const hash = hashOf({ suggestion: uuid, documentHash, evidenceHash });
  await requestApproval(tx, ctx.clock, {
    kind: 'suggestion-apply',
    subject: { type: 'suggestion', id: uuid },
    askedBy: ATTAIN_ID,
    excluded: [],
    hash,
    summary: `Apply “${title}”?`,
    amount: savings === null ? null : { amount: savings, currency },
    facts: suggestionFacts(suggestion),
    reason: suggestion.reasoning,
  });
  return {
    action: 'suggestion.apply-requested',
    object: { type: 'suggestion', id: uuid },
    reason: { code: 'supervised' },
    evidence: evidenceHash === null ? [hash] : [evidenceHash, hash],
  };
}

/** The decision of the inbox about a task: the suggestion is applied or rejected, as by its card (SGR-81). */
export async function decideApply(tx: WriteTx, given: Decision): Promise<Act> {
  const { ctx, actor, request, decision, hash, reason } = given;
  mustAllow(actor, 'decide:suggestions');
  mustAllow(actor, 'edit:plans');
  const { uuid } = found(
    await lockSuggestion(tx, request.subjectId, everythingFor(actor.userId)),
    'suggestion',
  );
  const vote = { kind: 'suggestion-apply', subjectId: uuid, actor, clock: ctx.clock } as const;
  const { status, votedAct } = await castVote(tx, { ...vote, decision, hash, reason });
  if (status === 'open') return votedAct;
  if (status === 'approved') {
    const text = reason ?? 'Approved as a task.';
    return (await applyWithin(tx, { ctx, actor, id: uuid, reason: text, code: 'approved' })).act;
  }
  const moved = await lockForMove(tx, { ctx, actor, id: uuid, move: 'reject' });
  const text = reason ?? '';
  await updateDecision(tx, uuid, {
    status: moved.status,
    decidedBy: actor.userId,
    decidedAt: ctx.clock.now().toISOString(),
    decisionReason: text,
  });
  return moveAct(moved.suggestion, { action: 'rejected', code: 'rejected', text });
}
