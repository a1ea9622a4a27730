import type { ApprovalFacts } from '@attain/contract/approvals';
import { scopeOf } from '@attain/domain/access/permissions';
import type { PolicyValues } from '@attain/domain/policies/policy';
import { limitsInWords } from '@attain/domain/policies/policy-limits';
import { targetInWords } from '@attain/domain/policies/policy-words';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { Clock } from '../../base/clock.ts';
import type { Act } from '../../db/act.ts';
import type { WriteTx } from '../../db/write.ts';
import { castVote } from '../approvals/cast-vote.ts';
import type { Decision } from '../approvals/decide-approval.ts';
import { hasOtherDecider, requestApproval } from '../approvals/request-approval.ts';
import { textFact } from '../approvals/text-fact.ts';
import { mustBeSavable } from './check-policy.ts';
import { contentHash, keepVersion, limitsOf, rowOf, storedHash } from './policy-content.ts';
import { type StoredPolicy, selectPolicy, updatePolicy } from './policy-store.ts';

export const activationKind = 'policy-activation';

interface Asked {
  readonly ctx: AppContext;
  readonly actor: Actor;
  readonly stored: StoredPolicy;
  /** What an active policy is to become; null: it is activated as it is. */
  readonly wanted: PolicyValues | null;
}

/**
 * Asks a second person to let a policy decide (GOV-12). Where no one else could approve, someone who may does it at once, and the
 * log marks it. Throws NOT_ALLOWED if no one may.
 */
export async function askToActivate(tx: WriteTx, { ctx, actor, stored, wanted }: Asked): Promise<Act> {
  const { id, name, documentHash } = stored;
  const waits = await hasOtherDecider(tx, activationKind, [actor.userId]);
  if (!waits && scopeOf(actor.roles, 'approve:policies') === null)
    throw new ApiError(
      'NOT_ALLOWED',
      'No one can approve policies yet. Give someone the role Compliance Officer or Administrator.',
    );
  const row = wanted === null ? null : await rowOf(tx, ctx.clock, { ...wanted, id });
  const hash = wanted === null || row === null ? storedHash(stored) : contentHash(wanted, row.documentHash);
  await requestApproval(tx, ctx.clock, {
    kind: activationKind,
    subject: { type: 'policy', id },
    askedBy: actor.userId,
    excluded: [],
    hash,
    summary: wanted === null ? `Activate policy ${name}` : `Change active policy ${name}`,
    facts: factsOf(stored, wanted, row?.document ?? null),
    notify: waits,
    isAlone: !waits,
    ...(wanted === null ? {} : { content: { policy: wanted } }),
  });
  if (waits)
    return {
      action: 'policy.activation-requested',
      object: { type: 'policy', id },
      evidence: [documentHash],
    };
  const vote = { kind: activationKind, subjectId: id, actor, clock: ctx.clock, hash, reason: null } as const;
  await castVote(tx, { ...vote, decision: 'approve', mayActAlone: true });
  return activate(tx, ctx.clock, { by: actor.userId, stored, wanted, alone: true });
}

/** The decision of the inbox. The deciding vote lets the policy decide, if it is still what was asked about. */
export async function decidePolicy(tx: WriteTx, given: Decision): Promise<Act> {
  const { ctx, actor, request, decision, hash, reason } = given;
  const stored = found(await selectPolicy(tx, request.subjectId, true), 'policy');
  const vote = {
    kind: activationKind,
    subjectId: stored.id,
    actor,
    clock: ctx.clock,
    decision,
    hash,
  } as const;
  const { status, votedAct } = await castVote(tx, { ...vote, reason });
  if (status === 'open') return votedAct;
  if (status === 'approved') {
    // read again within a second of the commit, by every process
    ctx.policies.changed(tx.tenantId);
    return activate(tx, ctx.clock, {
      by: request.userId,
      stored,
      wanted: request.content?.policy ?? null,
      alone: false,
    });
  }
  return {
    action: 'policy.activation-rejected',
    object: { type: 'policy', id: stored.id },
    evidence: [hash],
    ...(reason === null ? {} : { reason: { code: 'rejected', text: reason } }),
  };
}

async function activate(
  tx: WriteTx,
  clock: Clock,
  given: { by: string; stored: StoredPolicy; wanted: PolicyValues | null; alone: boolean },
): Promise<Act> {
  const { by, stored, wanted, alone } = given;
  const { id, appliesTo, rule, document, limits } = stored;
  const object = { type: 'policy', id };
  const marked = alone ? { reason: { code: 'single-person' } } : {};
  if (wanted === null) {
    // others may have become active since it was asked for
    await mustBeSavable(tx, clock, { id, appliesTo, rule, document, limits, activates: true });
    await updatePolicy(tx, id, { status: 'active', updatedBy: by });
    return { action: 'policy.activated', object, evidence: [stored.documentHash], ...marked };
  }
  const row = await rowOf(tx, clock, { ...wanted, id });
  const version = stored.version + 1;
  await updatePolicy(tx, id, { ...row, version, updatedBy: by });
  await keepVersion(tx, by, { policyId: id, version, row, values: wanted });
  return {
    action: 'policy.saved',
    object,
    before: storedHash(stored),
    after: contentHash(wanted, row.documentHash),
    ...marked,
  };
}

function factsOf(stored: StoredPolicy, wanted: PolicyValues | null, document: string | null): ApprovalFacts {
  const places = (targets: PolicyValues['appliesTo']) => targets.map(targetInWords).join(', ');
  const was = <Value>(value: Value) => (wanted === null ? null : value);
  return {
    figures: [
      textFact('Policy', wanted?.name ?? stored.name, was(stored.name)),
      textFact('Applies to', places((wanted ?? stored).appliesTo), was(places(stored.appliesTo))),
      textFact(
        'Holds',
        limitsInWords(wanted === null ? stored.limits : limitsOf(wanted)),
        was(limitsInWords(stored.limits)),
      ),
      textFact('Cedar document', document ?? stored.document, was(stored.document)),
    ],
    against: null,
    warnings: stored.enforce ? [] : ['It is not enforced: what it would deny is only recorded.'],
  };
}
