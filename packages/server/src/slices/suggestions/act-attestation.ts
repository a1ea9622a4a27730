import type { AppContext } from '../../app-context.ts';
import { hashOf } from '../../audit/canonical.ts';
import type { Clock } from '../../base/clock.ts';
import type { TenantTx } from '../../db/database.ts';
import { resolveNotices } from '../../runs/notify-people.ts';
import { closeRequest, requestApproval } from '../approvals/request-approval.ts';
import { markUndone } from './acts-store.ts';
import { suggestionFacts } from './suggestion-facts.ts';
import type { StoredSuggestion } from './suggestions-store.ts';

/** The key of the notices about an act. */
export const actNotice = (id: string) => `autonomous-act/${id}`;

/** Asks another person to attest to what Attain is about to apply for an owner (SGR-84). Returns the request. */
export async function requestAttestation(
  tx: TenantTx,
  given: { ctx: AppContext; suggestion: StoredSuggestion; ownerId: string; reason: string },
): Promise<{ id: string; hash: string }> {
  const { ctx, suggestion, ownerId, reason } = given;
  const { uuid, title, evidenceHash, savings, currency } = suggestion;
  const moment = ctx.clock.now().toISOString();
  const code = 'FULL_AUTO';
  const hash = hashOf({
    suggestion: uuid,
    evidenceHash,
    reasonCode: code,
    reasonText: reason,
    user: ownerId,
    moment,
  });
  const id = await requestApproval(tx, ctx.clock, {
    kind: 'autonomous-act',
    subject: { type: 'suggestion', id: uuid },
    askedBy: ownerId,
    excluded: [],
    hash,
    summary: `Applied by Attain: “${title}”`,
    amount: savings === null ? null : { amount: savings, currency },
    facts: suggestionFacts(suggestion),
    reason,
    attestation: {
      type: 'autonomous-act',
      action: 'apply',
      suggestionId: uuid,
      reasonCode: code,
      complianceLevel: 'strict',
    },
  });
  return { id, hash };
}

/** Ends the acts on suggestions that are open again: no one attests to them, and their notices are done. */
export async function endActs(tx: TenantTx, uuids: readonly string[], clock: Clock): Promise<void> {
  for (const uuid of uuids) {
    const act = await markUndone(tx, uuid, clock.now().toISOString());
    if (act === null) continue;
    await closeRequest(tx, { kind: 'autonomous-act', subjectId: uuid, status: 'void' });
    await resolveNotices(tx, actNotice(act));
  }
}
