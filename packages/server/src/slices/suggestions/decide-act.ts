import { systemActor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import type { Act } from '../../db/act.ts';
import type { WriteTx } from '../../db/write.ts';
import { castVote } from '../approvals/cast-vote.ts';
import type { Decision } from '../approvals/decide-approval.ts';
import { undoWithin } from './apply-suggestion.ts';
import { everythingFor, lockSuggestion } from './suggestions-store.ts';

/** The decision of the inbox about what Attain applied: attested, or taken back out of the draft (SGR-84). */
export async function decideAct(tx: WriteTx, given: Decision): Promise<Act> {
  const { ctx, actor, request, decision, hash, reason } = given;
  const { uuid } = found(
    await lockSuggestion(tx, request.subjectId, everythingFor(actor.userId)),
    'suggestion',
  );
  const vote = { kind: 'autonomous-act', subjectId: uuid, actor, clock: ctx.clock } as const;
  const { status, votedAct } = await castVote(tx, { ...vote, decision, hash, reason });
  if (status === 'open') return votedAct;
  if (status === 'approved') {
    const object = { type: 'suggestion', id: uuid };
    return { action: 'suggestion.act-attested', object, evidence: [hash] };
  }
  // whoever rejects has not edited the draft, and may still activate it
  const owner = systemActor(actor.tenantId, request.userId, 'assistant');
  const { act } = await undoWithin(tx, { ctx, actor: owner, id: uuid, code: 'not-attested' });
  return act;
}
