import { isAdministrator, scopeOf } from '@attain/domain/access/permissions';
import { DEFAULT_LEVEL, defaultAutonomyPolicy } from '@attain/domain/suggestions/autonomy';
import type { AppContext } from '../../app-context.ts';
import { hashOf } from '../../audit/canonical.ts';
import type { Actor } from '../../base/actor.ts';
import type { Act } from '../../db/act.ts';
import type { TenantTx } from '../../db/database.ts';
import type { WriteTx } from '../../db/write.ts';
import { castVote } from '../approvals/cast-vote.ts';
import type { Decision } from '../approvals/decide-approval.ts';
import { closeRequest, openRequestAbout, requestApproval } from '../approvals/request-approval.ts';
import { textFact } from '../approvals/text-fact.ts';
import { selectRoles } from './acting-standing.ts';
import { lockSettings, selectSettings, updateSettings } from './assistant-store.ts';

/** The level that is chosen only with the approval of another person. */
export const APPROVED_LEVEL = 3;

const kind = 'autonomy-level';

/** The request to raise the level that waits; null: there is none. */
export function openRaise(tx: TenantTx): Promise<string | null> {
  return openRequestAbout(tx, { kind, subjectId: tx.tenantId });
}

/** A request that is no longer wanted is withdrawn. */
export function withdrawRaise(tx: WriteTx): Promise<void> {
  return closeRequest(tx, { kind, subjectId: tx.tenantId, status: 'withdrawn' });
}

/**
 * Asks to raise the level to Full Auto (SGR-86); an administrator decides at once, which the log marks. Answers whether it holds
 * now, and the act for the log.
 */
export async function raiseLevel(
  tx: WriteTx,
  { ctx, actor }: { ctx: AppContext; actor: Actor },
): Promise<{ isRaised: boolean; act: Act }> {
  const alone = isAdministrator(actor.roles);
  const hash = raiseHash(tx.tenantId, actor.userId);
  await requestApproval(tx, ctx.clock, {
    kind,
    subject: { type: 'autonomy', id: tx.tenantId },
    askedBy: actor.userId,
    excluded: [],
    hash,
    summary: 'Full Auto for the assistant',
    facts: raiseFacts((await selectSettings(tx, DEFAULT_LEVEL)).autonomyLevel),
    notify: !alone,
  });
  if (!alone) {
    const object = { type: 'autonomy', id: tx.tenantId };
    return { isRaised: false, act: { action: 'autonomy.raise-requested', object, evidence: [hash] } };
  }
  const vote = { kind, subjectId: tx.tenantId, actor, clock: ctx.clock, decision: 'approve', hash } as const;
  await castVote(tx, { ...vote, reason: null, mayActAlone: true });
  return {
    isRaised: true,
    act: await raise(tx, { ctx, ownerId: actor.userId, by: actor.userId, hash, alone }),
  };
}

/** The decision of the inbox: raises the level, or leaves it. */
export async function decideRaise(tx: WriteTx, given: Decision): Promise<Act> {
  const { ctx, actor, request, decision, hash, reason } = given;
  await lockSettings(tx, actor.userId);
  const vote = { kind, subjectId: request.subjectId, actor, clock: ctx.clock, decision, hash } as const;
  const { status, votedAct } = await castVote(tx, { ...vote, reason });
  if (status === 'open') return votedAct;
  if (status === 'approved') {
    const mayApply =
      (await mayChangeDrafts(tx, request.userId)) || !(await mayChangeDrafts(tx, actor.userId));
    const ownerId = mayApply ? request.userId : actor.userId;
    return raise(tx, { ctx, ownerId, by: actor.userId, hash, alone: false });
  }
  return {
    action: 'autonomy.raise-rejected',
    object: { type: 'autonomy', id: tx.tenantId },
    evidence: [hash],
    ...(reason === null ? {} : { reason: { code: 'rejected', text: reason } }),
  };
}

async function mayChangeDrafts(tx: TenantTx, userId: string): Promise<boolean> {
  const roles = (await selectRoles(tx, userId)) ?? [];
  return scopeOf(roles, 'edit:plans') !== null && scopeOf(roles, 'decide:suggestions') !== null;
}

async function raise(
  tx: WriteTx,
  given: { ctx: AppContext; ownerId: string; by: string; hash: string; alone: boolean },
): Promise<Act> {
  const { ctx, ownerId, by, hash, alone } = given;
  const levelSince = ctx.clock.now().toISOString();
  await updateSettings(tx, by, { autonomyLevel: APPROVED_LEVEL, ownerId, levelSince });
  return {
    action: 'autonomy.changed',
    object: { type: 'autonomy', id: tx.tenantId },
    reason: { code: alone ? 'single-person' : 'approved', text: `To level ${APPROVED_LEVEL}.` },
    evidence: [hash],
  };
}

/** What is approved: the policy’s level as it is, for this person. */
function raiseHash(tenantId: string, askedBy: string): string {
  const { id, levels } = defaultAutonomyPolicy;
  return hashOf({ tenantId, askedBy, policyId: id, level: levels[APPROVED_LEVEL] });
}

function raiseFacts(from: number) {
  const { levels } = defaultAutonomyPolicy;
  const wanted = levels[APPROVED_LEVEL];
  return {
    figures: [
      textFact('Autonomy', wanted?.label ?? '', levels[from]?.label ?? null),
      textFact('What it does', wanted?.description ?? ''),
      textFact('Limits', (wanted?.restrictions ?? []).join('. ')),
    ],
    against: null,
    warnings: [],
  };
}
